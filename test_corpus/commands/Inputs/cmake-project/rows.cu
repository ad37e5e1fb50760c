#include <zero.h>
__global__ void rows(float *p) { p[threadIdx.x + ZERO] = 1; }
void runRows(float *p) { rows<<<1, 32>>>(p); }
