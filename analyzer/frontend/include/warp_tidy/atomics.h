// Atomic functions with their _block and _system variants. Each becomes one
// atomicrmw or cmpxchg in IR (the NVPTX target keeps no scope on them).
#ifndef WARP_TIDY_ATOMICS_H
#define WARP_TIDY_ATOMICS_H

#include "qualifiers.h"
#include "vector_types.h"

#define __WARP_TIDY_ATOMIC1(NAME, TYPE, OP, SCOPE)                             \
  __WARP_TIDY_DEVICE__ TYPE NAME(TYPE *p, TYPE v) {                            \
    return __scoped_atomic_##OP(p, v, __ATOMIC_RELAXED, SCOPE);                \
  }
#define __WARP_TIDY_ATOMIC(NAME, TYPE, OP)                                     \
  __WARP_TIDY_ATOMIC1(NAME, TYPE, OP, __MEMORY_SCOPE_DEVICE)                   \
  __WARP_TIDY_ATOMIC1(NAME##_block, TYPE, OP, __MEMORY_SCOPE_WRKGRP)           \
  __WARP_TIDY_ATOMIC1(NAME##_system, TYPE, OP, __MEMORY_SCOPE_SYSTEM)

__WARP_TIDY_ATOMIC(atomicAdd, int, fetch_add)
__WARP_TIDY_ATOMIC(atomicAdd, unsigned int, fetch_add)
__WARP_TIDY_ATOMIC(atomicAdd, unsigned long long, fetch_add)
__WARP_TIDY_ATOMIC(atomicAdd, float, fetch_add)
__WARP_TIDY_ATOMIC(atomicAdd, double, fetch_add)
__WARP_TIDY_ATOMIC(atomicSub, int, fetch_sub)
__WARP_TIDY_ATOMIC(atomicSub, unsigned int, fetch_sub)

#define __WARP_TIDY_ATOMIC_INTS(NAME, OP)                                      \
  __WARP_TIDY_ATOMIC(NAME, int, OP)                                            \
  __WARP_TIDY_ATOMIC(NAME, unsigned int, OP)                                   \
  __WARP_TIDY_ATOMIC(NAME, long long, OP)                                      \
  __WARP_TIDY_ATOMIC(NAME, unsigned long long, OP)
__WARP_TIDY_ATOMIC_INTS(atomicMin, fetch_min)
__WARP_TIDY_ATOMIC_INTS(atomicMax, fetch_max)
__WARP_TIDY_ATOMIC_INTS(atomicAnd, fetch_and)
__WARP_TIDY_ATOMIC_INTS(atomicOr, fetch_or)
__WARP_TIDY_ATOMIC_INTS(atomicXor, fetch_xor)
#undef __WARP_TIDY_ATOMIC_INTS

__WARP_TIDY_ATOMIC(atomicExch, int, exchange_n)
__WARP_TIDY_ATOMIC(atomicExch, unsigned int, exchange_n)
__WARP_TIDY_ATOMIC(atomicExch, unsigned long long, exchange_n)
#undef __WARP_TIDY_ATOMIC
#undef __WARP_TIDY_ATOMIC1

#define __WARP_TIDY_SCOPED(M)                                                  \
  M(, __MEMORY_SCOPE_DEVICE)                                                   \
  M(_block, __MEMORY_SCOPE_WRKGRP)                                             \
  M(_system, __MEMORY_SCOPE_SYSTEM)

#define __WARP_TIDY_EXCHANGE_FLOAT(SUFFIX, SCOPE)                              \
  __WARP_TIDY_DEVICE__ float atomicExch##SUFFIX(float *p, float v) {           \
    float old;                                                                 \
    __scoped_atomic_exchange(p, &v, &old, __ATOMIC_RELAXED, SCOPE);            \
    return old;                                                                \
  }
__WARP_TIDY_SCOPED(__WARP_TIDY_EXCHANGE_FLOAT)
#undef __WARP_TIDY_EXCHANGE_FLOAT

#define __WARP_TIDY_CAS1(TYPE, SUFFIX, SCOPE)                                  \
  __WARP_TIDY_DEVICE__ TYPE atomicCAS##SUFFIX(TYPE *p, TYPE compare,           \
                                              TYPE value) {                    \
    __scoped_atomic_compare_exchange_n(                                        \
        p, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, SCOPE); \
    return compare;                                                            \
  }
#define __WARP_TIDY_CAS(SUFFIX, SCOPE)                                         \
  __WARP_TIDY_CAS1(int, SUFFIX, SCOPE)                                         \
  __WARP_TIDY_CAS1(unsigned int, SUFFIX, SCOPE)                                \
  __WARP_TIDY_CAS1(unsigned short, SUFFIX, SCOPE)                              \
  __WARP_TIDY_CAS1(unsigned long long, SUFFIX, SCOPE)
__WARP_TIDY_SCOPED(__WARP_TIDY_CAS)
#undef __WARP_TIDY_CAS
#undef __WARP_TIDY_CAS1

#define __WARP_TIDY_WRAP(SUFFIX, SCOPE)                                        \
  __WARP_TIDY_DEVICE__ unsigned int atomicInc##SUFFIX(unsigned int *p,         \
                                                      unsigned int bound) {    \
    return __nvvm_atom_inc_gen_ui(p, bound);                                   \
  }                                                                            \
  __WARP_TIDY_DEVICE__ unsigned int atomicDec##SUFFIX(unsigned int *p,         \
                                                      unsigned int bound) {    \
    return __nvvm_atom_dec_gen_ui(p, bound);                                   \
  }
__WARP_TIDY_SCOPED(__WARP_TIDY_WRAP)
#undef __WARP_TIDY_WRAP

// The vector forms of sm_90, element by element.
#define __WARP_TIDY_ADD_VECTOR(SUFFIX, SCOPE)                                  \
  __WARP_TIDY_DEVICE__ float2 atomicAdd##SUFFIX(float2 *p, float2 v) {         \
    return {atomicAdd##SUFFIX(&p->x, v.x), atomicAdd##SUFFIX(&p->y, v.y)};     \
  }                                                                            \
  __WARP_TIDY_DEVICE__ float4 atomicAdd##SUFFIX(float4 *p, float4 v) {         \
    return {atomicAdd##SUFFIX(&p->x, v.x), atomicAdd##SUFFIX(&p->y, v.y),      \
            atomicAdd##SUFFIX(&p->z, v.z), atomicAdd##SUFFIX(&p->w, v.w)};     \
  }
__WARP_TIDY_SCOPED(__WARP_TIDY_ADD_VECTOR)
#undef __WARP_TIDY_ADD_VECTOR
#undef __WARP_TIDY_SCOPED

#include "nv_atomic.h"

#endif // WARP_TIDY_ATOMICS_H
