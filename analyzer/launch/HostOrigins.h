//===- HostOrigins.h - Where a host pointer points --------------*- C++ -*-===//
// Resolves a pointer to the one allocation that all its definitions lead to,
// and says which expressions keep their value throughout a loop.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTORIGINS_H
#define WARPTIDY_LAUNCH_HOSTORIGINS_H

#include "launch/HostFacts.h"
#include "launch/HostUses.h"

namespace warptidy {

/// The place of a range as its author wrote it, out of macros' arguments.
SourceSpot writtenSpot(clang::SourceRange Range,
                       const clang::ASTContext &Context);

/// The text of that.
std::string writtenText(clang::SourceRange Range,
                        const clang::ASTContext &Context);

class HostOrigins {
public:
  HostOrigins(clang::ASTContext &Context, const HostUses &Uses,
              const clang::ParentMap &Parents)
      : Context(Context), Uses(Uses), Parents(Parents) {}

  /// What a pointer points to, but for who else has it. Var is the variable
  /// that owns or holds the memory.
  HostPointer pointer(const clang::Expr *E, const clang::VarDecl *&Var,
                      unsigned Depth = 0) const;
  HostPointer variable(const clang::VarDecl *Var, unsigned Depth = 0) const;

  /// The variable in `v`, `&v`, `v + n`, `v.data()`, `&v[n]`; null for others.
  const clang::VarDecl *root(const clang::Expr *E) const;

  bool isWithin(const clang::Stmt *Inner, const clang::Stmt *Outer) const;
  bool isDeclaredIn(const clang::VarDecl *Var, const clang::Stmt *Loop) const;
  /// Whether no other variable of the function leads to the same memory.
  bool ownsMemory(const clang::VarDecl *Var) const;
  /// Whether an expression is the same in all iterations.
  bool isInvariant(const clang::Expr *E, const clang::Stmt *Loop,
                   unsigned Depth = 0) const;

private:
  bool isInvariant(const clang::VarDecl *Var, const clang::Stmt *Loop,
                   unsigned Depth) const;
  HostPointer allocated(const clang::Expr *E, PointerOrigin Origin,
                        std::string Allocator) const;
  HostPointer setBy(const clang::CallExpr &Call) const;

  clang::ASTContext &Context;
  const HostUses &Uses;
  const clang::ParentMap &Parents;
};

} // namespace warptidy

#endif
