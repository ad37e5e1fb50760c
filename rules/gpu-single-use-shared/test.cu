// gpu-single-use-shared: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-single-use-shared \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error:

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// warp-tidy: block(256)
__global__ void scaled(const float *in, float *out, float f) {
  __shared__ float s[256];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: 's' gives nothing from thread to thread: each reads only what it wrote itself, at one place of its own, which a register would hold [gpu-single-use-shared]
  // CHECK: :[[@LINE+4]]:{{[0-9]+}}: note: read here by the thread that wrote it
  // CHECK: :[[@LINE-4]]:20: note: 's' is declared here
  // CHECK: :[[@LINE-7]]:1: note: block of 256x1x1 threads as annotated
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = f * s[threadIdx.x];
}

// A tile whose rows and columns are never exchanged; conditions, and loops
// around, change nothing.
__global__ void tile(const float *in, float *out, int n) {
  __shared__ float t[16][17];
  for (int k = 0; k < n; ++k) {
    if (in[k] > 0)
      t[threadIdx.y][threadIdx.x] = in[(k * 16 + threadIdx.y) * 16 + threadIdx.x];
      // CHECK: :[[@LINE-1]]:7: remark: 't' gives nothing from thread to thread
    __syncthreads();
    out[(k * 16 + threadIdx.y) * 16 + threadIdx.x] += t[threadIdx.y][threadIdx.x];
    __syncthreads();
  }
}
void launch(const float *in, float *out) {
  tile<<<1, dim3(16, 16)>>>(in, out, 8);
}

// Through a pointer: the note is about what stands there.
struct Scratch {
  __device__ float *get() {
    extern __shared__ float all[];
    return all;
  }
};
// warp-tidy: block(64)
__global__ void throughPointer(const float *in, float *out) {
  Scratch scratch;
  float *mine = scratch.get();
  mine[threadIdx.x] = in[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: {{.*}} gives nothing from thread to thread
  // CHECK: note: read here by the thread that wrote it
  // CHECK: :[[@LINE-4]]:10: note: 'mine' is declared here
  __syncthreads();
  out[threadIdx.x] = 2 * mine[threadIdx.x];
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// warp-tidy: block(256)
__global__ void reversed(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
}

// Read by its own thread, and once by a neighbour.
// warp-tidy: block(256)
__global__ void neighbour(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float v = s[threadIdx.x];
  if (threadIdx.x > 0)
    v += s[threadIdx.x - 1];
  out[threadIdx.x] = v;
}

// A private array of each thread that is indexed: no registers for that.
// warp-tidy: block(256)
__global__ void stack(const int *in, int *out, int n) {
  __shared__ int s[16 * 256];
  for (int k = 0; k < n; ++k)
    s[k * 256 + threadIdx.x] = in[k];
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += s[in[k] * 256 + threadIdx.x];
  out[threadIdx.x] = sum;
}

// Two places of each thread.
// warp-tidy: block(256)
__global__ void pairs(const int *in, int *out, int n) {
  __shared__ int s[512];
  s[threadIdx.x] = in[threadIdx.x];
  s[threadIdx.x + 256] = in[threadIdx.x + 256];
  out[threadIdx.x] = s[threadIdx.x + n];
}

// Shared by two threads, one place of the block, by index from memory.
// warp-tidy: block(256)
__global__ void shared(const int *in, int *out, const int *where) {
  __shared__ int s[128], one, any[256];
  s[threadIdx.x / 2] = in[threadIdx.x];
  if (threadIdx.x == 0)
    one = in[0];
  any[where[threadIdx.x]] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x / 2] + one + any[where[threadIdx.x]];
}

// Updated atomically, written only, volatile on purpose.
// warp-tidy: block(256)
__global__ void others(const int *in, int *out) {
  __shared__ int a[256], w[256];
  volatile __shared__ int v[256];
  a[threadIdx.x] = 0;
  atomicAdd(&a[threadIdx.x], in[threadIdx.x]);
  w[threadIdx.x] = 1;
  v[threadIdx.x] = 2;
  out[threadIdx.x] = a[threadIdx.x] + v[threadIdx.x];
}

// Known for one launch; under the other two threads share a place.
__global__ void folded(const int *in, int *out, int n) {
  __shared__ int s[256];
  s[threadIdx.x % n] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % n];
}
void launches(const int *in, int *out) {
  folded<<<1, 128>>>(in, out, 128);
  folded<<<1, 256>>>(in, out, 128);
}

// The block is not known.
__global__ void assumed(const float *in, float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// A function that is not seen has the array as well.
__device__ __noinline__ float deep(float *s, int n) {
  return n ? s[n] + deep(s, n - 1) : 0;
}
// warp-tidy: block(256)
__global__ void passedOn(const float *in, float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + deep(s, n);
}
// CHECK: (0 not analysed)
