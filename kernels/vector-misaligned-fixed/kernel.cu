// The shift is two float4, a whole sector, or the four floats are read one by
// one: 16 sectors each, 17 the last.
// Silent: gpu-misaligned-vector-access.
#include "../common/check.h"

__global__ void alignedVector(float4 *__restrict__ out,
                              const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // expect: 16 sectors each
  out[i] = *reinterpret_cast<const float4 *>(&in[4 * i + 8]);
}

__global__ void fourFloats(float4 *__restrict__ out,
                           const float *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[4 * i + 1];    // expect: 16 sectors
  const float y = in[4 * i + 2];    // expect: 16 sectors
  const float z = in[4 * i + 3];    // expect: 16 sectors
  const float w = in[4 * i + 4];    // expect: 17 sectors
  out[i] = make_float4(x, y, z, w); // expect: 16 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(4096 * 4 + 8);
  Buffer<float4> out(4096);
  while (run.again("alignedVector"))
    alignedVector<<<16, 256>>>(out.get(), in.get());
  while (run.again("fourFloats"))
    fourFloats<<<16, 256>>>(out.get(), in.get());
}
