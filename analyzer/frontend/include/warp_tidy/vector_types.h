// CUDA's built-in vector types with the alignments of the programming guide's
// table, dim3, the make_* functions, and the conversions of threadIdx and co.
#ifndef WARP_TIDY_VECTOR_TYPES_H
#define WARP_TIDY_VECTOR_TYPES_H

#include "qualifiers.h"

#define __WARP_TIDY_VECTOR(NAME, TYPE, ALIGN2, ALIGN4)                         \
  struct NAME##1 { TYPE x; };                                                  \
  struct __attribute__((aligned(ALIGN2))) NAME##2 { TYPE x, y; };              \
  struct NAME##3 { TYPE x, y, z; };                                            \
  struct __attribute__((aligned(ALIGN4))) NAME##4 { TYPE x, y, z, w; };        \
  __WARP_TIDY_HOST_DEVICE__ NAME##1 make_##NAME##1(TYPE x) { return {x}; }     \
  __WARP_TIDY_HOST_DEVICE__ NAME##2 make_##NAME##2(TYPE x, TYPE y) {           \
    return {x, y};                                                             \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ NAME##3 make_##NAME##3(TYPE x, TYPE y, TYPE z) {   \
    return {x, y, z};                                                          \
  }                                                                            \
  __WARP_TIDY_HOST_DEVICE__ NAME##4 make_##NAME##4(TYPE x, TYPE y, TYPE z,     \
                                                   TYPE w) {                   \
    return {x, y, z, w};                                                       \
  }

__WARP_TIDY_VECTOR(char, signed char, 2, 4)
__WARP_TIDY_VECTOR(uchar, unsigned char, 2, 4)
__WARP_TIDY_VECTOR(short, short, 4, 8)
__WARP_TIDY_VECTOR(ushort, unsigned short, 4, 8)
__WARP_TIDY_VECTOR(int, int, 8, 16)
__WARP_TIDY_VECTOR(uint, unsigned int, 8, 16)
__WARP_TIDY_VECTOR(long, long, 2 * sizeof(long), 16)
__WARP_TIDY_VECTOR(ulong, unsigned long, 2 * sizeof(long), 16)
__WARP_TIDY_VECTOR(longlong, long long, 16, 16)
__WARP_TIDY_VECTOR(ulonglong, unsigned long long, 16, 16)
__WARP_TIDY_VECTOR(float, float, 8, 16)
__WARP_TIDY_VECTOR(double, double, 16, 16)
#undef __WARP_TIDY_VECTOR

// The 13.0 names that state the alignment of the four-element 64-bit types.
#define __WARP_TIDY_VECTOR4A(NAME, TYPE, ALIGN)                                \
  struct __attribute__((aligned(ALIGN))) NAME##4_##ALIGN##a {                  \
    TYPE x, y, z, w;                                                           \
  };                                                                           \
  __WARP_TIDY_HOST_DEVICE__ NAME##4_##ALIGN##a make_##NAME##4_##ALIGN##a(      \
      TYPE x, TYPE y, TYPE z, TYPE w) {                                        \
    return {x, y, z, w};                                                       \
  }
__WARP_TIDY_VECTOR4A(long, long, 16)
__WARP_TIDY_VECTOR4A(long, long, 32)
__WARP_TIDY_VECTOR4A(ulong, unsigned long, 16)
__WARP_TIDY_VECTOR4A(ulong, unsigned long, 32)
__WARP_TIDY_VECTOR4A(longlong, long long, 16)
__WARP_TIDY_VECTOR4A(longlong, long long, 32)
__WARP_TIDY_VECTOR4A(ulonglong, unsigned long long, 16)
__WARP_TIDY_VECTOR4A(ulonglong, unsigned long long, 32)
__WARP_TIDY_VECTOR4A(double, double, 16)
__WARP_TIDY_VECTOR4A(double, double, 32)
#undef __WARP_TIDY_VECTOR4A

struct dim3 {
  unsigned int x, y, z;
#if __cplusplus >= 201103L
  constexpr
#endif
      __attribute__((host, device))
      dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {
  }
#if __cplusplus >= 201103L
  constexpr
#endif
      __attribute__((host, device)) dim3(uint3 v)
      : x(v.x), y(v.y), z(v.z) {
  }
#if __cplusplus >= 201103L
  constexpr
#endif
      __attribute__((host, device)) operator uint3() const {
    return uint3{x, y, z};
  }
};

// Bodies that Clang's builtin_vars header leaves to whoever defines dim3.
#define __WARP_TIDY_BUILTIN_VAR(NAME)                                          \
  __attribute__((device, nodebug)) inline NAME::operator dim3() const {        \
    return dim3(x, y, z);                                                      \
  }                                                                            \
  __attribute__((device, nodebug)) inline NAME::operator uint3() const {       \
    return {x, y, z};                                                          \
  }
__WARP_TIDY_BUILTIN_VAR(__cuda_builtin_threadIdx_t)
__WARP_TIDY_BUILTIN_VAR(__cuda_builtin_blockIdx_t)
__WARP_TIDY_BUILTIN_VAR(__cuda_builtin_blockDim_t)
__WARP_TIDY_BUILTIN_VAR(__cuda_builtin_gridDim_t)
#undef __WARP_TIDY_BUILTIN_VAR

#endif // WARP_TIDY_VECTOR_TYPES_H
