//===- HostUses.h - What a function does with its variables -----*- C++ -*-===//
// Classifies each reference to a local variable of a host function: whether it
// is read, set, or lends out what it points to.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTUSES_H
#define WARPTIDY_LAUNCH_HOSTUSES_H

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace warptidy {

enum class UseKind : uint8_t {
  Read,      ///< Its value; nothing behind a pointer.
  Content,   ///< Reads what it points to, or the object's parts.
  Modify,    ///< May write what it points to, or the object's parts.
  Assign,    ///< `v = Value`; without a value, `++v` and `v += n`.
  SetByCall, ///< `f(&v)`, where f is an allocation.
  Free,
  Alias,  ///< Another variable or object has the pointer now.
  Escape, ///< The address of the variable is elsewhere: it may change unseen.
};

struct VarUse {
  UseKind Kind = UseKind::Escape;
  const clang::DeclRefExpr *Ref = nullptr;
  const clang::CallExpr *Call = nullptr; ///< Whose argument it is.
  unsigned Argument = 0;
  const clang::Expr *Value = nullptr;
  /// The place behind a pointer that an operator reads or writes.
  const clang::Expr *Element = nullptr;
  bool InLambda = false; ///< When it runs is not known.
};

/// The uses of all variables in one body, in the order of the source.
class HostUses {
public:
  HostUses(clang::ASTContext &Context, const clang::Stmt &Body,
           const clang::ParentMap &Parents);

  llvm::ArrayRef<VarUse> of(const clang::VarDecl *Var) const;
  /// In the order of their first uses.
  llvm::ArrayRef<const clang::VarDecl *> variables() const { return Order; }

private:
  VarUse classify(const clang::DeclRefExpr &Ref) const;

  clang::ASTContext &Context;
  const clang::ParentMap &Parents;
  llvm::DenseMap<const clang::VarDecl *, std::vector<VarUse>> Uses;
  std::vector<const clang::VarDecl *> Order;
};

/// Whether it is a std::vector whose memory comes from operator new.
bool isUsualVector(clang::QualType Type);

} // namespace warptidy

#endif
