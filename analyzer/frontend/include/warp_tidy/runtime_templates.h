// The C++ overloads of the runtime API: typed allocation, symbols by
// reference, kernels by function type, and the pairs of signatures that differ
// between 12.x and 13.x. Only declared: nothing here is ever linked.
#ifndef WARP_TIDY_RUNTIME_TEMPLATES_H
#define WARP_TIDY_RUNTIME_TEMPLATES_H

#include "runtime_api.h"

#define __WARP_TIDY_API __attribute__((host)) cudaError_t
#define __WARP_TIDY_BOTH __attribute__((host, device)) cudaError_t

// Allocation.
template <class T> __WARP_TIDY_BOTH cudaMalloc(T **, size_t);
template <class T>
__WARP_TIDY_API cudaMallocHost(T **, size_t, unsigned int = 0);
__WARP_TIDY_API cudaMallocHost(void **, size_t, unsigned int);
template <class T> __WARP_TIDY_API cudaHostAlloc(T **, size_t, unsigned int);
template <class T>
__WARP_TIDY_API cudaHostGetDevicePointer(T **, void *, unsigned int);
template <class T>
__WARP_TIDY_API cudaMallocManaged(T **, size_t,
                                  unsigned int = cudaMemAttachGlobal);
template <class T>
__WARP_TIDY_API cudaMallocPitch(T **, size_t *, size_t, size_t);
template <class T> __WARP_TIDY_API cudaMallocAsync(T **, size_t, cudaStream_t);
template <class T>
__WARP_TIDY_API cudaMallocAsync(T **, size_t, cudaMemPool_t, cudaStream_t);
template <class T>
__WARP_TIDY_API cudaMallocFromPoolAsync(T **, size_t, cudaMemPool_t,
                                        cudaStream_t);
template <class T>
__WARP_TIDY_API cudaStreamAttachMemAsync(cudaStream_t, T *, size_t = 0,
                                         unsigned int = cudaMemAttachSingle);

// Symbols.
template <class T>
__WARP_TIDY_API
cudaMemcpyToSymbol(const T &, const void *, size_t, size_t = 0,
                   enum cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class T>
__WARP_TIDY_API
cudaMemcpyFromSymbol(void *, const T &, size_t, size_t = 0,
                     enum cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class T>
__WARP_TIDY_API
cudaMemcpyToSymbolAsync(const T &, const void *, size_t, size_t = 0,
                        enum cudaMemcpyKind = cudaMemcpyHostToDevice,
                        cudaStream_t = 0);
template <class T>
__WARP_TIDY_API
cudaMemcpyFromSymbolAsync(void *, const T &, size_t, size_t = 0,
                          enum cudaMemcpyKind = cudaMemcpyDeviceToHost,
                          cudaStream_t = 0);
template <class T> __WARP_TIDY_API cudaGetSymbolAddress(void **, const T &);
template <class A, class T>
__WARP_TIDY_API cudaGetSymbolAddress(A **, const T &);
template <class T> __WARP_TIDY_API cudaGetSymbolSize(size_t *, const T &);

// Kernels by their function type.
template <class T>
__WARP_TIDY_API cudaLaunchKernel(T *, dim3, dim3, void **, size_t = 0,
                                 cudaStream_t = 0);
template <class T>
__WARP_TIDY_API cudaLaunchCooperativeKernel(T *, dim3, dim3, void **,
                                            size_t = 0, cudaStream_t = 0);
template <class... Parameters, class... Arguments>
__WARP_TIDY_API cudaLaunchKernelEx(const cudaLaunchConfig_t *,
                                   void (*)(Parameters...), Arguments &&...);
template <class T>
__WARP_TIDY_API cudaFuncSetCacheConfig(T *, enum cudaFuncCache);
template <class T>
__WARP_TIDY_API cudaFuncSetSharedMemConfig(T *, enum cudaSharedMemConfig);
template <class T>
__WARP_TIDY_BOTH cudaFuncGetAttributes(struct cudaFuncAttributes *, T *);
template <class T>
__WARP_TIDY_API cudaFuncSetAttribute(T *, enum cudaFuncAttribute, int);
template <class T>
__WARP_TIDY_BOTH cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, T, int,
                                                               size_t);
template <class T>
__WARP_TIDY_BOTH
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, T, int, size_t,
                                                       unsigned int);
template <class T>
__WARP_TIDY_API cudaOccupancyMaxPotentialBlockSize(int *, int *, T, size_t = 0,
                                                   int = 0);
template <class T>
__WARP_TIDY_API cudaOccupancyMaxPotentialBlockSizeWithFlags(int *, int *, T,
                                                            size_t = 0, int = 0,
                                                            unsigned int = 0);
template <class Size, class T>
__WARP_TIDY_API cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *, int *, T,
                                                               Size, int = 0);
template <class T>
__WARP_TIDY_API cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, T *, int,
                                                          int);
template <class T>
__WARP_TIDY_API
cudaOccupancyMaxPotentialClusterSize(int *, T *, const cudaLaunchConfig_t *);
template <class T>
__WARP_TIDY_API cudaOccupancyMaxActiveClusters(int *, T *,
                                               const cudaLaunchConfig_t *);

// Events, and small makers.
__WARP_TIDY_API cudaEventCreate(cudaEvent_t *);
__WARP_TIDY_API cudaEventCreate(cudaEvent_t *, unsigned int);
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc(void);
static inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch,
                                                 size_t x, size_t y) {
  return {p, pitch, x, y};
}
static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  return {x, y, z};
}
static inline cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) {
  return {w, h, d};
}

// Prefetch and advice: device number (12.x) or location (12.2 and later).
__WARP_TIDY_API cudaMemPrefetchAsync(const void *, size_t, int,
                                     cudaStream_t = 0);
__WARP_TIDY_API cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation,
                                     unsigned int, cudaStream_t = 0);
__WARP_TIDY_API cudaMemPrefetchAsync_v2(const void *, size_t, cudaMemLocation,
                                        unsigned int, cudaStream_t = 0);
__WARP_TIDY_API cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int);
__WARP_TIDY_API cudaMemAdvise(const void *, size_t, cudaMemoryAdvise,
                              cudaMemLocation);

// Graph calls with more than one signature over time.
__WARP_TIDY_API cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t,
                                     unsigned long long = 0);
__WARP_TIDY_API cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t,
                                     cudaGraphNode_t *, char *, size_t);
__WARP_TIDY_API cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t,
                                    cudaGraphExecUpdateResultInfo *);
__WARP_TIDY_API cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t,
                                    cudaGraphNode_t *,
                                    cudaGraphExecUpdateResult *);

#undef __WARP_TIDY_API
#undef __WARP_TIDY_BOTH

#endif // WARP_TIDY_RUNTIME_TEMPLATES_H
