//===- Paths.cpp - Names of files -----------------------------------------===//
// See Paths.h.
//===----------------------------------------------------------------------===//
#include "frontend/Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warptidy {

std::string absolutePath(StringRef Path, StringRef Directory) {
  SmallString<256> Out(Path);
  if (Directory.empty())
    sys::fs::make_absolute(Out);
  else
    sys::path::make_absolute(Directory, Out);
  sys::path::remove_dots(Out, /*remove_dot_dot=*/true);
  return std::string(Out);
}

std::string realPath(const Twine &Path) {
  SmallString<256> Out;
  return sys::fs::real_path(Path, Out) ? "" : std::string(Out);
}

} // namespace warptidy
