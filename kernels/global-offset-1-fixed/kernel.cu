// The halo is widened to 8 floats, a whole sector: an offset that is no fault.
// Silent: every rule.
#include "../common/check.h"

constexpr int Threads = 64 * 256, Rounds = 8;

__global__ void offsetEight(float *__restrict__ out,
                            const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += in[r * Threads + i + 8]; // expect: 4 sectors
  out[i] = sum;                     // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(Threads * Rounds + 8, ramp), out(Threads);
  while (run.again("offsetEight"))
    offsetEight<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return Rounds * ramp(i + 8); });
}
