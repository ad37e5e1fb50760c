// Declarations of the runtime API. Functions that a kernel may call under
// dynamic parallelism are host and device.
#ifndef WARP_TIDY_RUNTIME_API_H
#define WARP_TIDY_RUNTIME_API_H

#include "driver_types.h"

#define __WARP_TIDY_API extern __attribute__((host)) cudaError_t
#define __WARP_TIDY_BOTH extern __attribute__((host, device)) cudaError_t

extern "C" {
// What <<<>>> calls, under the old and the new launch convention.
unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim,
                                     size_t sharedMem = 0, void *stream = 0);
int cudaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0,
                      cudaStream_t stream = 0);

// What <<<>>> in device code calls (with relocatable device code).
extern __attribute__((device)) void *cudaGetParameterBuffer(size_t, size_t);
extern __attribute__((device)) cudaError_t cudaLaunchDevice(void *, void *,
                                                            dim3, dim3,
                                                            unsigned int,
                                                            cudaStream_t);

// Errors and versions.
__WARP_TIDY_BOTH cudaGetLastError(void);
__WARP_TIDY_BOTH cudaPeekAtLastError(void);
extern __attribute__((host, device)) const char *cudaGetErrorName(cudaError_t);
extern __attribute__((host, device))
const char *cudaGetErrorString(cudaError_t);
__WARP_TIDY_API cudaDriverGetVersion(int *);
__WARP_TIDY_BOTH cudaRuntimeGetVersion(int *);

// Devices.
__WARP_TIDY_BOTH cudaGetDeviceCount(int *);
__WARP_TIDY_BOTH cudaGetDevice(int *);
__WARP_TIDY_API cudaSetDevice(int);
__WARP_TIDY_API cudaInitDevice(int, unsigned int, unsigned int);
__WARP_TIDY_API cudaChooseDevice(int *, const struct cudaDeviceProp *);
__WARP_TIDY_API cudaSetValidDevices(int *, int);
__WARP_TIDY_API cudaSetDeviceFlags(unsigned int);
__WARP_TIDY_API cudaGetDeviceFlags(unsigned int *);
__WARP_TIDY_API cudaGetDeviceProperties(struct cudaDeviceProp *, int);
__WARP_TIDY_BOTH cudaDeviceGetAttribute(int *, enum cudaDeviceAttr, int);
__WARP_TIDY_API cudaDeviceReset(void);
__WARP_TIDY_BOTH cudaDeviceSynchronize(void);
__WARP_TIDY_API cudaDeviceSetLimit(enum cudaLimit, size_t);
__WARP_TIDY_BOTH cudaDeviceGetLimit(size_t *, enum cudaLimit);
__WARP_TIDY_API cudaDeviceSetCacheConfig(enum cudaFuncCache);
__WARP_TIDY_BOTH cudaDeviceGetCacheConfig(enum cudaFuncCache *);
__WARP_TIDY_API cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig);
__WARP_TIDY_BOTH cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *);
__WARP_TIDY_API cudaDeviceGetByPCIBusId(int *, const char *);
__WARP_TIDY_API cudaDeviceGetPCIBusId(char *, int, int);
__WARP_TIDY_API cudaDeviceGetStreamPriorityRange(int *, int *);
__WARP_TIDY_API cudaDeviceCanAccessPeer(int *, int, int);
__WARP_TIDY_API cudaDeviceEnablePeerAccess(int, unsigned int);
__WARP_TIDY_API cudaDeviceDisablePeerAccess(int);
__WARP_TIDY_API cudaDeviceGetP2PAttribute(int *, enum cudaDeviceP2PAttr, int,
                                          int);
__WARP_TIDY_API cudaCtxResetPersistingL2Cache(void);
__WARP_TIDY_API cudaProfilerStart(void);
__WARP_TIDY_API cudaProfilerStop(void);

// Memory.
__WARP_TIDY_BOTH cudaMalloc(void **, size_t);
__WARP_TIDY_BOTH cudaFree(void *);
__WARP_TIDY_API cudaMallocHost(void **, size_t);
__WARP_TIDY_API cudaFreeHost(void *);
__WARP_TIDY_API cudaHostAlloc(void **, size_t, unsigned int);
__WARP_TIDY_API cudaHostRegister(void *, size_t, unsigned int);
__WARP_TIDY_API cudaHostUnregister(void *);
__WARP_TIDY_API cudaHostGetDevicePointer(void **, void *, unsigned int);
__WARP_TIDY_API cudaHostGetFlags(unsigned int *, void *);
__WARP_TIDY_API cudaMallocManaged(void **, size_t,
                                  unsigned int = cudaMemAttachGlobal);
__WARP_TIDY_API cudaMallocPitch(void **, size_t *, size_t, size_t);
__WARP_TIDY_API cudaMalloc3D(struct cudaPitchedPtr *, struct cudaExtent);
__WARP_TIDY_API cudaMallocArray(cudaArray_t *,
                                const struct cudaChannelFormatDesc *, size_t,
                                size_t = 0, unsigned int = 0);
__WARP_TIDY_API cudaMalloc3DArray(cudaArray_t *,
                                  const struct cudaChannelFormatDesc *,
                                  struct cudaExtent, unsigned int = 0);
__WARP_TIDY_API cudaMallocMipmappedArray(cudaMipmappedArray_t *,
                                         const struct cudaChannelFormatDesc *,
                                         struct cudaExtent, unsigned int,
                                         unsigned int = 0);
__WARP_TIDY_API cudaGetMipmappedArrayLevel(cudaArray_t *,
                                           cudaMipmappedArray_const_t,
                                           unsigned int);
__WARP_TIDY_API cudaFreeArray(cudaArray_t);
__WARP_TIDY_API cudaFreeMipmappedArray(cudaMipmappedArray_t);
__WARP_TIDY_API cudaMemGetInfo(size_t *, size_t *);
__WARP_TIDY_API cudaPointerGetAttributes(struct cudaPointerAttributes *,
                                         const void *);
__WARP_TIDY_API cudaMallocAsync(void **, size_t, cudaStream_t);
__WARP_TIDY_API cudaFreeAsync(void *, cudaStream_t);
__WARP_TIDY_API cudaMallocFromPoolAsync(void **, size_t, cudaMemPool_t,
                                        cudaStream_t);
__WARP_TIDY_API cudaDeviceGetDefaultMemPool(cudaMemPool_t *, int);
__WARP_TIDY_API cudaDeviceGetMemPool(cudaMemPool_t *, int);
__WARP_TIDY_API cudaDeviceSetMemPool(int, cudaMemPool_t);
__WARP_TIDY_API cudaMemPoolCreate(cudaMemPool_t *,
                                  const struct cudaMemPoolProps *);
__WARP_TIDY_API cudaMemPoolDestroy(cudaMemPool_t);
__WARP_TIDY_API cudaMemPoolSetAttribute(cudaMemPool_t, enum cudaMemPoolAttr,
                                        void *);
__WARP_TIDY_API cudaMemPoolGetAttribute(cudaMemPool_t, enum cudaMemPoolAttr,
                                        void *);
__WARP_TIDY_API cudaMemPoolSetAccess(cudaMemPool_t,
                                     const struct cudaMemAccessDesc *, size_t);
__WARP_TIDY_API cudaMemPoolTrimTo(cudaMemPool_t, size_t);
__WARP_TIDY_API cudaIpcGetMemHandle(cudaIpcMemHandle_t *, void *);
__WARP_TIDY_API cudaIpcOpenMemHandle(void **, cudaIpcMemHandle_t, unsigned int);
__WARP_TIDY_API cudaIpcCloseMemHandle(void *);
__WARP_TIDY_API cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t);
__WARP_TIDY_API cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t);

// Copies and fills.
__WARP_TIDY_API cudaMemcpy(void *, const void *, size_t, enum cudaMemcpyKind);
__WARP_TIDY_BOTH cudaMemcpyAsync(void *, const void *, size_t,
                                 enum cudaMemcpyKind, cudaStream_t = 0);
__WARP_TIDY_API cudaMemcpy2D(void *, size_t, const void *, size_t, size_t,
                             size_t, enum cudaMemcpyKind);
__WARP_TIDY_BOTH cudaMemcpy2DAsync(void *, size_t, const void *, size_t, size_t,
                                   size_t, enum cudaMemcpyKind,
                                   cudaStream_t = 0);
__WARP_TIDY_API cudaMemcpy3D(const struct cudaMemcpy3DParms *);
__WARP_TIDY_BOTH cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *,
                                   cudaStream_t = 0);
__WARP_TIDY_API cudaMemcpyPeer(void *, int, const void *, int, size_t);
__WARP_TIDY_API cudaMemcpyPeerAsync(void *, int, const void *, int, size_t,
                                    cudaStream_t = 0);
__WARP_TIDY_API cudaMemcpy2DToArray(cudaArray_t, size_t, size_t, const void *,
                                    size_t, size_t, size_t,
                                    enum cudaMemcpyKind);
__WARP_TIDY_API cudaMemcpy2DToArrayAsync(cudaArray_t, size_t, size_t,
                                         const void *, size_t, size_t, size_t,
                                         enum cudaMemcpyKind, cudaStream_t = 0);
__WARP_TIDY_API cudaMemcpy2DFromArray(void *, size_t, cudaArray_const_t, size_t,
                                      size_t, size_t, size_t,
                                      enum cudaMemcpyKind);
__WARP_TIDY_API cudaMemset(void *, int, size_t);
__WARP_TIDY_BOTH cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0);
__WARP_TIDY_API cudaMemset2D(void *, size_t, int, size_t, size_t);
__WARP_TIDY_BOTH cudaMemset2DAsync(void *, size_t, int, size_t, size_t,
                                   cudaStream_t = 0);
__WARP_TIDY_API cudaMemset3D(struct cudaPitchedPtr, int, struct cudaExtent);
__WARP_TIDY_API
cudaMemcpyToSymbol(const void *, const void *, size_t, size_t = 0,
                   enum cudaMemcpyKind = cudaMemcpyHostToDevice);
__WARP_TIDY_API
cudaMemcpyFromSymbol(void *, const void *, size_t, size_t = 0,
                     enum cudaMemcpyKind = cudaMemcpyDeviceToHost);
__WARP_TIDY_API cudaMemcpyToSymbolAsync(const void *, const void *, size_t,
                                        size_t, enum cudaMemcpyKind,
                                        cudaStream_t = 0);
__WARP_TIDY_API cudaMemcpyFromSymbolAsync(void *, const void *, size_t, size_t,
                                          enum cudaMemcpyKind,
                                          cudaStream_t = 0);
__WARP_TIDY_API cudaGetSymbolAddress(void **, const void *);
__WARP_TIDY_API cudaGetSymbolSize(size_t *, const void *);
__WARP_TIDY_API cudaMemRangeGetAttribute(void *, size_t,
                                         enum cudaMemRangeAttribute,
                                         const void *, size_t);

// Streams and events.
__WARP_TIDY_API cudaStreamCreate(cudaStream_t *);
__WARP_TIDY_BOTH cudaStreamCreateWithFlags(cudaStream_t *, unsigned int);
__WARP_TIDY_API cudaStreamCreateWithPriority(cudaStream_t *, unsigned int, int);
__WARP_TIDY_BOTH cudaStreamDestroy(cudaStream_t);
__WARP_TIDY_API cudaStreamSynchronize(cudaStream_t);
__WARP_TIDY_API cudaStreamQuery(cudaStream_t);
__WARP_TIDY_BOTH cudaStreamWaitEvent(cudaStream_t, cudaEvent_t,
                                     unsigned int = 0);
__WARP_TIDY_API cudaStreamGetFlags(cudaStream_t, unsigned int *);
__WARP_TIDY_API cudaStreamGetPriority(cudaStream_t, int *);
__WARP_TIDY_API cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t,
                                      void *, unsigned int);
__WARP_TIDY_API cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void *);
__WARP_TIDY_API cudaStreamAttachMemAsync(cudaStream_t, void *, size_t = 0,
                                         unsigned int = cudaMemAttachSingle);
__WARP_TIDY_API cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID,
                                       const cudaStreamAttrValue *);
__WARP_TIDY_API cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID,
                                       cudaStreamAttrValue *);
__WARP_TIDY_API cudaEventCreateWithFlags(cudaEvent_t *, unsigned int);
__WARP_TIDY_BOTH cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
__WARP_TIDY_API cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t = 0,
                                         unsigned int = 0);
__WARP_TIDY_API cudaEventQuery(cudaEvent_t);
__WARP_TIDY_API cudaEventSynchronize(cudaEvent_t);
__WARP_TIDY_BOTH cudaEventDestroy(cudaEvent_t);
__WARP_TIDY_API cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);

// Launches and kernels.
__WARP_TIDY_API cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,
                                 cudaStream_t);
__WARP_TIDY_API cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **,
                                            size_t, cudaStream_t);
__WARP_TIDY_API cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *,
                                    void **);
__WARP_TIDY_API cudaFuncSetCacheConfig(const void *, enum cudaFuncCache);
__WARP_TIDY_API cudaFuncSetSharedMemConfig(const void *,
                                           enum cudaSharedMemConfig);
__WARP_TIDY_BOTH cudaFuncGetAttributes(struct cudaFuncAttributes *,
                                       const void *);
__WARP_TIDY_API cudaFuncSetAttribute(const void *, enum cudaFuncAttribute, int);
__WARP_TIDY_BOTH
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int, size_t);
__WARP_TIDY_BOTH
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, const void *, int,
                                                       size_t, unsigned int);
__WARP_TIDY_API
cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, const void *, int, int);
__WARP_TIDY_API
cudaOccupancyMaxPotentialClusterSize(int *, const void *,
                                     const cudaLaunchConfig_t *);
__WARP_TIDY_API cudaOccupancyMaxActiveClusters(int *, const void *,
                                               const cudaLaunchConfig_t *);

// Graphs and capture.
__WARP_TIDY_API cudaStreamBeginCapture(cudaStream_t,
                                       enum cudaStreamCaptureMode);
__WARP_TIDY_API cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);
__WARP_TIDY_API cudaStreamIsCapturing(cudaStream_t,
                                      enum cudaStreamCaptureStatus *);
__WARP_TIDY_API
cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *);
__WARP_TIDY_API cudaGraphCreate(cudaGraph_t *, unsigned int);
__WARP_TIDY_API cudaGraphDestroy(cudaGraph_t);
__WARP_TIDY_API cudaGraphExecDestroy(cudaGraphExec_t);
__WARP_TIDY_BOTH cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
__WARP_TIDY_API cudaGraphUpload(cudaGraphExec_t, cudaStream_t);
__WARP_TIDY_API cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t *, size_t *);
__WARP_TIDY_API cudaGraphAddKernelNode(cudaGraphNode_t *, cudaGraph_t,
                                       const cudaGraphNode_t *, size_t,
                                       const struct cudaKernelNodeParams *);
__WARP_TIDY_API cudaGraphAddNode(cudaGraphNode_t *, cudaGraph_t,
                                 const cudaGraphNode_t *,
                                 const cudaGraphEdgeData *, size_t,
                                 struct cudaGraphNodeParams *);
__WARP_TIDY_API cudaGraphNodeSetParams(cudaGraphNode_t,
                                       struct cudaGraphNodeParams *);
__WARP_TIDY_API cudaGraphExecNodeSetParams(cudaGraphExec_t, cudaGraphNode_t,
                                           struct cudaGraphNodeParams *);
__WARP_TIDY_API cudaGraphAddMemcpyNode(cudaGraphNode_t *, cudaGraph_t,
                                       const cudaGraphNode_t *, size_t,
                                       const struct cudaMemcpy3DParms *);
__WARP_TIDY_API cudaGraphAddMemsetNode(cudaGraphNode_t *, cudaGraph_t,
                                       const cudaGraphNode_t *, size_t,
                                       const struct cudaMemsetParams *);
__WARP_TIDY_API cudaGraphAddHostNode(cudaGraphNode_t *, cudaGraph_t,
                                     const cudaGraphNode_t *, size_t,
                                     const struct cudaHostNodeParams *);
__WARP_TIDY_API cudaGraphAddEmptyNode(cudaGraphNode_t *, cudaGraph_t,
                                      const cudaGraphNode_t *, size_t);
__WARP_TIDY_API cudaGraphInstantiateWithFlags(cudaGraphExec_t *, cudaGraph_t,
                                              unsigned long long = 0);

// Texture and surface objects.
__WARP_TIDY_API cudaCreateTextureObject(cudaTextureObject_t *,
                                        const struct cudaResourceDesc *,
                                        const struct cudaTextureDesc *,
                                        const struct cudaResourceViewDesc *);
__WARP_TIDY_API cudaDestroyTextureObject(cudaTextureObject_t);
__WARP_TIDY_API cudaCreateSurfaceObject(cudaSurfaceObject_t *,
                                        const struct cudaResourceDesc *);
__WARP_TIDY_API cudaDestroySurfaceObject(cudaSurfaceObject_t);
extern struct cudaChannelFormatDesc
cudaCreateChannelDesc(int, int, int, int, enum cudaChannelFormatKind);
} // extern "C"

#undef __WARP_TIDY_API
#undef __WARP_TIDY_BOTH

#endif // WARP_TIDY_RUNTIME_API_H
