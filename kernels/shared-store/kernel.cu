// The conflict on a store: a row is read and a column of pitch 32 written.
// Fires: gpu-shared-bank-conflict on the store. twin: shared-store-fixed
#include "../common/check.h"

__global__ void storeColumn(float *__restrict__ out) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll 1
  for (int r = 0; r < 32; ++r)
    tile[x][y ^ r] = y ^ r; // expect: 32 wavefronts
  __syncthreads();
  const float v = tile[y][x];              // expect: 1 wavefront
  out[(blockIdx.x * 32 + y) * 32 + x] = v; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(16 * 1024);
  while (run.again("storeColumn"))
    storeColumn<<<16, dim3(32, 32)>>>(out.get());
  run.expect(out, [](int i) { return i % 32; });
}
