//===- FunctionFold.cpp - Running a function at compile time --------------===//
// Marks the function, and those that it calls, constexpr while the evaluator
// looks at a call of it with literal arguments.
//===----------------------------------------------------------------------===//
#include "launch/FunctionFold.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;
using llvm::APSInt;

namespace {

constexpr size_t MaxFunctions = 16;

/// The functions that a body calls.
class Callees : public DynamicRecursiveASTVisitor {
public:
  bool VisitCallExpr(CallExpr *E) override {
    if (FunctionDecl *Callee = E->getDirectCallee())
      Found.insert(Callee);
    return true;
  }
  llvm::SetVector<FunctionDecl *> Found;
};

/// The definitions that a call may run; they are constexpr meanwhile.
class AllConstexpr {
public:
  explicit AllConstexpr(FunctionDecl &First) {
    Callees Walk;
    Walk.Found.insert(&First);
    for (size_t I = 0; I < Walk.Found.size() && I < MaxFunctions; ++I) {
      FunctionDecl *F = Walk.Found[I]->getDefinition();
      if (!F || F->isInvalidDecl() || !F->getBody())
        continue;
      Walk.TraverseStmt(F->getBody());
      for (FunctionDecl *Redecl : F->redecls()) {
        Kinds.push_back({Redecl, Redecl->getConstexprKind()});
        if (!Redecl->isConstexpr())
          Redecl->setConstexprKind(ConstexprSpecKind::Constexpr);
      }
    }
  }
  ~AllConstexpr() {
    for (auto &[Function, Kind] : llvm::reverse(Kinds))
      Function->setConstexprKind(Kind);
  }

private:
  std::vector<std::pair<FunctionDecl *, ConstexprSpecKind>> Kinds;
};

} // namespace

static bool takesAndGivesIntegers(const FunctionDecl &F, size_t Count) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if ((Method && Method->isInstance()) || F.isVariadic() ||
      F.getNumParams() != Count || F.isInvalidDecl() || F.isDependentContext())
    return false;
  auto IsInteger = [](QualType Type) {
    return !Type.isNull() && Type->isIntegralOrEnumerationType();
  };
  return IsInteger(F.getReturnType()) &&
         llvm::all_of(F.parameters(), [&](const ParmVarDecl *P) {
           return IsInteger(P->getType());
         });
}

std::optional<APSInt>
warptidy::evaluateFunction(ASTContext &Context, const CallExpr &Call,
                           llvm::ArrayRef<APSInt> Arguments) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  FunctionDecl *Definition =
      Callee ? const_cast<FunctionDecl *>(Callee->getDefinition()) : nullptr;
  if (!Definition || !takesAndGivesIntegers(*Definition, Arguments.size()))
    return std::nullopt;
  llvm::SmallVector<Expr *, 4> Literals;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    QualType Type = Definition->getParamDecl(I)->getType();
    APSInt Value = Arguments[I].extOrTrunc(Context.getIntWidth(Type));
    Value.setIsUnsigned(Type->isUnsignedIntegerOrEnumerationType());
    auto *Opaque = new (Context) OpaqueValueExpr(
        Call.getBeginLoc(), Type.getUnqualifiedType(), VK_PRValue);
    auto *Constant = ConstantExpr::Create(Context, Opaque, APValue(Value));
    Literals.push_back(Constant);
  }
  AllConstexpr Meanwhile(*Definition);
  CallExpr *Copy = CallExpr::Create(
      Context, const_cast<Expr *>(Call.getCallee()), Literals, Call.getType(),
      Call.getValueKind(), Call.getBeginLoc(), FPOptionsOverride());
  Expr::EvalResult Result;
  if (!Copy->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt();
}
