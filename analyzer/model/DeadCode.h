//===- DeadCode.h - Accesses that no launch makes ---------------*- C++ -*-===//
// Tells code that constants switch off, as in an instance of a template whose
// loop has no iteration, from code that only the assumed block does not reach.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_DEADCODE_H
#define WARPTIDY_MODEL_DEADCODE_H

#include "model/Prediction.h"

namespace warptidy {

/// For each access, true when the constants of the code alone keep every lane
/// from it, whatever the block, the grid and the arguments are. False when
/// unsure.
std::vector<bool> findDeadCode(const KernelFacts &Facts,
                               const PredictOptions &Options);

} // namespace warptidy

#endif
