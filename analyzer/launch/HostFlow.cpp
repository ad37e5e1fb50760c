//===- HostFlow.cpp - What runs in each iteration of a loop ---------------===//
// See HostFlow.h.
//===----------------------------------------------------------------------===//
#include "launch/HostFlow.h"

#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace warptidy {

HostFlow::HostFlow(const CFG *Graph, const ParentMap &Parents)
    : Parents(Parents) {
  if (!Graph)
    return;
  for (const CFGBlock *B : *Graph) {
    unsigned Index = 0;
    for (const CFGElement &Element : *B) {
      if (auto S = Element.getAs<CFGStmt>())
        Places.try_emplace(S->getStmt(), B, Index);
      ++Index;
    }
    if (const Stmt *Terminator = B->getTerminatorStmt())
      Heads.try_emplace(Terminator, B);
  }
}

std::pair<HostFlow::Block, unsigned> HostFlow::placeOf(const Stmt *S) const {
  for (; S; S = Parents.getParent(S))
    if (auto It = Places.find(S); It != Places.end())
      return It->second;
  return {nullptr, 0};
}

HostFlow::Block HostFlow::headOf(const Stmt *Loop) const {
  return Heads.lookup(Loop);
}

bool HostFlow::reaches(Block From, Block To, Block Avoided,
                       const Stmt *Loop) const {
  llvm::SmallPtrSet<Block, 32> Seen;
  for (const Stmt *S = Parents.getParent(Loop); S; S = Parents.getParent(S))
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
      Seen.insert(headOf(S));
  llvm::SmallVector<Block, 32> Open;
  auto Add = [&](Block B) {
    for (const CFGBlock::AdjacentBlock &Next : B->succs())
      if (Block Reached = Next.getReachableBlock())
        if (Reached != Avoided && Seen.insert(Reached).second)
          Open.push_back(Reached);
  };
  Add(From);
  while (!Open.empty()) {
    Block B = Open.pop_back_val();
    if (B == To)
      return true;
    Add(B);
  }
  return false;
}

bool HostFlow::runsEachIteration(const Stmt *S, const Stmt *Loop) const {
  Block Head = headOf(Loop), At = placeOf(S).first;
  return Head && At && At != Head && reaches(At, Head, nullptr, Loop) &&
         reaches(Head, At, nullptr, Loop) && !reaches(Head, Head, At, Loop);
}

bool HostFlow::alwaysFollows(const Stmt *First, const Stmt *Second,
                             const Stmt *Loop) const {
  Block Head = headOf(Loop);
  auto [From, FromIndex] = placeOf(First);
  auto [To, ToIndex] = placeOf(Second);
  if (!Head || !From || !To || From == Head || To == Head)
    return false;
  if (From == To)
    return FromIndex < ToIndex;
  return reaches(From, To, Head, Loop) && !reaches(From, Head, To, Loop);
}

} // namespace warptidy
