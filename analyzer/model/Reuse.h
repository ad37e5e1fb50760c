//===- Reuse.h - Warps and blocks that read the same elements ---*- C++ -*-===//
// Follows from which parts of the thread index an address depends on: lanes
// that differ in the other parts alone read the same.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_REUSE_H
#define WARPTIDY_MODEL_REUSE_H

#include "access/AccessFact.h"
#include "launch/LaunchShape.h"
#include <optional>

namespace warptidy {

struct ElementReuse {
  /// Warps of a block that read each element, if all of them do alike.
  unsigned Warps = 1;
  /// Blocks of the grid that do; 1 where the grid is not known.
  uint64_t Blocks = 1;
};

/// Of a load under a launch. Nothing where the address is not followed, or
/// where a condition other than a bounds check lets only some of these warps
/// through.
std::optional<ElementReuse> reuseOf(const KernelFacts &Facts,
                                    const AccessFact &A,
                                    const LaunchShape &Shape);

} // namespace warptidy

#endif
