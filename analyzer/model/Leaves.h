//===- Leaves.h - What an expression depends on -----------------*- C++ -*-===//
// Sorts the leaves of an expression by what the model can do with them.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_LEAVES_H
#define WARPTIDY_MODEL_LEAVES_H

#include "access/AccessFact.h"
#include <set>

namespace warptidy {

struct Leaves {
  std::set<ExprRef> Unknown; ///< Uniform leaves of unknown value.
  std::set<ExprRef> Phis;    ///< Loop-carried values.
  std::set<ExprRef> Data;    ///< Values loaded or exchanged lane by lane.
  /// The first lane-varying value that the model cannot follow, if any.
  ExprRef Opaque = NoExpr;
};

/// Adds the leaves of R. IsKnown says which leaves have a value, IsUniform
/// which have the same one in all lanes of a warp.
template <class Known, class Uniform>
void collectLeaves(const ExprPool &Pool, ExprRef R, const Known &IsKnown,
                   const Uniform &IsUniform, Leaves &Out,
                   std::set<ExprRef> &Seen) {
  if (R == NoExpr || !Seen.insert(R).second || IsKnown(R))
    return;
  const ExprNode &N = Pool[R];
  switch (N.Op) {
  case ExprOp::Const:
    return;
  case ExprOp::Builtin:
    if (!isThreadBuiltin(static_cast<Builtin>(N.Value)))
      Out.Unknown.insert(R);
    return;
  case ExprOp::Symbol:
    Out.Unknown.insert(R);
    return;
  case ExprOp::Phi:
    Out.Phis.insert(R);
    return;
  case ExprOp::Load:
    (IsUniform(R) ? Out.Unknown : Out.Data).insert(R);
    return;
  case ExprOp::Opaque:
    if (IsUniform(R))
      Out.Unknown.insert(R);
    else if (Pool.opaqueInfo(R).Reason == UnknownReason::None)
      Out.Data.insert(R);
    else if (Out.Opaque == NoExpr)
      Out.Opaque = R;
    return;
  default:
    collectLeaves(Pool, N.A, IsKnown, IsUniform, Out, Seen);
    collectLeaves(Pool, N.B, IsKnown, IsUniform, Out, Seen);
    collectLeaves(Pool, N.C, IsKnown, IsUniform, Out, Seen);
    return;
  }
}

} // namespace warptidy

#endif
