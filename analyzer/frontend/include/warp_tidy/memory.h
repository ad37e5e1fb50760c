// Loads and stores with a cache hint (__ldcg, __stcs, ...) as plain accesses of
// the full width: one IR load or store for each, also for the vector types.
// Cache streaming becomes a non-temporal access, __ldcv and __stwt volatile.
#ifndef WARP_TIDY_MEMORY_H
#define WARP_TIDY_MEMORY_H

#include "helpers.h"

// With a toolkit, Clang declares some of these over inline assembly: the
// compatibility header defines this to an attribute that wins over them.
#ifndef __WARP_TIDY_PREFER__
#define __WARP_TIDY_PREFER__
#endif

#define __WARP_TIDY_ACCESS(TYPE, WIDE, MAKE, SPLIT)                            \
  __WARP_TIDY_LOAD(__ldca, TYPE, MAKE, *(const WIDE *)p)                       \
  __WARP_TIDY_LOAD(__ldcg, TYPE, MAKE, *(const WIDE *)p)                       \
  __WARP_TIDY_LOAD(__ldlu, TYPE, MAKE, *(const WIDE *)p)                       \
  __WARP_TIDY_LOAD(__ldcs, TYPE, MAKE,                                         \
                   __builtin_nontemporal_load((const WIDE *)p))                \
  __WARP_TIDY_LOAD(__ldcv, TYPE, MAKE, *(const volatile WIDE *)p)              \
  __WARP_TIDY_STORE(__stwb, TYPE, *(WIDE *)p = SPLIT)                          \
  __WARP_TIDY_STORE(__stcg, TYPE, *(WIDE *)p = SPLIT)                          \
  __WARP_TIDY_STORE(__stcs, TYPE,                                              \
                    __builtin_nontemporal_store(SPLIT, (WIDE *)p))             \
  __WARP_TIDY_STORE(__stwt, TYPE, *(volatile WIDE *)p = SPLIT)
#define __WARP_TIDY_LOAD(NAME, TYPE, MAKE, VALUE)                              \
  __WARP_TIDY_DEVICE__ TYPE NAME(const TYPE *p) __WARP_TIDY_PREFER__ {         \
    auto v = VALUE;                                                            \
    return MAKE;                                                               \
  }
#define __WARP_TIDY_STORE(NAME, TYPE, STATEMENT)                               \
  __WARP_TIDY_DEVICE__ void NAME(TYPE *p, TYPE v) __WARP_TIDY_PREFER__ {       \
    STATEMENT;                                                                 \
  }

#define __WARP_TIDY_SCALAR(TYPE) __WARP_TIDY_ACCESS(TYPE, TYPE, (TYPE)v, v)
__WARP_TIDY_SCALAR(char)
__WARP_TIDY_SCALAR(signed char)
__WARP_TIDY_SCALAR(unsigned char)
__WARP_TIDY_SCALAR(short)
__WARP_TIDY_SCALAR(unsigned short)
__WARP_TIDY_SCALAR(int)
__WARP_TIDY_SCALAR(unsigned int)
__WARP_TIDY_SCALAR(long)
__WARP_TIDY_SCALAR(unsigned long)
__WARP_TIDY_SCALAR(long long)
__WARP_TIDY_SCALAR(unsigned long long)
__WARP_TIDY_SCALAR(float)
__WARP_TIDY_SCALAR(double)
#undef __WARP_TIDY_SCALAR

#define __WARP_TIDY_PAIR(TYPE, ELEMENT)                                        \
  namespace warp_tidy {                                                        \
  typedef ELEMENT wide_##TYPE __attribute__((ext_vector_type(2), may_alias));  \
  }                                                                            \
  __WARP_TIDY_ACCESS(TYPE, warp_tidy::wide_##TYPE, (TYPE{v[0], v[1]}),         \
                     (warp_tidy::wide_##TYPE{v.x, v.y}))
#define __WARP_TIDY_QUAD(TYPE, ELEMENT)                                        \
  namespace warp_tidy {                                                        \
  typedef ELEMENT wide_##TYPE __attribute__((ext_vector_type(4), may_alias));  \
  }                                                                            \
  __WARP_TIDY_ACCESS(TYPE, warp_tidy::wide_##TYPE,                             \
                     (TYPE{v[0], v[1], v[2], v[3]}),                           \
                     (warp_tidy::wide_##TYPE{v.x, v.y, v.z, v.w}))
__WARP_TIDY_PAIR(char2, signed char)
__WARP_TIDY_QUAD(char4, signed char)
__WARP_TIDY_PAIR(uchar2, unsigned char)
__WARP_TIDY_QUAD(uchar4, unsigned char)
__WARP_TIDY_PAIR(short2, short)
__WARP_TIDY_QUAD(short4, short)
__WARP_TIDY_PAIR(ushort2, unsigned short)
__WARP_TIDY_QUAD(ushort4, unsigned short)
__WARP_TIDY_PAIR(int2, int)
__WARP_TIDY_QUAD(int4, int)
__WARP_TIDY_PAIR(uint2, unsigned int)
__WARP_TIDY_QUAD(uint4, unsigned int)
__WARP_TIDY_PAIR(longlong2, long long)
__WARP_TIDY_PAIR(ulonglong2, unsigned long long)
__WARP_TIDY_PAIR(float2, float)
__WARP_TIDY_QUAD(float4, float)
__WARP_TIDY_PAIR(double2, double)
#undef __WARP_TIDY_PAIR
#undef __WARP_TIDY_QUAD
#undef __WARP_TIDY_LOAD
#undef __WARP_TIDY_STORE
#undef __WARP_TIDY_ACCESS

#endif // WARP_TIDY_MEMORY_H
