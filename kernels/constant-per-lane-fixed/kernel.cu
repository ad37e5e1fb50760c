// The table of constant-per-lane in global memory, read by neighbouring lanes.
// Offsets that are no multiple of 8 floats need a fifth sector.
// Silent: gpu-divergent-constant-access.
#include "../common/check.h"

__global__ void globalPerLane(float *__restrict__ out,
                              const float *__restrict__ table) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < 32; ++r)
    sum += table[threadIdx.x + r]; // expect: total 156 sectors in 32 a warp
  out[i] = sum;                    // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> table(512, [](int i) { return i; }), out(16384);
  while (run.again("globalPerLane"))
    globalPerLane<<<64, 256>>>(out.get(), table.get());
  run.expect(out, [](int i) { return 496 + 32 * (i % 256); });
}
