// Stand-in for the toolkit header of this name: everything it declares comes
// with the force-included umbrella.
#ifndef WARP_TIDY_WRAP_VECTOR_FUNCTIONS_HPP
#define WARP_TIDY_WRAP_VECTOR_FUNCTIONS_HPP

#include "warp_tidy_cuda.h"

#endif // WARP_TIDY_WRAP_VECTOR_FUNCTIONS_HPP
