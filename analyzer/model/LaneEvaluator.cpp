//===- LaneEvaluator.cpp - Expressions over the lanes of a warp -----------===//
// Recursive evaluation of the DAG with a cache that a change of any leaf
// invalidates.
//===----------------------------------------------------------------------===//
#include "model/LaneEvaluator.h"

namespace warptidy {

void LaneEvaluator::set(ExprRef Leaf, const LaneValues &Value) {
  Leaves[Leaf] = Value;
  ++Epoch;
}

void LaneEvaluator::unset(ExprRef Leaf) {
  Leaves.erase(Leaf);
  ++Epoch;
}

void LaneEvaluator::setBuiltin(Builtin B, uint64_t Value) {
  Builtins[static_cast<unsigned>(B)] = LaneValues::uniform(Value);
  ++Epoch;
}

void LaneEvaluator::unsetBuiltin(Builtin B) {
  Builtins[static_cast<unsigned>(B)] = {};
  ++Epoch;
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
  ++Epoch;
}

const LaneValues &LaneEvaluator::value(ExprRef R) {
  if (Cache.size() < Pool.size())
    Cache.resize(Pool.size() + 64);
  if (Cache[R].Epoch == Epoch)
    return Cache[R].Value;
  LaneValues V = compute(R);
  if (Cache.size() < Pool.size())
    Cache.resize(Pool.size() + 64);
  Cache[R] = {Epoch, V};
  return Cache[R].Value;
}

static LaneValues applyLanes(const ExprNode &N, unsigned Bits,
                             const LaneValues &A, const LaneValues &B) {
  LaneValues Out;
  for (unsigned L = 0; L < WarpLanes; ++L) {
    uint32_t Bit = 1u << L;
    if ((A.Known & B.Known & Bit) &&
        applyBinary(N.Op, Bits, A.V[L], B.V[L], Out.V[L]))
      Out.Known |= Bit;
  }
  return Out;
}

/// And and Or of one bit each: one known operand can decide the outcome.
static LaneValues applyLogic(const ExprNode &N, const LaneValues &A,
                             const LaneValues &B) {
  bool Decides = N.Op == ExprOp::Or;
  LaneValues Out;
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
  return Out;
}

static LaneValues select(const LaneValues &C, const LaneValues &T,
                         const LaneValues &F) {
  LaneValues Out;
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
  return Out;
}

LaneValues LaneEvaluator::compute(ExprRef R) {
  if (auto It = Leaves.find(R); It != Leaves.end())
    return It->second;
  const ExprNode N = Pool[R];
  switch (N.Op) {
  case ExprOp::Const:
    return LaneValues::uniform(
        zeroExtend(static_cast<uint64_t>(N.Value), N.Bits));
  case ExprOp::Builtin:
    return Builtins[static_cast<unsigned>(N.Value)];
  case ExprOp::Symbol:
  case ExprOp::Phi:
  case ExprOp::Load:
    return {};
  case ExprOp::Opaque:
    return exitValue(Pool.opaqueInfo(R));
  case ExprOp::Select: {
    LaneValues C = value(N.A), T = value(N.B), F = value(N.C);
    // a && b and a || b: one known operand can decide the outcome.
    if (N.Bits == 1 && Pool[N.C].Op == ExprOp::Const && Pool[N.C].Value == 0)
      return applyLogic({ExprOp::And, 1}, C, T);
    if (N.Bits == 1 && Pool[N.B].Op == ExprOp::Const && Pool[N.B].Value != 0)
      return applyLogic({ExprOp::Or, 1}, C, F);
    return select(C, T, F);
  }
  case ExprOp::Trunc:
  case ExprOp::ZExt:
  case ExprOp::SExt: {
    LaneValues A = value(N.A);
    for (uint64_t &V : A.V)
      V = N.Op == ExprOp::SExt
              ? zeroExtend(static_cast<uint64_t>(signExtend(V, Pool[N.A].Bits)),
                           N.Bits)
              : zeroExtend(V, N.Bits);
    return A;
  }
  case ExprOp::PopCount:
  case ExprOp::BitReverse:
  case ExprOp::LeadingZeros:
  case ExprOp::TrailingZeros: {
    LaneValues A = value(N.A);
    for (uint64_t &V : A.V)
      V = applyUnary(N.Op, N.Bits, V);
    return A;
  }
  default:
    break;
  }
  LaneValues A = value(N.A);
  const LaneValues &B = value(N.B);
  if (N.Bits == 1 && (N.Op == ExprOp::And || N.Op == ExprOp::Or))
    return applyLogic(N, A, B);
  return applyLanes(N, Pool[N.A].Bits, A, B);
}

/// Iterations of one loop, and of all, that are run for the values that come
/// out of loops.
constexpr unsigned MaxLoopIterations = 4096;
constexpr uint64_t MaxLoopSteps = 1 << 14;
/// Loops in loops that are run so.
constexpr unsigned MaxLoopDepth = 3;

/// Runs the loop; Out is Inside in the iteration in which each lane leaves.
/// Known only in the lanes that do.
bool LaneEvaluator::runLoop(const LoopFact &L, ExprRef Inside,
                            LaneValues &Out) {
  std::vector<LaneValues> Current;
  for (ExprRef P : L.Phis)
    Current.push_back(value(Pool.phiInfo(P).Init));
  uint32_t Active = ~0u;
  for (unsigned It = 0; Active && It < MaxLoopIterations; ++It) {
    if (++LoopSteps > MaxLoopSteps)
      return false;
    for (size_t I = 0; I < L.Phis.size(); ++I)
      set(L.Phis[I], Current[I]);
    set(L.Iteration, LaneValues::uniform(It));
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
    for (size_t I = 0; I < L.Phis.size(); ++I)
      Current[I] = value(Pool.phiInfo(L.Phis[I]).Next);
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
  for (ExprRef P : L.Phis)
    unset(P);
  unset(L.Iteration);
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
