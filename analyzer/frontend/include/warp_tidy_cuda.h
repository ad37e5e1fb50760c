// Force-included umbrella: the CUDA language and runtime surface for a device
// compile that is analysed and never run, when no CUDA toolkit is installed.
// Reuses Clang's own CUDA resource headers; the rest lives in warp_tidy/.
#ifndef WARP_TIDY_CUDA_H
#define WARP_TIDY_CUDA_H

#if defined(__CUDA__) && defined(__clang__)

// Must come before <cmath>: the device overloads have to be seen first.
#include <__clang_cuda_math_forward_declares.h>

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#include "warp_tidy/version.h"

#include <assert.h>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "warp_tidy/qualifiers.h"
// After the qualifiers: Clang's headers spell __device__.
#include <__clang_cuda_builtin_vars.h>

#include "warp_tidy/device_runtime.h"
#include "warp_tidy/libdevice.h"
#include "warp_tidy/vector_types.h"

#include "warp_tidy/math.h"

#include "warp_tidy/atomics.h"
#include "warp_tidy/driver_types.h"
#include "warp_tidy/intrinsics.h"
#include "warp_tidy/memory.h"
#include "warp_tidy/runtime_api.h"
#include "warp_tidy/runtime_legacy.h"
#include "warp_tidy/runtime_templates.h"
#include "warp_tidy/texture.h"
#include "warp_tidy/texture_references.h"

#endif // __CUDA__ && __clang__
#endif // WARP_TIDY_CUDA_H
