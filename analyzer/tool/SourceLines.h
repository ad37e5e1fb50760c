//===- SourceLines.h - Offsets to lines and columns -------------*- C++ -*-===//
// The texts of the files that findings are in, read once each.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_SOURCELINES_H
#define WARPTIDY_TOOL_SOURCELINES_H

#include "report/Findings.h"
#include "tool/ProjectDatabase.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace warptidy {

/// Relative to the working directory if below it.
std::string shortPath(const std::string &Absolute);

class SourceLines {
public:
  /// The text of a file; empty when it can't be read.
  llvm::StringRef text(const std::string &Path);
  /// The line around an offset, without its end.
  llvm::StringRef lineAt(const std::string &Path, size_t Offset);
  FilePosition position(const std::string &Path, size_t Offset);
  /// From Offset, Length bytes long; without an end if Length is 0.
  FileRegion region(const std::string &Path, size_t Offset, size_t Length = 0);

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> Buffer; ///< Null if unreadable.
    std::vector<size_t> Starts;                 ///< Of lines.
  };
  const File &open(const std::string &Path);
  llvm::StringMap<File> Files;
};

} // namespace warptidy

#endif
