// Names for runtime objects in the profiler.
#ifndef WARP_TIDY_NVTOOLSEXTCUDART_H
#define WARP_TIDY_NVTOOLSEXTCUDART_H

#include "../warp_tidy_cuda.h"
#include "nvToolsExt.h"

extern "C" {
void nvtxNameCudaDeviceA(int, const char *);
void nvtxNameCudaStreamA(cudaStream_t, const char *);
void nvtxNameCudaEventA(cudaEvent_t, const char *);
} // extern "C"

#endif // WARP_TIDY_NVTOOLSEXTCUDART_H
