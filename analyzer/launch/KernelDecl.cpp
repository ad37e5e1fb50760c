//===- KernelDecl.cpp - Kernels as the AST knows them ---------------------===//
// See the header: finding, naming and placing the __global__ functions of a
// translation unit.
//===----------------------------------------------------------------------===//
#include "launch/KernelDecl.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace warptidy;

bool warptidy::isSoundKernel(const FunctionDecl &Function) {
  return Function.hasAttr<CUDAGlobalAttr>() && !Function.isInvalidDecl() &&
         !Function.isDependentContext();
}

bool warptidy::isInSystemHeader(const Decl &D, const SourceManager &SM) {
  SourceLocation Loc = D.getLocation();
  return Loc.isValid() && SM.isInSystemHeader(SM.getExpansionLoc(Loc));
}

namespace {

class KernelFinder : public DynamicRecursiveASTVisitor {
public:
  explicit KernelFinder(ASTContext &Context) : SM(Context.getSourceManager()) {
    ShouldVisitTemplateInstantiations = true;
  }

  // Kernels are never declared inside a statement.
  bool TraverseStmt(Stmt *) override { return true; }

  bool TraverseDecl(Decl *D) override {
    if (!D || isInSystemHeader(*D, SM))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitFunctionDecl(FunctionDecl *D) override {
    if (!D->hasAttr<CUDAGlobalAttr>() ||
        !Seen.insert(D->getCanonicalDecl()).second)
      return true;
    (isSoundKernel(*D) ? Found.Sound : Found.Others).push_back(D);
    return true;
  }

  KernelDecls Found;

private:
  const SourceManager &SM;
  llvm::SmallPtrSet<const FunctionDecl *, 32> Seen;
};

} // namespace

KernelDecls warptidy::findKernels(ASTContext &Context) {
  KernelFinder Finder(Context);
  Finder.TraverseAST(Context);
  return std::move(Finder.Found);
}

SourceSpot warptidy::spotOf(SourceRange Range, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  SourceSpot Spot;
  Spot.Token = Range.getBegin().getRawEncoding();
  if (Range.getBegin().isInvalid())
    return Spot;
  SourceLocation Begin = SM.getExpansionLoc(Range.getBegin());
  Spot.File = SM.getFilename(Begin).str();
  Spot.Line = SM.getExpansionLineNumber(Begin);
  Spot.Column = SM.getExpansionColumnNumber(Begin);
  if (Range.getEnd().isInvalid())
    return Spot;
  SourceLocation Last = SM.getExpansionRange(Range.getEnd()).getEnd();
  SourceLocation End =
      Lexer::getLocForEndOfToken(Last, 0, SM, Context.getLangOpts());
  if (End.isInvalid() || !SM.isWrittenInSameFile(Begin, End))
    return Spot;
  Spot.EndLine = SM.getExpansionLineNumber(End);
  Spot.EndColumn = SM.getExpansionColumnNumber(End);
  return Spot;
}

std::string warptidy::definitionPlace(const FunctionDecl &Kernel,
                                      const ASTContext &Context) {
  const FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
  const FunctionDecl *Definition =
      (Pattern ? *Pattern : Kernel).getDefinition();
  if (!Definition)
    return "";
  const SourceManager &SM = Context.getSourceManager();
  SourceLocation Place = SM.getExpansionLoc(Definition->getLocation());
  llvm::SmallString<256> Path(SM.getFilename(Place));
  SM.getFileManager().makeAbsolutePath(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return (Path + ":" + llvm::Twine(SM.getExpansionLineNumber(Place))).str();
}
