// Stand-in for the toolkit header of this name.
#ifndef WARP_TIDY_TOP_NVTOOLSEXTCUDART_H
#define WARP_TIDY_TOP_NVTOOLSEXTCUDART_H

#include "nvtx3/nvToolsExtCudaRt.h"

#endif // WARP_TIDY_TOP_NVTOOLSEXTCUDART_H
