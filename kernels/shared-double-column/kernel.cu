// A column of doubles, 32 x 8 blocks. Pitch 32: all lanes of a half warp in two
// banks, 16 + 16 wavefronts. Pitch 33: lane x at words 66x, 2 + 66 ... every
// bank pair once a half warp, 2 wavefronts, ideal.
// Fires: gpu-shared-bank-conflict at pitch 32. twin: pitch 33, same file
#include "../common/check.h"

template <int Pitch> __global__ void doubleColumn(double *__restrict__ out) {
  __shared__ double tile[32 * Pitch];
  const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll 1
  for (int j = y; j < 32; j += 8)
    tile[j * Pitch + x] = j; // expect: 2 wavefronts
  __syncthreads();
  const double v = tile[x * Pitch + y]; // expect: 32 and 2 wavefronts
  out[y * 32 + x] = v;                  // expect: 8 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<double> out(256);
  while (run.again("doubleColumn<32>"))
    doubleColumn<32><<<1, dim3(32, 8)>>>(out.get());
  while (run.again("doubleColumn<33>"))
    doubleColumn<33><<<1, dim3(32, 8)>>>(out.get());
  run.expect(out, [](int i) { return i % 32; });
}
