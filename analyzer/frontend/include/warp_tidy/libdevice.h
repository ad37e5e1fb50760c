// Clang's CUDA headers call libdevice's __nv_* functions. Without libdevice
// they would be opaque and clobber memory: declare them free of side effects,
// and give the integer, bit and simple floating-point ones their bodies, so
// that an index computed with them stays an expression.
#ifndef WARP_TIDY_LIBDEVICE_H
#define WARP_TIDY_LIBDEVICE_H

#include "helpers.h"

// Beside a toolkit Clang has declared them already: declare them again, with
// the attributes.
#undef __CLANG_CUDA_LIBDEVICE_DECLARES_H__
// Those with a pointer parameter touch memory: keep their declarations apart.
#pragma push_macro("__device__")
#undef __device__
#define __device__ __attribute__((device, const, noconvergent))
#define __nv_fast_sincosf __nv_unused_fast_sincosf
#define __nv_frexp __nv_unused_frexp
#define __nv_frexpf __nv_unused_frexpf
#define __nv_modf __nv_unused_modf
#define __nv_modff __nv_unused_modff
#define __nv_normf __nv_unused_normf
#define __nv_norm __nv_unused_norm
#define __nv_remquo __nv_unused_remquo
#define __nv_remquof __nv_unused_remquof
#define __nv_rnormf __nv_unused_rnormf
#define __nv_rnorm __nv_unused_rnorm
#define __nv_sincos __nv_unused_sincos
#define __nv_sincosf __nv_unused_sincosf
#define __nv_sincospi __nv_unused_sincospi
#define __nv_sincospif __nv_unused_sincospif
#include <__clang_cuda_libdevice_declares.h>
#undef __nv_fast_sincosf
#undef __nv_frexp
#undef __nv_frexpf
#undef __nv_modf
#undef __nv_modff
#undef __nv_normf
#undef __nv_norm
#undef __nv_remquo
#undef __nv_remquof
#undef __nv_rnormf
#undef __nv_rnorm
#undef __nv_sincos
#undef __nv_sincosf
#undef __nv_sincospi
#undef __nv_sincospif
#pragma pop_macro("__device__")

#pragma push_macro("__DEVICE__")
#undef __DEVICE__
#define __DEVICE__ __attribute__((device, noconvergent))
extern "C" {
__DEVICE__ void __nv_fast_sincosf(float, float *, float *);
__DEVICE__ double __nv_frexp(double, int *);
__DEVICE__ float __nv_frexpf(float, int *);
__DEVICE__ double __nv_modf(double, double *);
__DEVICE__ float __nv_modff(float, float *);
__DEVICE__ float __nv_normf(int, const float *);
__DEVICE__ double __nv_norm(int, const double *);
__DEVICE__ double __nv_remquo(double, double, int *);
__DEVICE__ float __nv_remquof(float, float, int *);
__DEVICE__ float __nv_rnormf(int, const float *);
__DEVICE__ double __nv_rnorm(int, const double *);
__DEVICE__ void __nv_sincos(double, double *, double *);
__DEVICE__ void __nv_sincosf(float, float *, float *);
__DEVICE__ void __nv_sincospi(double, double *, double *);
__DEVICE__ void __nv_sincospif(float, float *, float *);
} // extern "C"
#pragma pop_macro("__DEVICE__")

#define __WARP_TIDY_NV                                                         \
  extern "C" inline __attribute__((device, always_inline, nodebug, const))
#define __WARP_TIDY_NV1(R, NAME, T, EXPR)                                      \
  __WARP_TIDY_NV R __nv_##NAME(T a) { return EXPR; }
#define __WARP_TIDY_NV2(R, NAME, T, EXPR)                                      \
  __WARP_TIDY_NV R __nv_##NAME(T a, T b) { return EXPR; }
#define __WARP_TIDY_NV3(R, NAME, T, EXPR)                                      \
  __WARP_TIDY_NV R __nv_##NAME(T a, T b, T c) { return EXPR; }

// Integers and bits.
__WARP_TIDY_NV1(int, abs, int, a < 0 ? -a : a)
__WARP_TIDY_NV1(long long, llabs, long long, a < 0 ? -a : a)
__WARP_TIDY_NV1(int, brev, int, (int)__builtin_bitreverse32((unsigned)a))
__WARP_TIDY_NV1(long long, brevll, long long,
                (long long)__builtin_bitreverse64((unsigned long long)a))
__WARP_TIDY_NV1(int, clz, int, __builtin_clzg((unsigned)a, 32))
__WARP_TIDY_NV1(int, clzll, long long,
                __builtin_clzg((unsigned long long)a, 64))
__WARP_TIDY_NV1(int, ffs, int, a == 0 ? 0 : __builtin_ctz((unsigned)a) + 1)
__WARP_TIDY_NV1(int, ffsll, long long,
                a == 0 ? 0 : __builtin_ctzll((unsigned long long)a) + 1)
__WARP_TIDY_NV1(int, popc, unsigned, __builtin_popcount(a))
__WARP_TIDY_NV1(int, popcll, unsigned long long, __builtin_popcountll(a))
__WARP_TIDY_NV2(int, max, int, a < b ? b : a)
__WARP_TIDY_NV2(int, min, int, b < a ? b : a)
__WARP_TIDY_NV2(unsigned, umax, unsigned, a < b ? b : a)
__WARP_TIDY_NV2(unsigned, umin, unsigned, b < a ? b : a)
__WARP_TIDY_NV2(long long, llmax, long long, a < b ? b : a)
__WARP_TIDY_NV2(long long, llmin, long long, b < a ? b : a)
__WARP_TIDY_NV2(unsigned long long, ullmax, unsigned long long, a < b ? b : a)
__WARP_TIDY_NV2(unsigned long long, ullmin, unsigned long long, b < a ? b : a)
__WARP_TIDY_NV2(int, mul24, int, ((a << 8) >> 8) * ((b << 8) >> 8))
__WARP_TIDY_NV2(unsigned, umul24, unsigned, (a & 0xffffffu) * (b & 0xffffffu))
__WARP_TIDY_NV2(int, mulhi, int, (int)((long long)a * b >> 32))
__WARP_TIDY_NV2(unsigned, umulhi, unsigned,
                (unsigned)((unsigned long long)a * b >> 32))
__WARP_TIDY_NV2(long long, mul64hi, long long,
                (long long)((__int128)a * b >> 64))
__WARP_TIDY_NV2(unsigned long long, umul64hi, unsigned long long,
                (unsigned long long)((unsigned __int128)a * b >> 64))
__WARP_TIDY_NV2(int, hadd, int, (int)(((long long)a + b) >> 1))
__WARP_TIDY_NV2(int, rhadd, int, (int)(((long long)a + b + 1) >> 1))
__WARP_TIDY_NV2(int, uhadd, unsigned,
                (unsigned)(((unsigned long long)a + b) >> 1))
__WARP_TIDY_NV2(unsigned, urhadd, unsigned,
                (unsigned)(((unsigned long long)a + b + 1) >> 1))
__WARP_TIDY_NV3(int, sad, int, (a < b ? b - a : a - b) + c)
__WARP_TIDY_NV3(unsigned, usad, unsigned, (a < b ? b - a : a - b) + c)

// Reinterpretations.
__WARP_TIDY_NV1(int, float_as_int, float, __builtin_bit_cast(int, a))
__WARP_TIDY_NV1(unsigned, float_as_uint, float, __builtin_bit_cast(unsigned, a))
__WARP_TIDY_NV1(float, int_as_float, int, __builtin_bit_cast(float, a))
__WARP_TIDY_NV1(float, uint_as_float, unsigned, __builtin_bit_cast(float, a))
__WARP_TIDY_NV1(unsigned long long, double_as_longlong, double,
                __builtin_bit_cast(unsigned long long, a))
__WARP_TIDY_NV1(double, longlong_as_double, long long,
                __builtin_bit_cast(double, a))
__WARP_TIDY_NV1(int, double2hiint, double,
                (int)(__builtin_bit_cast(long long, a) >> 32))
__WARP_TIDY_NV1(int, double2loint, double,
                (int)__builtin_bit_cast(long long, a))
__WARP_TIDY_NV2(double, hiloint2double, int,
                __builtin_bit_cast(double, (long long)a << 32 | (unsigned)b))

// Conversions.
#define __WARP_TIDY_NV_TO_INT(FROM, T, TO, I)                                  \
  __WARP_TIDY_NV1(I, FROM##2##TO##_rn, T, (I)__builtin_elementwise_rint(a))    \
  __WARP_TIDY_NV1(I, FROM##2##TO##_rz, T, (I)a)                                \
  __WARP_TIDY_NV1(I, FROM##2##TO##_rd, T, (I)__builtin_elementwise_floor(a))   \
  __WARP_TIDY_NV1(I, FROM##2##TO##_ru, T, (I)__builtin_elementwise_ceil(a))
__WARP_TIDY_NV_TO_INT(float, float, int, int)
__WARP_TIDY_NV_TO_INT(float, float, uint, unsigned)
__WARP_TIDY_NV_TO_INT(float, float, ll, long long)
__WARP_TIDY_NV_TO_INT(float, float, ull, unsigned long long)
__WARP_TIDY_NV_TO_INT(double, double, int, int)
__WARP_TIDY_NV_TO_INT(double, double, uint, unsigned)
__WARP_TIDY_NV_TO_INT(double, double, ll, long long)
__WARP_TIDY_NV_TO_INT(double, double, ull, unsigned long long)
#undef __WARP_TIDY_NV_TO_INT
__WARP_TIDY_NV1(float, double2float_rn, double, (float)a)
__WARP_TIDY_NV1(float, int2float_rn, int, (float)a)
__WARP_TIDY_NV1(float, uint2float_rn, unsigned, (float)a)
__WARP_TIDY_NV1(float, ll2float_rn, long long, (float)a)
__WARP_TIDY_NV1(float, ull2float_rn, unsigned long long, (float)a)
__WARP_TIDY_NV1(double, int2double_rn, int, (double)a)
__WARP_TIDY_NV1(double, uint2double_rn, unsigned, (double)a)
__WARP_TIDY_NV1(double, ll2double_rn, long long, (double)a)
__WARP_TIDY_NV1(double, ull2double_rn, unsigned long long, (double)a)

// Floating point with an LLVM counterpart.
#define __WARP_TIDY_NV_FP(NAME, EXPR)                                          \
  __WARP_TIDY_NV1(double, NAME, double, EXPR)                                  \
  __WARP_TIDY_NV1(float, NAME##f, float, EXPR)
__WARP_TIDY_NV_FP(fabs, __builtin_elementwise_abs(a))
__WARP_TIDY_NV_FP(floor, __builtin_elementwise_floor(a))
__WARP_TIDY_NV_FP(ceil, __builtin_elementwise_ceil(a))
__WARP_TIDY_NV_FP(trunc, __builtin_elementwise_trunc(a))
__WARP_TIDY_NV_FP(round, __builtin_elementwise_round(a))
__WARP_TIDY_NV_FP(sqrt, __builtin_elementwise_sqrt(a))

// Transcendental functions as LLVM intrinsics, which touch no memory: nothing
// here is ever executed.
__WARP_TIDY_NV_FP(sin, __builtin_elementwise_sin(a))
__WARP_TIDY_NV_FP(cos, __builtin_elementwise_cos(a))
__WARP_TIDY_NV_FP(tan, __builtin_elementwise_tan(a))
__WARP_TIDY_NV_FP(asin, __builtin_elementwise_asin(a))
__WARP_TIDY_NV_FP(acos, __builtin_elementwise_acos(a))
__WARP_TIDY_NV_FP(atan, __builtin_elementwise_atan(a))
__WARP_TIDY_NV_FP(sinh, __builtin_elementwise_sinh(a))
__WARP_TIDY_NV_FP(cosh, __builtin_elementwise_cosh(a))
__WARP_TIDY_NV_FP(tanh, __builtin_elementwise_tanh(a))
__WARP_TIDY_NV_FP(exp, __builtin_elementwise_exp(a))
__WARP_TIDY_NV_FP(exp2, __builtin_elementwise_exp2(a))
__WARP_TIDY_NV_FP(exp10, __builtin_elementwise_exp10(a))
__WARP_TIDY_NV_FP(log, __builtin_elementwise_log(a))
__WARP_TIDY_NV_FP(log2, __builtin_elementwise_log2(a))
__WARP_TIDY_NV_FP(log10, __builtin_elementwise_log10(a))
__WARP_TIDY_NV_FP(rsqrt, 1 / __builtin_elementwise_sqrt(a))
#undef __WARP_TIDY_NV_FP
__WARP_TIDY_NV2(double, fmax, double, __builtin_fmax(a, b))
__WARP_TIDY_NV2(float, fmaxf, float, __builtin_fmaxf(a, b))
__WARP_TIDY_NV2(double, fmin, double, __builtin_fmin(a, b))
__WARP_TIDY_NV2(float, fminf, float, __builtin_fminf(a, b))
__WARP_TIDY_NV2(double, copysign, double, __builtin_copysign(a, b))
__WARP_TIDY_NV2(float, copysignf, float, __builtin_copysignf(a, b))
__WARP_TIDY_NV3(double, fma, double, __builtin_fma(a, b, c))
__WARP_TIDY_NV3(float, fmaf, float, __builtin_fmaf(a, b, c))
__WARP_TIDY_NV3(double, fma_rn, double, __builtin_fma(a, b, c))
__WARP_TIDY_NV3(float, fmaf_rn, float, __builtin_fmaf(a, b, c))
__WARP_TIDY_NV2(double, dadd_rn, double, a + b)
__WARP_TIDY_NV2(double, dsub_rn, double, a - b)
__WARP_TIDY_NV2(double, dmul_rn, double, a *b)
__WARP_TIDY_NV2(double, ddiv_rn, double, a / b)
__WARP_TIDY_NV2(float, fadd_rn, float, a + b)
__WARP_TIDY_NV2(float, fsub_rn, float, a - b)
__WARP_TIDY_NV2(float, fmul_rn, float, a *b)
__WARP_TIDY_NV2(float, fdiv_rn, float, a / b)
#define __WARP_TIDY_NV_FAST(NAME)                                              \
  __WARP_TIDY_NV1(float, fast_##NAME##f, float, __builtin_elementwise_##NAME(a))
__WARP_TIDY_NV_FAST(sin)
__WARP_TIDY_NV_FAST(cos)
__WARP_TIDY_NV_FAST(tan)
__WARP_TIDY_NV_FAST(exp)
__WARP_TIDY_NV_FAST(exp10)
__WARP_TIDY_NV_FAST(log)
__WARP_TIDY_NV_FAST(log2)
__WARP_TIDY_NV_FAST(log10)
#undef __WARP_TIDY_NV_FAST
__WARP_TIDY_NV2(float, fast_powf, float, __builtin_elementwise_pow(a, b))
__WARP_TIDY_NV2(float, powf, float, __builtin_elementwise_pow(a, b))
__WARP_TIDY_NV2(double, pow, double, __builtin_elementwise_pow(a, b))
__WARP_TIDY_NV2(float, atan2f, float, __builtin_elementwise_atan2(a, b))
__WARP_TIDY_NV2(double, atan2, double, __builtin_elementwise_atan2(a, b))
__WARP_TIDY_NV1(float, frsqrt_rn, float, 1 / __builtin_elementwise_sqrt(a))
__WARP_TIDY_NV2(float, fast_fdividef, float, a / b)
__WARP_TIDY_NV1(float, saturatef, float, a < 0 ? 0 : a < 1 ? a : a >= 1 ? 1 : 0)
__WARP_TIDY_NV1(double, drcp_rn, double, 1 / a)
__WARP_TIDY_NV1(float, frcp_rn, float, 1 / a)
__WARP_TIDY_NV1(double, dsqrt_rn, double, __builtin_elementwise_sqrt(a))
__WARP_TIDY_NV1(float, fsqrt_rn, float, __builtin_elementwise_sqrt(a))
__WARP_TIDY_NV1(int, isfinited, double, __builtin_isfinite(a))
__WARP_TIDY_NV1(int, finitef, float, __builtin_isfinite(a))
__WARP_TIDY_NV1(int, isinfd, double, __builtin_isinf(a))
__WARP_TIDY_NV1(int, isinff, float, __builtin_isinf(a))
__WARP_TIDY_NV1(int, isnand, double, __builtin_isnan(a))
__WARP_TIDY_NV1(int, isnanf, float, __builtin_isnan(a))
__WARP_TIDY_NV1(int, signbitd, double, __builtin_bit_cast(long long, a) < 0)
__WARP_TIDY_NV1(int, signbitf, float, __builtin_bit_cast(int, a) < 0)

// Byte selection: bit 3 of a selector replicates the sign of the byte.
__WARP_TIDY_NV int __nv_byte_perm(int a, int b, int selectors) {
  unsigned long long bytes =
      (unsigned long long)(unsigned)b << 32 | (unsigned)a;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned selector = (unsigned)selectors >> (4 * i);
    unsigned byte = (unsigned)(bytes >> (8 * (selector & 7))) & 0xff;
    if (selector & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return (int)result;
}
#undef __WARP_TIDY_NV

// Results through pointers: with a body, or the caller's variables would have
// to live in local memory.
#define __WARP_TIDY_NV                                                         \
  extern "C" inline __attribute__((device, always_inline, nodebug))
#define __WARP_TIDY_NV_SINCOS(NAME, T, SIN, COS)                               \
  __WARP_TIDY_NV void __nv_##NAME(T a, T *s, T *c) {                           \
    *s = __nv_##SIN(a);                                                        \
    *c = __nv_##COS(a);                                                        \
  }
__WARP_TIDY_NV_SINCOS(sincos, double, sin, cos)
__WARP_TIDY_NV_SINCOS(sincosf, float, sinf, cosf)
__WARP_TIDY_NV_SINCOS(fast_sincosf, float, fast_sinf, fast_cosf)
__WARP_TIDY_NV_SINCOS(sincospi, double, sinpi, cospi)
__WARP_TIDY_NV_SINCOS(sincospif, float, sinpif, cospif)
#undef __WARP_TIDY_NV_SINCOS
#define __WARP_TIDY_NV_SPLIT(T, F)                                             \
  __WARP_TIDY_NV T __nv_modf##F(T a, T *whole) {                               \
    *whole = __nv_trunc##F(a);                                                 \
    return a - *whole;                                                         \
  }                                                                            \
  __WARP_TIDY_NV T __nv_frexp##F(T a, int *exponent) {                         \
    *exponent = __nv_ilogb##F(a) + 1;                                          \
    return __nv_scalbn##F(a, -*exponent);                                      \
  }                                                                            \
  __WARP_TIDY_NV T __nv_remquo##F(T a, T b, int *quotient) {                   \
    *quotient = (int)__nv_rint##F(a / b);                                      \
    return __nv_remainder##F(a, b);                                            \
  }
__WARP_TIDY_NV_SPLIT(double, )
__WARP_TIDY_NV_SPLIT(float, f)
#undef __WARP_TIDY_NV_SPLIT

#undef __WARP_TIDY_NV
#undef __WARP_TIDY_NV1
#undef __WARP_TIDY_NV2
#undef __WARP_TIDY_NV3

#endif // WARP_TIDY_LIBDEVICE_H
