// As compiled: three of four neighbouring words are read as one load of 128
// bits, with the word between; two that are no aligned pair are not merged.
// Written: 4 wavefronts each. Silent as compiled for the first.
#include "../common/check.h"

__device__ float *fill(float *s) {
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 512; k += 128)
    s[k] = k & 3; // expect: 1 wavefront
  __syncthreads();
  return s;
}

__global__ void withGap(float *__restrict__ out) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  fill(s);
  out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 3]; // expect: 4 wavefronts once
}

__global__ void noPair(float *__restrict__ out) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  fill(s);
  out[t] = s[4 * t + 1] + s[4 * t + 2]; // expect: 4 wavefronts twice
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(128);
  while (run.again("withGap"))
    withGap<<<1, 128>>>(out.get());
  run.expect(out, [](int) { return 4; });
  while (run.again("noPair"))
    noPair<<<1, 128>>>(out.get());
  run.expect(out, [](int) { return 3; });
}
