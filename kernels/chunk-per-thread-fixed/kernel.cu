// The same sums with the array stored transposed: the threads of a warp read
// neighbours in every round.
// Silent: every rule.
#include "../common/check.h"

constexpr int Chunk = 16, Threads = 16384;

__global__ void interleaved(float *__restrict__ out,
                            const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < Chunk; ++k)
    sum += in[k * Threads + i]; // expect: 4 sectors
  out[i] = sum;                 // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(Threads * Chunk, [](int i) { return i / Threads; });
  Buffer<float> out(Threads);
  while (run.again("interleaved"))
    interleaved<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int) { return 120; });
}
