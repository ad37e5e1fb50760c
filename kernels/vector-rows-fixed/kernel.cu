// Neighbouring lanes read neighbouring float4 of rows padded to a multiple of
// four floats.
// Silent: every rule.
#include "../common/check.h"

__global__ void copyRows(float4 *__restrict__ out, const float *__restrict__ in,
                         int pitch) {
  const int row = blockIdx.x, column = 4 * threadIdx.x;
  // expect: 16 sectors each
  out[row * 32 + threadIdx.x] =
      *reinterpret_cast<const float4 *>(in + row * pitch + column);
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(64 * 136);
  Buffer<float4> out(64 * 32);
  while (run.again("copyRows"))
    copyRows<<<64, 32>>>(out.get(), in.get(), 136);
}
