// One float past the alignment: a warp straddles a fifth sector.
// Fires: gpu-misaligned-global-access on the load. twin: global-offset-1-fixed
#include "../common/check.h"

constexpr int Threads = 64 * 256, Rounds = 8;

__global__ void offsetOne(float *__restrict__ out,
                          const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += in[r * Threads + i + 1]; // expect: 5 sectors
  out[i] = sum;                     // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(Threads * Rounds + 1, ramp), out(Threads);
  while (run.again("offsetOne"))
    offsetOne<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int i) { return Rounds * ramp(i + 1); });
}
