// Cooperative groups: the groups, their ranks, synchronisation and the warp
// collectives, written over the intrinsics so that ranks stay expressions.
#ifndef WARP_TIDY_COOPERATIVE_GROUPS_H
#define WARP_TIDY_COOPERATIVE_GROUPS_H

#include "warp_tidy_cuda.h"

#include "warp_tidy/groups_block.h"
#include "warp_tidy/groups_warp.h"

#endif // WARP_TIDY_COOPERATIVE_GROUPS_H
