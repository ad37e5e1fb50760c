//===- PrivateArrays.h - Arrays that live in registers ----------*- C++ -*-===//
// What becomes of a thread's private arrays, and of shared ones nobody reads.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_PRIVATEARRAYS_H
#define WARPTIDY_MODEL_PRIVATEARRAYS_H

#include "model/Compiled.h"

namespace warptidy {

/// What is known of an access to a private array.
struct PrivateUse {
  bool Reached = false; ///< It is in the code that was written out.
  bool Constant = true; ///< Its index is, in each iteration.
  bool InLoop = false;  ///< Made in a loop that stays.
  bool Open = false;    ///< Made in a loop that may stay.
};

/// Takes the accesses to arrays that go out of Code; marks those that may.
void removeArrays(const KernelFacts &Facts, const std::vector<PrivateUse> &Uses,
                  CompiledCode &Code);

} // namespace warptidy

#endif
