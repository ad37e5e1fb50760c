// No padding of a 16-wide tile is free both ways in a 16 x 16 block (17 and 18
// are not); an XOR of the column with half the row is.
// Silent: every rule.
#include "../common/check.h"

__global__ void swizzle16(float *__restrict__ out) {
  __shared__ float tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x ^ y] = x + y; // expect: 1 wavefront
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < 16; ++r)
    sum += tile[x][y ^ r ^ x];              // expect: 1 wavefront
  out[blockIdx.x * 256 + y * 16 + x] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(32 * 256);
  while (run.again("swizzle16"))
    swizzle16<<<32, dim3(16, 16)>>>(out.get());
  run.expect(out, [](int i) { return 120 + 16 * (i % 16); });
}
