//===- PtxasLog.h - What ptxas says of kernels ------------------*- C++ -*-===//
// Reads registers, stack and spills of kernels out of what nvcc prints with
// -Xptxas -v or --resource-usage, alone or among the other lines of a build.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_PTXASLOG_H
#define WARPTIDY_LAUNCH_PTXASLOG_H

#include "launch/LaunchShape.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace warptidy {

/// By comparable name (MangledName.h), in the order of the log.
using PtxasLog = std::map<std::string, std::vector<KernelResources>>;

/// An error is one sentence with the line, if one is at fault. A text that
/// names no kernel is one.
llvm::Expected<PtxasLog> readPtxasLog(llvm::StringRef Text);

} // namespace warptidy

#endif
