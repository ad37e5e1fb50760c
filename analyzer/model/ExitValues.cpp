//===- ExitValues.cpp - Values that come out of loops ---------------------===//
// Whether a loop that was left can be run for the launch, and what it left.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"

namespace warptidy {

/// True for a value that comes out of a loop and that the launch alone
/// determines.
bool AccessPredictor::followsExit(ExprRef R) const {
  if (Facts.Pool[R].Op != ExprOp::Opaque ||
      Facts.Pool.opaqueInfo(R).ExitOf == ~0u)
    return false;
  if (auto It = Followed.find(R); It != Followed.end())
    return It->second;
  Followed[R] = false; // Guards against cycles.
  bool All = true;
  for (unsigned W = 0; W < warps() && All; ++W) {
    uint32_t Active;
    Probe.setWarp(Shape.Block, W, Active);
    All = (Probe.value(R).Known & Active) == Active;
  }
  return Followed[R] = All;
}

/// The value, where all threads of the block have the same one.
std::optional<int64_t> AccessPredictor::exitConstant(ExprRef R) const {
  if (auto It = ExitConstants.find(R); It != ExitConstants.end())
    return It->second;
  std::optional<int64_t> Same;
  for (unsigned W = 0; W < warps(); ++W) {
    uint32_t Active;
    Probe.setWarp(Shape.Block, W, Active);
    const LaneValues &V = Probe.value(R);
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
      if (!(Active >> Lane & 1))
        continue;
      int64_t X = signExtend(V.V[Lane], Facts.Pool[R].Bits);
      if (Same && *Same != X)
        return ExitConstants[R] = std::nullopt;
      Same = X;
    }
  }
  return ExitConstants[R] = Same;
}

} // namespace warptidy
