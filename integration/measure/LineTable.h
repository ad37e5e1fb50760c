//===- LineTable.h - From instruction offsets to source lines ---*- C++ -*-===//
// Reads the .debug_line section that nvcc -lineinfo leaves in device code: the
// line of every instruction together with the calls it was inlined through,
// which the profiler's pages leave out.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_LINETABLE_H
#define WARPTIDY_MEASURE_LINETABLE_H

#include "measure/Elf.h"
#include <optional>

namespace warptidy::measure {

struct Frame {
  std::string File;
  unsigned Line = 0;
};

/// Instructions from Offset on stand at Frames, innermost first.
struct LineRow {
  uint64_t Offset = 0;
  std::vector<Frame> Frames;
};

struct FunctionLines {
  std::string Symbol;        ///< Mangled name.
  uint64_t Size = 0;         ///< Bytes of code.
  std::vector<LineRow> Rows; ///< By ascending offset.

  /// Frames of the instruction at Offset, or null outside the function.
  const std::vector<Frame> *at(uint64_t Offset) const;
};

/// All functions of the image that have lines. Version 2 to 4 line tables; an
/// image without one, or with another version, gives none.
std::vector<FunctionLines> lineTable(const Cubin &Image);

/// Whether the file belongs to the toolkit or the system, not to the user.
bool isSystemFile(const std::string &Path);
/// The innermost frame in a file of the user's, or null.
const Frame *userFrame(const std::vector<Frame> &Frames);

} // namespace warptidy::measure

#endif
