// gpu-partial-warp-block: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-partial-warp-block \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error:
// RUN: %warp-tidy --cuda-path=none --checks=gpu-partial-warp-block \
// RUN:   --config="{CheckOptions: {gpu-partial-warp-block.MinIdlePercent: 2}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=MORE
//
// N threads are N/32 warps, rounded up; the lanes that are left idle.

__global__ void plain(float *v) {
  v[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void square(float *v) {
  v[threadIdx.y * blockDim.x + threadIdx.x] = 1;
}
template <class T> __global__ void generic(T *v) { v[threadIdx.x] = 1; }

// 24 of 64 lanes.
// warp-tidy: block(40)
__global__ void annotated(float *v) { v[threadIdx.x] = 1; }
// CHECK: :[[@LINE-2]]:1: warning: blocks of 40 threads leave 24 of 32 lanes of the last warp idle (38% of all lanes) [gpu-partial-warp-block]
// CHECK: :[[@LINE-2]]:17: note: kernel 'annotated' has blocks of 40x1x1

// The block is known to be less than a warp, the grid is not known.
// warp-tidy: block(16)
__global__ void small(float *v) { v[threadIdx.x] = 1; }

// No launch: what is assumed has full warps, and bounds are no launch.
__global__ void __launch_bounds__(100) bounded(float *v) { v[threadIdx.x] = 1; }

void launches(float *v, int *w, int blocks, int threads) {
  plain<<<blocks, 100>>>(v);
  // CHECK: :[[@LINE-1]]:3: warning: blocks of 100 threads leave 28 of 32 lanes of the last warp idle (22% of all lanes) [gpu-partial-warp-block]
  square<<<64, dim3(15, 15)>>>(v);
  // CHECK: :[[@LINE-1]]:3: warning: blocks of 225 threads leave 31 of 32 lanes of the last warp idle (12% of all lanes) [gpu-partial-warp-block]
  // CHECK: note: kernel 'square' has blocks of 15x15x1, 64 of them
  plain<<<1024, 16>>>(v);
  // CHECK: :[[@LINE-1]]:3: warning: blocks of 16 threads leave 16 of the 32 lanes of their only warp idle (50%) [gpu-partial-warp-block]
  plain<<<dim3(4, 4), 1>>>(v);
  // CHECK: :[[@LINE-1]]:3: warning: blocks of 1 thread leave 31 of the 32 lanes of their only warp idle (97%) [gpu-partial-warp-block]
  generic<<<8, 48>>>(w);
  // CHECK: :[[@LINE-1]]:3: warning: blocks of 48 threads leave 16 of 32 lanes of the last warp idle (25% of all lanes) [gpu-partial-warp-block]
  // CHECK: note: kernel 'generic<int>' has blocks of 48x1x1, 8 of them

  // Silent: full warps, one block, a grid that is not known, a small share.
  plain<<<100, 96>>>(v);
  plain<<<100, dim3(8, 4)>>>(v);
  plain<<<1, 100>>>(v);
  plain<<<1, 16>>>(v);
  plain<<<blocks, 1>>>(v);
  plain<<<blocks, threads>>>(v);
  plain<<<100, 500>>>(v);
  // MORE: :[[@LINE-1]]:3: warning: blocks of 500 threads leave 12 of 32 lanes of the last warp idle (2% of all lanes)
}
// CHECK: (0 not analysed)
