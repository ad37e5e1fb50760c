//===- SharedPasses.h - The passes of a shared request ----------*- C++ -*-===//
// How the hardware splits a warp's shared access into passes, and what stands
// for a wavefront in each: for pictures of the request.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_SHAREDPASSES_H
#define WARPTIDY_MODEL_SHAREDPASSES_H

#include "model/Hardware.h"
#include <vector>

namespace warptidy {

struct AccessFact;

struct SharedPasses {
  std::vector<uint32_t> Lanes; ///< Active lanes of each pass that has some.
  unsigned WidthBytes = 4;     ///< That a lane moves in a pass.
  bool LanesMerge = true;      ///< Lanes that share a word share a wavefront.
  unsigned Wavefronts = 1;     ///< For each word (or lane) of the fullest bank.
  /// False where what comes of it is no sum over the passes: loops of
  /// compare-and-swaps, and copies, which go by both of their sides.
  bool Adds = true;
};

SharedPasses sharedPassesOf(const AccessFact &Access,
                            const LaneAddresses &Lanes);

} // namespace warptidy

#endif
