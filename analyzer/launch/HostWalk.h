//===- HostWalk.h - The visitor behind HostScan -----------------*- C++ -*-===//
// HostScan.cpp has what it notes, HostWalk.cpp how it goes through statements.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTWALK_H
#define WARPTIDY_LAUNCH_HOSTWALK_H

#include "launch/HostScan.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace warptidy {

class HostWalk : public clang::DynamicRecursiveASTVisitor {
public:
  explicit HostWalk(clang::ASTContext &Context)
      : Context(Context), SM(Context.getSourceManager()) {
    ShouldVisitTemplateInstantiations = true;
  }

  HostScan finish();

  bool TraverseDecl(clang::Decl *D) override;
  bool TraverseLambdaCapture(clang::LambdaExpr *Lambda,
                             const clang::LambdaCapture *Capture,
                             clang::Expr *Init) override;
  bool TraverseLambdaExpr(clang::LambdaExpr *E) override;
  bool TraverseInitListExpr(clang::InitListExpr *E) override;
  bool TraverseIfStmt(clang::IfStmt *S) override;
  bool TraverseForStmt(clang::ForStmt *S) override;
  bool TraverseWhileStmt(clang::WhileStmt *S) override;
  bool TraverseDoStmt(clang::DoStmt *S) override;
  bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt *S) override;
  bool TraverseSwitchStmt(clang::SwitchStmt *S) override;
  bool TraverseCXXTryStmt(clang::CXXTryStmt *S) override;
  bool TraverseConditionalOperator(clang::ConditionalOperator *E) override;
  bool TraverseBinaryOperator(clang::BinaryOperator *E) override;
  bool VisitCallExpr(clang::CallExpr *E) override;
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) override;
  bool VisitBinaryOperator(clang::BinaryOperator *E) override;
  bool VisitUnaryOperator(clang::UnaryOperator *E) override;
  bool VisitCastExpr(clang::CastExpr *E) override;
  bool
  VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *E) override;
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override;
  bool VisitMemberExpr(clang::MemberExpr *E) override;
  bool VisitVarDecl(clang::VarDecl *D) override;
  bool VisitLabelStmt(clang::LabelStmt *S) override;

private:
  CodePoint here() { return {++Rank, Block}; }
  void noteRead(const clang::Expr *E);
  void noteWrite(const clang::Expr *Target, const clang::Expr *Value,
                 clang::BinaryOperatorKind Op);
  void noteFieldWrite(const clang::Expr *Target, const clang::Expr *Value);
  void noteCall(const clang::Expr *E, const clang::FunctionDecl *Callee,
                llvm::ArrayRef<const clang::Expr *> Arguments);
  /// Opens a block; the result goes to close().
  unsigned open(CodeBlock::Kind What);
  void close(unsigned Outer) { Block = Outer; }
  void traverseIn(CodeBlock::Kind What, clang::Stmt *S);
  unsigned openFork(const clang::Expr *Cond);
  unsigned openArm(unsigned Fork, CodeBlock::End Ends);
  void traverseArm(unsigned Fork, clang::Stmt *S);
  void traverseCases(clang::CompoundStmt *Body, const clang::Expr *Cond);

  clang::ASTContext &Context;
  const clang::SourceManager &SM;
  HostScan Found;
  unsigned Rank = 0;
  unsigned Block = CodeBlock::None;
  llvm::DenseSet<const clang::DeclRefExpr *> Reads, Written, Escapes;
  std::vector<const clang::DeclRefExpr *> References;
  llvm::DenseSet<const clang::MemberExpr *> FieldReads, FieldsWritten;
  std::vector<const clang::MemberExpr *> Members;
  const clang::FunctionDecl *In = nullptr; ///< The function around.
};

} // namespace warptidy

#endif
