//===- ExprControl.cpp - Merges, loops and guards -------------------------===//
// Phis as selects or loop-carried values, and the branch conditions that
// decide which lanes reach a block.
//===----------------------------------------------------------------------===//
#include "access/ExprBuilder.h"

using namespace llvm;

namespace warptidy {

/// Merges nested deeper than this are reported, not followed.
constexpr unsigned MaxGateDepth = 64;

static unsigned phiBits(const PHINode *P) {
  Type *T = P->getType();
  if (T->isIntegerTy())
    return std::min(T->getIntegerBitWidth(), 64u);
  return T->isFloatTy() ? 32 : 64;
}

ExprRef ExprBuilder::phi(const PHINode *P) {
  if (const Loop *L = LI.getLoopFor(P->getParent());
      L && L->getHeader() == P->getParent())
    return loopPhi(P, L);
  if (P->getNumIncomingValues() == 1)
    return exitValue(P);
  SmallVector<Edge> Edges;
  for (unsigned I = 0; I < P->getNumIncomingValues(); ++I)
    Edges.push_back({P->getIncomingBlock(I), P->getIncomingValue(I)});
  const auto *Node = DT.getNode(P->getParent());
  if (Node && Node->getIDom()) {
    ExprRef R =
        gate(P->getParent(), Node->getIDom()->getBlock(), Edges, 0);
    if (R != NoExpr)
      return R;
  }
  return varying(UnknownReason::ControlMerge, sourceName(P->getName()),
                 phiBits(P));
}

ExprRef ExprBuilder::loopPhi(const PHINode *P, const Loop *L) {
  PhiInfo Info;
  Info.Name = sourceName(P->getName());
  Info.Loop = LoopIndex.lookup(L);
  ExprRef R = Pool.phi(std::move(Info), phiBits(P));
  Memo[P] = R;
  PendingPhis.push_back({P, R});
  return R;
}

/// The value a loop leaves behind. It is not followed, but it is uniform when
/// the value and every way out of the loop are.
ExprRef ExprBuilder::exitValue(const PHINode *P) {
  const Value *In = P->getIncomingValue(0);
  const auto *I = dyn_cast<Instruction>(In);
  const Loop *L = I ? LI.getLoopFor(I->getParent()) : nullptr;
  if (!L || L->contains(P->getParent()))
    return value(In);
  unsigned Bits = phiBits(P);
  OpaqueInfo Info{UnknownReason::LoopCarried, sourceName(P->getName())};
  ExprRef Exit = value(In);
  SmallVector<BasicBlock *> Exiting;
  L->getExitingBlocks(Exiting);
  for (const BasicBlock *E : Exiting) {
    const auto *Br = dyn_cast<BranchInst>(E->getTerminator());
    if (!Br || !Br->isConditional())
      return Pool.opaque(Info, Bits);
    Exit = Pool.opaque(Info, Bits, Exit, value(Br->getCondition()));
  }
  return Exit;
}

void ExprBuilder::completePhis() {
  for (; NextPending < PendingPhis.size(); ++NextPending) {
    auto [P, R] = PendingPhis[NextPending];
    const Loop *L = LI.getLoopFor(P->getParent());
    const BasicBlock *Latch = L->getLoopLatch();
    const BasicBlock *Entry = L->getLoopPredecessor();
    unsigned Bits = phiBits(P);
    ExprRef Init = Entry ? value(P->getIncomingValueForBlock(Entry))
                         : varying(UnknownReason::ControlMerge, "", Bits);
    ExprRef Next = Latch ? value(P->getIncomingValueForBlock(Latch))
                         : varying(UnknownReason::ControlMerge, "", Bits);
    PhiInfo &Info = Pool.phiInfo(R);
    Info.Init = Init;
    Info.Next = Next;
    Facts.Loops[Info.Loop].Phis.push_back(R);
  }
}

/// True when control that takes From->To (and only such control) arrives at
/// Join over edge E.
bool ExprBuilder::edgeLeadsTo(const BasicBlock *From, const BasicBlock *To,
                              const BasicBlock *Join, const Edge &E) const {
  if (E.first == From)
    return To == Join;
  if (To == Join)
    return false;
  return DT.dominates(BasicBlockEdge(From, To), E.first);
}

ExprRef ExprBuilder::gate(const BasicBlock *Join, const BasicBlock *Split,
                          ArrayRef<Edge> Edges, unsigned GateDepth) {
  if (all_of(Edges, [&](const Edge &E) { return E.second == Edges[0].second; }))
    return value(Edges[0].second);
  if (GateDepth > MaxGateDepth)
    return NoExpr;
  // Walk down to the block that really splits these edges.
  const BasicBlock *Common = Edges[0].first;
  for (const Edge &E : Edges)
    Common = DT.findNearestCommonDominator(Common, E.first);
  if (DT.dominates(Split, Common))
    Split = Common;
  const Instruction *Term = Split->getTerminator();
  if (const auto *S = dyn_cast<SwitchInst>(Term))
    return gateSwitch(Join, S, Edges, GateDepth);
  const auto *Br = dyn_cast<BranchInst>(Term);
  if (!Br || !Br->isConditional() || Br->getSuccessor(0) == Br->getSuccessor(1))
    return NoExpr;
  SmallVector<Edge> Taken, Other;
  for (const Edge &E : Edges) {
    bool T = edgeLeadsTo(Split, Br->getSuccessor(0), Join, E);
    bool F = edgeLeadsTo(Split, Br->getSuccessor(1), Join, E);
    if (T == F)
      return NoExpr;
    (T ? Taken : Other).push_back(E);
  }
  if (Taken.empty() || Other.empty())
    return NoExpr;
  ExprRef T = gate(Join, Br->getSuccessor(0), Taken, GateDepth + 1);
  ExprRef F = gate(Join, Br->getSuccessor(1), Other, GateDepth + 1);
  return Pool.select(value(Br->getCondition()), T, F);
}

ExprRef ExprBuilder::gateSwitch(const BasicBlock *Join, const SwitchInst *S,
                                ArrayRef<Edge> Edges, unsigned GateDepth) {
  const BasicBlock *Split = S->getParent();
  SmallVector<Edge> Rest(Edges.begin(), Edges.end());
  ExprRef Cond = value(S->getCondition());
  std::vector<std::pair<ExprRef, ExprRef>> Cases;
  SmallPtrSet<const BasicBlock *, 8> Done;
  for (auto Case : S->cases()) {
    const BasicBlock *Target = Case.getCaseSuccessor();
    if (Target == S->getDefaultDest())
      continue;
    ExprRef Is = Pool.binary(ExprOp::Eq, Cond, value(Case.getCaseValue()));
    SmallVector<Edge> Mine;
    for (const Edge &E : Edges)
      if (edgeLeadsTo(Split, Target, Join, E))
        Mine.push_back(E);
    if (Mine.empty())
      return NoExpr;
    Cases.push_back({Is, gate(Join, Target, Mine, GateDepth + 1)});
    if (Done.insert(Target).second)
      erase_if(Rest, [&](const Edge &E) { return is_contained(Mine, E); });
  }
  if (Rest.empty())
    return NoExpr;
  ExprRef Out = gate(Join, S->getDefaultDest(), Rest, GateDepth + 1);
  for (auto &[Is, V] : reverse(Cases))
    Out = Pool.select(Is, V, Out);
  return Out;
}

/// One bit: control leaves S towards Target.
ExprRef ExprBuilder::switchCondition(const SwitchInst *S,
                                     const BasicBlock *Target) {
  bool Default = S->getDefaultDest() == Target;
  ExprRef Cond = value(S->getCondition());
  ExprRef Any = Pool.constant(0, 1);
  for (auto Case : S->cases())
    if ((Case.getCaseSuccessor() == Target) != Default)
      Any = Pool.binary(
          ExprOp::Or, Any,
          Pool.binary(ExprOp::Eq, Cond, value(Case.getCaseValue())));
  return Default ? Pool.binary(ExprOp::Xor, Any, Pool.constant(1, 1)) : Any;
}

/// Adds the condition that Dominator's branch puts on Block. False when none
/// of its edges dominates Block.
bool ExprBuilder::guardFrom(const BasicBlock *Dominator, const BasicBlock *Block,
                            std::vector<Guard> &Out) {
  const Instruction *Term = Dominator->getTerminator();
  if (const auto *Br = dyn_cast<BranchInst>(Term); Br && Br->isConditional()) {
    const BasicBlock *T = Br->getSuccessor(0), *F = Br->getSuccessor(1);
    if (T == F)
      return true;
    bool Taken = DT.dominates(BasicBlockEdge(Dominator, T), Block);
    if (!Taken && !DT.dominates(BasicBlockEdge(Dominator, F), Block))
      return false;
    Out.push_back({value(Br->getCondition()), Taken});
    return true;
  }
  if (const auto *S = dyn_cast<SwitchInst>(Term)) {
    for (const BasicBlock *Target : successors(Dominator)) {
      bool Once = count(successors(Dominator), Target) == 1;
      if (Once ? DT.dominates(BasicBlockEdge(Dominator, Target), Block)
               : DT.dominates(Target, Block) && Target->getSinglePredecessor()) {
        Out.push_back({switchCondition(S, Target), true});
        return true;
      }
    }
    return false;
  }
  return true;
}

std::vector<Guard> ExprBuilder::guardsOf(const BasicBlock *Block,
                                         bool &Complete) {
  std::vector<Guard> Out;
  // Below is the block next to D on the way down to Block: whatever lies
  // between Below and Block has been read already.
  const BasicBlock *Below = Block;
  const auto *Node = DT.getNode(Block);
  while (Node && Node->getIDom()) {
    Node = Node->getIDom();
    const BasicBlock *D = Node->getBlock();
    const Loop *L = LI.getLoopFor(D);
    if (L && !L->contains(Block)) {
      // A loop that was left: every lane comes out, unless it leaves elsewhere.
      while (L->getParentLoop() && !L->getParentLoop()->contains(Block))
        L = L->getParentLoop();
      Complete &= PDT.dominates(Below, L->getHeader());
      Below = L->getHeader();
      Node = DT.getNode(Below);
      continue;
    }
    if (!guardFrom(D, Block, Out) && !PDT.dominates(Below, D))
      Complete = false;
    Below = D;
  }
  return Out;
}

void ExprBuilder::readExits(const Loop *L, LoopFact &Fact) {
  SmallVector<BasicBlock *> Exiting;
  L->getExitingBlocks(Exiting);
  for (const BasicBlock *E : Exiting) {
    const auto *Br = dyn_cast<BranchInst>(E->getTerminator());
    if (LI.getLoopFor(E) != L || !Br || !Br->isConditional())
      continue;
    std::vector<Guard> Way;
    // Only conditions inside this iteration: from the header down to E.
    for (const auto *N = DT.getNode(E); N && N->getBlock() != L->getHeader();) {
      N = N->getIDom();
      if (N && L->contains(N->getBlock()) && LI.getLoopFor(N->getBlock()) == L)
        guardFrom(N->getBlock(), E, Way);
    }
    bool ExitOnTrue = !L->contains(Br->getSuccessor(0));
    Way.push_back({value(Br->getCondition()), ExitOnTrue});
    Fact.Exits.push_back(std::move(Way));
  }
}

void ExprBuilder::readLoops() {
  for (size_t I = 0; I < LoopsByIndex.size(); ++I)
    readExits(LoopsByIndex[I], Facts.Loops[I]);
}

std::vector<unsigned> ExprBuilder::loopsOf(const BasicBlock *Block) const {
  std::vector<unsigned> Out;
  for (const Loop *L = LI.getLoopFor(Block); L; L = L->getParentLoop())
    Out.insert(Out.begin(), LoopIndex.lookup(L));
  return Out;
}

} // namespace warptidy
