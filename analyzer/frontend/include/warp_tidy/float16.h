// The body shared by cuda_fp16.h and cuda_bf16.h, included once by each with
// the macros that name the types; no guard. Arithmetic goes through the native
// 16-bit type, transcendental functions through float.

struct __attribute__((aligned(2))) __WARP_TIDY_F {
  __WARP_TIDY_VALUE value;

  __WARP_TIDY_F() = default;
#define __WARP_TIDY_FROM(TYPE)                                                 \
  __attribute__((host, device, nodebug)) constexpr __WARP_TIDY_F(TYPE v)       \
      : value((__WARP_TIDY_VALUE)(float)v) {}
  __WARP_TIDY_FROM(float)
  __WARP_TIDY_FROM(double)
  __WARP_TIDY_FROM(int)
  __WARP_TIDY_FROM(unsigned)
  __WARP_TIDY_FROM(short)
  __WARP_TIDY_FROM(unsigned short)
  __WARP_TIDY_FROM(long)
  __WARP_TIDY_FROM(unsigned long)
  __WARP_TIDY_FROM(long long)
  __WARP_TIDY_FROM(unsigned long long)
#undef __WARP_TIDY_FROM
  __attribute__((host, device,
                 nodebug)) __WARP_TIDY_F(const __WARP_TIDY_RAW &raw)
      : value(__builtin_bit_cast(__WARP_TIDY_VALUE, raw)) {}
  __attribute__((host, device, nodebug)) __WARP_TIDY_F &
  operator=(const __WARP_TIDY_RAW &raw) {
    value = __builtin_bit_cast(__WARP_TIDY_VALUE, raw);
    return *this;
  }
  __attribute__((host, device, nodebug)) operator float() const {
    return (float)value;
  }
  __attribute__((host, device, nodebug)) operator __WARP_TIDY_RAW() const {
    return __builtin_bit_cast(__WARP_TIDY_RAW, value);
  }
};

struct __attribute__((aligned(4))) __WARP_TIDY_F2 {
  __WARP_TIDY_F x, y;

  __WARP_TIDY_F2() = default;
  __attribute__((host, device,
                 nodebug)) constexpr __WARP_TIDY_F2(const __WARP_TIDY_F &a,
                                                    const __WARP_TIDY_F &b)
      : x(a), y(b) {}
  __attribute__((host, device, nodebug))
  __WARP_TIDY_F2(const __WARP_TIDY_RAW2 &raw)
      : x(__builtin_bit_cast(__WARP_TIDY_F, raw.x)),
        y(__builtin_bit_cast(__WARP_TIDY_F, raw.y)) {}
  __attribute__((host, device, nodebug)) operator __WARP_TIDY_RAW2() const {
    return {__builtin_bit_cast(unsigned short, x),
            __builtin_bit_cast(unsigned short, y)};
  }
};

namespace warp_tidy {
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F make(__WARP_TIDY_F *,
                                             __WARP_TIDY_VALUE v) {
  return __builtin_bit_cast(__WARP_TIDY_F, v);
}
} // namespace warp_tidy
#define __WARP_TIDY_PUT(V)                                                     \
  warp_tidy::make((__WARP_TIDY_F *)0, (__WARP_TIDY_VALUE)(V))

// Conversions.
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __WARP_TIDY_NAME(__float2, )(float a) {
  return __WARP_TIDY_F(a);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __WARP_TIDY_NAME(__float2,
                                                         _rn)(float a) {
  return __WARP_TIDY_F(a);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __WARP_TIDY_NAME(__float2,
                                                         _rz)(float a) {
  return __WARP_TIDY_F(a);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __WARP_TIDY_NAME(__float2,
                                                         _rd)(float a) {
  return __WARP_TIDY_F(a);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __WARP_TIDY_NAME(__float2,
                                                         _ru)(float a) {
  return __WARP_TIDY_F(a);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F
__WARP_TIDY_NAME(__double2, )(double a) {
  return __WARP_TIDY_F(a);
}
__WARP_TIDY_HOST_DEVICE__ float __WARP_TIDY_NAME(__, 2float)(__WARP_TIDY_F a) {
  return (float)a;
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __WARP_TIDY_NAME2(__float2,
                                                           _rn)(float a) {
  return __WARP_TIDY_F2(a, a);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __WARP_TIDY_NAME2(__floats2,
                                                           _rn)(float a,
                                                                float b) {
  return __WARP_TIDY_F2(a, b);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __WARP_TIDY_NAME2(__float22,
                                                           _rn)(float2 a) {
  return __WARP_TIDY_F2(a.x, a.y);
}
__WARP_TIDY_HOST_DEVICE__ float2 __WARP_TIDY_NAME2(__,
                                                   2float2)(__WARP_TIDY_F2 a) {
  return {(float)a.x, (float)a.y};
}
#define __WARP_TIDY_INTEGER(NAME, TYPE)                                        \
  __WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __WARP_TIDY_NAME(__##NAME##2,        \
                                                           _rn)(TYPE a) {      \
    return __WARP_TIDY_F(a);                                                   \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F __WARP_TIDY_NAME(__##NAME##2,        \
                                                           _rz)(TYPE a) {      \
    return __WARP_TIDY_F(a);                                                   \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ TYPE __WARP_TIDY_NAME(__, 2##NAME##_rz)(           \
      __WARP_TIDY_F a) {                                                       \
    return (TYPE)(float)a;                                                     \
  }                                                                            \
  __WARP_TIDY_DEVICE__ TYPE __WARP_TIDY_NAME(__,                               \
                                             2##NAME##_rn)(__WARP_TIDY_F a) {  \
    return (TYPE)__builtin_elementwise_rint((float)a);                         \
  }                                                                            \
  __WARP_TIDY_DEVICE__ TYPE __WARP_TIDY_NAME(__,                               \
                                             2##NAME##_rd)(__WARP_TIDY_F a) {  \
    return (TYPE)__builtin_elementwise_floor((float)a);                        \
  }                                                                            \
  __WARP_TIDY_DEVICE__ TYPE __WARP_TIDY_NAME(__,                               \
                                             2##NAME##_ru)(__WARP_TIDY_F a) {  \
    return (TYPE)__builtin_elementwise_ceil((float)a);                         \
  }
__WARP_TIDY_INTEGER(int, int)
__WARP_TIDY_INTEGER(uint, unsigned)
__WARP_TIDY_INTEGER(short, short)
__WARP_TIDY_INTEGER(ushort, unsigned short)
__WARP_TIDY_INTEGER(ll, long long)
__WARP_TIDY_INTEGER(ull, unsigned long long)
#undef __WARP_TIDY_INTEGER

__WARP_TIDY_HOST_DEVICE__ unsigned short
__WARP_TIDY_NAME(__, _as_ushort)(__WARP_TIDY_F a) {
  return __builtin_bit_cast(unsigned short, a);
}
__WARP_TIDY_HOST_DEVICE__ short __WARP_TIDY_NAME(__,
                                                 _as_short)(__WARP_TIDY_F a) {
  return __builtin_bit_cast(short, a);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F
__WARP_TIDY_NAME(__ushort_as_, )(unsigned short a) {
  return __builtin_bit_cast(__WARP_TIDY_F, a);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F
__WARP_TIDY_NAME(__short_as_, )(short a) {
  return __builtin_bit_cast(__WARP_TIDY_F, a);
}

// Packing. Overloads of one name serve both 16-bit types.
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2
__WARP_TIDY_NAME2(make_, )(__WARP_TIDY_F a, __WARP_TIDY_F b) {
  return __WARP_TIDY_F2(a, b);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __WARP_TIDY_TWICE(__WARP_TIDY_F a) {
  return __WARP_TIDY_F2(a, a);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2
__WARP_TIDY_NAME2(__halves2, )(__WARP_TIDY_F a, __WARP_TIDY_F b) {
  return __WARP_TIDY_F2(a, b);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F
__WARP_TIDY_NAME(__low2, )(__WARP_TIDY_F2 a) {
  return a.x;
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F
__WARP_TIDY_NAME(__high2, )(__WARP_TIDY_F2 a) {
  return a.y;
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2
__WARP_TIDY_NAME2(__low2, )(__WARP_TIDY_F2 a) {
  return __WARP_TIDY_F2(a.x, a.x);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2
__WARP_TIDY_NAME2(__high2, )(__WARP_TIDY_F2 a) {
  return __WARP_TIDY_F2(a.y, a.y);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2
__WARP_TIDY_NAME2(__lows2, )(__WARP_TIDY_F2 a, __WARP_TIDY_F2 b) {
  return __WARP_TIDY_F2(a.x, b.x);
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2
__WARP_TIDY_NAME2(__highs2, )(__WARP_TIDY_F2 a, __WARP_TIDY_F2 b) {
  return __WARP_TIDY_F2(a.y, b.y);
}
__WARP_TIDY_HOST_DEVICE__ float __low2float(__WARP_TIDY_F2 a) {
  return (float)a.x;
}
__WARP_TIDY_HOST_DEVICE__ float __high2float(__WARP_TIDY_F2 a) {
  return (float)a.y;
}
__WARP_TIDY_HOST_DEVICE__ __WARP_TIDY_F2 __lowhigh2highlow(__WARP_TIDY_F2 a) {
  return __WARP_TIDY_F2(a.y, a.x);
}

#include "float16_math.h"
#include "float16_memory.h"

#undef __WARP_TIDY_PUT
#undef __WARP_TIDY_F
#undef __WARP_TIDY_F2
#undef __WARP_TIDY_RAW
#undef __WARP_TIDY_RAW2
#undef __WARP_TIDY_VALUE
#undef __WARP_TIDY_NAME
#undef __WARP_TIDY_NAME2
#undef __WARP_TIDY_TWICE
