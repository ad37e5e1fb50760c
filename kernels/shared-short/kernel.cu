// Halves, 32 x 8 blocks, a column: pitch 32 is 16 words a row, two banks of 16
// words each, 16 wavefronts; pitch 34 is 17 words a row, free.
// Fires: gpu-shared-bank-conflict at pitch 32. twin: pitch 34, same file
#include "../common/check.h"

template <int Pitch> __global__ void shortColumn(short *__restrict__ out) {
  __shared__ short tile[32 * Pitch];
  const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll 1
  for (int j = y; j < 32; j += 8)
    tile[j * Pitch + x] = j; // expect: 1 wavefront
  __syncthreads();
  const short v = tile[x * Pitch + y]; // expect: 16 and 1 wavefronts
  out[y * 32 + x] = v;                 // expect: 2 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<short> out(256);
  while (run.again("shortColumn<32>"))
    shortColumn<32><<<1, dim3(32, 8)>>>(out.get());
  while (run.again("shortColumn<34>"))
    shortColumn<34><<<1, dim3(32, 8)>>>(out.get());
  run.expect(out, [](int i) { return i % 32; });
}
