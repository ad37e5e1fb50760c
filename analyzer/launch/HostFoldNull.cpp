//===- HostFoldNull.cpp - Null pointers -----------------------------------===//
// The part of HostFolder that tells null arguments. A pointer that no one may
// make null is not followed: the calls around it would be read for nothing.
//===----------------------------------------------------------------------===//
#include "launch/HostFold.h"

#include "launch/KernelDecl.h"

using namespace clang;
using namespace warptidy;

static const Expr *withoutCasts(const Expr *E) {
  while (E) {
    const Expr *Inner = E->IgnoreParenCasts();
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Inner))
      Inner = Default->getExpr();
    else if (const auto *Full = dyn_cast<FullExpr>(Inner))
      Inner = Full->getSubExpr();
    if (Inner == E)
      break;
    E = Inner;
  }
  return E;
}

static bool isNullConstant(const Expr *E, ASTContext &Context) {
  return !E->isInstantiationDependent() && !E->containsErrors() &&
         E->isNullPointerConstant(Context, Expr::NPC_ValueDependentIsNotNull) !=
             Expr::NPCK_NotNull;
}

bool HostFolder::mayBeNull(const ParmVarDecl *Param, unsigned Level) const {
  const auto *Owner = dyn_cast<FunctionDecl>(Param->getDeclContext());
  constexpr unsigned MaxLevels = 4;
  if (!Owner || Level > MaxLevels)
    return false;
  auto Calls = Scan.Calls.find(Owner->getCanonicalDecl());
  unsigned I = Param->getFunctionScopeIndex();
  bool Here = Calls != Scan.Calls.end() &&
              llvm::any_of(Calls->second, [&](const CallSite &Call) {
                return I < Call.Arguments.size() &&
                       mayBeNull(Call.Arguments[I], Level + 1);
              });
  return Here || (!NullPassed.empty() && Owner->isExternallyVisible() &&
                  NullPassed.count(KernelNamer(Context).name(*Owner)));
}

/// Whether some code that is followed makes the pointer null.
bool HostFolder::mayBeNull(const Expr *E, unsigned Level) const {
  E = withoutCasts(E);
  if (!E)
    return false;
  if (isNullConstant(E, Context))
    return true;
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return mayBeNull(C->getTrueExpr(), Level) ||
           mayBeNull(C->getFalseExpr(), Level);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  constexpr unsigned MaxLevels = 4;
  if (!Var || Level > MaxLevels)
    return false;
  if (const auto *Param = dyn_cast<ParmVarDecl>(Var))
    return mayBeNull(Param, Level);
  if (const Expr *Init = Var->getAnyInitializer();
      Init && mayBeNull(Init, Level + 1))
    return true;
  auto Writes = Scan.Writes.find(Var->getCanonicalDecl());
  return Writes != Scan.Writes.end() &&
         llvm::any_of(Writes->second, [&](const VarWrite &Write) {
           return Write.Value && mayBeNull(Write.Value, Level + 1);
         });
}

bool HostFolder::isNull(const Expr *E) {
  if (!E || !mayBeNull(E))
    return false;
  E = withoutCasts(E);
  if (isNullConstant(E, Context))
    return true;
  if (Depth > 8)
    return false;
  ++Depth;
  bool Null = false;
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    std::optional<bool> Cond = outcome(C->getCond());
    Null = Cond && isNull(*Cond ? C->getTrueExpr() : C->getFalseExpr());
  } else if (isa<DeclRefExpr>(E)) {
    std::optional<Located> Place = locate(E);
    if (Place && Place->Given)
      Null = Place->Given->Null;
    else if (Place && Place->Value && !Place->Left && Place->Rest.empty())
      Null = at(Place->At, [&] { return isNull(Place->Value); });
  }
  --Depth;
  return Null;
}
