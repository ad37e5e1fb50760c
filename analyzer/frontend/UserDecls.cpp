//===- UserDecls.cpp - The author's part of a unit ------------------------===//
// See UserDecls.h.
//===----------------------------------------------------------------------===//
#include "frontend/UserDecls.h"
#include "clang/AST/ExternalASTSource.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace warptidy {
namespace {

/// Collects what functions and variables refer to, whether written or implied.
class UseFinder : public RecursiveASTVisitor<UseFinder> {
public:
  explicit UseFinder(ArrayRef<Decl *> Roots)
      : Seen(Roots.begin(), Roots.end()), Work(Roots.begin(), Roots.end()) {}
  bool shouldVisitImplicitCode() const { return true; }

  std::vector<Decl *> run() {
    while (!Work.empty()) {
      Decl *D = Work.back();
      Work.pop_back();
      if (auto *V = dyn_cast<VarDecl>(D))
        TraverseStmt(V->getInit());
      else
        follow(cast<FunctionDecl>(D));
    }
    return std::move(Found);
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) { return use(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) { return use(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    return use(E->getConstructor());
  }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) {
    return use(E->getConstructor());
  }
  bool VisitCXXNewExpr(CXXNewExpr *E) {
    return use(E->getOperatorNew()) && use(E->getOperatorDelete());
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    useDestructor(E->getDestroyedType());
    return use(E->getOperatorDelete());
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) {
    return TraverseStmt(E->getExpr());
  }
  bool VisitVarDecl(VarDecl *V) {
    useDestructor(V->getType());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) {
    useDestructor(E->getType());
    return true;
  }

private:
  void follow(FunctionDecl *F) {
    TraverseStmt(F->getBody());
    if (auto *C = dyn_cast<CXXConstructorDecl>(F))
      for (CXXCtorInitializer *I : C->inits())
        TraverseStmt(I->getInit());
    if (auto *D = dyn_cast<CXXDestructorDecl>(F)) {
      for (FieldDecl *Field : D->getParent()->fields())
        useDestructor(Field->getType());
      for (CXXBaseSpecifier &Base : D->getParent()->bases())
        useDestructor(Base.getType());
    }
  }
  void useDestructor(QualType T) {
    T = T->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
    CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (R && R->hasDefinition() && !R->isDependentContext())
      use(R->getDestructor());
  }
  /// The definition; of a C function also one that Clang takes for another's,
  /// because it was declared again in a namespace: CodeGen goes by the name.
  static Decl *definitionOf(const FunctionDecl *F) {
    const FunctionDecl *Definition = nullptr;
    if (F->isDefined(Definition))
      return const_cast<FunctionDecl *>(Definition);
    if (F->isExternC())
      for (NamedDecl *Other :
           F->getASTContext().getTranslationUnitDecl()->lookup(
               F->getDeclName()))
        if (auto *O = dyn_cast<FunctionDecl>(Other);
            O && O->isExternC() && O->isDefined(Definition))
          return const_cast<FunctionDecl *>(Definition);
    return nullptr;
  }
  static Decl *definitionOf(VarDecl *V) {
    if (!V->hasGlobalStorage() || V->isStaticLocal())
      return nullptr;
    VarDecl *Definition = V->getDefinition();
    return Definition ? Definition : V;
  }
  bool use(Decl *D) {
    if (auto *F = dyn_cast_or_null<FunctionDecl>(D))
      D = F->isDependentContext() ? nullptr : definitionOf(F);
    else if (auto *V = dyn_cast_or_null<VarDecl>(D))
      D = definitionOf(V);
    else
      D = nullptr;
    if (D && Seen.insert(D).second) {
      Found.push_back(D);
      Work.push_back(D);
    }
    return true;
  }

  llvm::DenseSet<Decl *> Seen;
  std::vector<Decl *> Work, Found;
};

} // namespace

void limitToUserDecls(ASTContext &Context,
                      const std::vector<std::string> &UserHeaders) {
  const SourceManager &SM = Context.getSourceManager();
  llvm::SmallVector<Decl *> Loaded;
  for (const std::string &Path : UserHeaders) {
    OptionalFileEntryRef File = SM.getFileManager().getOptionalFileRef(Path);
    FileID ID = File ? SM.translateFile(*File) : FileID();
    if (ID.isValid())
      Context.getExternalSource()->FindFileRegionDecls(
          ID, 0, SM.getFileIDSize(ID), Loaded);
  }
  std::vector<Decl *> Scope;
  for (Decl *D : Loaded) // Not what stands within a namespace that is there.
    if (D->getLexicalDeclContext()->isTranslationUnit())
      Scope.push_back(D);
  llvm::sort(Scope, [&](const Decl *A, const Decl *B) {
    return SM.isBeforeInTranslationUnit(A->getLocation(), B->getLocation());
  });
  for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
    if (!D->isFromASTFile())
      Scope.push_back(D);
  Context.setTraversalScope(Scope);
}

bool isLimited(const ASTContext &Context) {
  auto Scope = Context.getTraversalScope();
  return Scope.size() != 1 || !isa<TranslationUnitDecl>(Scope[0]);
}

std::vector<Decl *> usedDefinitions(ArrayRef<Decl *> Roots) {
  return UseFinder(Roots).run();
}

} // namespace warptidy
