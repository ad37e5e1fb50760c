//===- Attribution.h - Instructions to the user's lines ---------*- C++ -*-===//
// Replaces the profiler's line of each instruction, which for inlined code is
// in a header, by the innermost line in the user's own files.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_ATTRIBUTION_H
#define WARPTIDY_MEASURE_ATTRIBUTION_H

#include "measure/LineTable.h"
#include "measure/Measurement.h"

namespace warptidy::measure {

/// Rewrites the lines of L from the line table whose function has L's name
/// and agrees with the profiler: the same innermost file and line at every
/// memory instruction. Without such a table the profiler's lines stay. Then
/// drops the instructions that do not access memory.
void attribute(Launch &L, const std::vector<FunctionLines> &Functions);

} // namespace warptidy::measure

#endif
