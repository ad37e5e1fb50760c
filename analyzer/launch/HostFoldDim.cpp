//===- HostFoldDim.cpp - Variables, calls and dim3 values -----------------===//
// The other half of HostFolder: which variables still hold their initialiser,
// one-line functions, and dim3 objects component by component.
//===----------------------------------------------------------------------===//
#include "launch/HostFold.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace warptidy;
using llvm::APSInt;

/// A global that other translation units could write is trusted when only the
/// main file declares it.
bool HostFolder::isUntouchedGlobal(const VarDecl *Var) const {
  if (!Var->hasGlobalStorage() || Var->isStaticLocal() ||
      !Var->isExternallyVisible())
    return true;
  const SourceManager &SM = Context.getSourceManager();
  for (const VarDecl *Redecl : Var->redecls())
    if (!SM.isInMainFile(SM.getExpansionLoc(Redecl->getLocation())))
      return false;
  return true;
}

const Expr *HostFolder::fixedInit(const VarDecl *Var) const {
  QualType Type = Var->getType();
  if (Var->isInvalidDecl() || isa<ParmVarDecl>(Var) || Type.isNull() ||
      Type.isVolatileQualified() || Var->isCXXForRangeDecl())
    return nullptr;
  if (!Type->isReferenceType() && !Type.isConstQualified()) {
    bool OnDevice =
        Var->hasAttr<CUDADeviceAttr>() || Var->hasAttr<CUDAConstantAttr>() ||
        Var->hasAttr<CUDASharedAttr>() || Var->hasAttr<HIPManagedAttr>();
    if (OnDevice || Changed.contains(Var->getCanonicalDecl()) ||
        !isUntouchedGlobal(Var))
      return nullptr;
  }
  const Expr *Init = Var->getAnyInitializer();
  if (!Init || Init->containsErrors() || Init->isInstantiationDependent())
    return nullptr;
  return Init;
}

HostFolder::Int HostFolder::foldVariable(const ValueDecl *D) {
  if (const auto *Param = dyn_cast<ParmVarDecl>(D)) {
    auto It = Bound.find(Param);
    return It == Bound.end() ? Int() : It->second;
  }
  const auto *Var = dyn_cast<VarDecl>(D);
  if (!Var)
    return std::nullopt;
  if (auto It = Known.find(Var); It != Known.end())
    return It->second;
  const Expr *Init = fixedInit(Var);
  Int Value = Init ? integer(Init) : std::nullopt;
  if (Value)
    Known[Var] = Value;
  return Value;
}

/// The expression that the callee, a plain function of one return statement,
/// returns; null for any other callee.
static const Expr *returnedBy(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const FunctionDecl *Definition = nullptr;
  if (!Callee || !Callee->isDefined(Definition) || Definition->isInvalidDecl())
    return nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
  if ((Method && Method->isInstance()) || Definition->isVariadic() ||
      Definition->getNumParams() != E->getNumArgs())
    return nullptr;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
  if (!Body || Body->size() != 1)
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_front());
  return Return ? Return->getRetValue() : nullptr;
}

template <typename Result, typename Fold>
std::optional<Result> HostFolder::foldReturned(const CallExpr *E,
                                               Fold Evaluate) {
  const Expr *Returned = returnedBy(E);
  if (!Returned)
    return std::nullopt;
  const FunctionDecl *Definition = nullptr;
  E->getDirectCallee()->isDefined(Definition);
  llvm::DenseMap<const ParmVarDecl *, APSInt> Inner;
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    if (Int Value = integer(E->getArg(I)))
      Inner.try_emplace(Definition->getParamDecl(I), *Value);
  std::swap(Bound, Inner);
  std::optional<Result> Value = Evaluate(Returned);
  std::swap(Bound, Inner);
  return Value;
}

HostFolder::Int HostFolder::foldMinMax(const CallExpr *E, bool IsMin) {
  Int Left = integer(E->getArg(0)), Right = integer(E->getArg(1));
  if (!Left || !Right || Left->getBitWidth() != Right->getBitWidth() ||
      Left->isSigned() != Right->isSigned())
    return std::nullopt;
  return convert((*Left < *Right) == IsMin ? *Left : *Right, E->getType());
}

HostFolder::Int HostFolder::foldCall(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const IdentifierInfo *Name = Callee ? Callee->getIdentifier() : nullptr;
  const DeclContext *Scope = Callee ? Callee->getDeclContext() : nullptr;
  bool Library = Scope && (Scope->isStdNamespace() ||
                           Scope->getRedeclContext()->isTranslationUnit());
  if (Name && Library && E->getNumArgs() == 2 &&
      (Name->isStr("min") || Name->isStr("max")))
    return foldMinMax(E, Name->isStr("min"));
  return foldReturned<APSInt>(E, [this](const Expr *R) { return integer(R); });
}

static bool isDimType(QualType Type) {
  const CXXRecordDecl *Record =
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  const IdentifierInfo *Name = Record ? Record->getIdentifier() : nullptr;
  return Name && (Name->isStr("dim3") || Name->isStr("uint3"));
}

HostFolder::Int HostFolder::foldMember(const MemberExpr *E) {
  if (const auto *Var = dyn_cast<VarDecl>(E->getMemberDecl()))
    return foldVariable(Var);
  const IdentifierInfo *Name = E->getMemberDecl()->getIdentifier();
  if (E->isArrow() || !Name || !isDimType(E->getBase()->getType()))
    return std::nullopt;
  size_t Component = llvm::StringRef("xyz").find(Name->getName());
  if (Name->getLength() != 1 || Component == llvm::StringRef::npos)
    return std::nullopt;
  Dim Value = dim3(E->getBase());
  if (!Value)
    return std::nullopt;
  return convert(APSInt::getUnsigned((*Value)[Component]), E->getType());
}

HostFolder::Dim HostFolder::dim3(const Expr *E) {
  if (!isFoldable(E))
    return std::nullopt;
  ++Depth;
  Dim Value = foldDim3(E);
  --Depth;
  return Value;
}

HostFolder::Dim HostFolder::foldDim3(const Expr *E) {
  if (!isDimType(E->getType()))
    return std::nullopt;
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return dim3(P->getSubExpr());
  if (const auto *F = dyn_cast<FullExpr>(E))
    return dim3(F->getSubExpr());
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return dim3(M->getSubExpr());
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return dim3(B->getSubExpr());
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return dim3(D->getExpr());
  if (const auto *C = dyn_cast<CastExpr>(E))
    return dim3(C->getSubExpr());
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return foldConstruct(C);
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return components({L->getInits(), L->getInits() + L->getNumInits()});
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    Int Cond = integer(C->getCond());
    return Cond ? dim3(*Cond != 0 ? C->getTrueExpr() : C->getFalseExpr())
                : std::nullopt;
  }
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(D->getDecl());
    return Var ? dim3(fixedInit(Var)) : std::nullopt;
  }
  if (const auto *C = dyn_cast<CallExpr>(E))
    return foldReturned<std::array<unsigned, 3>>(
        C, [this](const Expr *R) { return dim3(R); });
  return std::nullopt;
}

HostFolder::Dim HostFolder::foldConstruct(const CXXConstructExpr *E) {
  if (!isDimType(E->getType()))
    return std::nullopt;
  if (E->getNumArgs() == 1 && isDimType(E->getArg(0)->getType()))
    return dim3(E->getArg(0));
  return components({E->getArgs(), E->getArgs() + E->getNumArgs()});
}

HostFolder::Dim HostFolder::components(llvm::ArrayRef<const Expr *> Parts) {
  if (Parts.size() == 1 && isDimType(Parts[0]->getType()))
    return dim3(Parts[0]);
  if (Parts.size() != 3)
    return std::nullopt;
  std::array<unsigned, 3> Value{};
  for (unsigned I = 0; I < 3; ++I) {
    Int Part = integer(Parts[I]);
    if (!Part || Part->isNegative() || Part->getActiveBits() > 32)
      return std::nullopt;
    Value[I] = static_cast<unsigned>(Part->getZExtValue());
  }
  return Value;
}
