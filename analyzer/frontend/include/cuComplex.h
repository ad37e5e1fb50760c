// Complex numbers as pairs: cuFloatComplex and cuDoubleComplex.
#ifndef WARP_TIDY_CUCOMPLEX_H
#define WARP_TIDY_CUCOMPLEX_H

#include "warp_tidy_cuda.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __WARP_TIDY_COMPLEX(C, R, F, S)                                        \
  __WARP_TIDY_HOST_DEVICE__ R cuCreal##S(C a) { return a.x; }                  \
  __WARP_TIDY_HOST_DEVICE__ R cuCimag##S(C a) { return a.y; }                  \
  __WARP_TIDY_HOST_DEVICE__ C make_cu##F##Complex(R x, R y) { return {x, y}; } \
  __WARP_TIDY_HOST_DEVICE__ C cuConj##S(C a) { return {a.x, -a.y}; }           \
  __WARP_TIDY_HOST_DEVICE__ C cuCadd##S(C a, C b) {                            \
    return {a.x + b.x, a.y + b.y};                                             \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ C cuCsub##S(C a, C b) {                            \
    return {a.x - b.x, a.y - b.y};                                             \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ C cuCmul##S(C a, C b) {                            \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                     \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ C cuCfma##S(C a, C b, C c) {                       \
    return cuCadd##S(cuCmul##S(a, b), c);                                      \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ C cuCdiv##S(C a, C b) {                            \
    R d = b.x * b.x + b.y * b.y;                                               \
    return {(a.x * b.x + a.y * b.y) / d, (a.y * b.x - a.x * b.y) / d};         \
  }
__WARP_TIDY_COMPLEX(cuFloatComplex, float, Float, f)
__WARP_TIDY_COMPLEX(cuDoubleComplex, double, Double, )
#undef __WARP_TIDY_COMPLEX
__WARP_TIDY_HOST_DEVICE__ float cuCabsf(cuFloatComplex a) {
  return sqrtf(a.x * a.x + a.y * a.y);
}
__WARP_TIDY_HOST_DEVICE__ double cuCabs(cuDoubleComplex a) {
  return sqrt(a.x * a.x + a.y * a.y);
}
__WARP_TIDY_HOST_DEVICE__ cuComplex make_cuComplex(float x, float y) {
  return {x, y};
}

#endif // WARP_TIDY_CUCOMPLEX_H
