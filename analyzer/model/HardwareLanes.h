//===- HardwareLanes.h - Sets of lanes and what they touch ------*- C++ -*-===//
// What the counting rules of Hardware.cpp and HardwareTags.cpp share.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_HARDWARELANES_H
#define WARPTIDY_MODEL_HARDWARELANES_H

#include "model/Hardware.h"
#include <vector>

namespace warptidy {

inline bool isActive(uint32_t Lanes, unsigned Lane) {
  return (Lanes >> Lane & 1) != 0;
}

/// The numbers of the distinct aligned blocks of BlockBytes (sectors, bank
/// words) that Lanes touch, ascending. An access may straddle blocks, and
/// address space is circular: below an unknown base lie addresses near 2^64.
std::vector<uint64_t> distinctBlocks(const LaneAddresses &L, uint32_t Lanes,
                                     unsigned BlockBytes);

/// The active lanes of each pass of a shared access, idle passes left out.
std::vector<uint32_t> sharedPassLanes(const LaneAddresses &L, SharedOp Op);
/// The same in passes of LanesPerPass neighbours.
std::vector<uint32_t> splitPasses(uint32_t Active, unsigned LanesPerPass);

} // namespace warptidy

#endif
