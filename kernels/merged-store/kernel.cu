// As compiled: four neighbouring words are stored at once; of three, the pair
// is, and the single one by itself, as a store may not write what it should
// not. Written: 4 wavefronts each.
// gpu-shared-bank-conflict on the second kernel.
#include "../common/check.h"

__global__ void storeFour(float *__restrict__ out) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  s[4 * t] = t; // expect: 4 wavefronts for all four
  s[4 * t + 1] = t + 1;
  s[4 * t + 2] = t + 2;
  s[4 * t + 3] = t + 3;
  __syncthreads();
  out[t] = s[t]; // expect: 1 wavefront
}

__global__ void storeThree(float *__restrict__ out) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  s[4 * t] = t; // expect: 4 wavefronts for two
  s[4 * t + 1] = t + 1;
  s[4 * t + 3] = t + 3; // expect: 4 wavefronts
  __syncthreads();
  out[t] = s[4 * t + 1]; // expect: 4 wavefronts
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(128);
  while (run.again("storeFour"))
    storeFour<<<1, 128>>>(out.get());
  run.expect(out, [](int i) { return i / 4 + i % 4; });
  while (run.again("storeThree"))
    storeThree<<<1, 128>>>(out.get());
  run.expect(out, [](int i) { return i + 1; });
}
