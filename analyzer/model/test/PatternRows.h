//===- PatternRows.h - Reads the recorded patterns --------------*- C++ -*-===//
// The compact form of the rows that integration/patterns/measure.sh recorded;
// data/compact.py describes and writes it.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_TEST_PATTERNROWS_H
#define WARPTIDY_MODEL_TEST_PATTERNROWS_H

#include "model/Hardware.h"
#include <optional>
#include <string>
#include <vector>

namespace warptidy {

/// One warp and one access, and what the hardware counted.
struct PatternRow {
  std::string Op; ///< Kind and operation: "shared load".
  LaneAddresses Lanes;
  LaneAddresses Source; ///< Of copies, whose Lanes are in shared memory.
  std::vector<std::optional<unsigned>> Counters;
  unsigned Line = 0; ///< In the file.
};

std::vector<PatternRow> readPatternRows(const std::string &File);

} // namespace warptidy

#endif
