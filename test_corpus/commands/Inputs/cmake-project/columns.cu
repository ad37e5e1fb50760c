#include "rows.cuh"
#include <zero.h>
static_assert(sizeof(TITLE) == 10, "the quotes of the definition are lost");
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 900
#error "not the highest architecture"
#endif
__global__ void columns(float *p) {
  p[threadIdx.x * PITCH + ROWS * ZERO + SHIFT] = 1;
}
void runColumns(float *p) { columns<<<1, 32>>>(p); }
