//===- HostScan.cpp - One walk over the host code -------------------------===//
// A variable counts as changed unless each reference to it is a plain read: so
// a use that this file does not know is taken for a write.
//===----------------------------------------------------------------------===//
#include "launch/HostScan.h"

#include "launch/KernelDecl.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;
using namespace warptidy;

bool warptidy::isLaunchFunction(llvm::StringRef Name) {
  return Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel" ||
         Name == "cudaLaunchKernelEx" || Name == "cudaLaunchKernelExC";
}

namespace {

class Scanner : public DynamicRecursiveASTVisitor {
public:
  explicit Scanner(ASTContext &Context) : SM(Context.getSourceManager()) {
    ShouldVisitTemplateInstantiations = true;
  }

  HostScan finish();

  bool TraverseDecl(Decl *D) override;
  bool TraverseLambdaCapture(LambdaExpr *Lambda, const LambdaCapture *Capture,
                             Expr *Init) override;
  bool TraverseLambdaExpr(LambdaExpr *E) override;
  bool TraverseInitListExpr(InitListExpr *E) override;
  bool VisitCallExpr(CallExpr *E) override;
  bool VisitCastExpr(CastExpr *E) override;
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) override;
  bool VisitDeclRefExpr(DeclRefExpr *E) override;

private:
  void noteRead(const Expr *E);

  const SourceManager &SM;
  HostScan Found;
  llvm::DenseSet<const DeclRefExpr *> Reads;
  std::vector<const DeclRefExpr *> References;
};

} // namespace

bool Scanner::TraverseDecl(Decl *D) {
  if (!D || isInSystemHeader(*D, SM))
    return true;
  bool HasPattern = isa<FunctionDecl, CXXRecordDecl>(D);
  if (HasPattern && cast<DeclContext>(D)->isDependentContext())
    return true;
  return DynamicRecursiveASTVisitor::TraverseDecl(D);
}

// A capture is no write: what the lambda does with the variable is seen in its
// body, which refers to the same declaration.
bool Scanner::TraverseLambdaCapture(LambdaExpr *Lambda,
                                    const LambdaCapture *Capture, Expr *Init) {
  if (!Lambda->isInitCapture(Capture))
    return true;
  return DynamicRecursiveASTVisitor::TraverseLambdaCapture(Lambda, Capture,
                                                           Init);
}

// The body of a generic lambda is a template's: its instantiations count.
bool Scanner::TraverseLambdaExpr(LambdaExpr *E) {
  FunctionTemplateDecl *Operator = E->getDependentCallOperator();
  if (!Operator)
    return DynamicRecursiveASTVisitor::TraverseLambdaExpr(E);
  for (unsigned I = 0; I < E->capture_size(); ++I)
    TraverseLambdaCapture(E, E->capture_begin() + I,
                          E->capture_init_begin()[I]);
  for (FunctionDecl *Instance : Operator->specializations())
    TraverseDecl(Instance);
  return true;
}

// Only the semantic form has the conversions that tell a read from a write.
bool Scanner::TraverseInitListExpr(InitListExpr *E) {
  InitListExpr *Semantic = E->isSemanticForm() ? E : E->getSemanticForm();
  for (Expr *Init : (Semantic ? Semantic : E)->inits())
    TraverseStmt(Init);
  return true;
}

bool Scanner::VisitCallExpr(CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const IdentifierInfo *Name = Callee ? Callee->getIdentifier() : nullptr;
  if (isa<CUDAKernelCallExpr>(E) || (Name && isLaunchFunction(Name->getName())))
    Found.Launches.push_back(E);
  return true;
}

void Scanner::noteRead(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    noteRead(Choice->getTrueExpr());
    noteRead(Choice->getFalseExpr());
  } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!Member->isArrow())
      noteRead(Member->getBase());
  } else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    if (Cast->getCastKind() == CK_NoOp)
      noteRead(Cast->getSubExpr());
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    Reads.insert(Ref);
  }
}

bool Scanner::VisitCastExpr(CastExpr *E) {
  bool ToConst = isa<ImplicitCastExpr>(E) && E->getCastKind() == CK_NoOp &&
                 E->isGLValue() && E->getType().isConstQualified();
  if (ToConst || E->getCastKind() == CK_LValueToRValue ||
      E->getCastKind() == CK_ToVoid)
    noteRead(E->getSubExpr());
  return true;
}

bool Scanner::VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
  if (!E->isArgumentType())
    noteRead(E->getArgumentExpr());
  return true;
}

bool Scanner::VisitDeclRefExpr(DeclRefExpr *E) {
  if (isa<VarDecl>(E->getDecl()))
    References.push_back(E);
  return true;
}

HostScan Scanner::finish() {
  for (const DeclRefExpr *Ref : References)
    if (!Reads.contains(Ref))
      Found.Changed.insert(cast<VarDecl>(Ref->getDecl())->getCanonicalDecl());
  return std::move(Found);
}

HostScan warptidy::scanHost(ASTContext &Context) {
  Scanner Walk(Context);
  Walk.TraverseAST(Context);
  return Walk.finish();
}
