// CUDA's declaration qualifiers as Clang attributes.
#ifndef WARP_TIDY_QUALIFIERS_H
#define WARP_TIDY_QUALIFIERS_H

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// Clang knows managed variables only for HIP: a device variable with a mark
// that the analysis can find.
#define __managed__ __attribute__((device, annotate("warp-tidy:managed")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__ __attribute__((grid_constant))
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#define __block_size__(...)
#define __maxnreg__(...)
#define __local_maxnreg__(...)
#define __nv_pure__ __attribute__((pure))

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __no_return__ __attribute__((noreturn))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB
#define __CUDA_DEPRECATED
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__

#include "helpers.h"

#endif // WARP_TIDY_QUALIFIERS_H
