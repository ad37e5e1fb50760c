//===- Groups.h - Accesses and instructions of a line -----------*- C++ -*-===//
// Brings the predicted accesses and the measured instructions of one launch
// together: same file, line, space and operation.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_GROUPS_H
#define WARPTIDY_MEASURE_GROUPS_H

#include "measure/Predictions.h"

namespace warptidy::measure {

struct Group {
  std::vector<size_t> Accesses; ///< Indices into the kernel's accesses.
  std::vector<const Instruction *> Instructions;
  std::string Space, Op; ///< Op "atomic" stands for reductions too.
  bool Shifted = false;  ///< Joined although the lines differ.
};

/// Whether it ran with at least one active lane.
inline bool ran(const Instruction &I) { return I.Executed && I.Threads; }

/// Bits that must agree with an access's width; 0 where no width is to be
/// compared (matrix loads and stores).
unsigned comparableWidth(const Instruction &I);

/// All groups of the kernel. Instructions that ran and belong to none are added
/// to Unclaimed.
std::vector<Group> groupAccesses(const PredictedKernel &Kernel,
                                 const Launch &Measured,
                                 std::vector<const Instruction *> &Unclaimed);

/// The group split by width where its accesses and its instructions come in
/// the same widths; otherwise the group itself.
std::vector<Group> splitByWidth(const PredictedKernel &Kernel, const Group &G);

} // namespace warptidy::measure

#endif
