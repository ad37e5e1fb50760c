// One row a warp, summed with shuffles: the fix of row-per-thread. One lane
// writes: 1 sector of one active lane is ideal.
// Silent: every rule.
#include "../common/check.h"

__global__ void rowPerWarp(float *__restrict__ out,
                           const float *__restrict__ in, int columns) {
  const int row = blockIdx.x * 8 + threadIdx.y, lane = threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int c = lane; c < columns; c += 32)
    sum += in[row * columns + c]; // expect: 4 sectors
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (lane == 0)
    out[row] = sum; // expect: 1 sector
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(512 * 64, [](int i) { return i % 64; }), out(512);
  while (run.again("rowPerWarp"))
    rowPerWarp<<<64, dim3(32, 8)>>>(out.get(), in.get(), 64);
  run.expect(out, [](int) { return 2016; });
}
