// The asynchronous-copy primitives: cp.async through Clang's builtins from
// sm_80 on, a plain copy of the same width before.
#ifndef WARP_TIDY_CUDA_PIPELINE_H
#define WARP_TIDY_CUDA_PIPELINE_H

#include "warp_tidy_cuda.h"

__WARP_TIDY_DEVICE__ void __pipeline_memcpy_async(void *to, const void *from,
                                                  size_t size,
                                                  size_t zfill = 0) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  auto shared = (void __attribute__((address_space(3))) *)to;
  auto global = (const void __attribute__((address_space(1))) *)from;
  if (zfill == 0) {
    if (size == 4)
      __nvvm_cp_async_ca_shared_global_4(shared, global);
    else if (size == 8)
      __nvvm_cp_async_ca_shared_global_8(shared, global);
    else
      __nvvm_cp_async_cg_shared_global_16(shared, global);
  } else {
    int read = (int)(size - zfill);
    if (size == 4)
      __nvvm_cp_async_ca_shared_global_4(shared, global, read);
    else if (size == 8)
      __nvvm_cp_async_ca_shared_global_8(shared, global, read);
    else
      __nvvm_cp_async_cg_shared_global_16(shared, global, read);
  }
#else
  (void)zfill;
  if (size == 4)
    *(unsigned *)to = *(const unsigned *)from;
  else if (size == 8)
    __stwb((uint2 *)to, __ldca((const uint2 *)from));
  else
    __stwb((uint4 *)to, __ldca((const uint4 *)from));
#endif
}
__WARP_TIDY_DEVICE__ void __pipeline_commit() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  __nvvm_cp_async_commit_group();
#endif
}
// The count must be a constant for the builtin, and is one in practice only
// after inlining: the small counts are told apart here.
__WARP_TIDY_DEVICE__ void __pipeline_wait_prior(size_t n) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  switch (n) {
  case 0:
    __nvvm_cp_async_wait_all();
    break;
  case 1:
    __nvvm_cp_async_wait_group(1);
    break;
  case 2:
    __nvvm_cp_async_wait_group(2);
    break;
  case 3:
    __nvvm_cp_async_wait_group(3);
    break;
  default:
    __nvvm_cp_async_wait_group(4);
    break;
  }
#else
  (void)n;
#endif
}
__WARP_TIDY_OPAQUE__ void __pipeline_arrive_on(unsigned long long *barrier);

#endif // WARP_TIDY_CUDA_PIPELINE_H
