// Strides of 2, 3 and 4 floats: 8, 12 and 16 sectors where 4 hold the data.
// Fires: gpu-uncoalesced-global-access on the load. twin: global-unit
#include "../common/check.h"

constexpr int Threads = 64 * 256, Rounds = 8;

template <int Stride>
__global__ void strided(float *__restrict__ out, const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += in[(r * Threads + i) * Stride]; // expect: 4 * Stride sectors
  out[i] = sum;                            // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(Threads * Rounds * 4, ramp), out(Threads);
  while (run.again("strided<2>"))
    strided<2><<<64, 256>>>(out.get(), in.get());
  while (run.again("strided<3>"))
    strided<3><<<64, 256>>>(out.get(), in.get());
  while (run.again("strided<4>"))
    strided<4><<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return Rounds * ramp(4 * i); });
}
