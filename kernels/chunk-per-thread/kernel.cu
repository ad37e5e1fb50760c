// Each thread walks its own chunk of 16 floats: neighbours are 64 bytes apart.
// Fires: gpu-uncoalesced-global-access on the load. twin:
// chunk-per-thread-fixed
#include "../common/check.h"

constexpr int Chunk = 16;

__global__ void chunked(float *__restrict__ out, const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < Chunk; ++k)
    sum += in[i * Chunk + k]; // expect: 32 sectors
  out[i] = sum;               // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(16384 * Chunk, [](int i) { return i % Chunk; }), out(16384);
  while (run.again("chunked"))
    chunked<<<64, 256>>>(out.get(), in.get());
  run.expect(out, [](int) { return 120; });
}
