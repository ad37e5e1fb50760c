//===- Aliasing.h - Accesses that the compiler knows apart ------*- C++ -*-===//
// Whether two accesses of a thread may touch the same bytes, as nvcc sees it:
// by restrict, by constant distances, and by the members of one struct. (It
// does not tell int from float otherwise: 14 of 14 kernels.)
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_ALIASING_H
#define WARPTIDY_MODEL_ALIASING_H

#include "model/AddressKey.h"
#include <set>

namespace warptidy {

/// An access at one place of the unrolled code.
struct Touch {
  size_t Access = 0;
  std::optional<AddressKey> Key; ///< None when its address does not follow.
  int64_t Offset = 0;
};

bool mayOverlap(const KernelFacts &Facts, const Touch &A, const Touch &B);

/// Whether all that runs Block has run Dominator before.
bool dominates(const KernelFacts &Facts, unsigned Dominator, unsigned Block);

/// Whether every way to Block within its innermost loop leads through one of
/// Gates.
bool leadsThrough(const KernelFacts &Facts, unsigned Block,
                  const std::set<unsigned> &Gates);

} // namespace warptidy

#endif
