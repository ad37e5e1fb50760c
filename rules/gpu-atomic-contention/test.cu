// gpu-atomic-contention: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-atomic-contention \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error:
// RUN: %warp-tidy --cuda-path=none --checks=gpu-atomic-contention \
// RUN:   --config="{CheckOptions: {gpu-atomic-contention.MinLanesPerAddress: 4}}" \
// RUN:   %s 2>&1 | %FileCheck %s --check-prefix=MORE
//
// nvcc combines the lanes of 32-bit integer additions, minima, maxima and
// bitwise operations whose address is uniform, if the result is not used or
// what is added is constant. It does so for no other atomic.

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// warp-tidy: block(256)
__global__ void sum(const float *in, float *total) {
  atomicAdd(total, in[blockIdx.x * 256 + threadIdx.x]);
  // CHECK: :[[@LINE-1]]:3: warning: 32 lanes of a warp update one address of global memory: one after the other [gpu-atomic-contention]
  // CHECK: note: combine the lanes first (__reduce_add_sync for 32-bit integers, __shfl_down_sync for others), then let one lane update
}

// warp-tidy: block(256)
__global__ void sumShared(const float *in, float *out) {
  __shared__ float total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, in[threadIdx.x]);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 32 lanes of a warp update one address of shared memory: one after the other
  __syncthreads();
  if (threadIdx.x == 0)
    *out = total;
}

// Two rows of a block 16 wide: 16 lanes each.
// warp-tidy: block(16, 16)
__global__ void rows(const unsigned long long *in, unsigned long long *sums) {
  atomicAdd(&sums[threadIdx.y], in[threadIdx.y * 16 + threadIdx.x]);
  // CHECK: :[[@LINE-1]]:14: warning: 32 lanes of a warp update 2 addresses of global memory: one after the other
  // CHECK: note: combine the lanes of an address first with __shfl_down_sync, then let one lane for each update
}

// Integers at four addresses, which nvcc does not combine.
// warp-tidy: block(256)
__global__ void four(const int *in, int *sums) {
  atomicAdd(&sums[threadIdx.x % 4], in[threadIdx.x]);
  // CHECK: :[[@LINE-1]]:14: warning: 32 lanes of a warp update 4 addresses of global memory
}

// The result is used, and what is added is not constant.
// warp-tidy: block(256)
__global__ void places(const float *counts, float *end, float *out) {
  out[threadIdx.x] = atomicAdd(end, counts[threadIdx.x]);
  // CHECK: :[[@LINE-1]]:22: warning: 32 lanes of a warp update one address of global memory
  // CHECK: note: a prefix sum over the warp gives each lane its part of one update
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// nvcc combines the warp.
// warp-tidy: block(256)
__global__ void counted(const int *in, int *total, int *next, int *out) {
  atomicAdd(total, in[threadIdx.x]);
  atomicMax(total, in[threadIdx.x]);
  out[threadIdx.x] = atomicAdd(next, 1);
  atomicSub(total, 10);
  out[threadIdx.x] = atomicSub(next, in[threadIdx.x]);
}

// One lane of each warp, or of the block.
// warp-tidy: block(256)
__global__ void aggregated(const float *in, float *total) {
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
  if (threadIdx.x % 32 == 0)
    atomicAdd(total, v);
  if (threadIdx.x == 0)
    atomicAdd(total + 1, v);
}

// Addresses from memory: whether they are the same is a matter of the data.
// warp-tidy: block(256)
__global__ void histogram(const int *in, float *bins) {
  atomicAdd(&bins[in[threadIdx.x]], 1.0f);
}

// An address a lane, and four lanes an address.
// warp-tidy: block(256)
__global__ void spread(const float *in, float *out) {
  atomicAdd(&out[threadIdx.x], in[threadIdx.x]);
  atomicAdd(&out[threadIdx.x / 4], in[threadIdx.x]);
  // MORE: :[[@LINE-1]]:14: warning: 32 lanes of a warp update 8 addresses of global memory
}

// Whether many lanes take part is a matter of the data.
// warp-tidy: block(256)
__global__ void filtered(const float *in, float *total) {
  float v = in[threadIdx.x];
  if (v > 100.0f)
    atomicAdd(total, v);
}

// Nothing to combine: the last one wins, or the first.
// warp-tidy: block(256)
__global__ void exchanged(int *slot, int *out) {
  out[threadIdx.x] = atomicExch(slot, threadIdx.x);
  atomicCAS(slot, 0, threadIdx.x);
}

// The only warp that there is.
__global__ void one(const float *in, float *total) {
  atomicAdd(total, in[threadIdx.x]);
}
void launchOne(const float *in, float *total) { one<<<1, 32>>>(in, total); }

// The block is assumed, and under one of those tried it is a lane each.
__global__ void assumed(float *out, const float *in) {
  if (blockDim.x == 128)
    atomicAdd(&out[threadIdx.x], in[threadIdx.x]);
  else
    atomicAdd(&out[threadIdx.x % 16], in[threadIdx.x]);
}
// CHECK: (0 not analysed)
