// shared-store with a column of padding.
// Silent: every rule.
#include "../common/check.h"

__global__ void storeColumnPadded(float *__restrict__ out) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll 1
  for (int r = 0; r < 32; ++r)
    tile[x][y ^ r] = y ^ r; // expect: 1 wavefront
  __syncthreads();
  const float v = tile[y][x];              // expect: 1 wavefront
  out[(blockIdx.x * 32 + y) * 32 + x] = v; // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(16 * 1024);
  while (run.again("storeColumnPadded"))
    storeColumnPadded<<<16, dim3(32, 32)>>>(out.get());
  run.expect(out, [](int i) { return i % 32; });
}
