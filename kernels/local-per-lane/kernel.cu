// The index differs from lane to lane: every lane has a sector of its own.
// twin: local-indexed-fixed
// Remark: gpu-local-memory-array.
#include "../common/check.h"

__global__ void localPerLane(float *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float r[32];
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    r[k] = k; // expect: 4 sectors, local
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 32; ++k)
    sum = sum * 0.5f + r[(threadIdx.x + k) & 31]; // expect: 32 sectors, local
  out[i] = sum;                                   // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(4096);
  while (run.again("localPerLane"))
    localPerLane<<<16, 256>>>(out.get());
}
