// Force-included beside a real toolkit, after Clang's own CUDA wrapper: what
// nvcc accepts and Clang lacks, and the API that newer toolkits dropped and
// older sources still call. Adds only what is missing.
#ifndef WARP_TIDY_COMPAT_H
#define WARP_TIDY_COMPAT_H

// With all it includes: none of it is the user's code.
#pragma clang system_header

#if defined(__CUDA__) && defined(__clang__) && defined(CUDA_VERSION) &&        \
    !defined(WARP_TIDY_CUDA_H)

#define __WARP_TIDY_TOOLKIT__
#include <assert.h>
#include <math.h>
#include <time.h>

#include "warp_tidy/version.h"

#include "warp_tidy/helpers.h"

// Bodies for libdevice, which a lint run does not link.
#include "warp_tidy/libdevice.h"

// Preferred over Clang's versions, which are inline assembly.
#define __WARP_TIDY_PREFER__ __attribute__((enable_if(true, "")))
#include "warp_tidy/memory.h"

#include "warp_tidy/minmax.h"
#include "warp_tidy/nv_atomic.h"

#ifndef __assume
#define __assume(condition) __builtin_assume(condition)
#endif

// Clang has the cluster intrinsics that cooperative_groups.h asks nvcc for.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define _CG_CLUSTER_INTRINSICS_AVAILABLE
#endif

#include "warp_tidy/toolkit_runtime.h"

#endif // __CUDA__ && __clang__
#endif // WARP_TIDY_COMPAT_H
