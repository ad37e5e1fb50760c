//===- HostReader.cpp - Facts about host code -----------------------------===//
// One walk over the unit finds the functions that call the runtime; each of
// them is then looked at by itself.
//===----------------------------------------------------------------------===//
#include "launch/HostReader.h"

#include "launch/HostCallReader.h"
#include "launch/HostCalls.h"
#include "launch/KernelDecl.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include <utility>

using namespace clang;

namespace warptidy {
namespace {

class UnitWalk : public DynamicRecursiveASTVisitor {
public:
  UnitWalk(ASTContext &Context, HostFacts &Facts)
      : Context(Context), SM(Context.getSourceManager()), Facts(Facts),
        Kernels(Context) {
    ShouldVisitTemplateInstantiations = true;
  }

  std::vector<HostBody> Bodies;
  bool Registers = false;

  bool TraverseDecl(Decl *D) override;
  bool TraverseLambdaExpr(LambdaExpr *E) override;
  bool VisitCallExpr(CallExpr *E) override;
  bool VisitVarDecl(VarDecl *D) override;
  bool VisitDeclRefExpr(DeclRefExpr *E) override;
  bool VisitRecoveryExpr(RecoveryExpr *) override {
    Facts.NamesKnown = false;
    if (In)
      In->HasErrors = true;
    return true;
  }

private:
  /// Goes on in a function's body, or a lambda's.
  template <typename Action>
  bool within(const FunctionDecl *Function, Action Walk) {
    HostBody Body;
    Body.Function = Function;
    HostBody *Around = std::exchange(In, &Body);
    bool Continue = Walk();
    In = Around;
    if (!Body.Calls.empty())
      Bodies.push_back(std::move(Body));
    return Continue;
  }

  ASTContext &Context;
  const SourceManager &SM;
  HostFacts &Facts;
  KernelNamer Kernels;
  llvm::DenseSet<const VarDecl *> Constants; ///< Those noted.
  llvm::DenseSet<const Expr *> Launched; ///< What `<<<...>>>` stands behind.
  HostBody *In = nullptr;
};

bool isOfHost(const FunctionDecl &F) {
  return !F.hasAttr<CUDAGlobalAttr>() &&
         (!F.hasAttr<CUDADeviceAttr>() || F.hasAttr<CUDAHostAttr>());
}

bool UnitWalk::TraverseDecl(Decl *D) {
  if (!D || isInSystemHeader(*D, SM))
    return true;
  if (isa<FunctionDecl, CXXRecordDecl>(D) &&
      cast<DeclContext>(D)->isDependentContext())
    return true;
  const auto *Function = dyn_cast<FunctionDecl>(D);
  if (!Function)
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  if (!isOfHost(*Function) || findRuntimeCall(Function))
    return true;
  return within(Function,
                [&] { return DynamicRecursiveASTVisitor::TraverseDecl(D); });
}

bool UnitWalk::TraverseLambdaExpr(LambdaExpr *E) {
  if (FunctionTemplateDecl *Operator = E->getDependentCallOperator()) {
    for (FunctionDecl *Instance : Operator->specializations())
      TraverseDecl(Instance);
    return true;
  }
  if (!isOfHost(*E->getCallOperator()))
    return true;
  return within(E->getCallOperator(),
                [&] { return TraverseStmt(E->getBody()); });
}

bool UnitWalk::VisitCallExpr(CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const RuntimeCall *Of = findRuntimeCall(Callee);
  StringRef Name = nameOf(Callee);
  Registers |= Name == "cuMemHostRegister" || Name == "cuMemHostRegister_v2" ||
               (Of && Of->Kind == HostCallKind::Register);
  Facts.Advises |=
      Name.starts_with("cudaMemPrefetch") ||
      Name.starts_with("cudaMemAdvise") || Name.starts_with("cuMemPrefetch") ||
      Name.starts_with("cuMemAdvise") || Name == "cudaStreamAttachMemAsync";
  if (isa<CUDAKernelCallExpr>(E))
    Launched.insert(E->getCallee()->IgnoreParenImpCasts());
  if (In && (Of || isa<CUDAKernelCallExpr>(E)))
    In->Calls.push_back(E);
  return true;
}

bool UnitWalk::VisitDeclRefExpr(DeclRefExpr *E) {
  const auto *Kernel = dyn_cast<FunctionDecl>(E->getDecl());
  if (Kernel && Kernel->hasAttr<CUDAGlobalAttr>() && !Launched.count(E) &&
      !Kernel->isDependentContext())
    Facts.NamedKernels.insert(Kernels.name(*Kernel));
  return true;
}

/// Of complete types only; 0 for others.
static uint64_t bytesOf(const VarDecl &D, const ASTContext &Context) {
  QualType Type = D.getType();
  if (D.isInvalidDecl() || Type->isDependentType() || Type->isIncompleteType())
    return 0;
  return Context.getTypeSizeInChars(Type).getQuantity();
}

bool UnitWalk::VisitVarDecl(VarDecl *D) {
  // Clang marks constexpr variables that device code uses, too.
  const auto *Constant = D->getAttr<CUDAConstantAttr>();
  // An instance of a template is visited more than once.
  if (Constant && !Constant->isImplicit() &&
      D->isThisDeclarationADefinition() == VarDecl::Definition &&
      Constants.insert(D->getCanonicalDecl()).second)
    if (uint64_t Bytes = bytesOf(*D, Context))
      Facts.Constants.push_back({D->getNameAsString(),
                                 writtenSpot(D->getLocation(), Context),
                                 Bytes});
  const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      D->getType()->getAsCXXRecordDecl());
  if (D->hasGlobalStorage() && Record && isInSystemHeader(*Record, SM) &&
      (Record->getName() == "texture" || Record->getName() == "surface") &&
      Record->getDeclContext()->getRedeclContext()->isTranslationUnit())
    Facts.Textures.push_back({D->getName().str(),
                              writtenText(D->getSourceRange(), Context),
                              writtenSpot(D->getSourceRange(), Context),
                              Record->getName() == "surface"});
  return true;
}

} // namespace

static bool isSound(const HostBody &Body, const SourceManager &SM,
                    ArrayRef<SourceLocation> ErrorLocations) {
  const Stmt &Whole = *Body.Function->getBody();
  SourceLocation Begin = SM.getExpansionLoc(Whole.getBeginLoc());
  SourceLocation End = SM.getExpansionLoc(Whole.getEndLoc());
  return !Body.HasErrors && !Body.Function->isInvalidDecl() &&
         llvm::none_of(ErrorLocations, [&](SourceLocation Error) {
           SourceLocation At = SM.getExpansionLoc(Error);
           return At.isValid() && !SM.isBeforeInTranslationUnit(At, Begin) &&
                  !SM.isBeforeInTranslationUnit(End, At);
         });
}

HostFacts readHostFacts(ASTContext &Context,
                        ArrayRef<SourceLocation> ErrorLocations) {
  HostFacts Facts;
  Facts.NamesKnown = ErrorLocations.empty();
  UnitWalk Walk(Context, Facts);
  Walk.TraverseAST(Context);
  HostCallees Callees(Context);
  for (const HostBody &Body : Walk.Bodies)
    if (isSound(Body, Context.getSourceManager(), ErrorLocations))
      Facts.Functions.push_back(
          readHostBody(Context, Body, Callees, Walk.Registers));
  return Facts;
}

} // namespace warptidy
