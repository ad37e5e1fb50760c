//===- HostWalk.cpp - The visitor behind HostScan -------------------------===//
// Goes through functions and statements in the order in which they run, and
// keeps track of the blocks that run by themselves: branches, loops, lambdas.
//===----------------------------------------------------------------------===//
#include "launch/HostWalk.h"

#include "launch/KernelDecl.h"
#include "launch/StatementEnds.h"
#include <utility>

using namespace clang;
using namespace warptidy;

using Kind = CodeBlock::Kind;

unsigned HostWalk::open(Kind What) {
  unsigned Outer = Block;
  Block = static_cast<unsigned>(Found.Blocks.size());
  Found.Blocks.push_back({Outer, What});
  return Outer;
}

void HostWalk::traverseIn(Kind What, Stmt *S) {
  if (!S)
    return;
  unsigned Outer = open(What);
  TraverseStmt(S);
  close(Outer);
}

bool HostWalk::TraverseDecl(Decl *D) {
  if (!D || isInSystemHeader(*D, SM))
    return true;
  bool HasPattern = isa<FunctionDecl, CXXRecordDecl>(D);
  if (HasPattern && cast<DeclContext>(D)->isDependentContext())
    return true;
  const auto *Function = dyn_cast<FunctionDecl>(D);
  if (!Function)
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  // The runtime's own wrappers of its launch functions.
  if (Function->getIdentifier() && isLaunchFunction(Function->getName()))
    return true;
  if (Function->doesThisDeclarationHaveABody())
    Found.Functions.push_back(Function);
  unsigned Outer =
      open(Block == CodeBlock::None ? Kind::Function : Kind::Lambda);
  const FunctionDecl *Around = std::exchange(In, Function);
  bool Continue = DynamicRecursiveASTVisitor::TraverseDecl(D);
  In = Around;
  close(Outer);
  return Continue;
}

// A capture is no write: what the lambda does with the variable is seen in its
// body, which refers to the same declaration.
bool HostWalk::TraverseLambdaCapture(LambdaExpr *Lambda,
                                     const LambdaCapture *Capture, Expr *Init) {
  if (!Lambda->isInitCapture(Capture))
    return true;
  return DynamicRecursiveASTVisitor::TraverseLambdaCapture(Lambda, Capture,
                                                           Init);
}

// The body of a generic lambda is a template's: its instantiations count.
bool HostWalk::TraverseLambdaExpr(LambdaExpr *E) {
  for (unsigned I = 0; I < E->capture_size(); ++I)
    TraverseLambdaCapture(E, E->capture_begin() + I,
                          E->capture_init_begin()[I]);
  if (FunctionTemplateDecl *Operator = E->getDependentCallOperator()) {
    for (FunctionDecl *Instance : Operator->specializations())
      TraverseDecl(Instance);
    return true;
  }
  unsigned Outer = open(Kind::Lambda);
  for (ParmVarDecl *Param : E->getCallOperator()->parameters())
    Found.Declared.try_emplace(Param, here());
  TraverseStmt(E->getBody());
  close(Outer);
  return true;
}

unsigned HostWalk::openFork(const Expr *Cond) {
  CodeFork &Fork = Found.Forks.emplace_back();
  Fork.Cond = Cond;
  Fork.At = here();
  return static_cast<unsigned>(Found.Forks.size()) - 1;
}

unsigned HostWalk::openArm(unsigned Fork, CodeBlock::End Ends) {
  unsigned Outer = open(Kind::Branch);
  CodeFork &Of = Found.Forks[Fork];
  Found.Blocks[Block].Fork = Fork;
  Found.Blocks[Block].Arm = static_cast<unsigned>(Of.Ends.size());
  Found.Blocks[Block].Ends = Ends;
  Of.Ends.push_back(Ends);
  return Outer;
}

void HostWalk::traverseArm(unsigned Fork, Stmt *S) {
  unsigned Outer = openArm(Fork, S ? endOf(*S) : CodeBlock::End::After);
  TraverseStmt(S);
  close(Outer);
}

bool HostWalk::TraverseIfStmt(IfStmt *S) {
  TraverseStmt(S->getInit());
  if (Stmt *Variable = S->getConditionVariableDeclStmt())
    TraverseStmt(Variable);
  TraverseStmt(S->getCond());
  unsigned Fork = openFork(S->getCond());
  traverseArm(Fork, S->getThen());
  traverseArm(Fork, S->getElse());
  return true;
}

// The increment comes after the body, which may be left before it.
bool HostWalk::TraverseForStmt(ForStmt *S) {
  TraverseStmt(S->getInit());
  unsigned Outer = open(Kind::Loop);
  if (Stmt *Variable = S->getConditionVariableDeclStmt())
    TraverseStmt(Variable);
  TraverseStmt(S->getCond());
  traverseIn(Kind::Branch, S->getBody());
  traverseIn(Kind::Branch, S->getInc());
  close(Outer);
  return true;
}

bool HostWalk::TraverseWhileStmt(WhileStmt *S) {
  unsigned Outer = open(Kind::Loop);
  if (Stmt *Variable = S->getConditionVariableDeclStmt())
    TraverseStmt(Variable);
  TraverseStmt(S->getCond());
  traverseIn(Kind::Branch, S->getBody());
  close(Outer);
  return true;
}

bool HostWalk::TraverseDoStmt(DoStmt *S) {
  unsigned Outer = open(Kind::Loop);
  TraverseStmt(S->getBody());
  TraverseStmt(S->getCond());
  close(Outer);
  return true;
}

bool HostWalk::TraverseCXXForRangeStmt(CXXForRangeStmt *S) {
  TraverseStmt(S->getInit());
  TraverseStmt(S->getRangeInit());
  unsigned Outer = open(Kind::Loop);
  TraverseStmt(S->getLoopVarStmt());
  TraverseStmt(S->getBody());
  close(Outer);
  return true;
}

bool HostWalk::TraverseSwitchStmt(SwitchStmt *S) {
  TraverseStmt(S->getInit());
  if (Stmt *Variable = S->getConditionVariableDeclStmt())
    TraverseStmt(Variable);
  TraverseStmt(S->getCond());
  if (auto *Body = dyn_cast_or_null<CompoundStmt>(S->getBody()))
    traverseCases(Body, S->getCond());
  else
    traverseIn(Kind::Branch, S->getBody());
  return true;
}

/// Each label opens an arm. Falling through is a way into one that skips what
/// stands before: then nothing is known of which arms run.
void HostWalk::traverseCases(CompoundStmt *Body, const Expr *Cond) {
  unsigned Fork = openFork(Cond), Outer = Block;
  std::vector<SwitchArm> Arms = armsOf(*Body);
  for (Stmt *Child : Body->body()) {
    if (isa<SwitchCase>(Child))
      break;
    TraverseStmt(Child);
  }
  bool Default = false;
  for (const SwitchArm &Arm : Arms) {
    openArm(Fork, Arm.Ends);
    Found.Forks[Fork].Labels.push_back(Arm.Labels);
    Default |= llvm::is_contained(Arm.Labels, nullptr);
    for (Stmt *Child : Arm.Body)
      TraverseStmt(Child);
    close(Outer);
  }
  if (Default)
    return;
  Found.Forks[Fork].Labels.push_back({nullptr});
  Found.Forks[Fork].Ends.push_back(CodeBlock::End::After);
}

bool HostWalk::TraverseCXXTryStmt(CXXTryStmt *S) {
  traverseIn(Kind::Branch, S->getTryBlock());
  for (unsigned I = 0; I < S->getNumHandlers(); ++I)
    traverseIn(Kind::Branch, S->getHandler(I));
  return true;
}

bool HostWalk::TraverseConditionalOperator(ConditionalOperator *E) {
  TraverseStmt(E->getCond());
  unsigned Fork = openFork(E->getCond());
  traverseArm(Fork, E->getTrueExpr());
  traverseArm(Fork, E->getFalseExpr());
  return true;
}

bool HostWalk::TraverseBinaryOperator(BinaryOperator *E) {
  if (!E->isLogicalOp())
    return DynamicRecursiveASTVisitor::TraverseBinaryOperator(E);
  TraverseStmt(E->getLHS());
  traverseIn(Kind::Branch, E->getRHS());
  return true;
}

bool HostWalk::VisitLabelStmt(LabelStmt *) {
  for (unsigned B = Block; B != CodeBlock::None; B = Found.Blocks[B].Parent)
    Found.Blocks[B].HasLabel = true;
  return true;
}
