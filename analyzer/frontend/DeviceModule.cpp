//===- DeviceModule.cpp - Device IR of a finished AST ---------------------===//
// Walks the declarations of the AST, hands the sound ones to a CodeGenerator
// with its own diagnostics, and records the kernels.
//===----------------------------------------------------------------------===//
#include "frontend/DeviceModule.h"
#include "frontend/UserDecls.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;

namespace warptidy {
namespace {

/// Finds the first error node below a function.
class ErrorFinder : public RecursiveASTVisitor<ErrorFinder> {
public:
  bool Found = false;
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitExpr(Expr *E) { return !(Found |= E->containsErrors()); }
  bool VisitVarDecl(VarDecl *D) { return !(Found |= D->isInvalidDecl()); }
};

/// Visits every function and variable that CodeGen may need, in source order:
/// namespaces, template instantiations and class members included.
class DeclWalker {
public:
  DeclWalker(CodeGenerator &Gen, DeviceModule &Out, ASTContext &Context,
             ArrayRef<SourceLocation> ErrorLocations)
      : Gen(Gen), Out(Out), Context(Context), ErrorLocations(ErrorLocations),
        Names(Context) {}

  void walk(const DeclContext *DC) {
    for (Decl *D : DC->decls())
      visit(D);
  }
  /// The whole unit, or of a limited one (UserDecls.h) what it needs.
  void walkUnit() {
    if (!isLimited(Context))
      return walk(Context.getTranslationUnitDecl());
    for (Decl *D : Context.getTraversalScope())
      visit(D);
    for (Decl *D : usedDefinitions(Emitted.getArrayRef()))
      visit(D);
  }

  /// Generates code for what was found to be sound. What is not has no body
  /// meanwhile: sound code that calls it would have it generated as well.
  void generate();

private:
  void visit(Decl *D);
  void visitFunction(FunctionDecl *F);
  void visitVariable(VarDecl *V);
  bool isBroken(const FunctionDecl &F) const;
  void emit(Decl *D) { Emitted.insert(D); }

  CodeGenerator &Gen;
  DeviceModule &Out;
  ASTContext &Context;
  ArrayRef<SourceLocation> ErrorLocations;
  ASTNameGenerator Names;
  llvm::SetVector<Decl *> Emitted;
  llvm::SetVector<FunctionDecl *> Broken;
};

void DeclWalker::generate() {
  std::vector<Stmt *> Bodies;
  for (FunctionDecl *F : Broken) {
    Bodies.push_back(F->getBody());
    F->setBody(nullptr);
  }
  for (Decl *D : Emitted)
    Gen.HandleTopLevelDecl(DeclGroupRef(D));
  Gen.HandleTranslationUnit(Context);
  for (size_t I = 0; I < Broken.size(); ++I)
    Broken[I]->setBody(Bodies[I]);
}

void DeclWalker::visit(Decl *D) {
  if (D->isInvalidDecl())
    return;
  if (auto *F = dyn_cast<FunctionDecl>(D))
    return visitFunction(F);
  if (auto *V = dyn_cast<VarDecl>(D))
    return visitVariable(V);
  if (auto *T = dyn_cast<FunctionTemplateDecl>(D)) {
    if (T->isCanonicalDecl())
      for (FunctionDecl *S : T->specializations())
        if (S->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
          visitFunction(S);
    return;
  }
  if (auto *T = dyn_cast<ClassTemplateDecl>(D)) {
    if (T->isCanonicalDecl())
      for (ClassTemplateSpecializationDecl *S : T->specializations())
        if (S->getSpecializationKind() != TSK_ExplicitSpecialization)
          walk(S);
    return;
  }
  if (auto *T = dyn_cast<VarTemplateDecl>(D)) {
    for (VarTemplateSpecializationDecl *S : T->specializations())
      visitVariable(S);
    return;
  }
  if (auto *R = dyn_cast<CXXRecordDecl>(D)) {
    if (R->isThisDeclarationADefinition() && !R->isDependentContext())
      walk(R);
    return;
  }
  if (isa<NamespaceDecl>(D) || isa<LinkageSpecDecl>(D))
    walk(cast<DeclContext>(D));
}

bool DeclWalker::isBroken(const FunctionDecl &F) const {
  ErrorFinder Finder;
  Finder.TraverseDecl(const_cast<FunctionDecl *>(&F));
  if (Finder.Found)
    return true;
  const SourceManager &SM = Context.getSourceManager();
  SourceRange R = SM.getExpansionRange(F.getSourceRange()).getAsRange();
  return llvm::any_of(ErrorLocations, [&](SourceLocation L) {
    return SM.isPointWithin(SM.getExpansionLoc(L), R.getBegin(), R.getEnd());
  });
}

void DeclWalker::visitFunction(FunctionDecl *F) {
  if (F->isInvalidDecl() || F->isDependentContext() ||
      !F->doesThisDeclarationHaveABody())
    return;
  bool Kernel = F->hasAttr<CUDAGlobalAttr>();
  if (!Kernel && !F->hasAttr<CUDADeviceAttr>())
    return;
  const SourceManager &SM = Context.getSourceManager();
  bool User = !SM.isInSystemHeader(F->getLocation());
  const bool Sound = !User || !isBroken(*F);
  if (Kernel && User)
    Out.Kernels.push_back({F, Names.getName(F), "", !Sound});
  if (Sound)
    emit(F);
  else
    Broken.insert(F);
}

void DeclWalker::visitVariable(VarDecl *V) {
  if (V->isInvalidDecl() || V->getType()->isDependentType() ||
      (V->getInit() && V->getInit()->containsErrors()))
    return;
  if (V->hasAttr<CUDADeviceAttr>() || V->hasAttr<CUDAConstantAttr>() ||
      V->hasAttr<CUDASharedAttr>() || V->hasAttr<HIPManagedAttr>() ||
      V->isConstexpr() || V->getType().isConstQualified())
    emit(V);
}

CodeGenOptions codeGenOptions() {
  CodeGenOptions Options;
  Options.OptimizationLevel = 1; // Without this CodeGen forbids inlining.
  Options.UnrollLoops = true;    // Else every loop is marked like "unroll 1".
  Options.RelaxedAliasing = true;
  Options.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  Options.DebugColumnInfo = true;
  Options.DwarfVersion = 2;
  return Options;
}

} // namespace

llvm::Expected<DeviceModule>
emitDeviceModule(ASTContext &Context, ArrayRef<SourceLocation> ErrorLocations) {
  DeviceModule Out;
  Out.Context = std::make_unique<llvm::LLVMContext>();
  DiagnosticOptions DiagOptions;
  DiagnosticsEngine Diags(llvm::makeIntrusiveRefCnt<DiagnosticIDs>(),
                          DiagOptions, new IgnoringDiagConsumer);
  Diags.setSourceManager(&Context.getSourceManager());
  HeaderSearchOptions HeaderOptions;
  PreprocessorOptions PPOptions;
  CodeGenOptions CGOptions = codeGenOptions();
  std::unique_ptr<CodeGenerator> Gen(
      CreateLLVMCodeGen(Diags, "device", llvm::vfs::getRealFileSystem(),
                        HeaderOptions, PPOptions, CGOptions, *Out.Context));
  Gen->Initialize(Context);
  DeclWalker Walker(*Gen, Out, Context, ErrorLocations);
  Walker.walkUnit();
  Walker.generate();
  for (KernelDecl &K : Out.Kernels)
    if (!K.Broken)
      K.IRName =
          Gen->GetMangledName(GlobalDecl(K.Decl, KernelReferenceKind::Kernel))
              .str();
  Out.Module = Gen->ReleaseModule();
  if (!Out.Module)
    return llvm::createStringError("device code generation gave no module");
  return Out;
}

} // namespace warptidy
