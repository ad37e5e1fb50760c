//===- ExprControl.cpp - Merges, loops and guards -------------------------===//
// Phis as selects or loop-carried values, and the branch conditions that
// decide which lanes reach a block.
//===----------------------------------------------------------------------===//
#include "access/ExprBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

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
  if (const Loop *L = loopLeftBy(P))
    return exitValue(P, L);
  if (P->getNumIncomingValues() == 1)
    return value(P->getIncomingValue(0));
  SmallVector<Edge> Edges;
  for (unsigned I = 0; I < P->getNumIncomingValues(); ++I)
    Edges.push_back({P->getIncomingBlock(I), P->getIncomingValue(I)});
  const auto *Node = DT.getNode(P->getParent());
  if (Node && Node->getIDom()) {
    ExprRef R = gate(P->getParent(), Node->getIDom()->getBlock(), Edges, 0);
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

/// The outermost loop that control leaves on its way to P, null for none.
const Loop *ExprBuilder::loopLeftBy(const PHINode *P) const {
  const Loop *Left = nullptr;
  for (const BasicBlock *In : P->blocks())
    for (const Loop *L = LI.getLoopFor(In); L && !L->contains(P->getParent());
         L = L->getParentLoop())
      if (!Left || L->contains(Left))
        Left = L;
  return Left;
}

/// True when V is the same in every iteration of L.
bool ExprBuilder::isInvariant(const Value *V, const Loop *L,
                              unsigned InvariantDepth) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !L->contains(I))
    return true;
  if (InvariantDepth > MaxGateDepth || isa<PHINode>(I) ||
      I->mayReadOrWriteMemory())
    return false;
  if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
    return false;
  return all_of(I->operands(), [&](const Value *Op) {
    return isa<BasicBlock>(Op) || isInvariant(Op, L, InvariantDepth + 1);
  });
}

/// A value that comes out of a loop. It is followed where the loop does not
/// change it; else it is uniform when the value and every way out are.
ExprRef ExprBuilder::exitValue(const PHINode *P, const Loop *L) {
  const Value *First = P->getIncomingValue(0);
  bool OneValue = all_of(P->incoming_values(),
                         [&](const Use &In) { return In.get() == First; });
  if (OneValue && isInvariant(First, L, 0))
    return value(First);
  unsigned Bits = phiBits(P);
  OpaqueInfo Info{UnknownReason::LoopCarried, sourceName(P->getName())};
  bool OneLevel = all_of(P->blocks(), [&](const BasicBlock *In) {
    return LI.getLoopFor(In) == L;
  });
  std::vector<std::vector<Guard>> Exits;
  if (!readExits(L, Exits))
    return Pool.opaque(Info, Bits);
  ExprRef Out = Pool.constant(0, 1);
  for (const Value *In : P->incoming_values())
    Out = Pool.opaque(Info, Bits, Out, value(In));
  for (const std::vector<Guard> &Way : Exits)
    for (const Guard &G : Way)
      Out = Pool.opaque(Info, Bits, Out, G.Cond);
  if (!OneValue || !OneLevel)
    return Out;
  Info.ExitOf = LoopIndex.lookup(L);
  Info.Inside = value(First);
  return Pool.opaque(Info, Bits, Out);
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
bool ExprBuilder::guardFrom(const BasicBlock *Dominator,
                            const BasicBlock *Block, std::vector<Guard> &Out) {
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
      if (Once
              ? DT.dominates(BasicBlockEdge(Dominator, Target), Block)
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

std::vector<ExprRef> ExprBuilder::promisesAt(const BasicBlock *Block) {
  std::vector<ExprRef> Out;
  for (const auto &[Condition, From] : Assumes)
    if (DT.dominates(From, Block))
      Out.push_back(value(Condition));
  return Out;
}

/// The conditions inside one iteration of L under which control reaches
/// Exiting and leaves there. False when one cannot be read.
bool ExprBuilder::wayTo(const BasicBlock *Exiting, const Loop *L,
                        std::vector<Guard> &Way) {
  const auto *Br = dyn_cast<BranchInst>(Exiting->getTerminator());
  if (LI.getLoopFor(Exiting) != L || !Br || !Br->isConditional())
    return false;
  const BasicBlock *Below = Exiting;
  for (const auto *N = DT.getNode(Exiting);
       N && N->getBlock() != L->getHeader();) {
    N = N->getIDom();
    const BasicBlock *D = N ? N->getBlock() : nullptr;
    if (!D || LI.getLoopFor(D) != L)
      return false;
    if (!guardFrom(D, Exiting, Way) && !PDT.dominates(Below, D))
      return false;
    Below = D;
  }
  Way.push_back({value(Br->getCondition()), !L->contains(Br->getSuccessor(0))});
  return true;
}

bool ExprBuilder::readExits(const Loop *L,
                            std::vector<std::vector<Guard>> &Exits) {
  bool Complete = true;
  SmallVector<BasicBlock *> Exiting;
  L->getExitingBlocks(Exiting);
  for (const BasicBlock *E : Exiting) {
    std::vector<Guard> Way;
    if (wayTo(E, L, Way))
      Exits.push_back(std::move(Way));
    else
      Complete = false;
  }
  return Complete;
}

void ExprBuilder::readLoops() {
  for (size_t I = 0; I < LoopsByIndex.size(); ++I) {
    std::vector<std::vector<Guard>> Exits;
    Facts.Loops[I].ExitsComplete = readExits(LoopsByIndex[I], Exits);
    Facts.Loops[I].Exits = std::move(Exits);
  }
}

std::vector<unsigned> ExprBuilder::loopsOf(const BasicBlock *Block) const {
  std::vector<unsigned> Out;
  for (const Loop *L = LI.getLoopFor(Block); L; L = L->getParentLoop())
    Out.insert(Out.begin(), LoopIndex.lookup(L));
  return Out;
}

} // namespace warptidy
