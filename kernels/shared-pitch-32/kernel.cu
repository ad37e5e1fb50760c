// Down a column of a tile 32 words wide: every lane in the same bank.
// Fires: gpu-shared-bank-conflict on the load. twin: shared-pitch-32-fixed
#include "../common/check.h"

__global__ void columnPitch32(float *__restrict__ out) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = x + y; // expect: 1 wavefront
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int r = 0; r < 32; ++r)
    sum += tile[x][(y + r) & 31];            // expect: 32 wavefronts
  out[(blockIdx.x * 32 + y) * 32 + x] = sum; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(16 * 1024);
  while (run.again("columnPitch32"))
    columnPitch32<<<16, dim3(32, 32)>>>(out.get());
  run.expect(out, [](int i) { return 496 + 32 * (i % 32); });
}
