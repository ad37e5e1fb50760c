//===- ExprMerges.cpp - Values where branches join ------------------------===//
// A merge is the value that control brings along: followed forward from the
// block that dominates the join, a choice at every branch on the way. Whether
// control arrives at all is read the same way. What has no such form is still
// the same for a whole warp where its parts are.
//===----------------------------------------------------------------------===//
#include "access/ExprBuilder.h"

using namespace llvm;

namespace warptidy {

/// Blocks between a branch and the join that are followed at most.
constexpr unsigned MaxMergeDepth = 256;
/// Conditions that an unknown merge may depend on before it counts as varying.
constexpr unsigned MaxMergeConditions = 128;
/// Control that does not arrive at the join.
constexpr ExprRef Elsewhere = NoExpr - 1;

/// The value that control brings to a block, seen from the blocks before it.
class ExprBuilder::Merge {
public:
  /// Arrives gives the value on the way from a block straight to Join; Lost is
  /// that of control that does not get there: a value, or Elsewhere for none.
  Merge(ExprBuilder &B, const BasicBlock *Join, const BasicBlock *Start,
        function_ref<ExprRef(const BasicBlock *)> Arrives, ExprRef Lost)
      : B(B), Join(Join), Start(Start), Around(B.LI.getLoopFor(Join)),
        Arrives(Arrives), Lost(Lost) {}

  /// The value when control is in Block, Lost when it does not reach the join,
  /// NoExpr when there is no form for it.
  ExprRef from(const BasicBlock *Block);

private:
  ExprRef build(const BasicBlock *Block);
  ExprRef along(const BasicBlock *Block, const BasicBlock *Next);
  ExprRef choice(ExprRef Cond, ExprRef T, ExprRef F);
  ExprRef leaving(const Loop *L);
  const BasicBlock *alwaysThrough(const BasicBlock *Block) const;

  ExprBuilder &B;
  const BasicBlock *Join, *Start;
  const Loop *Around;
  function_ref<ExprRef(const BasicBlock *)> Arrives;
  ExprRef Lost;
  DenseMap<const BasicBlock *, ExprRef> Known;
  unsigned MergeDepth = 0;
};

ExprRef ExprBuilder::Merge::from(const BasicBlock *Block) {
  if (auto It = Known.find(Block); It != Known.end())
    return It->second;
  if (MergeDepth == MaxMergeDepth)
    return NoExpr;
  ++MergeDepth;
  ExprRef R = build(Block);
  --MergeDepth;
  return Known[Block] = R;
}

/// The next block on every way from Block to the join, if it is not the join.
const BasicBlock *
ExprBuilder::Merge::alwaysThrough(const BasicBlock *Block) const {
  const auto *Node = B.PDT.getNode(Block);
  const BasicBlock *Next =
      Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  if (!Next || B.PDT.dominates(Next, Join) ||
      !B.DT.properlyDominates(Start, Next) ||
      (Around && !Around->contains(Next)))
    return nullptr;
  return Next;
}

ExprRef ExprBuilder::Merge::build(const BasicBlock *Block) {
  if (const BasicBlock *Next = alwaysThrough(Block))
    return from(Next);
  if (const Loop *L = B.loopLeft(Block, Join))
    return leaving(L);
  const Instruction *Term = Block->getTerminator();
  if (const auto *Br = dyn_cast<BranchInst>(Term)) {
    ExprRef T = along(Block, Br->getSuccessor(0));
    if (!Br->isConditional())
      return T;
    return choice(B.value(Br->getCondition()), T,
                  along(Block, Br->getSuccessor(1)));
  }
  const auto *S = dyn_cast<SwitchInst>(Term);
  if (!S)
    return Term->getNumSuccessors() ? NoExpr : Lost;
  ExprRef Out = along(Block, S->getDefaultDest());
  SmallPtrSet<const BasicBlock *, 8> Done = {S->getDefaultDest()};
  for (auto Case : S->cases())
    if (const BasicBlock *Target = Case.getCaseSuccessor();
        Done.insert(Target).second)
      Out = choice(B.switchCondition(S, Target), along(Block, Target), Out);
  return Out;
}

ExprRef ExprBuilder::Merge::along(const BasicBlock *Block,
                                  const BasicBlock *Next) {
  if (Next == Join)
    return Arrives(Block);
  // Back to a header, out of the loop around, or out of the region.
  if (!B.DT.properlyDominates(Start, Next) || B.DT.dominates(Next, Block) ||
      (Around && !Around->contains(Next)))
    return Lost;
  return from(Next);
}

ExprRef ExprBuilder::Merge::choice(ExprRef Cond, ExprRef T, ExprRef F) {
  if (T == NoExpr || F == NoExpr)
    return NoExpr;
  if (T == Elsewhere || F == Elsewhere || T == F)
    return T == Elsewhere ? F : T;
  return B.Pool.select(Cond, T, F);
}

/// All ways out of a loop before the join must bring the same value.
ExprRef ExprBuilder::Merge::leaving(const Loop *L) {
  SmallVector<std::pair<BasicBlock *, BasicBlock *>> Exits;
  L->getExitEdges(Exits);
  ExprRef Out = Elsewhere;
  for (auto [From, To] : Exits) {
    ExprRef V = along(From, To);
    if (V == NoExpr || (V != Elsewhere && Out != Elsewhere && V != Out))
      return NoExpr;
    Out = V == Elsewhere ? Out : V;
  }
  return Out;
}

/// Adds the conditions of the branches between Start and Join. False when they
/// are too many, or not all can be read.
bool ExprBuilder::conditionsBetween(const BasicBlock *Start,
                                    const BasicBlock *Join,
                                    std::vector<ExprRef> &Out) {
  SmallVector<const BasicBlock *> Work = {Start};
  while (!Work.empty()) {
    const BasicBlock *Block = Work.pop_back_val();
    const Instruction *Term = Block->getTerminator();
    if (const auto *Br = dyn_cast<BranchInst>(Term)) {
      if (Br->isConditional())
        Out.push_back(value(Br->getCondition()));
    } else if (const auto *S = dyn_cast<SwitchInst>(Term)) {
      Out.push_back(value(S->getCondition()));
    } else if (Term->getNumSuccessors()) {
      return false;
    }
    if (Out.size() > MaxMergeConditions)
      return false;
    for (const auto *Child : *DT.getNode(Block))
      if (Child->getBlock() != Join)
        Work.push_back(Child->getBlock());
  }
  return true;
}

/// A value that is not followed: the same for a whole warp where its parts are.
ExprRef ExprBuilder::unread(OpaqueInfo Info, ArrayRef<ExprRef> Parts,
                            unsigned Bits) {
  ExprRef Out = Pool.constant(0, 1);
  for (; !Parts.empty();
       Parts = Parts.drop_front(std::min<size_t>(2, Parts.size())))
    Out = Pool.opaque(Info, Bits, Out, Parts[0],
                      Parts.size() > 1 ? Parts[1] : NoExpr);
  return Out;
}

ExprRef ExprBuilder::merge(const PHINode *P, unsigned Bits) {
  const BasicBlock *Join = P->getParent();
  OpaqueInfo Info{UnknownReason::ControlMerge, sourceName(P->getName())};
  const auto *Node = DT.getNode(Join);
  if (!Node || !Node->getIDom())
    return varying(Info.Reason, Info.What, Bits);
  const BasicBlock *Start = Node->getIDom()->getBlock();
  const Loop *Left = loopLeft(Start, Join);
  auto Incoming = [&](const BasicBlock *From) {
    return value(P->getIncomingValueForBlock(From));
  };
  if (!Left)
    if (ExprRef R = Merge(*this, Join, Start, Incoming, Elsewhere).from(Start);
        R != NoExpr && R != Elsewhere)
      return R;
  std::vector<ExprRef> Parts;
  for (const Value *In : P->incoming_values())
    Parts.push_back(value(In));
  if (!conditionsBetween(Left ? Left->getHeader() : Start, Join, Parts))
    return varying(Info.Reason, Info.What, Bits);
  return unread(Info, Parts, Bits);
}

/// Whether control in Start arrives at Join in the same iteration of the loops
/// around: one bit, or NoExpr.
ExprRef ExprBuilder::arrival(const BasicBlock *Start, const BasicBlock *Join) {
  auto Yes = [&](const BasicBlock *) { return Pool.constant(1, 1); };
  if (loopLeft(Start, Join))
    return NoExpr;
  return Merge(*this, Join, Start, Yes, Pool.constant(0, 1)).from(Start);
}

/// The same where it is not followed: one bit that is uniform if all branches
/// between are, else NoExpr.
ExprRef ExprBuilder::unreadArrival(const BasicBlock *Start,
                                   const BasicBlock *Join) {
  std::vector<ExprRef> Parts;
  if (!conditionsBetween(Start, Join, Parts))
    return NoExpr;
  return unread({UnknownReason::ControlMerge, "a branch"}, Parts, 1);
}

} // namespace warptidy
