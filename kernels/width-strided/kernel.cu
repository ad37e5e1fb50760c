// Wide and narrow elements with a stride: doubles 2 apart take 16 sectors where
// 8 hold them, bytes 4 apart 4 where 1 does, float4 two apart 32 where 16 do.
// Fires: gpu-uncoalesced-global-access on the loads.
// twin: width-1-2-bytes, width-8-16-bytes
#include "../common/check.h"

template <typename T, int Stride>
__global__ void stridedWidth(T *__restrict__ out, const T *__restrict__ in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // expect: load 4, 16 and 32 sectors, store 1, 8 and 16
  out[i] = in[i * Stride];
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<unsigned char> bytesIn(8192 * 4), bytesOut(8192);
  Buffer<double> doublesIn(8192 * 2), doublesOut(8192);
  Buffer<float4> vectorsIn(8192 * 2), vectorsOut(8192);
  while (run.again("stridedWidth<unsigned char, 4>"))
    stridedWidth<unsigned char, 4><<<32, 256>>>(bytesOut.get(), bytesIn.get());
  while (run.again("stridedWidth<double, 2>"))
    stridedWidth<double, 2><<<32, 256>>>(doublesOut.get(), doublesIn.get());
  while (run.again("stridedWidth<float4, 2>"))
    stridedWidth<float4, 2><<<32, 256>>>(vectorsOut.get(), vectorsIn.get());
}
