//===- LaneEvaluator.cpp - Expressions over the lanes of a warp -----------===//
// Recursive evaluation of the DAG with a cache: a change of a leaf invalidates
// what depends on leaves of its sort.
//===----------------------------------------------------------------------===//
#include "model/LaneEvaluator.h"
#include <bit>

namespace warptidy {

LaneEvaluator::LaneEvaluator(const ExprPool &Pool,
                             const std::vector<LoopFact> *Loops)
    : Pool(Pool), Loops(Loops) {
  if (Loops)
    for (unsigned I = 0; I < Loops->size(); ++I)
      IterationOf[(*Loops)[I].Iteration] = I;
}

LaneEvaluator::Sources LaneEvaluator::loopSource(unsigned Loop) const {
  return Sources(1) << (FirstLoop + Loop % (64 - FirstLoop));
}

LaneEvaluator::Sources LaneEvaluator::sourcesOfLeaf(ExprRef R) const {
  const ExprNode &N = Pool[R];
  if (N.Op == ExprOp::Builtin)
    return isThreadBuiltin(static_cast<Builtin>(N.Value)) ? Thread : Block;
  if (N.Op == ExprOp::Phi)
    return loopSource(Pool.phiInfo(R).Loop);
  if (auto It = IterationOf.find(R); It != IterationOf.end())
    return loopSource(It->second);
  return Unknowns;
}

LaneEvaluator::Sources LaneEvaluator::sourcesOf(ExprRef R) {
  if (Sources Known = slot(R).From)
    return Known;
  const ExprNode N = Pool[R];
  Sources From = 0;
  if (N.Op == ExprOp::Opaque && Pool.opaqueInfo(R).ExitOf != ~0u)
    From = Everything;
  else if (N.A == NoExpr || N.Op == ExprOp::Load || N.Op == ExprOp::Opaque)
    From = sourcesOfLeaf(R);
  else
    for (ExprRef Op : {N.A, N.B, N.C})
      if (Op != NoExpr)
        From |= sourcesOf(Op);
  return slot(R).From = From;
}

void LaneEvaluator::touch(Sources What) {
  ++Epoch;
  for (; What; What &= What - 1)
    Touched[static_cast<unsigned>(std::countr_zero(What))] = Epoch;
}

bool LaneEvaluator::isValid(const Slot &S) const {
  if (S.Epoch == Epoch)
    return true;
  for (Sources W = S.From; W; W &= W - 1)
    if (Touched[static_cast<unsigned>(std::countr_zero(W))] > S.Epoch)
      return false;
  return S.Epoch != 0;
}

void LaneEvaluator::set(ExprRef Leaf, const LaneValues &Value) {
  Leaves[Leaf] = Value;
  touch(sourcesOfLeaf(Leaf));
}

void LaneEvaluator::unset(ExprRef Leaf) {
  Leaves.erase(Leaf);
  touch(sourcesOfLeaf(Leaf));
}

void LaneEvaluator::setBuiltin(Builtin B, uint64_t Value) {
  Builtins[static_cast<unsigned>(B)] = LaneValues::uniform(Value);
  touch(Block);
}

void LaneEvaluator::unsetBuiltin(Builtin B) {
  Builtins[static_cast<unsigned>(B)] = {};
  touch(Block);
}

void LaneEvaluator::setWarp(const std::array<unsigned, 3> &Block, unsigned Warp,
                            uint32_t &Active) {
  unsigned Threads = Block[0] * Block[1] * Block[2];
  auto &X = Builtins[static_cast<unsigned>(Builtin::ThreadIdxX)];
  auto &Y = Builtins[static_cast<unsigned>(Builtin::ThreadIdxY)];
  auto &Z = Builtins[static_cast<unsigned>(Builtin::ThreadIdxZ)];
  auto &L = Builtins[static_cast<unsigned>(Builtin::LaneId)];
  X.Known = Y.Known = Z.Known = L.Known = ~0u;
  Active = 0;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
    unsigned T = Warp * WarpLanes + Lane;
    if (T < Threads)
      Active |= 1u << Lane;
    X.V[Lane] = T % Block[0];
    Y.V[Lane] = T / Block[0] % Block[1];
    Z.V[Lane] = T / Block[0] / Block[1];
    L.V[Lane] = Lane;
  }
  touch(Thread);
}

LaneEvaluator::Slot &LaneEvaluator::slot(ExprRef R) {
  if (Cache.size() <= R / SlotsInPage)
    Cache.resize(R / SlotsInPage + 1);
  std::unique_ptr<Page> &P = Cache[R / SlotsInPage];
  if (!P)
    P = std::make_unique<Page>();
  return (*P)[R % SlotsInPage];
}

const LaneValues &LaneEvaluator::value(ExprRef R) {
  Slot &S = slot(R);
  if (S.From == 0)
    sourcesOf(R);
  if (isValid(S))
    return S.Value;
  if (S.From == Everything) { // The slot may be written on the way.
    LaneValues V;
    compute(R, V);
    S.Value = V;
  } else {
    compute(R, S.Value);
  }
  S.Epoch = Epoch;
  return S.Value;
}

static void applyLanes(const ExprNode &N, unsigned Bits, const LaneValues &A,
                       const LaneValues &B, LaneValues &Out) {
  Out.Known = 0;
  Out.Same = false;
  if (A.Same && B.Same) {
    uint64_t X;
    if (applyBinary(N.Op, Bits, A.V[0], B.V[0], X))
      Out.setAll(X);
    return;
  }
  uint32_t Both = A.Known & B.Known;
  for (unsigned L = 0; L < WarpLanes; ++L)
    if ((Both >> L & 1) && applyBinary(N.Op, Bits, A.V[L], B.V[L], Out.V[L]))
      Out.Known |= 1u << L;
}

/// And and Or of one bit each: one known operand can decide the outcome.
static void applyLogic(ExprOp Op, const LaneValues &A, const LaneValues &B,
                       LaneValues &Out) {
  bool Decides = Op == ExprOp::Or;
  Out.Known = 0;
  Out.Same = false;
  for (unsigned L = 0; L < WarpLanes; ++L) {
    uint32_t Bit = 1u << L;
    bool KA = A.Known & Bit, KB = B.Known & Bit;
    bool VA = A.V[L] & 1, VB = B.V[L] & 1;
    if ((KA && VA == Decides) || (KB && VB == Decides)) {
      Out.V[L] = Decides;
      Out.Known |= Bit;
    } else if (KA && KB) {
      Out.V[L] = !Decides;
      Out.Known |= Bit;
    }
  }
  Out.Same = A.Same && B.Same;
}

static void select(const LaneValues &C, const LaneValues &T,
                   const LaneValues &F, LaneValues &Out) {
  if (C.Same) {
    Out = (C.V[0] & 1) ? T : F;
    return;
  }
  Out.Known = 0;
  Out.Same = false;
  for (unsigned L = 0; L < WarpLanes; ++L) {
    uint32_t Bit = 1u << L;
    if (!(C.Known & Bit)) { // Either way the same value?
      if ((T.Known & F.Known & Bit) && T.V[L] == F.V[L]) {
        Out.V[L] = T.V[L];
        Out.Known |= Bit;
      }
      continue;
    }
    const LaneValues &Taken = (C.V[L] & 1) ? T : F;
    Out.V[L] = Taken.V[L];
    Out.Known |= Taken.Known & Bit;
  }
}

/// The value of an operand, in Held where its slot may be written before use.
const LaneValues &LaneEvaluator::operand(ExprRef R, bool Hold,
                                         std::optional<LaneValues> &Held) {
  const LaneValues &V = value(R);
  return Hold ? Held.emplace(V) : V;
}

void LaneEvaluator::computeSelect(const ExprNode &N, bool Hold,
                                  LaneValues &Out) {
  std::optional<LaneValues> Held[3];
  const LaneValues &C = operand(N.A, Hold, Held[0]);
  // The arm that is not taken can be costly.
  if (C.Same && N.Bits > 1) {
    Out = value((C.V[0] & 1) ? N.B : N.C);
    return;
  }
  const LaneValues &T = operand(N.B, Hold, Held[1]);
  const LaneValues &F = operand(N.C, Hold, Held[2]);
  // a && b and a || b: one known operand can decide the outcome.
  if (N.Bits == 1 && Pool[N.C].Op == ExprOp::Const && Pool[N.C].Value == 0)
    return applyLogic(ExprOp::And, C, T, Out);
  if (N.Bits == 1 && Pool[N.B].Op == ExprOp::Const && Pool[N.B].Value != 0)
    return applyLogic(ExprOp::Or, C, F, Out);
  select(C, T, F, Out);
}

/// Applies Change, a function of one value, to the lanes of A.
template <class Function>
static void applyEach(const LaneValues &A, LaneValues &Out,
                      const Function &Change) {
  if (A.Same)
    return Out.setAll(Change(A.V[0]));
  for (unsigned L = 0; L < WarpLanes; ++L)
    Out.V[L] = Change(A.V[L]);
  Out.Known = A.Known;
  Out.Same = false;
}

void LaneEvaluator::compute(ExprRef R, LaneValues &Out) {
  if (auto It = Leaves.find(R); It != Leaves.end()) {
    Out = It->second;
    return;
  }
  const ExprNode &N = Pool[R];
  // Running a loop for one operand changes the slots that others are in.
  bool Hold = slot(R).From == Everything;
  switch (N.Op) {
  case ExprOp::Const:
    return Out.setAll(zeroExtend(static_cast<uint64_t>(N.Value), N.Bits));
  case ExprOp::Builtin:
    Out = Builtins[static_cast<unsigned>(N.Value)];
    return;
  case ExprOp::Symbol:
  case ExprOp::Phi:
  case ExprOp::Load:
    Out = {};
    return;
  case ExprOp::Opaque:
    Out = exitValue(Pool.opaqueInfo(R));
    return;
  case ExprOp::Select:
    return computeSelect(N, Hold, Out);
  case ExprOp::Trunc:
  case ExprOp::ZExt:
    return applyEach(value(N.A), Out,
                     [&](uint64_t V) { return zeroExtend(V, N.Bits); });
  case ExprOp::SExt:
    return applyEach(value(N.A), Out, [&](uint64_t V) {
      return zeroExtend(static_cast<uint64_t>(signExtend(V, Pool[N.A].Bits)),
                        N.Bits);
    });
  case ExprOp::PopCount:
  case ExprOp::BitReverse:
  case ExprOp::LeadingZeros:
  case ExprOp::TrailingZeros:
    return applyEach(value(N.A), Out,
                     [&](uint64_t V) { return applyUnary(N.Op, N.Bits, V); });
  default:
    break;
  }
  std::optional<LaneValues> Held[2];
  const LaneValues &A = operand(N.A, Hold, Held[0]);
  const LaneValues &B = operand(N.B, Hold, Held[1]);
  if (N.Bits == 1 && (N.Op == ExprOp::And || N.Op == ExprOp::Or))
    return applyLogic(N.Op, A, B, Out);
  applyLanes(N, Pool[N.A].Bits, A, B, Out);
}

/// Iterations of one loop, and of all, that are run for the values that come
/// out of loops.
constexpr unsigned MaxLoopIterations = 4096;
constexpr uint64_t MaxLoopSteps = 1 << 14;
/// Loops in loops that are run so.
constexpr unsigned MaxLoopDepth = 3;

/// Runs the loop; Out is Inside in the iteration in which each lane leaves.
/// Known only in the lanes that do.
std::vector<LaneValues> LaneEvaluator::startLoop(const LoopFact &L) {
  std::vector<LaneValues> Phis;
  for (ExprRef P : L.Phis)
    Phis.push_back(value(Pool.phiInfo(P).Init));
  return Phis;
}

void LaneEvaluator::setIteration(const LoopFact &L,
                                 const std::vector<LaneValues> &Phis,
                                 uint64_t Iteration) {
  for (size_t I = 0; I < L.Phis.size(); ++I)
    set(L.Phis[I], Phis[I]);
  set(L.Iteration, LaneValues::uniform(Iteration));
}

std::vector<LaneValues> LaneEvaluator::nextIteration(const LoopFact &L) {
  std::vector<LaneValues> Phis;
  for (ExprRef P : L.Phis)
    Phis.push_back(value(Pool.phiInfo(P).Next));
  return Phis;
}

void LaneEvaluator::leaveLoop(const LoopFact &L) {
  for (ExprRef P : L.Phis)
    unset(P);
  unset(L.Iteration);
}

bool LaneEvaluator::runLoop(const LoopFact &L, ExprRef Inside,
                            LaneValues &Out) {
  std::vector<LaneValues> Phis = startLoop(L);
  uint32_t Active = ~0u;
  for (unsigned It = 0; Active && It < MaxLoopIterations; ++It) {
    if (++LoopSteps > MaxLoopSteps)
      return false;
    setIteration(L, Phis, It);
    uint32_t Exiting;
    if (!exitingLanes(L, Active, Exiting,
                      [&](ExprRef Cond, uint32_t &True, uint32_t &Known) {
                        condition(Cond, True, Known);
                      }))
      return false;
    const LaneValues V = value(Inside);
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
      if (Exiting >> Lane & 1)
        Out.V[Lane] = V.V[Lane];
    Out.Known |= V.Known & Exiting;
    Active &= ~Exiting;
    Phis = nextIteration(L);
  }
  return true;
}

LaneValues LaneEvaluator::exitValue(const OpaqueInfo &Exit) {
  LaneValues Out;
  if (!Loops || Exit.ExitOf >= Loops->size())
    return Out;
  const LoopFact &L = (*Loops)[Exit.ExitOf];
  // Once the budget is used up nothing is set any more, or what was computed
  // would be forgotten each time.
  if (Leaves.count(L.Iteration) || LoopSteps > MaxLoopSteps ||
      LoopDepth == MaxLoopDepth)
    return Out;
  LoopSteps += 8;
  ++LoopDepth;
  if (!runLoop(L, Exit.Inside, Out))
    Out = {};
  --LoopDepth;
  leaveLoop(L);
  return Out;
}

void LaneEvaluator::condition(ExprRef R, uint32_t &True, uint32_t &Known) {
  const LaneValues &V = value(R);
  Known = V.Known;
  True = 0;
  for (unsigned L = 0; L < WarpLanes; ++L)
    if ((V.Known >> L & 1) && (V.V[L] & 1))
      True |= 1u << L;
}

} // namespace warptidy
