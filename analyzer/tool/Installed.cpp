//===- Installed.cpp - What is installed beside the program ---------------===//
// See Installed.h.
//===----------------------------------------------------------------------===//
#include "tool/Installed.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warptidy {

std::string sharedFolder(StringRef Name, const char *Program) {
  std::string Exe = sys::fs::getMainExecutable(
      Program, reinterpret_cast<void *>(&sharedFolder));
  SmallString<256> Folder(sys::path::parent_path(sys::path::parent_path(Exe)));
  sys::path::append(Folder, "share", "warp-tidy", Name);
  return std::string(Folder);
}

Error checkHeaders(const std::string &HeaderDir,
                   const std::string &ResourceDir) {
  if (!sys::fs::exists(HeaderDir + "/warp_tidy_cuda.h"))
    return createStringError(
        "the program's own headers are not in '" + HeaderDir +
        "'; install it as a whole, or link to it in place of a copy");
  if (!sys::fs::exists(ResourceDir + "/include/__clang_cuda_builtin_vars.h"))
    return createStringError("Clang's headers are not in '" + ResourceDir +
                             "/include'; on Debian and Ubuntu they are in the "
                             "package libclang-common-22-dev");
  return Error::success();
}

} // namespace warptidy
