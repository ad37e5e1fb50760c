//===- FunctionFold.h - Running a function at compile time ------*- C++ -*-===//
// Lets Clang's constant evaluator run an ordinary function of integers.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_FUNCTIONFOLD_H
#define WARPTIDY_LAUNCH_FUNCTIONFOLD_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace warptidy {

/// The value that the callee, which needs not be constexpr, returns for these
/// arguments; nothing when it is not defined here, takes or returns anything
/// but integers by value, or does what a constant expression can't.
std::optional<llvm::APSInt>
evaluateFunction(clang::ASTContext &Context, const clang::CallExpr &Call,
                 llvm::ArrayRef<llvm::APSInt> Arguments);

} // namespace warptidy

#endif
