//===- StatementEnds.cpp - Where control goes after a statement -----------===//
// See StatementEnds.h.
//===----------------------------------------------------------------------===//
#include "launch/StatementEnds.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace warptidy;

using End = CodeBlock::End;

/// Whether a break, continue or goto in S leaves it.
static bool jumpsOut(const Stmt *S, bool InLoop = false,
                     bool InSwitch = false) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<BreakStmt>(S))
    return !InLoop && !InSwitch;
  if (isa<ContinueStmt>(S))
    return !InLoop;
  if (isa<GotoStmt, IndirectGotoStmt>(S))
    return true;
  InLoop |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  InSwitch |= isa<SwitchStmt>(S);
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return jumpsOut(Child, InLoop, InSwitch);
  });
}

/// Whether the code behind S never runs after it: it returns, throws or exits.
static bool returns(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<Expr>(S))
    S = E->IgnoreImplicit();
  if (isa<ReturnStmt, CXXThrowExpr>(S))
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const IdentifierInfo *Name = Callee ? Callee->getIdentifier() : nullptr;
    return Callee && (Callee->isNoReturn() ||
                      (Name && (Name->isStr("exit") || Name->isStr("abort"))));
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::any_of(Block->body(), returns);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return returns(If->getThen()) && returns(If->getElse());
  return false;
}

End warptidy::endOf(const Stmt &Arm) {
  if (jumpsOut(&Arm))
    return End::Jumps;
  return returns(&Arm) ? End::Returns : End::After;
}

/// The statement behind the labels that it has.
static Stmt *unlabelled(Stmt *S, SwitchArm &Arm) {
  while (auto *Case = dyn_cast<SwitchCase>(S)) {
    const auto *Value = dyn_cast<CaseStmt>(Case);
    // A range of values is none that is known.
    bool Single = Value && !Value->caseStmtIsGNURange();
    Arm.Labels.push_back(Single ? Value->getLHS() : nullptr);
    S = Case->getSubStmt();
  }
  return S;
}

/// Whether the last statement is a break of the switch; the braces of
/// `case 1: { ...; break; }` looked through.
static bool takeBreak(std::vector<const Stmt *> &Body) {
  if (Body.empty())
    return false;
  const Stmt *Last = Body.back();
  if (isa<BreakStmt>(Last)) {
    Body.pop_back();
    return true;
  }
  const auto *Block = dyn_cast<CompoundStmt>(Last);
  if (!Block)
    return false;
  Body.pop_back();
  Body.insert(Body.end(), Block->body_begin(), Block->body_end());
  return takeBreak(Body);
}

static End armEnd(const SwitchArm &Arm, bool IsLast) {
  std::vector<const Stmt *> Body(Arm.Body.begin(), Arm.Body.end());
  bool Breaks = takeBreak(Body);
  if (llvm::any_of(Body, [](const Stmt *S) { return jumpsOut(S); }))
    return End::Jumps;
  if (llvm::any_of(Body, returns))
    return End::Returns;
  return Breaks || IsLast ? End::After : End::Jumps;
}

std::vector<SwitchArm> warptidy::armsOf(CompoundStmt &Body) {
  std::vector<SwitchArm> Arms;
  for (Stmt *Child : Body.body()) {
    if (isa<SwitchCase>(Child)) {
      SwitchArm &Arm = Arms.emplace_back();
      Arm.Body.push_back(unlabelled(Child, Arm));
    } else if (!Arms.empty()) {
      Arms.back().Body.push_back(Child);
    }
  }
  for (size_t I = 0; I < Arms.size(); ++I)
    Arms[I].Ends = armEnd(Arms[I], I + 1 == Arms.size());
  // What one arm falls into runs in another.
  for (size_t I = 0; I + 1 < Arms.size(); ++I)
    if (Arms[I].Ends == End::Jumps)
      Arms[I + 1].Ends = End::Jumps;
  return Arms;
}
