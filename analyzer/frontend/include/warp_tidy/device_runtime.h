// Device-side C runtime: printf, malloc, free, assert, and what Clang's <new>
// wrapper and libstdc++'s assertions call.
#ifndef WARP_TIDY_DEVICE_RUNTIME_H
#define WARP_TIDY_DEVICE_RUNTIME_H

#include "qualifiers.h"

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ int printf(const char *, ...);
__device__ void free(void *) __attribute__((nothrow));
__device__ void *malloc(size_t) __attribute__((nothrow, malloc));
__device__ void __assertfail(const char *message, const char *file,
                             unsigned line, const char *function,
                             size_t char_size);
__device__ static inline void __assert_fail(const char *message,
                                            const char *file, unsigned line,
                                            const char *function) {
  __assertfail(message, file, line, function, sizeof(char));
}
__device__ static inline void *memmove(void *to, const void *from, size_t n) {
  return __builtin_memmove(to, from, n);
}
} // extern "C"

namespace std {
__device__ static inline void free(void *p) { ::free(p); }
__device__ static inline void *malloc(size_t n) { return ::malloc(n); }
} // namespace std

#include <new>

#endif // WARP_TIDY_DEVICE_RUNTIME_H
