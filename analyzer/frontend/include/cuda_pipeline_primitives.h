// Stand-in for the toolkit header of this name.
#ifndef WARP_TIDY_CUDA_PIPELINE_PRIMITIVES_H
#define WARP_TIDY_CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_pipeline.h"

#endif // WARP_TIDY_CUDA_PIPELINE_PRIMITIVES_H
