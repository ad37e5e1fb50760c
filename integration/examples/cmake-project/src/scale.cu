// Multiplies each value: neighbouring lanes touch neighbouring words.
#include "kernels.h"

__global__ void scaleKernel(float *values, float factor, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] *= factor;
}

void scale(float *values, float factor, int count) {
  scaleKernel<<<(count + 255) / 256, 256>>>(values, factor, count);
}
