// RUN: %warp-tidy --quiet --checks='-*,gpu-shared*' %s -- --cuda-path=none 2>&1 | %FileCheck %s
// Shared accesses of which it is not known whether nvcc merges them are judged
// both ways: with a loop's variable in the index it takes 64 or 128 bits at a time
// (262 kernels, nvcc 13.0, sm_90). Figures: enumeration of the lanes.

// Sixteen lanes 32 bytes apart, twice: banks 0, 8, 16 and 24 hold four words
// each; as 128 bits, quarters of eight lanes over 256 bytes, two wavefronts each.
// CHECK: :[[#@LINE+8]]:23: warning: shared load takes 4 wavefronts where 1 suffices (4-way bank conflict)
// CHECK: note: nvcc may merge this with its neighbours into one access of 128 bits, which takes 8 wavefronts where 4 suffice
// warp-tidy: block(256)
__global__ void eightInARow(float *out, int n) {
  __shared__ float b[2048];
  float sum = 0;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 8; ++i)
      sum = 2 * sum + b[k * 128 + threadIdx.x % 16 * 8 + i];
  out[threadIdx.x] = sum;
}

// Lanes 16 bytes apart: 4-way as written, none as 128 bits.
// CHECK: :[[#@LINE+8]]:23: remark: shared load takes 4 wavefronts where 1 suffices
// CHECK: note: nvcc may merge this with its neighbours into one access of 128 bits, which has no conflict
// warp-tidy: block(256)
__global__ void fourInARow(float *out, int n) {
  __shared__ float b[2048];
  float sum = 0;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 4; ++i)
      sum = 2 * sum + b[k * 128 + threadIdx.x % 32 * 4 + i];
  out[threadIdx.x] = sum;
}
