// Version macros that CUDA sources test. The version is a 12.x one: newer
// entry points are declared beside the ones that 13.0 removed.
#ifndef WARP_TIDY_VERSION_H
#define WARP_TIDY_VERSION_H

// Sources ask by these guards whether the toolkit's headers came first.
#ifndef __WARP_TIDY_TOOLKIT__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#endif

#ifndef CUDA_VERSION
#define CUDA_VERSION 12080
#endif
#ifndef CUDART_VERSION
#define CUDART_VERSION CUDA_VERSION
#endif
#ifndef __CUDART_API_VERSION
#define __CUDART_API_VERSION CUDART_VERSION
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ (CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDA_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif

#endif // WARP_TIDY_VERSION_H
