// The first four floats of rows that are 33 long, read as float4: three rows of
// four do not start on 16 bytes, and the hardware refuses. The program succeeds
// when the launch fails with a misaligned address.
// Fires: gpu-misaligned-vector-access (error). twin: vector-rows-fixed
#include "../common/check.h"

__global__ void firstFour(float4 *out, const float *in, int pitch) {
  const int row = threadIdx.x;
  // expect: a fault
  out[row] = *reinterpret_cast<const float4 *>(in + row * pitch);
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(32 * 33);
  Buffer<float4> out(32);
  firstFour<<<1, 32>>>(out.get(), in.get(), 33);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 1;
}
