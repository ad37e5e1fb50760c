// A warp reads a row and writes a column: 32 sectors a store.
// Fires: gpu-uncoalesced-global-access on the store. twin: transpose-padded
#include "../common/check.h"

constexpr int N = 256;

__global__ void transposeNaive(float *__restrict__ out,
                               const float *__restrict__ in) {
  const int x = blockIdx.x * 32 + threadIdx.x;
#pragma unroll 1
  for (int j = 0; j < 32; j += 8) {
    const int y = blockIdx.y * 32 + threadIdx.y + j;
    const float v = in[y * N + x]; // expect: 4 sectors
    out[x * N + y] = v;            // expect: 32 sectors
  }
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(N * N, [](int i) { return i; }), out(N * N);
  while (run.again("transposeNaive"))
    transposeNaive<<<dim3(8, 8), dim3(32, 8)>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i % N * N + i / N; });
}
