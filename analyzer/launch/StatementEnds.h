//===- StatementEnds.h - Where control goes after a statement ---*- C++ -*-===//
// Tells the arms of a branch after which the code behind it runs from those
// that leave the function or jump, and takes a switch apart into its arms.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_STATEMENTENDS_H
#define WARPTIDY_LAUNCH_STATEMENTENDS_H

#include "launch/HostScan.h"
#include "clang/AST/Stmt.h"

namespace warptidy {

/// How the arm of a condition ends. A jump out of it anywhere counts.
CodeBlock::End endOf(const clang::Stmt &Arm);

/// The statements of a switch from a label (several may stand together) to the
/// next. Ends is Jumps where it falls through or is left in the middle.
struct SwitchArm {
  llvm::SmallVector<const clang::Expr *, 2> Labels; ///< Null for `default`.
  std::vector<clang::Stmt *> Body;
  CodeBlock::End Ends = CodeBlock::End::After;
};
std::vector<SwitchArm> armsOf(clang::CompoundStmt &Body);

} // namespace warptidy

#endif
