//===- ChangedLines.h - The lines of a unified diff -------------*- C++ -*-===//
// --diff: which lines a change adds or alters, so that only they are reported.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_CHANGEDLINES_H
#define WARPTIDY_TOOL_CHANGEDLINES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warptidy {

/// Lines of a file, both ends included.
struct LineRange {
  std::string File;
  bool Suffix = false; ///< File is the end of a path, not all of it.
  /// None: no line, but all of the file where File is a suffix.
  std::vector<std::pair<unsigned, unsigned>> Ranges;
};

/// Reads a diff as `git diff` and `diff -u` write it. Files that are deleted
/// are left out; the others keep the name after `+++`, without `b/`. Text that
/// is no diff is an error.
llvm::Expected<std::vector<LineRange>> parseUnifiedDiff(llvm::StringRef Text);

} // namespace warptidy

#endif
