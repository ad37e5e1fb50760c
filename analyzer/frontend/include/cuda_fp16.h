// __half and __half2 with the conversions, operators and intrinsics in common
// use. The value is Clang's _Float16: 2 bytes, __half2 4 bytes aligned to 4.
#ifndef WARP_TIDY_CUDA_FP16_H
#define WARP_TIDY_CUDA_FP16_H

#include "warp_tidy_cuda.h"

#define __CUDA_FP16_TYPES_EXIST__
#define __CUDA_FP16_H__

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

#define __WARP_TIDY_F __half
#define __WARP_TIDY_F2 __half2
#define __WARP_TIDY_RAW __half_raw
#define __WARP_TIDY_RAW2 __half2_raw
#define __WARP_TIDY_VALUE _Float16
#define __WARP_TIDY_NAME(A, B) A##half##B
#define __WARP_TIDY_NAME2(A, B) A##half2##B
#define __WARP_TIDY_TWICE __half2half2
#include "warp_tidy/float16.h"

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#endif // WARP_TIDY_CUDA_FP16_H
