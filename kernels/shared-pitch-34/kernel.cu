// Padding by two: words 34x, even banks only, 2 wavefronts. Padding must be odd
// for a 32-wide warp.
// Fires: gpu-shared-bank-conflict on the load. twin: shared-pitch-32-fixed
#include "../common/check.h"

__global__ void columnPitch34(float *__restrict__ out) {
  __shared__ float tile[32][34];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = x + y; // expect: 1 wavefront
  __syncthreads();
  const float v = tile[x][y]; // expect: 2 wavefronts
  out[y * 32 + x] = v;        // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(1024);
  while (run.again("columnPitch34"))
    columnPitch34<<<1, dim3(32, 32)>>>(out.get());
  run.expect(out, [](int i) { return i % 32 + i / 32; });
}
