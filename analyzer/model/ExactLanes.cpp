//===- ExactLanes.cpp - What threads do for certain -----------------------===//
// See ExactLanes.h.
//===----------------------------------------------------------------------===//
#include "model/ExactLanes.h"
#include <algorithm>

namespace warptidy {

/// Where array R begins: far from every other.
static uint64_t placeOf(ExprRef R) { return uint64_t(R + 1) << 36; }

ExactLanes::ExactLanes(const KernelFacts &Facts, const LaunchShape &Shape)
    : Facts(Facts), Shape(Shape), Lanes(Facts.Pool, &Facts.Loops) {
  for (unsigned Dim = 0; Dim < 3; ++Dim) {
    Lanes.setBuiltin(static_cast<Builtin>(unsigned(Builtin::BlockDimX) + Dim),
                     Shape.Block[Dim]);
    if (Shape.Grid)
      Lanes.setBuiltin(static_cast<Builtin>(unsigned(Builtin::GridDimX) + Dim),
                       (*Shape.Grid)[Dim]);
  }
  setBlock({0, 0, 0});
  for (ExprRef R = 0; R < Facts.Pool.size(); ++R)
    if (Facts.Pool[R].Op == ExprOp::Symbol)
      bind(R);
}

/// Known arguments, null pointers and shared arrays. A pointer of which nothing
/// is known stays unknown: it may be null.
void ExactLanes::bind(ExprRef R) {
  const SymbolInfo &S = Facts.Pool.symbolInfo(R);
  uint64_t Value = 0;
  if (S.Kind == SymbolKind::SharedArray) {
    Value = placeOf(R);
  } else if (auto It = Shape.Arguments.find(S.ParamIndex);
             S.Kind == SymbolKind::Argument && It != Shape.Arguments.end()) {
    Value = zeroExtend(static_cast<uint64_t>(It->second), Facts.Pool[R].Bits);
  } else {
    bool Whole = S.ParamIndex < Facts.Params.size() &&
                 Facts.Params[S.ParamIndex].IsPointer;
    if (S.Kind != SymbolKind::KernelBuffer || !Whole ||
        !Shape.NullArguments.count(S.ParamIndex))
      return;
  }
  Lanes.set(R, LaneValues::uniform(Value));
}

void ExactLanes::setBlock(const Block &At) {
  for (unsigned Dim = 0; Dim < 3; ++Dim)
    Lanes.setBuiltin(static_cast<Builtin>(unsigned(Builtin::BlockIdxX) + Dim),
                     At[Dim]);
}

std::array<unsigned, 3> ExactLanes::thread(unsigned Warp, unsigned Lane) const {
  unsigned T = Warp * WarpLanes + Lane;
  return {T % Shape.Block[0], T / Shape.Block[0] % Shape.Block[1],
          T / Shape.Block[0] / Shape.Block[1]};
}

/// Whether R depends on where the array begins.
bool ExactLanes::reaches(ExprRef R, ExprRef Base,
                         std::set<ExprRef> &Seen) const {
  if (R == NoExpr || !Seen.insert(R).second)
    return false;
  if (R == Base)
    return true;
  const ExprNode &N = Facts.Pool[R];
  if (N.Op == ExprOp::Phi) {
    const PhiInfo &Info = Facts.Pool.phiInfo(R);
    return reaches(Info.Init, Base, Seen) || reaches(Info.Next, Base, Seen);
  }
  return N.Op >= ExprOp::Load &&
         (reaches(N.A, Base, Seen) || reaches(N.B, Base, Seen) ||
          reaches(N.C, Base, Seen));
}

/// Whether R is the array's begin and something added to it, on every way.
bool ExactLanes::isOffset(ExprRef R, ExprRef Base,
                          std::set<ExprRef> &Seen) const {
  if (R == Base)
    return true;
  if (R == NoExpr)
    return false;
  auto Free = [&](ExprRef E) {
    std::set<ExprRef> Visited;
    return !reaches(E, Base, Visited);
  };
  const ExprNode &N = Facts.Pool[R];
  switch (N.Op) {
  case ExprOp::Phi: {
    const PhiInfo &Info = Facts.Pool.phiInfo(R);
    return !Seen.insert(R).second ||
           (isOffset(Info.Init, Base, Seen) && isOffset(Info.Next, Base, Seen));
  }
  case ExprOp::Add:
    return Free(N.B) ? isOffset(N.A, Base, Seen)
                     : Free(N.A) && isOffset(N.B, Base, Seen);
  case ExprOp::Sub:
    return Free(N.B) && isOffset(N.A, Base, Seen);
  case ExprOp::Select:
    return Free(N.A) && isOffset(N.B, Base, Seen) && isOffset(N.C, Base, Seen);
  default:
    return false;
  }
}

/// Lanes in which the guard certainly comes out as Outcome.
uint32_t ExactLanes::certainly(const Guard &G, bool Outcome) {
  uint32_t True, Known;
  Lanes.condition(G.Cond, True, Known);
  return Known & (G.Holds == Outcome ? True : ~True);
}

/// Lanes that certainly go on to the next iteration.
uint32_t ExactLanes::staying(const LoopFact &L, uint32_t Active) {
  uint32_t Stay = L.ExitsComplete ? Active : 0, Leave = 0;
  for (const std::vector<Guard> &Way : L.Exits) {
    uint32_t Passed = 0, Taken = Active;
    for (const Guard &G : Way) {
      Passed |= certainly(G, false);
      Taken &= certainly(G, true);
    }
    Stay &= Passed;
    Leave |= Taken;
  }
  Complete &= (Active & ~(Stay | Leave)) == 0;
  return Stay;
}

void ExactLanes::iterate(const AccessFact &A, size_t Depth, uint32_t Active) {
  const LoopFact &L = Facts.Loops[A.Loops[Depth]];
  const auto Limit = Only->find(A.Loops[Depth]);
  const bool Limited = Limit != Only->end();
  std::vector<LaneValues> Phis = Lanes.startLoop(L);
  for (unsigned It = 0; Active; ++It) {
    if (++Steps > MaxSteps || ++AllSteps > MaxAllSteps) {
      Complete = false;
      break;
    }
    Lanes.setIteration(L, Phis, It);
    const bool Last = Limited && It == Limit->second;
    uint32_t Stay = Last ? 0 : staying(L, Active);
    if (!Limited || Last)
      run(A, Depth + 1, Active);
    Active = Stay;
    if (Active)
      Phis = Lanes.nextIteration(L);
  }
  Lanes.leaveLoop(L);
}

void ExactLanes::run(const AccessFact &A, size_t Depth, uint32_t Active) {
  if (Depth == A.Loops.size())
    request(A, Active);
  else
    iterate(A, Depth, Active);
}

void ExactLanes::request(const AccessFact &A, uint32_t Active) {
  for (const Guard &G : A.Mask) {
    uint32_t Pass = certainly(G, true);
    Complete &= (Active & ~(Pass | certainly(G, false))) == 0;
    Active &= Pass;
    if (!Active)
      return;
  }
  LaneAddresses Out;
  Out.Active = Active;
  Out.WidthBytes = A.WidthBytes;
  if (A.Address == NoExpr) {
    (*Shown)(Warp, Out);
    return;
  }
  const LaneValues &V = Lanes.value(A.Address);
  Complete &= (Active & ~V.Known) == 0;
  Out.Active &= V.Known;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    Out.Byte[Lane] = V.V[Lane] - placeOf(A.Base);
  if (Out.Active)
    (*Shown)(Warp, Out);
}

bool ExactLanes::follow(const AccessFact &A, const Iterations &Given,
                        const Visit &Show) {
  std::set<ExprRef> Seen;
  if (!A.MaskComplete || A.Unknown != UnknownReason::None)
    return false;
  if (A.Address != NoExpr &&
      (A.Base == NoExpr || !isOffset(A.Address, A.Base, Seen)))
    return false;
  Only = &Given;
  Shown = &Show;
  Complete = true;
  Steps = 0;
  unsigned Threads = Shape.Block[0] * Shape.Block[1] * Shape.Block[2];
  for (Warp = 0; Warp * WarpLanes < Threads; ++Warp) {
    if (++Steps > MaxSteps || ++AllSteps > MaxAllSteps)
      return false;
    uint32_t Active;
    Lanes.setWarp(Shape.Block, Warp, Active);
    run(A, 0, Active);
  }
  return Complete;
}

} // namespace warptidy
