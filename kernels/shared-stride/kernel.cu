// Lane strides of 2, 3 and 4 words: 2, 1 and 4 wavefronts. An odd stride
// visits all banks.
// Fires: gpu-shared-bank-conflict at 2 and 4. twin: stride 3, same file
#include "../common/check.h"

template <int Stride> __global__ void sharedStride(float *__restrict__ out) {
  __shared__ float s[512];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = t; k < 512; k += 128)
    s[k] = k; // expect: 1 wavefront
  __syncthreads();
  const float v = s[t * Stride]; // expect: 2, 1 and 4 wavefronts
  out[t] = v;                    // expect: 4 sectors
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> out(128);
  while (run.again("sharedStride<2>"))
    sharedStride<2><<<1, 128>>>(out.get());
  while (run.again("sharedStride<3>"))
    sharedStride<3><<<1, 128>>>(out.get());
  while (run.again("sharedStride<4>"))
    sharedStride<4><<<1, 128>>>(out.get());
  run.expect(out, [](int i) { return 4 * i; });
}
