// The same array under fully unrolled loops and a fixed order: registers, no
// local memory at all.
// Silent: every rule.
#include "../common/check.h"

__global__ void localUnrolled(float *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float r[32];
#pragma unroll
  for (int k = 0; k < 32; ++k)
    r[k] = k + i;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 32; ++k)
    sum = sum * 0.5f + r[31 - k];
  out[i] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(16384);
  while (run.again("localUnrolled"))
    localUnrolled<<<64, 256>>>(out.get());
}
