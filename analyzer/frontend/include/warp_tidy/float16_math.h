// Second part of float16.h: operators, arithmetic, comparisons and functions
// of one 16-bit type and its pair. Included once for each type; no guard.

// Binary arithmetic under its intrinsic names and, unless the program asks for
// none, its operators.
#define __WARP_TIDY_BINARY(NAME, OP)                                           \
  __WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __h##NAME(__WARP_TIDY_F a,           \
                                                    __WARP_TIDY_F b) {         \
    return __WARP_TIDY_PUT(a.value OP b.value);                                \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __h##NAME##_rn(__WARP_TIDY_F a,      \
                                                         __WARP_TIDY_F b) {    \
    return __WARP_TIDY_PUT(a.value OP b.value);                                \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __h##NAME##2(__WARP_TIDY_F2 a,      \
                                                        __WARP_TIDY_F2 b) {    \
    return __WARP_TIDY_F2(__h##NAME(a.x, b.x), __h##NAME(a.y, b.y));           \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __h##NAME##2_rn(__WARP_TIDY_F2 a,   \
                                                           __WARP_TIDY_F2 b) { \
    return __h##NAME##2(a, b);                                                 \
  }
__WARP_TIDY_BINARY(add, +)
__WARP_TIDY_BINARY(sub, -)
__WARP_TIDY_BINARY(mul, *)
#undef __WARP_TIDY_BINARY
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hdiv(__WARP_TIDY_F a,
                                               __WARP_TIDY_F b) {
  return __WARP_TIDY_PUT(a.value / b.value);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __h2div(__WARP_TIDY_F2 a,
                                                 __WARP_TIDY_F2 b) {
  return __WARP_TIDY_F2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hneg(__WARP_TIDY_F a) {
  return __WARP_TIDY_PUT(-a.value);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __hneg2(__WARP_TIDY_F2 a) {
  return __WARP_TIDY_F2(__hneg(a.x), __hneg(a.y));
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __habs(__WARP_TIDY_F a) {
  return __WARP_TIDY_PUT(__builtin_fabsf((float)a.value));
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __habs2(__WARP_TIDY_F2 a) {
  return __WARP_TIDY_F2(__habs(a.x), __habs(a.y));
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hfma(__WARP_TIDY_F a, __WARP_TIDY_F b,
                                               __WARP_TIDY_F c) {
  return __WARP_TIDY_PUT(a.value * b.value + c.value);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __hfma2(__WARP_TIDY_F2 a,
                                                 __WARP_TIDY_F2 b,
                                                 __WARP_TIDY_F2 c) {
  return __WARP_TIDY_F2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hfma_relu(__WARP_TIDY_F a,
                                                    __WARP_TIDY_F b,
                                                    __WARP_TIDY_F c) {
  __WARP_TIDY_F r = __hfma(a, b, c);
  return r.value > (__WARP_TIDY_VALUE)0 ? r : __WARP_TIDY_PUT(0.0f);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __hfma2_relu(__WARP_TIDY_F2 a,
                                                      __WARP_TIDY_F2 b,
                                                      __WARP_TIDY_F2 c) {
  return __WARP_TIDY_F2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hclamp01(__WARP_TIDY_F a) {
  float v = (float)a.value;
  return __WARP_TIDY_PUT(v > 0 ? (v < 1 ? v : 1) : 0);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hadd_sat(__WARP_TIDY_F a,
                                                   __WARP_TIDY_F b) {
  return __hclamp01(__hadd(a, b));
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hmul_sat(__WARP_TIDY_F a,
                                                   __WARP_TIDY_F b) {
  return __hclamp01(__hmul(a, b));
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hsub_sat(__WARP_TIDY_F a,
                                                   __WARP_TIDY_F b) {
  return __hclamp01(__hsub(a, b));
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hfma_sat(__WARP_TIDY_F a,
                                                   __WARP_TIDY_F b,
                                                   __WARP_TIDY_F c) {
  return __hclamp01(__hfma(a, b, c));
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hmax(__WARP_TIDY_F a,
                                               __WARP_TIDY_F b) {
  return a.value < b.value ? b : a;
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hmin(__WARP_TIDY_F a,
                                               __WARP_TIDY_F b) {
  return b.value < a.value ? b : a;
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hmax_nan(__WARP_TIDY_F a,
                                                   __WARP_TIDY_F b) {
  return __hmax(a, b);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __hmin_nan(__WARP_TIDY_F a,
                                                   __WARP_TIDY_F b) {
  return __hmin(a, b);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __hmax2(__WARP_TIDY_F2 a,
                                                 __WARP_TIDY_F2 b) {
  return __WARP_TIDY_F2(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __hmin2(__WARP_TIDY_F2 a,
                                                 __WARP_TIDY_F2 b) {
  return __WARP_TIDY_F2(__hmin(a.x, b.x), __hmin(a.y, b.y));
}

#define __WARP_TIDY_COMPARE(NAME, OP)                                          \
  __WARP_TIDY_HOST_DEVICE__ bool __h##NAME(__WARP_TIDY_F a, __WARP_TIDY_F b) { \
    return a.value OP b.value;                                                 \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ bool __h##NAME##u(__WARP_TIDY_F a,                 \
                                              __WARP_TIDY_F b) {               \
    return a.value OP b.value;                                                 \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ bool __hb##NAME##2(__WARP_TIDY_F2 a,               \
                                               __WARP_TIDY_F2 b) {             \
    return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y);                         \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __h##NAME##2(__WARP_TIDY_F2 a,      \
                                                        __WARP_TIDY_F2 b) {    \
    return __WARP_TIDY_F2(__WARP_TIDY_PUT(__h##NAME(a.x, b.x) ? 1.0f : 0.0f),  \
                          __WARP_TIDY_PUT(__h##NAME(a.y, b.y) ? 1.0f : 0.0f)); \
  }
__WARP_TIDY_COMPARE(eq, ==)
__WARP_TIDY_COMPARE(ne, !=)
__WARP_TIDY_COMPARE(lt, <)
__WARP_TIDY_COMPARE(le, <=)
__WARP_TIDY_COMPARE(gt, >)
__WARP_TIDY_COMPARE(ge, >=)
#undef __WARP_TIDY_COMPARE
__WARP_TIDY_HOST_DEVICE__ bool __hisnan(__WARP_TIDY_F a) {
  return a.value != a.value;
}
__WARP_TIDY_HOST_DEVICE__ int __hisinf(__WARP_TIDY_F a) {
  return __builtin_isinf((float)a.value);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __hisnan2(__WARP_TIDY_F2 a) {
  return __WARP_TIDY_F2(__WARP_TIDY_PUT(__hisnan(a.x) ? 1.0f : 0.0f),
                        __WARP_TIDY_PUT(__hisnan(a.y) ? 1.0f : 0.0f));
}

// Transcendental and rounding functions.
#define __WARP_TIDY_FUNCTION(NAME, CALL)                                       \
  __WARP_TIDY_DEVICE__ __WARP_TIDY_F h##NAME(__WARP_TIDY_F a) {                \
    return __WARP_TIDY_PUT(CALL((float)a.value));                              \
  }                                                                            \
  __WARP_TIDY_DEVICE__ __WARP_TIDY_F2 h2##NAME(__WARP_TIDY_F2 a) {             \
    return __WARP_TIDY_F2(h##NAME(a.x), h##NAME(a.y));                         \
  }
__WARP_TIDY_FUNCTION(sqrt, ::sqrtf)
__WARP_TIDY_FUNCTION(rsqrt, ::rsqrtf)
__WARP_TIDY_FUNCTION(rcp, 1.0f /)
__WARP_TIDY_FUNCTION(exp, ::expf)
__WARP_TIDY_FUNCTION(exp2, ::exp2f)
__WARP_TIDY_FUNCTION(exp10, ::exp10f)
__WARP_TIDY_FUNCTION(log, ::logf)
__WARP_TIDY_FUNCTION(log2, ::log2f)
__WARP_TIDY_FUNCTION(log10, ::log10f)
__WARP_TIDY_FUNCTION(sin, ::sinf)
__WARP_TIDY_FUNCTION(cos, ::cosf)
__WARP_TIDY_FUNCTION(tanh, ::tanhf)
__WARP_TIDY_FUNCTION(tanh_approx, ::tanhf)
__WARP_TIDY_FUNCTION(floor, ::floorf)
__WARP_TIDY_FUNCTION(ceil, ::ceilf)
__WARP_TIDY_FUNCTION(trunc, ::truncf)
__WARP_TIDY_FUNCTION(rint, ::rintf)
#undef __WARP_TIDY_FUNCTION

#if !defined(__CUDA_NO_HALF_OPERATORS__)
#define __WARP_TIDY_OPERATOR(OP)                                               \
  __WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F operator OP(                         \
      const __WARP_TIDY_F &a, const __WARP_TIDY_F &b) {                        \
    return __WARP_TIDY_PUT(a.value OP b.value);                                \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F &operator OP## =                     \
      (__WARP_TIDY_F & a, const __WARP_TIDY_F &b) {                            \
    return a = a OP b;                                                         \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 operator OP(                        \
      const __WARP_TIDY_F2 &a, const __WARP_TIDY_F2 &b) {                      \
    return __WARP_TIDY_F2(a.x OP b.x, a.y OP b.y);                             \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 &operator OP## =                    \
      (__WARP_TIDY_F2 & a, const __WARP_TIDY_F2 &b) {                          \
    return a = a OP b;                                                         \
  }
__WARP_TIDY_OPERATOR(+)
__WARP_TIDY_OPERATOR(-)
__WARP_TIDY_OPERATOR(*)
__WARP_TIDY_OPERATOR(/)
#undef __WARP_TIDY_OPERATOR
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F operator+(const __WARP_TIDY_F &a) {
  return a;
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F operator-(const __WARP_TIDY_F &a) {
  return __WARP_TIDY_PUT(-a.value);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F &operator++(__WARP_TIDY_F &a) {
  return a = __WARP_TIDY_PUT(a.value + (__WARP_TIDY_VALUE)1.0f);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F &operator--(__WARP_TIDY_F &a) {
  return a = __WARP_TIDY_PUT(a.value - (__WARP_TIDY_VALUE)1.0f);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 operator+(const __WARP_TIDY_F2 &a) {
  return a;
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 operator-(const __WARP_TIDY_F2 &a) {
  return __WARP_TIDY_F2(-a.x, -a.y);
}
#define __WARP_TIDY_OPERATOR(OP)                                               \
  __WARP_TIDY_HOST_DEVICE__ bool operator OP(const __WARP_TIDY_F &a,           \
                                             const __WARP_TIDY_F &b) {         \
    return a.value OP b.value;                                                 \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ bool operator OP(const __WARP_TIDY_F2 &a,          \
                                             const __WARP_TIDY_F2 &b) {        \
    return a.x OP b.x && a.y OP b.y;                                           \
  }
__WARP_TIDY_OPERATOR(==)
__WARP_TIDY_OPERATOR(!=)
__WARP_TIDY_OPERATOR(<)
__WARP_TIDY_OPERATOR(<=)
__WARP_TIDY_OPERATOR(>)
__WARP_TIDY_OPERATOR(>=)
#undef __WARP_TIDY_OPERATOR
#endif // __CUDA_NO_HALF_OPERATORS__
