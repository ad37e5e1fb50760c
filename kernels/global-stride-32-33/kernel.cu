// Strides of a whole row of 32 floats and of a padded row of 33: padding helps
// shared memory only, both touch 32 sectors.
// Fires: gpu-uncoalesced-global-access on the load. twin: global-unit
#include "../common/check.h"

constexpr int Threads = 64 * 256, Rounds = 8;

template <int Stride>
__global__ void rowApart(float *__restrict__ out,
                         const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < Rounds; ++r)
    sum += in[(r * Threads + i) * Stride]; // expect: 32 sectors
  out[i] = sum;                            // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(Threads * Rounds * 33), out(Threads);
  while (run.again("rowApart<32>"))
    rowApart<32><<<64, 256>>>(out.get(), in.get());
  while (run.again("rowApart<33>"))
    rowApart<33><<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int) { return 0; });
}
