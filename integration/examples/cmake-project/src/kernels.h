// What the host code calls; both work on matrices in device memory.
#ifndef EXAMPLE_KERNELS_H
#define EXAMPLE_KERNELS_H

void scale(float *values, float factor, int count);
void transpose(float *out, const float *in, int width, int height);

#endif
