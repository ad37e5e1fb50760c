// A float4 read one float past the alignment: the hardware refuses it. The
// program succeeds when the launch fails with a misaligned address.
// Fires: gpu-misaligned-vector-access (error). twin: vector-misaligned-fixed
#include "../common/check.h"

__global__ void shiftedVector(float4 *out, const float *in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // expect: a fault
  out[i] = *reinterpret_cast<const float4 *>(&in[4 * i + 1]);
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(4096 * 4 + 4);
  Buffer<float4> out(4096);
  shiftedVector<<<16, 256>>>(out.get(), in.get());
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 1;
}
