// Stand-in for the toolkit header of this name.
#ifndef WARP_TIDY_TOP_NVTOOLSEXT_H
#define WARP_TIDY_TOP_NVTOOLSEXT_H

#include "nvtx3/nvToolsExt.h"

#endif // WARP_TIDY_TOP_NVTOOLSEXT_H
