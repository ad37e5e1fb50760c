// A matrix of 64 columns, one row a thread, the row length an argument.
// Fires: gpu-uncoalesced-global-access on the load. twin: row-per-warp
#include "../common/check.h"

__global__ void rowPerThread(float *__restrict__ out,
                             const float *__restrict__ in, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int c = 0; c < columns; ++c)
    sum += in[row * columns + c]; // expect: 32 sectors
  out[row] = sum;                 // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(2048 * 64, [](int i) { return i % 64; }), out(2048);
  while (run.again("rowPerThread"))
    rowPerThread<<<16, 128>>>(out.get(), in.get(), 64);
  run.expect(out, [](int) { return 2016; });
}
