// Matrix product with 4 x 4 results a thread: the inner loops are unrolled, the
// private arrays live in registers, and the four words that a thread reads of
// each tile are one load of 128 bits.
// Silent, but for the stores of single words 16 bytes apart:
// gpu-uncoalesced-global-access.
#include "../common/check.h"

constexpr int N = 128, Tile = 64, Depth = 8;

__global__ void registerTile(float *__restrict__ c, const float *__restrict__ a,
                             const float *__restrict__ b) {
  __shared__ float as[Depth][Tile];
  __shared__ float bs[Depth][Tile];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
  const int row = blockIdx.y * Tile, column = blockIdx.x * Tile;
  float sum[4][4] = {};
#pragma unroll 1
  for (int k0 = 0; k0 < N; k0 += Depth) {
    // a is stored transposed: a[k][row].
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int k = t / Tile + 4 * h, m = t % Tile;
      as[k][m] = a[(k0 + k) * N + row + m];    // expect: 4 sectors
      bs[k][m] = b[(k0 + k) * N + column + m]; // expect: 4 sectors
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Depth; ++k) {
      float u[4], v[4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
        u[i] = as[k][4 * y + i]; // expect: 2 wavefronts once
#pragma unroll
      for (int j = 0; j < 4; ++j)
        v[j] = bs[k][4 * x + j]; // expect: 4 wavefronts once
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          sum[i][j] += u[i] * v[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      c[(row + 4 * y + i) * N + column + 4 * x + j] = sum[i][j];
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> a(N * N, [](int i) { return i / N % 4; });
  Buffer<float> b(N * N, [](int i) { return i % N; }), c(N * N);
  while (run.again("registerTile"))
    registerTile<<<dim3(2, 2), dim3(16, 16)>>>(c.get(), a.get(), b.get());
  run.expect(c, [](int i) { return 192 * (i % N); });
}
