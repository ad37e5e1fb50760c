// Unit stride: the 32 lanes of a warp read 128 consecutive bytes.
// Silent: every rule. The fix of the global-stride-* kernels.
#include "../common/check.h"

constexpr int Threads = 64 * 256, Rounds = 8;

__global__ void unit(float *__restrict__ out, const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += in[r * Threads + i]; // expect: 4 sectors
  out[i] = sum;                 // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(Threads * Rounds, ramp), out(Threads);
  while (run.again("unit"))
    unit<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return Rounds * ramp(i); });
}
