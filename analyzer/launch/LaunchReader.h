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

/// Reads `<<<...>>>`, the cudaLaunch functions and kernel nodes of graphs in
/// host and device functions, instantiations and lambdas. A launch that depends
/// on parameters of the function around it is read once for each call of that
/// function in the file, and for each of Outer (calls in other units), and so
/// on outwards; one that depends on a branch, once for each of its arms. What
/// other units are told is read if ForOthers.
LaunchTable readLaunches(clang::ASTContext &Context,
                         const CallTable &Outer = {}, bool ForOthers = true);

} // namespace warptidy

#endif
