// Stand-in for the toolkit header of this name: everything it declares comes
// with the force-included umbrella.
#ifndef WARP_TIDY_WRAP_SM_32_INTRINSICS_H
#define WARP_TIDY_WRAP_SM_32_INTRINSICS_H

#include "warp_tidy_cuda.h"

#endif // WARP_TIDY_WRAP_SM_32_INTRINSICS_H
