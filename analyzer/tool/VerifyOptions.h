//===- VerifyOptions.h - The command line of verify -------------*- C++ -*-===//
// What `warp-tidy verify` was asked for, and what of it goes on to the
// measuring half.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_VERIFYOPTIONS_H
#define WARPTIDY_TOOL_VERIFYOPTIONS_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warptidy {

struct VerifyOptions {
  std::string Kernels;  ///< --kernels; empty when not given.
  std::string Only;     ///< One program of the corpus.
  std::string Measured; ///< Recorded measurements to judge anew.
  std::string Sources = ".";
  std::string Out = "measured";
  std::string BuildPath, Arch, CudaPath;
  std::vector<std::string> Assume;
  std::vector<std::string> NvccFlags;
  std::vector<std::string> RunOptions; ///< For warp-tidy-measure run.
  std::vector<std::string> App;
  bool Verbose = false, Help = false;
};

extern const char VerifyUsage[];

/// An error is one sentence about wrong use.
llvm::Expected<VerifyOptions>
parseVerify(const std::vector<std::string> &Arguments);

} // namespace warptidy

#endif
