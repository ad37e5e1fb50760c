// The usual paddings in a 16 x 16 block. Pitch 17: both sides 2-way. Pitch 18:
// the column is free, the row is 2-way, as words 16 and 17 of the second row
// are back in banks 0 and 1.
// Fires: gpu-shared-bank-conflict. twin: shared-pitch-16-fixed
#include "../common/check.h"

__global__ void columnPitch17(float *__restrict__ out) {
  __shared__ float tile[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = x + y; // expect: 2 wavefronts
  __syncthreads();
  const float v = tile[x][y]; // expect: 2 wavefronts
  out[y * 16 + x] = v;        // expect: 4 sectors
}

__global__ void columnPitch18(float *__restrict__ out) {
  __shared__ float tile[16][18];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = x + y; // expect: 2 wavefronts
  __syncthreads();
  const float v = tile[x][y]; // expect: 1 wavefront
  out[y * 16 + x] = v;        // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(256);
  while (run.again("columnPitch17"))
    columnPitch17<<<1, dim3(16, 16)>>>(out.get());
  while (run.again("columnPitch18"))
    columnPitch18<<<1, dim3(16, 16)>>>(out.get());
  run.expect(out, [](int i) { return i % 16 + i / 16; });
}
