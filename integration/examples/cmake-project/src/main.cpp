// Transposes a matrix and scales it.
#include "kernels.h"

#include <cuda_runtime.h>

int main() {
  const int width = 512, height = 256;
  float *in = nullptr, *out = nullptr;
  const unsigned long bytes = sizeof(float) * width * height;
  if (cudaMalloc(&in, bytes) != cudaSuccess ||
      cudaMalloc(&out, bytes) != cudaSuccess)
    return 1;
  cudaMemset(in, 0, bytes);
  transpose(out, in, width, height);
  scale(out, 2.0f, width * height);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
