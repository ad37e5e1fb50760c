// Runtime API that the installed toolkit's version no longer has.
#ifndef WARP_TIDY_TOOLKIT_RUNTIME_H
#define WARP_TIDY_TOOLKIT_RUNTIME_H

#if CUDART_VERSION >= 10010
// Clang asks for the old launch entry point when it does not know the
// toolkit's version.
extern "C" int cudaConfigureCall(dim3 gridDim, dim3 blockDim,
                                 size_t sharedMem = 0, void *stream = 0);
#endif

#if CUDART_VERSION >= 12000
#include "texture_references.h"
#endif

#if CUDART_VERSION >= 13000
extern "C" {
__attribute__((host, device)) cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSetLimit(enum cudaLimit, size_t);
cudaError_t cudaThreadGetLimit(size_t *, enum cudaLimit);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache);
cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *);
} // extern "C"
cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0);
cudaError_t cudaMemAdvise(const void *, size_t, enum cudaMemoryAdvise, int);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t,
                                 cudaGraphNode_t *, char *, size_t);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphNode_t *,
                                enum cudaGraphExecUpdateResult *);

// With the fields that CUDA 13 took out.
struct __warp_tidy_device_prop : cudaDeviceProp {
  int clockRate, deviceOverlap, kernelExecTimeoutEnabled, computeMode,
      memoryClockRate, cooperativeMultiDeviceLaunch, maxTexture1DLinear,
      singleToDoublePrecisionPerfRatio;
};
#define cudaDeviceProp __warp_tidy_device_prop
#endif

#endif // WARP_TIDY_TOOLKIT_RUNTIME_H
