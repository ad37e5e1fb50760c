//===- Adjust.h - What else becomes of single accesses ----------*- C++ -*-===//
// Vectors of which only a part is used, constants, loops that stay, branches.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_ADJUST_H
#define WARPTIDY_MODEL_ADJUST_H

#include "model/AddressKey.h"

namespace warptidy {

/// Adds to Code what becomes of accesses without their neighbours, and marks
/// those of which it is not known.
void adjustAccesses(KernelFacts &Facts, const std::vector<Unrolling> &Plan,
                    AddressReader &Reader, CompiledCode &Code);

} // namespace warptidy

#endif
