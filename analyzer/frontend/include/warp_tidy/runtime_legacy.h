// Runtime API that later toolkits dropped and older sources still call.
#ifndef WARP_TIDY_RUNTIME_LEGACY_H
#define WARP_TIDY_RUNTIME_LEGACY_H

extern "C" {
__attribute__((host, device)) cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSetLimit(enum cudaLimit, size_t);
cudaError_t cudaThreadGetLimit(size_t *, enum cudaLimit);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache);
cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *);
cudaError_t cudaMemcpyToArray(cudaArray_t, size_t, size_t, const void *, size_t,
                              enum cudaMemcpyKind);
cudaError_t cudaMemcpyFromArray(void *, cudaArray_const_t, size_t, size_t,
                                size_t, enum cudaMemcpyKind);
cudaError_t
cudaMemcpyArrayToArray(cudaArray_t, size_t, size_t, cudaArray_const_t, size_t,
                       size_t, size_t,
                       enum cudaMemcpyKind = cudaMemcpyDeviceToDevice);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t, size_t, size_t, const void *,
                                   size_t, enum cudaMemcpyKind,
                                   cudaStream_t = 0);
cudaError_t cudaMemcpyFromArrayAsync(void *, cudaArray_const_t, size_t, size_t,
                                     size_t, enum cudaMemcpyKind,
                                     cudaStream_t = 0);
cudaError_t cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *,
                                                   unsigned int,
                                                   unsigned int = 0);
} // extern "C"

#endif // WARP_TIDY_RUNTIME_LEGACY_H
