//===- Includers.h - Translation units around a part ------------*- C++ -*-===//
// Finds the files through which a part of a translation unit is compiled: a
// header or a .cu file that does not stand alone. Reads #include lines, and
// runs no preprocessor.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_INCLUDERS_H
#define WARPTIDY_FRONTEND_INCLUDERS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace warptidy {

/// The units whose text includes File, directly or through others, best first:
/// units of the project (.cu files, and those in Units) before other files,
/// those that no file includes before others, then by the length of the way and
/// by name. Looked for among Units and among the source files below the folder
/// of File and, until a unit is found, below the folders above it, up to the
/// root of the repository. IncludeFolders are those of -I.
std::vector<std::string>
unitsIncluding(const std::string &File, llvm::ArrayRef<std::string> Units,
               llvm::ArrayRef<std::string> IncludeFolders);

/// The folders of -I and the like in a Clang command line, from Directory.
std::vector<std::string> includeFolders(llvm::ArrayRef<std::string> Command,
                                        llvm::StringRef Directory);

} // namespace warptidy

#endif
