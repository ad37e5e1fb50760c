//===- HostScan.h - One walk over the host code ------------------*- C++
//-*-===//
// Collects, in one pass over a finished AST, the calls that launch kernels and
// the variables that are written after their initialisation.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTSCAN_H
#define WARPTIDY_LAUNCH_HOSTSCAN_H

#include "launch/HostFold.h"
#include "clang/AST/ExprCXX.h"
#include <vector>

namespace warptidy {

struct HostScan {
  /// CUDAKernelCallExpr nodes and calls of the cudaLaunch functions, in source
  /// order, template instantiations and lambdas included.
  std::vector<const clang::CallExpr *> Launches;
  ChangedVars Changed;
};

/// Skips system headers and the patterns of templates.
HostScan scanHost(clang::ASTContext &Context);

/// Whether the name is that of a runtime function that launches a kernel.
bool isLaunchFunction(llvm::StringRef Name);

} // namespace warptidy

#endif
