//===- LaunchCalls.h - The forms that launches are written in ---*- C++ -*-===//
// Where the parts of a launch stand in the call that makes it.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_LAUNCHCALLS_H
#define WARPTIDY_LAUNCH_LAUNCHCALLS_H

#include "launch/HostFold.h"

namespace warptidy {

/// An expression, or members of the object that it denotes or points to.
struct LaunchPart {
  const clang::Expr *Value = nullptr;
  MemberPath Path;
  bool ByAddress = false; ///< A kernel as the runtime's functions take it.
};

/// The parts of one launch; without a Value where there is none.
struct LaunchParts {
  LaunchPart Kernel, Grid, Block, SharedBytes;
  llvm::ArrayRef<const clang::Expr *> Arguments;
  LaunchPart ArgumentArray; ///< A `void *[]` of the arguments' addresses.
};

LaunchParts launchParts(const clang::CallExpr &Call);

/// `&object`, casts and parentheses looked through; other expressions as they
/// are.
const clang::Expr *pointedObject(const clang::Expr *Pointer);

} // namespace warptidy

#endif
