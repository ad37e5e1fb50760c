// Third part of float16.h: atomics, cache-hinted accesses and shuffles of one
// 16-bit type and its pair. Included once for each type; no guard.

#define __WARP_TIDY_ADD(SUFFIX, SCOPE)                                         \
  __WARP_TIDY_DEVICE__ __WARP_TIDY_F atomicAdd##SUFFIX(__WARP_TIDY_F *p,       \
                                                       __WARP_TIDY_F v) {      \
    return __WARP_TIDY_PUT(__scoped_atomic_fetch_add(                          \
        &p->value, v.value, __ATOMIC_RELAXED, SCOPE));                         \
  }                                                                            \
  __WARP_TIDY_DEVICE__ __WARP_TIDY_F2 atomicAdd##SUFFIX(__WARP_TIDY_F2 *p,     \
                                                        __WARP_TIDY_F2 v) {    \
    __WARP_TIDY_F x = atomicAdd##SUFFIX(&p->x, v.x);                           \
    return __WARP_TIDY_F2(x, atomicAdd##SUFFIX(&p->y, v.y));                   \
  }
__WARP_TIDY_ADD(, __MEMORY_SCOPE_DEVICE)
__WARP_TIDY_ADD(_block, __MEMORY_SCOPE_WRKGRP)
__WARP_TIDY_ADD(_system, __MEMORY_SCOPE_SYSTEM)
#undef __WARP_TIDY_ADD

#define __WARP_TIDY_LOAD(NAME)                                                 \
  __WARP_TIDY_DEVICE__ __WARP_TIDY_F NAME(const __WARP_TIDY_F *p) {            \
    return __builtin_bit_cast(__WARP_TIDY_F, NAME((const unsigned short *)p)); \
  }                                                                            \
  __WARP_TIDY_DEVICE__ __WARP_TIDY_F2 NAME(const __WARP_TIDY_F2 *p) {          \
    return __builtin_bit_cast(__WARP_TIDY_F2, NAME((const unsigned int *)p));  \
  }
__WARP_TIDY_LOAD(__ldg)
__WARP_TIDY_LOAD(__ldca)
__WARP_TIDY_LOAD(__ldcg)
__WARP_TIDY_LOAD(__ldcs)
__WARP_TIDY_LOAD(__ldlu)
__WARP_TIDY_LOAD(__ldcv)
#undef __WARP_TIDY_LOAD

#define __WARP_TIDY_STORE(NAME)                                                \
  __WARP_TIDY_DEVICE__ void NAME(__WARP_TIDY_F *p, __WARP_TIDY_F v) {          \
    NAME((unsigned short *)p, __builtin_bit_cast(unsigned short, v));          \
  }                                                                            \
  __WARP_TIDY_DEVICE__ void NAME(__WARP_TIDY_F2 *p, __WARP_TIDY_F2 v) {        \
    NAME((unsigned int *)p, __builtin_bit_cast(unsigned int, v));              \
  }
__WARP_TIDY_STORE(__stwb)
__WARP_TIDY_STORE(__stcg)
__WARP_TIDY_STORE(__stcs)
__WARP_TIDY_STORE(__stwt)
#undef __WARP_TIDY_STORE

#define __WARP_TIDY_SHUFFLE(NAME, LANE)                                        \
  __WARP_TIDY_DEVICE__ __WARP_TIDY_F2 NAME(unsigned mask, __WARP_TIDY_F2 v,    \
                                           LANE lane, int width = warpSize) {  \
    return __builtin_bit_cast(                                                 \
        __WARP_TIDY_F2, NAME(mask, __builtin_bit_cast(int, v), lane, width));  \
  }                                                                            \
  __WARP_TIDY_DEVICE__ __WARP_TIDY_F NAME(unsigned mask, __WARP_TIDY_F v,      \
                                          LANE lane, int width = warpSize) {   \
    return NAME(mask, __WARP_TIDY_F2(v, v), lane, width).x;                    \
  }
__WARP_TIDY_SHUFFLE(__shfl_sync, int)
__WARP_TIDY_SHUFFLE(__shfl_up_sync, unsigned)
__WARP_TIDY_SHUFFLE(__shfl_down_sync, unsigned)
__WARP_TIDY_SHUFFLE(__shfl_xor_sync, int)
#undef __WARP_TIDY_SHUFFLE
