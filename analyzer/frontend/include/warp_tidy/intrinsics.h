// Warp, barrier, bit, clock and address-space intrinsics: Clang's header for
// most of them, bodies without inline assembly where an index may need them.
#ifndef WARP_TIDY_INTRINSICS_H
#define WARP_TIDY_INTRINSICS_H

#include "math.h"
#include "vector_types.h"

typedef unsigned int cuuint32_t;
typedef unsigned long long cuuint64_t;

#define __WARP_TIDY_SPACE(NAME, TEST)                                          \
  __attribute__((device, always_inline, nodebug, const,                        \
                 unused)) static inline unsigned int                           \
  __is##NAME(const void *p) {                                                  \
    return __nvvm_isspacep_##TEST(p);                                          \
  }
__WARP_TIDY_SPACE(Global, global)
__WARP_TIDY_SPACE(Shared, shared)
__WARP_TIDY_SPACE(Constant, const)
__WARP_TIDY_SPACE(Local, local)
#undef __WARP_TIDY_SPACE
__WARP_TIDY_DEVICE__ unsigned int __isGridConstant(const void *) { return 0; }

#define __WARP_TIDY_CVTA(NAME, SPACE)                                          \
  __WARP_TIDY_DEVICE__ size_t __cvta_generic_to_##NAME(const void *p) {        \
    return (size_t)(void __attribute__((address_space(SPACE))) *)p;            \
  }                                                                            \
  __WARP_TIDY_DEVICE__ void *__cvta_##NAME##_to_generic(size_t p) {            \
    return (void *)(void __attribute__((address_space(SPACE))) *)p;            \
  }
__WARP_TIDY_CVTA(global, 1)
__WARP_TIDY_CVTA(shared, 3)
__WARP_TIDY_CVTA(constant, 4)
__WARP_TIDY_CVTA(local, 5)
#undef __WARP_TIDY_CVTA

// Clang writes these over inline assembly; ours are in memory.h and atomics.h
// and below.
#define __ldca __warp_tidy_unused_ldca
#define __ldcg __warp_tidy_unused_ldcg
#define __ldcs __warp_tidy_unused_ldcs
#define __ldcv __warp_tidy_unused_ldcv
#define __ldlu __warp_tidy_unused_ldlu
#define __stwt __warp_tidy_unused_stwt
#define atomicAdd __warp_tidy_unused_add
#define atomicAdd_block __warp_tidy_unused_add_block
#define atomicAdd_system __warp_tidy_unused_add_system
#define __funnelshift_l __warp_tidy_unused_funnelshift_l
#define __funnelshift_lc __warp_tidy_unused_funnelshift_lc
#define __funnelshift_r __warp_tidy_unused_funnelshift_r
#define __funnelshift_rc __warp_tidy_unused_funnelshift_rc
#pragma clang attribute push(__attribute__((nodebug)),                         \
                             apply_to = hasType(functionType))
#include <__clang_cuda_intrinsics.h>
#pragma clang attribute pop
#undef __ldca
#undef __ldcg
#undef __ldcs
#undef __ldcv
#undef __ldlu
#undef __stwt
#undef atomicAdd
#undef atomicAdd_block
#undef atomicAdd_system
#undef __funnelshift_l
#undef __funnelshift_lc
#undef __funnelshift_r
#undef __funnelshift_rc

// Funnel shifts: the 64-bit value high:low, shifted; c clamps the amount.
__WARP_TIDY_DEVICE__ unsigned __funnelshift_l(unsigned low, unsigned high,
                                              unsigned n) {
  return (((unsigned long long)high << 32 | low) << (n & 31)) >> 32;
}
__WARP_TIDY_DEVICE__ unsigned __funnelshift_lc(unsigned low, unsigned high,
                                               unsigned n) {
  return (((unsigned long long)high << 32 | low) << (n < 32 ? n : 32)) >> 32;
}
__WARP_TIDY_DEVICE__ unsigned __funnelshift_r(unsigned low, unsigned high,
                                              unsigned n) {
  return ((unsigned long long)high << 32 | low) >> (n & 31);
}
__WARP_TIDY_DEVICE__ unsigned __funnelshift_rc(unsigned low, unsigned high,
                                               unsigned n) {
  return ((unsigned long long)high << 32 | low) >> (n < 32 ? n : 32);
}

// Timer and waiting (Clang has clock and clock64).
__WARP_TIDY_DEVICE__ unsigned long long globaltimer() {
  return __nvvm_read_ptx_sreg_globaltimer();
}
__WARP_TIDY_DEVICE__ void __nanosleep(unsigned int ns) { __nvvm_nanosleep(ns); }

#define __assume(condition) __builtin_assume(condition)

// Integer dot products of bytes and halfwords.
#define __WARP_TIDY_DOT(R, A, B, BYTE_A, BYTE_B, HALF_A)                       \
  __WARP_TIDY_DEVICE__ R __dp4a(A a, B b, R c) {                               \
    for (int i = 0; i < 32; i += 8)                                            \
      c += (R)(BYTE_A)(a >> i) * (R)(BYTE_B)(b >> i);                          \
    return c;                                                                  \
  }                                                                            \
  __WARP_TIDY_DEVICE__ R __dp2a_lo(A a, B b, R c) {                            \
    return c + (R)(HALF_A)a * (R)(BYTE_B)b +                                   \
           (R)(HALF_A)(a >> 16) * (R)(BYTE_B)(b >> 8);                         \
  }                                                                            \
  __WARP_TIDY_DEVICE__ R __dp2a_hi(A a, B b, R c) {                            \
    return c + (R)(HALF_A)a * (R)(BYTE_B)(b >> 16) +                           \
           (R)(HALF_A)(a >> 16) * (R)(BYTE_B)(b >> 24);                        \
  }
__WARP_TIDY_DOT(int, int, int, signed char, signed char, short)
__WARP_TIDY_DOT(unsigned, unsigned, unsigned, unsigned char, unsigned char,
                unsigned short)
#undef __WARP_TIDY_DOT
__WARP_TIDY_DEVICE__ int __dp4a(char4 a, char4 b, int c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
__WARP_TIDY_DEVICE__ unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

#endif // WARP_TIDY_INTRINSICS_H
