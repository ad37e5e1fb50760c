//===- LaunchReader.h - Launches read from host code ------------*- C++ -*-===//
// Finds the kernel launches of a translation unit in the AST of its device
// compile and folds their block, grid, shared memory and integer arguments.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_LAUNCHREADER_H
#define WARPTIDY_LAUNCH_LAUNCHREADER_H

#include "launch/LaunchShape.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace warptidy {

/// Reads `<<<...>>>`, cudaLaunchKernel and cudaLaunchCooperativeKernel in host
/// and device functions, instantiations and lambdas. A launch whose block does
/// not fold, or which the hardware would refuse, counts in UnknownLaunches.
/// Nothing crosses a function boundary, except calls of one-line functions.
LaunchTable readLaunches(clang::ASTContext &Context);

} // namespace warptidy

#endif
