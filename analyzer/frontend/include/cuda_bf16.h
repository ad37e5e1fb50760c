// __nv_bfloat16 and __nv_bfloat162, as cuda_fp16.h over Clang's __bf16.
#ifndef WARP_TIDY_CUDA_BF16_H
#define WARP_TIDY_CUDA_BF16_H

#include "warp_tidy_cuda.h"

#define __CUDA_BF16_TYPES_EXIST__
#define __CUDA_BF16_H__

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};

#define __WARP_TIDY_F __nv_bfloat16
#define __WARP_TIDY_F2 __nv_bfloat162
#define __WARP_TIDY_RAW __nv_bfloat16_raw
#define __WARP_TIDY_RAW2 __nv_bfloat162_raw
#define __WARP_TIDY_VALUE __bf16
#define __WARP_TIDY_NAME(A, B) A##bfloat16##B
#define __WARP_TIDY_NAME2(A, B) A##bfloat162##B
#define __WARP_TIDY_TWICE __bfloat162bfloat162
#include "warp_tidy/float16.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif // WARP_TIDY_CUDA_BF16_H
