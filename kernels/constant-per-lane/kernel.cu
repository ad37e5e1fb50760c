// A word a lane: 32 requests, one after another.
// Fires: gpu-divergent-constant-access. twin: constant-per-lane-fixed
#include "../common/check.h"

__constant__ float table[512];

__global__ void constantPerLane(float *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < 32; ++r)
    sum += table[threadIdx.x + r]; // expect: 32 requests
  out[i] = sum;                    // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  fillConstant(table, [](int i) { return float(i); });
  Buffer<float> out(16384);
  while (run.again("constantPerLane"))
    constantPerLane<<<64, 256>>>(out.get());
  run.expect(out, [](int i) { return 496 + 32 * (i % 256); });
}
