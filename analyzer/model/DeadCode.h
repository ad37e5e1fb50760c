//===- DeadCode.h - Accesses that no launch makes ---------------*- C++ -*-===//
// Tells code that constants switch off, as in an instance of a template whose
// loop has no iteration, from code that only the assumed block does not reach.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_DEADCODE_H
#define WARPTIDY_MODEL_DEADCODE_H

#include "access/AccessFact.h"

namespace warptidy {

/// True when the constants of the code alone keep every lane from the access,
/// whatever the block, the grid and the arguments are. False when unsure.
bool isDeadCode(const KernelFacts &Facts, const AccessFact &A);

} // namespace warptidy

#endif
