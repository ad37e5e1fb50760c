// Stand-in for the toolkit header of this name.
#ifndef WARP_TIDY_CUBLAS_H
#define WARP_TIDY_CUBLAS_H

#include "cublas_v2.h"

#endif // WARP_TIDY_CUBLAS_H
