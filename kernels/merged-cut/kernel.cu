// As compiled: a store to another shared array, or a barrier, between the
// loads keeps them apart: pairs of 64 bits instead of one load of 128.
// Written: 4 wavefronts a word; compiled: 4 a pair.
// gpu-shared-bank-conflict: a pair needs 2.
#include "../common/check.h"

__global__ void cutByStore(float *__restrict__ out) {
  __shared__ float s[512];
  __shared__ float other[128];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 512; k += 128)
    s[k] = k & 3; // expect: 1 wavefront
  __syncthreads();
  const float low = s[4 * t] + s[4 * t + 1];      // expect: 4 wavefronts once
  other[t] = low;                                 // expect: 1 wavefront
  const float high = s[4 * t + 2] + s[4 * t + 3]; // expect: 4 wavefronts once
  __syncthreads();
  out[t] = high + other[127 - t]; // expect: 1 wavefront
}

__global__ void cutByBarrier(float *__restrict__ out) {
  __shared__ float s[512];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 512; k += 128)
    s[k] = k & 3; // expect: 1 wavefront
  __syncthreads();
  const float low = s[4 * t] + s[4 * t + 1]; // expect: 4 wavefronts once
  __syncthreads();
  const float high = s[4 * t + 2] + s[4 * t + 3]; // expect: 4 wavefronts once
  out[t] = low + high;
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(128);
  while (run.again("cutByStore"))
    cutByStore<<<1, 128>>>(out.get());
  run.expect(out, [](int) { return 6; });
  while (run.again("cutByBarrier"))
    cutByBarrier<<<1, 128>>>(out.get());
  run.expect(out, [](int) { return 6; });
}
