//===- LostInstances.cpp - Kernels that broken launches name --------------===//
// See LostInstances.h.
//===----------------------------------------------------------------------===//
#include "frontend/LostInstances.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"

using namespace clang;

namespace warptidy {
namespace {

/// Finds the unresolved names of kernel templates outside of templates, where
/// nothing but an error leaves a name unresolved.
class NameFinder : public RecursiveASTVisitor<NameFinder> {
public:
  std::vector<UnresolvedLookupExpr *> Found;
  /// A member of a class template that is defined outside of it, too.
  bool TraverseDecl(Decl *D) {
    const auto *Context = dyn_cast_or_null<DeclContext>(D);
    if (Context && Context->isDependentContext())
      return true;
    return RecursiveASTVisitor::TraverseDecl(D);
  }
  bool TraverseFunctionTemplateDecl(FunctionTemplateDecl *) { return true; }
  bool TraverseClassTemplateDecl(ClassTemplateDecl *) { return true; }
  bool TraverseVarTemplateDecl(VarTemplateDecl *) { return true; }
  bool TraverseClassTemplatePartialSpecializationDecl(
      ClassTemplatePartialSpecializationDecl *) {
    return true;
  }
  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *E) {
    if (E->hasExplicitTemplateArgs() &&
        llvm::any_of(E->decls(), [](const NamedDecl *D) {
          const auto *T = dyn_cast<FunctionTemplateDecl>(D);
          return T && T->getTemplatedDecl()->hasAttr<CUDAGlobalAttr>();
        }))
      Found.push_back(E);
    return true;
  }
};

class LostInstances : public SemaConsumer {
public:
  void InitializeSema(Sema &S) override { TheSema = &S; }
  void ForgetSema() override { TheSema = nullptr; }
  void HandleTranslationUnit(ASTContext &Context) override {
    if (!TheSema || !Context.getDiagnostics().hasErrorOccurred())
      return;
    NameFinder Names;
    Names.TraverseDecl(Context.getTranslationUnitDecl());
    for (UnresolvedLookupExpr *E : Names.Found)
      if (FunctionDecl *Kernel =
              TheSema->ResolveSingleFunctionTemplateSpecialization(E))
        TheSema->InstantiateFunctionDefinition(
            E->getExprLoc(), Kernel, /*Recursive=*/true,
            /*DefinitionRequired=*/false, /*AtEndOfTU=*/true);
  }

private:
  Sema *TheSema = nullptr;
};

} // namespace

std::unique_ptr<ASTConsumer> makeLostInstances() {
  return std::make_unique<LostInstances>();
}

} // namespace warptidy
