// min and max of the type pairs that nvcc accepts, for host and for device.
// Beside a toolkit (__WARP_TIDY_TOOLKIT__) only the host's are missing.
#ifndef WARP_TIDY_MINMAX_H
#define WARP_TIDY_MINMAX_H

#include "helpers.h"

#define __WARP_TIDY_HOST__ __attribute__((host)) static inline
#define __WARP_TIDY_INTEGER(ATTRIBUTES, R, A, B)                               \
  ATTRIBUTES R max(A a, B b) { return (R)a < (R)b ? (R)b : (R)a; }             \
  ATTRIBUTES R min(A a, B b) { return (R)b < (R)a ? (R)b : (R)a; }
#define __WARP_TIDY_FLOATING(ATTRIBUTES, R, A, B, SUFFIX)                      \
  ATTRIBUTES R max(A a, B b) { return __builtin_fmax##SUFFIX((R)a, (R)b); }    \
  ATTRIBUTES R min(A a, B b) { return __builtin_fmin##SUFFIX((R)a, (R)b); }
#define __WARP_TIDY_PAIRS(ATTRIBUTES)                                          \
  __WARP_TIDY_INTEGER(ATTRIBUTES, unsigned, unsigned, unsigned)                \
  __WARP_TIDY_INTEGER(ATTRIBUTES, unsigned, int, unsigned)                     \
  __WARP_TIDY_INTEGER(ATTRIBUTES, unsigned, unsigned, int)                     \
  __WARP_TIDY_INTEGER(ATTRIBUTES, long, long, long)                            \
  __WARP_TIDY_INTEGER(ATTRIBUTES, unsigned long, unsigned long, unsigned long) \
  __WARP_TIDY_INTEGER(ATTRIBUTES, unsigned long, long, unsigned long)          \
  __WARP_TIDY_INTEGER(ATTRIBUTES, unsigned long, unsigned long, long)          \
  __WARP_TIDY_INTEGER(ATTRIBUTES, long long, long long, long long)             \
  __WARP_TIDY_INTEGER(ATTRIBUTES, unsigned long long, unsigned long long,      \
                      unsigned long long)                                      \
  __WARP_TIDY_INTEGER(ATTRIBUTES, unsigned long long, long long,               \
                      unsigned long long)                                      \
  __WARP_TIDY_INTEGER(ATTRIBUTES, unsigned long long, unsigned long long,      \
                      long long)                                               \
  __WARP_TIDY_FLOATING(ATTRIBUTES, float, float, float, f)                     \
  __WARP_TIDY_FLOATING(ATTRIBUTES, double, double, double, )                   \
  __WARP_TIDY_FLOATING(ATTRIBUTES, double, float, double, )                    \
  __WARP_TIDY_FLOATING(ATTRIBUTES, double, double, float, )

__WARP_TIDY_INTEGER(__WARP_TIDY_HOST__, int, int, int)
__WARP_TIDY_PAIRS(__WARP_TIDY_HOST__)
#ifndef __WARP_TIDY_TOOLKIT__
// The device versions of int are in Clang's __clang_cuda_math.h.
__WARP_TIDY_PAIRS(__WARP_TIDY_DEVICE__)
#endif
#undef __WARP_TIDY_HOST__
#undef __WARP_TIDY_INTEGER
#undef __WARP_TIDY_FLOATING
#undef __WARP_TIDY_PAIRS

#endif // WARP_TIDY_MINMAX_H
