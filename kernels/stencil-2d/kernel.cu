// Five-point stencil on rows of 256 floats, 32 x 8 blocks, guarded at the rim.
// The neighbours in x are off by one, those in y are aligned. At the rim a lane
// of the first and last block in x is idle.
// Silent: a window over one array needs the neighbouring sectors anyway.
#include "../common/check.h"

constexpr int N = 256;

__global__ void stencil2d(float *__restrict__ out,
                          const float *__restrict__ in) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  if (x > 0 && x < N - 1 && y > 0 && y < N - 1) {
    const float west = in[y * N + x - 1];         // expect: 4..5 sectors
    const float east = in[y * N + x + 1];         // expect: 4..5 sectors
    const float north = in[(y - 1) * N + x];      // expect: 4 sectors
    const float south = in[(y + 1) * N + x];      // expect: 4 sectors
    out[y * N + x] = west + east + north + south; // expect: 4 sectors
  }
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(N * N, [](int i) { return i; }), out(N * N);
  while (run.again("stencil2d"))
    stencil2d<<<dim3(8, 32), dim3(32, 8)>>>(out.get(), in.get());
  run.expect(out, [](int i) {
    const int x = i % N, y = i / N;
    return x > 0 && x < N - 1 && y > 0 && y < N - 1 ? 4 * i : 0;
  });
}
