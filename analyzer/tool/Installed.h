//===- Installed.h - What is installed beside the program -------*- C++ -*-===//
// Files that the program needs or offers lie in PREFIX/share/warp-tidy, where
// PREFIX/bin holds the program; a prefix may be moved as a whole. The build
// folder is laid out in the same way.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_INSTALLED_H
#define WARPTIDY_TOOL_INSTALLED_H

#include "llvm/Support/Error.h"
#include <string>

namespace warptidy {

/// PREFIX/share/warp-tidy/NAME; it need not be there. Program is argv[0].
std::string sharedFolder(llvm::StringRef Name, const char *Program);

/// An error if the tool's own headers or Clang's are not in these folders.
llvm::Error checkHeaders(const std::string &HeaderDir,
                         const std::string &ResourceDir);

} // namespace warptidy

#endif
