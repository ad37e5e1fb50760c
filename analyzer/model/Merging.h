//===- Merging.h - Adjacent accesses become one -----------------*- C++ -*-===//
// Which elements of a thread's accesses at constant distances nvcc reads or
// writes with one instruction.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_MERGING_H
#define WARPTIDY_MODEL_MERGING_H

#include <cstdint>
#include <set>
#include <vector>

namespace warptidy {

/// Who merges, and what: the assembler merges shared accesses by where arrays
/// lie; the front half merges accesses of types that promise their alignment.
enum class Merger : uint8_t { Assembler, FrontHalf };

/// One machine access that serves the elements from Start on.
struct MergedPiece {
  int64_t Start = 0;       ///< Bytes from the common base.
  unsigned WidthBytes = 0; ///< Element width, 8 or 16.
};

/// Elements of ElementBytes at these byte offsets, whose common base is known
/// to be a multiple of AlignBytes. Pieces ascending, each element in one.
/// Unsure is set where no rule was found.
std::vector<MergedPiece> mergeElements(const std::set<int64_t> &Offsets,
                                       unsigned ElementBytes,
                                       unsigned AlignBytes, bool Store,
                                       Merger By, bool &Unsure);

} // namespace warptidy

#endif
