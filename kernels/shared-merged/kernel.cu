// As compiled: four neighbouring words a thread become one 128-bit load, which
// turns four 4-way conflicts into four passes, no conflict at all.
// Written: 4 wavefronts four times; compiled: 4 wavefronts once.
// Silent as compiled; gpu-shared-bank-conflict speaks of the loop as written.
#include "../common/check.h"

__global__ void fourWords(float *__restrict__ out) {
  __shared__ float s[512];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 512; k += 128)
    s[k] = k & 3; // expect: 1 wavefront
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    sum += s[4 * t + k];
  out[t] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(128);
  while (run.again("fourWords"))
    fourWords<<<1, 128>>>(out.get());
  run.expect(out, [](int) { return 6; });
}
