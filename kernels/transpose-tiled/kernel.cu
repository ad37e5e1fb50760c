// Through a tile in shared memory: both global sides are rows, and the column
// is read from shared memory, where all 32 lanes meet in one bank.
// Fires: gpu-shared-bank-conflict on the column. twin: transpose-padded
#include "../common/check.h"

constexpr int N = 256;

__global__ void transposeTiled(float *__restrict__ out,
                               const float *__restrict__ in) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 32, row = blockIdx.y * 32;
#pragma unroll 1
  for (int j = 0; j < 32; j += 8) {
    const float v = in[(row + y + j) * N + column + x]; // expect: 4 sectors
    tile[y + j][x] = v;                                 // expect: 1 wavefront
  }
  __syncthreads();
#pragma unroll 1
  for (int j = 0; j < 32; j += 8) {
    const float v = tile[x][y + j];          // expect: 32 wavefronts
    out[(column + y + j) * N + row + x] = v; // expect: 4 sectors
  }
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(N * N, [](int i) { return i; }), out(N * N);
  while (run.again("transposeTiled"))
    transposeTiled<<<dim3(8, 8), dim3(32, 8)>>>(out.get(), in.get());
  run.expect(out, [](int i) { return i % N * N + i / N; });
}
