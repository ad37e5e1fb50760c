// 64 KB of dynamic shared memory, without opting in and with it: the first launch
// fails on purpose.
// Fires: gpu-shared-over-limit on the first launch. twin: its other kernel
#include "../common/check.h"

constexpr int Words = 16384;

__global__ void reverseBare(float *__restrict__ out,
                            const float *__restrict__ in) {
  extern __shared__ float s[];
  for (int i = threadIdx.x; i < Words; i += 256)
    s[i] = in[i]; // expect: 1 wavefront
  __syncthreads();
  for (int i = threadIdx.x; i < Words; i += 256)
    out[i] = s[Words - 1 - i]; // expect: 1 wavefront
}

__global__ void reverseOptIn(float *__restrict__ out,
                             const float *__restrict__ in) {
  extern __shared__ float s[];
  for (int i = threadIdx.x; i < Words; i += 256)
    s[i] = in[i]; // expect: 1 wavefront
  __syncthreads();
  for (int i = threadIdx.x; i < Words; i += 256)
    out[i] = s[Words - 1 - i]; // expect: 1 wavefront
}

int main(int argc, char **argv) {
  Runner run(argc, argv);
  Buffer<float> in(Words, [](int i) { return i; }), out(Words);
  reverseBare<<<1, 256, 65536>>>(out.get(), in.get());
  if (cudaError_t error = cudaGetLastError(); error != cudaErrorInvalidValue) {
    std::fprintf(stderr, "the launch was expected to fail, and gave: %s\n",
                 cudaGetErrorString(error));
    return 1;
  }
  CHECK(cudaFuncSetAttribute(
      reverseOptIn, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  while (run.again("reverseOptIn"))
    reverseOptIn<<<1, 256, 65536>>>(out.get(), in.get());
  run.expect(out, [](int i) { return Words - 1 - i; });
}
