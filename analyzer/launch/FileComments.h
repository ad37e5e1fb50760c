//===- FileComments.h - The comments of one file ----------------*- C++ -*-===//
// The comments of a source file by line, found by lexing its text again, since
// an AST keeps only documentation comments.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_FILECOMMENTS_H
#define WARPTIDY_LAUNCH_FILECOMMENTS_H

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace warptidy {

struct Comment {
  clang::SourceLocation Begin, End; ///< First and one past the last character.
  unsigned Line = 0, EndLine = 0;
  llvm::StringRef Text;     ///< With its slashes.
  bool Conditional = false; ///< Within #if ... #endif.
};

class FileComments {
public:
  FileComments(clang::FileID File, const clang::SourceManager &SM,
               const clang::LangOptions &Options);

  const std::vector<Comment> &all() const { return Comments; }
  /// Indices into all() of the comments on the lines First to Last and of those
  /// alone on the lines directly above First, in source order.
  std::vector<size_t> at(unsigned First, unsigned Last) const;

private:
  std::vector<Comment> Comments;
  llvm::DenseSet<unsigned> CodeLines; ///< Lines with anything but comments.
};

} // namespace warptidy

#endif
