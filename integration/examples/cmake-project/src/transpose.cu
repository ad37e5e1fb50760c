// The plain transpose: its store is known to be slow, and in the baseline.
#include "kernels.h"

__global__ void transposeKernel(float *out, const float *in, int width,
                                int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}

void transpose(float *out, const float *in, int width, int height) {
  dim3 block(32, 8);
  dim3 grid((width + 31) / 32, (height + 7) / 8);
  transposeKernel<<<grid, block>>>(out, in, width, height);
}
