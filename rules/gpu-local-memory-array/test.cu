// gpu-local-memory-array: what it reports and what it leaves alone.
//
// RUN: %warp-tidy --cuda-path=none --checks=gpu-local-memory-array \
// RUN:   --statistics %s 2>&1 | %FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=remark: \
// RUN:   --implicit-check-not=error:
//
// Words of neighbouring threads lie side by side: a uniform index is 128 bytes,
// 4 sectors; lanes with 32 different indices are in 32 rows, 32 sectors.

//===----------------------------------------------------------------------===//
// Reported
//===----------------------------------------------------------------------===//

// warp-tidy: block(256)
__global__ void ordered(const int *order, float *out) {
  float r[32];
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    r[k] = k + threadIdx.x;
    // CHECK: :[[@LINE-1]]:5: remark: 'r' lies in local memory, 128 bytes a thread: this store takes 4 sectors [gpu-local-memory-array]
    // CHECK: :[[@LINE-5]]:9: note: 'r' is declared here
    // CHECK: :[[@LINE-8]]:1: note: block of 256x1x1 threads as annotated
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    sum = sum * 0.5f + r[order[k]];
  out[threadIdx.x] = sum;
}

// The worst access is the load.
// warp-tidy: block(256)
__global__ void perLane(float *out) {
  float r[32];
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    r[k] = k;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    sum = sum * 0.5f + r[(threadIdx.x + k) & 31];
    // CHECK: :[[@LINE-1]]:24: remark: 'r' lies in local memory, 128 bytes a thread: this load takes 32 sectors [gpu-local-memory-array]
  out[threadIdx.x] = sum;
}

//===----------------------------------------------------------------------===//
// Silent
//===----------------------------------------------------------------------===//

// warp-tidy: block(256)
__global__ void unrolled(float *out) {
  float r[32];
#pragma unroll
  for (int k = 0; k < 32; ++k)
    r[k] = k + threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 32; ++k)
    sum = sum * 0.5f + r[31 - k];
  out[threadIdx.x] = sum;
}

// Four elements: nvcc may choose among registers.
// warp-tidy: block(256)
__global__ void small(const int *order, float *out) {
  float r[4] = {1, 2, 3, out[threadIdx.x]};
  out[threadIdx.x] = r[order[threadIdx.x] & 3];
}

// One access with such an index, outside of loops, of 64 elements: registers.
// warp-tidy: block(256)
__global__ void chosen(const float *in, const int *order, float *out) {
  float r[64];
#pragma unroll
  for (int k = 0; k < 64; ++k)
    r[k] = in[256 * k + threadIdx.x];
  out[threadIdx.x] = r[order[threadIdx.x] & 63];
}

// Indices that are constants once the loops are unrolled, whatever they are made
// with (ptxas 13.0: no stack frame).
// warp-tidy: block(256)
__global__ void wrapped(float *x, const float *c) {
  float r[16];
#pragma unroll
  for (int k = 0; k < 16; ++k)
    r[k] = c[k * 256 + threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < 100; ++i)
#pragma unroll
    for (int k = 0; k < 16; ++k)
      r[k] = r[k] * r[(k * 7 + 5) % 12] + r[k ^ 1] + r[k < 15 ? k + 1 : 0] + x[i];
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k)
    sum += r[k];
  x[threadIdx.x] = sum;
}

// Passed on to code that is not seen.
__device__ __noinline__ float elsewhere(float *r, int n) {
  return n ? r[n] + elsewhere(r, n - 1) : 0;
}
// warp-tidy: block(256)
__global__ void passedOn(float *out, int n) {
  float r[64];
#pragma unroll 1
  for (int k = 0; k < 64; ++k)
    r[k] = k + threadIdx.x;
  out[threadIdx.x] = elsewhere(r, n);
}

// In memory on purpose.
// warp-tidy: block(256)
__global__ void onPurpose(float *out, int n) {
  volatile float r[64];
#pragma unroll 1
  for (int k = 0; k < 64; ++k)
    r[k] = k + threadIdx.x;
  out[threadIdx.x] = r[n];
}

// Shared arrays are no private ones.
// warp-tidy: block(32)
__global__ void inShared(const int *order, float *out) {
  __shared__ float r[32][32];
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    r[k][threadIdx.x] = k;
  out[threadIdx.x] = r[order[0]][threadIdx.x];
}
// CHECK: (0 not analysed)
