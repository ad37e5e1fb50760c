//===- HostWalk.cpp - The visitor behind HostScan -------------------------===//
// Goes through functions and statements in the order in which they run, and
// keeps track of the blocks that run by themselves: branches, loops, lambdas.
//===----------------------------------------------------------------------===//
#include "launch/HostWalk.h"

#include "launch/KernelDecl.h"

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
  unsigned Outer =
      open(Block == CodeBlock::None ? Kind::Function : Kind::Lambda);
  bool Continue = DynamicRecursiveASTVisitor::TraverseDecl(D);
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

bool HostWalk::TraverseIfStmt(IfStmt *S) {
  TraverseStmt(S->getInit());
  if (Stmt *Variable = S->getConditionVariableDeclStmt())
    TraverseStmt(Variable);
  TraverseStmt(S->getCond());
  traverseIn(Kind::Branch, S->getThen());
  traverseIn(Kind::Branch, S->getElse());
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

// Each label of a switch opens a block; falling through is a way into it that
// skips what stands before.
bool HostWalk::TraverseSwitchStmt(SwitchStmt *S) {
  TraverseStmt(S->getInit());
  if (Stmt *Variable = S->getConditionVariableDeclStmt())
    TraverseStmt(Variable);
  TraverseStmt(S->getCond());
  auto *Body = dyn_cast_or_null<CompoundStmt>(S->getBody());
  if (!Body) {
    traverseIn(Kind::Branch, S->getBody());
    return true;
  }
  unsigned Outer = open(Kind::Branch);
  for (Stmt *Child : Body->body()) {
    if (isa<SwitchCase>(Child)) {
      close(Outer);
      open(Kind::Branch);
    }
    TraverseStmt(Child);
  }
  close(Outer);
  return true;
}

bool HostWalk::TraverseCXXTryStmt(CXXTryStmt *S) {
  traverseIn(Kind::Branch, S->getTryBlock());
  for (unsigned I = 0; I < S->getNumHandlers(); ++I)
    traverseIn(Kind::Branch, S->getHandler(I));
  return true;
}

bool HostWalk::TraverseConditionalOperator(ConditionalOperator *E) {
  TraverseStmt(E->getCond());
  traverseIn(Kind::Branch, E->getTrueExpr());
  traverseIn(Kind::Branch, E->getFalseExpr());
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
