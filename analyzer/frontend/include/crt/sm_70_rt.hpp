// Clang's __clang_cuda_intrinsics.h includes this toolkit header for the typed
// overloads of __match_any_sync and __match_all_sync: here they are.
#ifndef WARP_TIDY_CRT_SM_70_RT_HPP
#define WARP_TIDY_CRT_SM_70_RT_HPP

#define __WARP_TIDY_MATCH(TYPE, BITS, UINT)                                    \
  __WARP_TIDY_DEVICE__ unsigned int __match_any_sync(unsigned mask,            \
                                                     TYPE value) {             \
    return ::__match##BITS##_any_sync(mask, __builtin_bit_cast(UINT, value));  \
  }                                                                            \
  __WARP_TIDY_DEVICE__ unsigned int __match_all_sync(unsigned mask,            \
                                                     TYPE value, int *pred) {  \
    return ::__match##BITS##_all_sync(mask, __builtin_bit_cast(UINT, value),   \
                                      pred);                                   \
  }
__WARP_TIDY_MATCH(int, 32, unsigned)
__WARP_TIDY_MATCH(unsigned, 32, unsigned)
__WARP_TIDY_MATCH(float, 32, unsigned)
__WARP_TIDY_MATCH(long, 64, unsigned long long)
__WARP_TIDY_MATCH(unsigned long, 64, unsigned long long)
__WARP_TIDY_MATCH(long long, 64, unsigned long long)
__WARP_TIDY_MATCH(unsigned long long, 64, unsigned long long)
__WARP_TIDY_MATCH(double, 64, unsigned long long)
#undef __WARP_TIDY_MATCH

#endif // WARP_TIDY_CRT_SM_70_RT_HPP
