// Math functions: Clang's wrappers over libdevice, plus what the toolkit's own
// headers would add (float overloads, min and max of every type mix, the host
// versions of CUDA-only functions).
#ifndef WARP_TIDY_MATH_H
#define WARP_TIDY_MATH_H

#include "libdevice.h"

#pragma clang attribute push(__attribute__((nodebug)),                         \
                             apply_to = hasType(functionType))
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#pragma clang attribute pop

#define __WARP_TIDY_FLOAT1(NAME)                                               \
  __WARP_TIDY_DEVICE__ float NAME(float a) { return ::NAME##f(a); }            \
  __attribute__((host)) float NAME##f(float);                                  \
  __attribute__((host)) double NAME(double);                                   \
  __attribute__((host)) static inline float NAME(float a) {                    \
    return ::NAME##f(a);                                                       \
  }
__WARP_TIDY_FLOAT1(rsqrt)
__WARP_TIDY_FLOAT1(rcbrt)
__WARP_TIDY_FLOAT1(sinpi)
__WARP_TIDY_FLOAT1(cospi)
__WARP_TIDY_FLOAT1(erfinv)
__WARP_TIDY_FLOAT1(erfcinv)
__WARP_TIDY_FLOAT1(erfcx)
__WARP_TIDY_FLOAT1(normcdf)
__WARP_TIDY_FLOAT1(normcdfinv)
__WARP_TIDY_FLOAT1(cyl_bessel_i0)
__WARP_TIDY_FLOAT1(cyl_bessel_i1)
#undef __WARP_TIDY_FLOAT1

// Float overloads that Clang declares first and leaves to the toolkit.
#define __WARP_TIDY_FLOAT1(R, NAME)                                            \
  __WARP_TIDY_DEVICE__ R NAME(float a) { return ::NAME##f(a); }
#define __WARP_TIDY_FLOAT2(NAME, B)                                            \
  __WARP_TIDY_DEVICE__ float NAME(float a, B b) { return ::NAME##f(a, b); }
__WARP_TIDY_FLOAT1(float, acosh)
__WARP_TIDY_FLOAT1(float, asinh)
__WARP_TIDY_FLOAT1(float, atanh)
__WARP_TIDY_FLOAT1(float, cbrt)
__WARP_TIDY_FLOAT1(float, erf)
__WARP_TIDY_FLOAT1(float, erfc)
__WARP_TIDY_FLOAT1(float, exp2)
__WARP_TIDY_FLOAT1(float, exp10)
__WARP_TIDY_FLOAT1(float, expm1)
__WARP_TIDY_FLOAT1(int, ilogb)
__WARP_TIDY_FLOAT1(float, lgamma)
__WARP_TIDY_FLOAT1(long long, llrint)
__WARP_TIDY_FLOAT1(long long, llround)
__WARP_TIDY_FLOAT1(float, log1p)
__WARP_TIDY_FLOAT1(float, log2)
__WARP_TIDY_FLOAT1(float, logb)
__WARP_TIDY_FLOAT1(long, lrint)
__WARP_TIDY_FLOAT1(long, lround)
__WARP_TIDY_FLOAT1(float, nearbyint)
__WARP_TIDY_FLOAT1(float, rint)
__WARP_TIDY_FLOAT1(float, round)
__WARP_TIDY_FLOAT1(float, tgamma)
__WARP_TIDY_FLOAT1(float, trunc)
__WARP_TIDY_FLOAT2(copysign, float)
__WARP_TIDY_FLOAT2(fdim, float)
__WARP_TIDY_FLOAT2(fmax, float)
__WARP_TIDY_FLOAT2(fmin, float)
__WARP_TIDY_FLOAT2(hypot, float)
__WARP_TIDY_FLOAT2(nextafter, float)
__WARP_TIDY_FLOAT2(remainder, float)
__WARP_TIDY_FLOAT2(scalbln, long)
__WARP_TIDY_FLOAT2(scalbn, int)
#undef __WARP_TIDY_FLOAT1
#undef __WARP_TIDY_FLOAT2
__WARP_TIDY_DEVICE__ float fma(float a, float b, float c) {
  return ::fmaf(a, b, c);
}
__WARP_TIDY_DEVICE__ float remquo(float a, float b, int *q) {
  return ::remquof(a, b, q);
}
__WARP_TIDY_DEVICE__ float fdivide(float a, float b) { return a / b; }
__WARP_TIDY_DEVICE__ void sincos(float a, float *s, float *c) {
  ::sincosf(a, s, c);
}
__WARP_TIDY_DEVICE__ void sincospi(float a, float *s, float *c) {
  ::sincospif(a, s, c);
}
__WARP_TIDY_DEVICE__ double nan(const char *) { return __builtin_nan(""); }
__WARP_TIDY_DEVICE__ float nanf(const char *) { return __builtin_nanf(""); }
__WARP_TIDY_DEVICE__ float __tanhf(float a) { return ::tanhf(a); }
__WARP_TIDY_DEVICE__ unsigned int __vimax_u32(unsigned a, unsigned b) {
  return a < b ? b : a;
}

__attribute__((host)) void sincospi(double, double *, double *);
__attribute__((host)) void sincospif(float, float *, float *);
__attribute__((host)) double norm3d(double, double, double);
__attribute__((host)) float norm3df(float, float, float);
__attribute__((host)) double norm4d(double, double, double, double);
__attribute__((host)) float norm4df(float, float, float, float);
__attribute__((host)) double rhypot(double, double);
__attribute__((host)) float rhypotf(float, float);
__attribute__((host)) double rnorm3d(double, double, double);
__attribute__((host)) float rnorm3df(float, float, float);
__attribute__((host)) float fdividef(float, float);
__attribute__((host)) double fdivide(double, double);

#include "minmax.h"

#pragma clang attribute push(__attribute__((nodebug)),                         \
                             apply_to = hasType(functionType))
#include <__clang_cuda_cmath.h>
#include <__clang_cuda_complex_builtins.h>
#pragma clang attribute pop

#endif // WARP_TIDY_MATH_H
