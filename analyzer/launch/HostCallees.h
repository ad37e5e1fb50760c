//===- HostCallees.h - What called functions may do -------------*- C++ -*-===//
// Sums up the functions of a unit by what they, and those that they call, do
// with the runtime.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTCALLEES_H
#define WARPTIDY_LAUNCH_HOSTCALLEES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace warptidy {

struct CalleeSummary {
  bool SetsDevice = false;
  unsigned CopiesToSymbol = 0;
  bool CallsUnseen = false; ///< A function whose body is not in the unit.
  bool Waits = false;       ///< For the device: copies that block as well.
  bool CalleesWait = false; ///< The same in functions that are called.
  void join(const CalleeSummary &Other);
};

class HostCallees {
public:
  explicit HostCallees(const clang::ASTContext &Context) : Context(Context) {}

  /// Of all calls in a statement.
  CalleeSummary of(const clang::Stmt &S);
  /// Whether the function's body is not in the unit, and it may be one that
  /// does what the rules must know.
  bool isUnseen(const clang::FunctionDecl *Callee) const;

private:
  CalleeSummary ofCall(const clang::CallExpr &Call);

  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionDecl *, CalleeSummary> Known;
};

} // namespace warptidy

#endif
