// The compiler built-ins __nv_atomic_* (12.8 and later) as templates over
// Clang's scoped atomics; the memory order is taken as relaxed throughout.
#ifndef WARP_TIDY_NV_ATOMIC_H
#define WARP_TIDY_NV_ATOMIC_H

#include "helpers.h"

#ifndef __NV_ATOMIC_RELAXED
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#endif
#ifndef __NV_THREAD_SCOPE_SYSTEM
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4
#endif

namespace warp_tidy {
template <typename T> struct identity {
  typedef T type;
};
} // namespace warp_tidy

#define __WARP_TIDY_NV_ATOMIC(NAME, OP)                                        \
  template <typename T>                                                        \
  __WARP_TIDY_DEVICE__ T __nv_atomic_##NAME(                                   \
      T *p, typename warp_tidy::identity<T>::type v, int,                      \
      int = __NV_THREAD_SCOPE_SYSTEM) {                                        \
    return __scoped_atomic_##OP(p, v, __ATOMIC_RELAXED,                        \
                                __MEMORY_SCOPE_SYSTEM);                        \
  }
__WARP_TIDY_NV_ATOMIC(fetch_add, fetch_add)
__WARP_TIDY_NV_ATOMIC(fetch_sub, fetch_sub)
__WARP_TIDY_NV_ATOMIC(fetch_and, fetch_and)
__WARP_TIDY_NV_ATOMIC(fetch_or, fetch_or)
__WARP_TIDY_NV_ATOMIC(fetch_xor, fetch_xor)
__WARP_TIDY_NV_ATOMIC(fetch_min, fetch_min)
__WARP_TIDY_NV_ATOMIC(fetch_max, fetch_max)
__WARP_TIDY_NV_ATOMIC(exchange_n, exchange_n)
#undef __WARP_TIDY_NV_ATOMIC

// The forms without a result.
#define __WARP_TIDY_NV_ATOMIC(NAME, OP)                                        \
  template <typename T>                                                        \
  __WARP_TIDY_DEVICE__ void __nv_atomic_##NAME(                                \
      T *p, typename warp_tidy::identity<T>::type v, int,                      \
      int = __NV_THREAD_SCOPE_SYSTEM) {                                        \
    __scoped_atomic_##OP(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);       \
  }
__WARP_TIDY_NV_ATOMIC(add, fetch_add)
__WARP_TIDY_NV_ATOMIC(sub, fetch_sub)
__WARP_TIDY_NV_ATOMIC(and, fetch_and)
__WARP_TIDY_NV_ATOMIC(or, fetch_or)
__WARP_TIDY_NV_ATOMIC(xor, fetch_xor)
__WARP_TIDY_NV_ATOMIC(min, fetch_min)
__WARP_TIDY_NV_ATOMIC(max, fetch_max)
__WARP_TIDY_NV_ATOMIC(store_n, store_n)
#undef __WARP_TIDY_NV_ATOMIC

template <typename T>
__WARP_TIDY_DEVICE__ T __nv_atomic_load_n(const T *p, int,
                                          int = __NV_THREAD_SCOPE_SYSTEM) {
  return __scoped_atomic_load_n(p, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
}
template <typename T>
__WARP_TIDY_DEVICE__ void __nv_atomic_load(const T *p, T *result, int,
                                           int = __NV_THREAD_SCOPE_SYSTEM) {
  __scoped_atomic_load(p, result, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
}
template <typename T>
__WARP_TIDY_DEVICE__ void __nv_atomic_store(T *p, T *value, int,
                                            int = __NV_THREAD_SCOPE_SYSTEM) {
  __scoped_atomic_store(p, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
}
template <typename T>
__WARP_TIDY_DEVICE__ void __nv_atomic_exchange(T *p, T *value, T *result, int,
                                               int = __NV_THREAD_SCOPE_SYSTEM) {
  __scoped_atomic_exchange(p, value, result, __ATOMIC_RELAXED,
                           __MEMORY_SCOPE_SYSTEM);
}
template <typename T>
__WARP_TIDY_DEVICE__ bool __nv_atomic_compare_exchange_n(
    T *p, T *expected, typename warp_tidy::identity<T>::type value, bool weak,
    int, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  return __scoped_atomic_compare_exchange_n(p, expected, value, weak,
                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                            __MEMORY_SCOPE_SYSTEM);
}
template <typename T>
__WARP_TIDY_DEVICE__ bool
__nv_atomic_compare_exchange(T *p, T *expected, T *value, bool weak, int, int,
                             int = __NV_THREAD_SCOPE_SYSTEM) {
  return __scoped_atomic_compare_exchange(p, expected, value, weak,
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                          __MEMORY_SCOPE_SYSTEM);
}
__WARP_TIDY_DEVICE__ void
__nv_atomic_thread_fence(int, int = __NV_THREAD_SCOPE_SYSTEM) {
  __nvvm_membar_sys();
}

#endif // WARP_TIDY_NV_ATOMIC_H
