//===- Conditions.cpp - Which lanes pass a guard --------------------------===//
// Evaluates the conditions around an access, and tells a bounds check, which
// lanes may be taken to pass, from a condition that was not read.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"

namespace warptidy {

/// A condition in normal form, where terms that do not matter have gone:
/// (256*blockIdx.x + threadIdx.x) % 4 == 0 is threadIdx.x % 4 == 0.
ExprRef AccessPredictor::simplified(ExprRef Cond) {
  if (auto It = SimplifiedConditions.find(Cond);
      It != SimplifiedConditions.end())
    return It->second;
  ExprPool &Pool = Facts.Pool;
  const ExprNode N = Pool[Cond];
  ExprRef Out = Cond;
  if (N.Bits == 1 &&
      (N.Op == ExprOp::And || N.Op == ExprOp::Or || N.Op == ExprOp::Xor)) {
    ExprRef A = simplified(N.A);
    Out = Pool.binary(N.Op, A, simplified(N.B));
  } else if (N.Bits == 1 && N.Op == ExprOp::Select) {
    ExprRef A = simplified(N.A), B = simplified(N.B);
    Out = Pool.select(A, B, simplified(N.C));
  } else if (isComparison(N.Op) && Pool[N.A].Bits >= 32 &&
             N.Op != ExprOp::ULt && N.Op != ExprOp::ULe) {
    Polynomial Difference = Builder.of(N.A);
    Difference.add(Builder.of(N.B), -1); // What both sides share cancels out.
    ExprRef Left = Builder.toExpr(Difference);
    Out = Pool.binary(N.Op, Left, Pool.constant(0, 64));
  }
  return SimplifiedConditions[Cond] = Out;
}

/// True when Size - Index says that an index must be small: what differs
/// between the lanes is subtracted, or a size that can be any is added, so that
/// a large one lets every lane pass. n - i < 8 is neither, although it compares
/// with a constant: it takes the last few of n.
bool AccessPredictor::limitsFromAbove(ExprRef Index, ExprRef Size) {
  Polynomial Slack = Builder.of(Size);
  Slack.add(Builder.of(Index), -1);
  bool Rises = false, SizeAdded = false, SizeTaken = false;
  for (const auto &[M, C] : Slack.Terms) {
    bool Varies = false, Unknown = false, Loop = false;
    for (ExprRef E : M) {
      Varies |= !warpUniform(E);
      Leaves L = leavesOf(E);
      Loop |= !L.Phis.empty();
      for (ExprRef U : L.Unknown) {
        bool Counts = Facts.Pool[U].Op == ExprOp::Symbol &&
                      Facts.Pool.symbolInfo(U).Kind == SymbolKind::Iteration;
        Loop |= Counts;
        Unknown |= !Counts && Facts.Pool[U].Op != ExprOp::Builtin;
      }
    }
    if (Loop && C > 0)
      return false; // The limit moves with a loop.
    if (Varies)
      Rises |= C > 0;
    else if (Unknown)
      (C > 0 ? SizeAdded : SizeTaken) = true;
  }
  return !Rises || (SizeAdded && !SizeTaken);
}

/// True when all lanes may be taken to pass a guard: it holds an index below a
/// size that the source does not show (i < n), or does not tell lanes apart.
/// Not so where data or a loop decides, or where the index must be large.
bool AccessPredictor::isBoundsCheck(ExprRef Cond, bool Holds) {
  const ExprNode N = Facts.Pool[Cond];
  if (N.Op == ExprOp::Const || warpUniform(Cond))
    return true;
  if (N.Bits == 1 && N.Op == ExprOp::Xor && Facts.Pool[N.B].Op == ExprOp::Const)
    return isBoundsCheck(N.A, Facts.Pool[N.B].Value ? !Holds : Holds);
  bool IsConst[2] = {N.B != NoExpr && Facts.Pool[N.B].Op == ExprOp::Const,
                     N.C != NoExpr && Facts.Pool[N.C].Op == ExprOp::Const};
  // a && b must hold with both, a || b fail with both.
  if (N.Op == ExprOp::And || (N.Op == ExprOp::Select && IsConst[1]))
    return Holds && isBoundsCheck(N.A, true) && isBoundsCheck(N.B, true);
  if (N.Op == ExprOp::Or)
    return !Holds && isBoundsCheck(N.A, false) && isBoundsCheck(N.B, false);
  if (N.Op == ExprOp::Select && IsConst[0])
    return !Holds && isBoundsCheck(N.A, false) && isBoundsCheck(N.C, false);
  if (N.Op < ExprOp::ULt || N.Op > ExprOp::SLe)
    return false;
  ExprRef Index = Holds ? N.A : N.B, Size = Holds ? N.B : N.A;
  Leaves Of = leavesOf(Cond);
  if (!Of.Data.empty() || Of.Opaque != NoExpr)
    return false;
  if (!Of.Phis.empty() && Of.Unknown.empty())
    return false; // The limit is known: some lane gets there.
  if (Facts.Pool[Index].Bits >= 32)
    return limitsFromAbove(Index, Size);
  return leavesOf(Size).Phis.empty() && warpUniform(Size);
}

/// Evaluates a condition as written, and in normal form where that is not
/// enough to know it.
void AccessPredictor::evaluate(ExprRef Cond, uint32_t &True, uint32_t &Known) {
  Lanes.condition(Cond, True, Known);
  if (Known == ~0u)
    return;
  uint32_t MoreTrue, MoreKnown;
  Lanes.condition(simplified(Cond), MoreTrue, MoreKnown);
  True |= MoreTrue & ~Known;
  Known |= MoreKnown;
}

uint32_t AccessPredictor::guardedLanes(const AccessFact &A, Run &R,
                                       uint32_t Active) {
  for (const Guard &G : A.Mask) {
    uint32_t True, Known;
    evaluate(G.Cond, True, Known);
    uint32_t Off = Known & (G.Holds ? ~True : True);
    if ((Active & ~Known) && Facts.Pool.isUniform(G.Cond))
      R.BranchesOpen = true;
    else if (Active & ~Known) {
      bool Bounds = isBoundsCheck(G.Cond, G.Holds);
      R.BoundsAssumed |= Bounds;
      R.GuardsUnread |= !Bounds;
    }
    Active &= ~Off;
  }
  return Active;
}

} // namespace warptidy
