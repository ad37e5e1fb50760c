//===- Sass.h - What a machine instruction does to memory -------*- C++ -*-===//
// Classifies one line of SASS by its opcode and modifiers. The profiler's own
// columns for this vanish when a kernel has one address space only, the text
// is always there.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_SASS_H
#define WARPTIDY_MEASURE_SASS_H

#include <string>

namespace warptidy::measure {

struct SassAccess {
  std::string Space, Op; ///< As in Instruction; empty when not an access.
  unsigned SizeBits = 0;
  /// A constant read through a uniform register or an operand: one word for
  /// the warp, by construction, and no request of its own.
  bool Uniform = false;
  bool Predicated = false; ///< @P0 and the like; not @!PT, which never runs.
};

SassAccess classify(const std::string &Sass);

} // namespace warptidy::measure

#endif
