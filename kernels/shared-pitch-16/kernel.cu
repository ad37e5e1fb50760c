// 16 x 16 blocks and tile: a warp reads two columns of 16 rows, banks y and
// y + 16 only, 8 words a bank for each column. The two columns do not meet.
// Fires: gpu-shared-bank-conflict on the load. twin: shared-pitch-16-fixed
#include "../common/check.h"

__global__ void columnPitch16(float *__restrict__ out) {
  __shared__ float tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = x + y; // expect: 1 wavefront
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < 16; ++r)
    sum += tile[x][y ^ r];                  // expect: 8 wavefronts
  out[blockIdx.x * 256 + y * 16 + x] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(32 * 256);
  while (run.again("columnPitch16"))
    columnPitch16<<<32, dim3(16, 16)>>>(out.get());
  run.expect(out, [](int i) { return 120 + 16 * (i % 16); });
}
