//===- ExprControl.cpp - Merges, loops and guards -------------------------===//
// Loop-carried values and what comes out of loops, and the branch conditions
// that decide which lanes reach a block. Merges are in ExprMerges.cpp.
//===----------------------------------------------------------------------===//
#include "access/ExprBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warptidy {

/// Operands nested deeper than this do not count as invariant.
constexpr unsigned MaxInvariantDepth = 64;

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
  return merge(P, phiBits(P));
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

const Loop *ExprBuilder::loopLeft(const BasicBlock *From,
                                  const BasicBlock *To) const {
  const Loop *Left = nullptr;
  for (const Loop *L = LI.getLoopFor(From); L && !L->contains(To);
       L = L->getParentLoop())
    Left = L;
  return Left;
}

/// The outermost loop that control leaves on its way to P, null for none.
const Loop *ExprBuilder::loopLeftBy(const PHINode *P) const {
  const Loop *Left = nullptr;
  for (const BasicBlock *In : P->blocks())
    if (const Loop *L = loopLeft(In, P->getParent());
        L && (!Left || L->contains(Left)))
      Left = L;
  return Left;
}

/// True when V is the same in every iteration of L.
bool ExprBuilder::isInvariant(const Value *V, const Loop *L,
                              unsigned InvariantDepth) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !L->contains(I))
    return true;
  if (InvariantDepth > MaxInvariantDepth || isa<PHINode>(I) ||
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

static bool addGuard(ExprRef Cond, std::vector<Guard> &Out) {
  if (Cond == NoExpr)
    return false;
  Out.push_back({Cond, true});
  return true;
}

std::vector<Guard> ExprBuilder::guardsOf(const BasicBlock *Block,
                                         bool &Complete) {
  auto It = KnownGuards.find(Block);
  if (It == KnownGuards.end()) {
    bool Whole = true;
    std::vector<Guard> Read = readGuards(Block, Whole);
    It = KnownGuards.try_emplace(Block, std::move(Read), Whole).first;
  }
  Complete &= It->second.second;
  return It->second.first;
}

std::vector<Guard> ExprBuilder::readGuards(const BasicBlock *Block,
                                           bool &Complete) {
  std::vector<Guard> Out;
  // Below is the block next to D on the way down to Block: whatever lies
  // between Below and Block has been read already.
  const BasicBlock *Below = Block;
  const auto *Node = DT.getNode(Block);
  while (Node && Node->getIDom()) {
    Node = Node->getIDom();
    const BasicBlock *D = Node->getBlock();
    if (const Loop *L = loopLeft(D, Block)) {
      // A loop that was left: every lane comes out, unless it leaves elsewhere.
      if (!PDT.dominates(Below, L->getHeader()))
        Complete &= addGuard(unreadArrival(L->getHeader(), Below), Out);
      Below = L->getHeader();
      Node = DT.getNode(Below);
      continue;
    }
    if (!guardFrom(D, Block, Out) && !PDT.dominates(Below, D) &&
        !addGuard(arrival(D, Below), Out))
      Complete &= addGuard(unreadArrival(D, Below), Out);
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
    if (!guardFrom(D, Exiting, Way) && !PDT.dominates(Below, D) &&
        !addGuard(arrival(D, Below), Way))
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
