//===- HostFold.h - Folding host expressions to integers --------*- C++ -*-===//
// Evaluates host expressions of a launch (sizes, dim3 values, arguments) with
// Clang's constant evaluator, extended by variables that are never written
// after their initialisation and by one-line helper functions.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTFOLD_H
#define WARPTIDY_LAUNCH_HOSTFOLD_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <array>
#include <optional>

namespace warptidy {

/// Variables (canonical declarations) that something other than a read refers
/// to: an assignment, an increment, a non-const reference or their address.
using ChangedVars = llvm::DenseSet<const clang::VarDecl *>;

class HostFolder {
public:
  using Int = std::optional<llvm::APSInt>;
  using Dim = std::optional<std::array<unsigned, 3>>;

  HostFolder(clang::ASTContext &Context, const ChangedVars &Changed)
      : Context(Context), Changed(Changed) {}

  /// The value of an expression of integer type, in the width of that type.
  Int integer(const clang::Expr *E);
  /// The value of an expression of type dim3 (or uint3).
  Dim dim3(const clang::Expr *E);
  /// The initialiser of a variable that still holds it, else null.
  const clang::Expr *fixedInit(const clang::VarDecl *Var) const;

private:
  bool isFoldable(const clang::Expr *E);
  Int foldInteger(const clang::Expr *E);
  Int foldCast(const clang::CastExpr *E);
  Int foldUnary(const clang::UnaryOperator *E);
  Int foldBinary(const clang::BinaryOperator *E);
  Int foldLogical(const clang::BinaryOperator *E);
  Int foldMember(const clang::MemberExpr *E);
  Int foldCall(const clang::CallExpr *E);
  Int foldMinMax(const clang::CallExpr *E, bool IsMin);
  Int foldVariable(const clang::ValueDecl *D);
  Dim foldDim3(const clang::Expr *E);
  Dim foldConstruct(const clang::CXXConstructExpr *E);
  Dim components(llvm::ArrayRef<const clang::Expr *> Parts);
  Int convert(llvm::APSInt Value, clang::QualType Type) const;
  bool isUntouchedGlobal(const clang::VarDecl *Var) const;

  /// Evaluates the expression a one-line function returns with its integer
  /// parameters bound to the call's arguments.
  template <typename Result, typename Fold>
  std::optional<Result> foldReturned(const clang::CallExpr *E, Fold Evaluate);

  clang::ASTContext &Context;
  const ChangedVars &Changed;
  llvm::DenseMap<const clang::VarDecl *, Int> Known;
  llvm::DenseMap<const clang::ParmVarDecl *, llvm::APSInt> Bound;
  unsigned Depth = 0;
  unsigned Steps = 0; ///< Nodes visited since Depth was last zero.
};

} // namespace warptidy

#endif
