//===- Paths.h - Names of files ---------------------------------*- C++ -*-===//
// The forms in which paths are compared.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_PATHS_H
#define WARPTIDY_FRONTEND_PATHS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace warptidy {

/// A path made absolute and free of dots; from the current folder if Directory
/// is empty.
std::string absolutePath(llvm::StringRef Path, llvm::StringRef Directory = "");

/// The path without links, empty when there is no such file.
std::string realPath(const llvm::Twine &Path);

} // namespace warptidy

#endif
