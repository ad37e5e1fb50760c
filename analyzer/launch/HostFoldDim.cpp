//===- HostFoldDim.cpp - Calls and dim3 values ----------------------------===//
// The part of HostFolder for functions that compute from integers, and for dim3
// objects side by side.
//===----------------------------------------------------------------------===//
#include "launch/HostFold.h"

#include "launch/FunctionFold.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace warptidy;
using llvm::APSInt;

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
Result HostFolder::foldReturned(const CallExpr *E, Fold Evaluate) {
  const Expr *Returned = returnedBy(E);
  if (!Returned)
    return Result();
  const FunctionDecl *Definition = nullptr;
  E->getDirectCallee()->isDefined(Definition);
  Bindings Inner;
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    BoundValue Value;
    Value.Int = integer(E->getArg(I));
    Value.Dim = sides(E->getArg(I));
    if (Value.Int || Value.Dim != DimSides())
      Inner[Definition->getParamDecl(I)] = Value;
  }
  std::swap(Bound, Inner);
  // The branches of one call are not those of another.
  Choices *Outside = std::exchange(Ways, nullptr);
  size_t Before = Wanted.size();
  Result Value = at(CodePoint(), [&] { return Evaluate(Returned); });
  // What the argument lacked is known already.
  Wanted.resize(Before);
  Ways = Outside;
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

/// Lets Clang run the callee with the values of the arguments.
HostFolder::Int HostFolder::foldBody(const CallExpr *E) {
  llvm::SmallVector<APSInt, 4> Values;
  for (const Expr *Argument : E->arguments()) {
    Int Value = integer(Argument);
    if (!Value)
      return std::nullopt;
    Values.push_back(*Value);
  }
  // A call is met once for each way to its launch.
  std::vector<uint64_t> Key;
  for (const APSInt &V : Values)
    Key.push_back(V.extOrTrunc(64).getZExtValue());
  auto [It, New] = Called.try_emplace({E, std::move(Key)});
  if (New)
    It->second = evaluateFunction(Context, *E, Values);
  return It->second;
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
  // Recursion is for Clang alone, from the outermost call on.
  Int Value;
  if (!Callee || !Running.insert(Callee->getCanonicalDecl()).second)
    return std::nullopt;
  Value = foldReturned<Int>(E, [this](const Expr *R) { return integer(R); });
  Running.erase(Callee->getCanonicalDecl());
  if (!Value)
    Value = foldBody(E);
  if (!Value && Name)
    explain("the value of " + Name->getName().str() + "() is not known");
  return Value;
}

bool HostFolder::isDimType(QualType Type) {
  const CXXRecordDecl *Record =
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  const IdentifierInfo *Name = Record ? Record->getIdentifier() : nullptr;
  return Name && (Name->isStr("dim3") || Name->isStr("uint3"));
}

HostFolder::Dim HostFolder::dim3(const Expr *E) {
  Sides Known = sides(E);
  if (!Known[0] || !Known[1] || !Known[2])
    return std::nullopt;
  return std::array<unsigned, 3>{*Known[0], *Known[1], *Known[2]};
}

HostFolder::Sides HostFolder::sides(const Expr *E) {
  if (!isFoldable(E) || !isDimType(E->getType()))
    return {};
  ++Depth;
  Sides Value = foldSides(E);
  --Depth;
  return Value;
}

HostFolder::Sides HostFolder::sides(const Located &Place) {
  if (Place.Left)
    return {};
  if (Place.Given)
    return Place.Given->Dim;
  return at(Place.At, [&] { return sides(Place.Value); });
}

/// A variable or member, side by side: `b.x = 32` sets one of them.
HostFolder::Sides HostFolder::partwise(const Expr *E) {
  Sides Value;
  const CXXRecordDecl *Record = E->getType()->getAsCXXRecordDecl();
  for (const FieldDecl *Field : Record->fields()) {
    unsigned I = Field->getFieldIndex();
    std::optional<Located> Place =
        I < 3 ? locate(E, MemberPath{Field}) : std::nullopt;
    if (!Place)
      continue;
    if (!Place->Rest.empty()) {
      Value[I] = sides(*Place)[I];
      continue;
    }
    Int Side = integer(*Place);
    if (Side && !Side->isNegative() && Side->getActiveBits() <= 32)
      Value[I] = static_cast<unsigned>(Side->getZExtValue());
  }
  return Value;
}

HostFolder::Sides HostFolder::foldSides(const Expr *E) {
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return sides(P->getSubExpr());
  if (const auto *F = dyn_cast<FullExpr>(E))
    return sides(F->getSubExpr());
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return sides(M->getSubExpr());
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return sides(B->getSubExpr());
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return sides(D->getExpr());
  if (const auto *C = dyn_cast<CastExpr>(E))
    return sides(C->getSubExpr());
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return foldConstruct(C);
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return components({L->getInits(), L->getInits() + L->getNumInits()});
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    std::optional<bool> Cond = outcome(C->getCond());
    return Cond ? sides(*Cond ? C->getTrueExpr() : C->getFalseExpr()) : Sides();
  }
  if (isa<DeclRefExpr, MemberExpr>(E))
    return partwise(E);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return foldReturned<Sides>(C, [this](const Expr *R) { return sides(R); });
  return {};
}

HostFolder::Sides HostFolder::foldConstruct(const CXXConstructExpr *E) {
  if (E->getNumArgs() == 1 && isDimType(E->getArg(0)->getType()))
    return sides(E->getArg(0));
  return components({E->getArgs(), E->getArgs() + E->getNumArgs()});
}

HostFolder::Sides HostFolder::components(llvm::ArrayRef<const Expr *> Parts) {
  if (Parts.size() == 1 && isDimType(Parts[0]->getType()))
    return sides(Parts[0]);
  Sides Value;
  if (Parts.size() != 3)
    return Value;
  for (unsigned I = 0; I < 3; ++I) {
    Int Part = integer(Parts[I]);
    if (Part && !Part->isNegative() && Part->getActiveBits() <= 32)
      Value[I] = static_cast<unsigned>(Part->getZExtValue());
  }
  return Value;
}
