//===- AccessPredictor.cpp - One access under one launch ------------------===//
// The verdict: closed form where the loops allow it, else iteration by
// iteration; unknown strides sampled (Sampling.cpp), unknown offsets by their
// residues (LaneRun.cpp).
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include <algorithm>

namespace warptidy {

AccessPredictor::AccessPredictor(KernelFacts &Facts, const LaunchShape &Shape,
                                 const ArchInfo &Arch, PredictOptions Options)
    : Facts(Facts), Shape(Shape), Arch(Arch), Options(Options),
      Builder(Facts.Pool, Facts.Loops, knowledge()),
      Lanes(Facts.Pool, &Facts.Loops), Probe(Facts.Pool, &Facts.Loops) {
  bindLaunch(Lanes);
  bindLaunch(Probe);
}

/// Sets what the launch fixes: block and grid, arguments, where arrays lie.
void AccessPredictor::bindLaunch(LaneEvaluator &Evaluator) const {
  for (unsigned Dim = 0; Dim < 3; ++Dim) {
    Evaluator.setBuiltin(
        static_cast<Builtin>(unsigned(Builtin::BlockDimX) + Dim),
        Shape.Block[Dim]);
    if (!Shape.Grid)
      continue;
    Evaluator.setBuiltin(
        static_cast<Builtin>(unsigned(Builtin::GridDimX) + Dim),
        (*Shape.Grid)[Dim]);
    if ((*Shape.Grid)[Dim] == 1)
      Evaluator.setBuiltin(
          static_cast<Builtin>(unsigned(Builtin::BlockIdxX) + Dim), 0);
  }
  for (ExprRef R = 0; R < Facts.Pool.size(); ++R) {
    if (Facts.Pool[R].Op != ExprOp::Symbol)
      continue;
    if (std::optional<int64_t> V = knownValue(R))
      Evaluator.set(R, LaneValues::uniform(zeroExtend(static_cast<uint64_t>(*V),
                                                      Facts.Pool[R].Bits)));
    else if (isNullArgument(R))
      Evaluator.set(R, LaneValues::uniform(0));
    else if (isBase(R)) // Arrays lie far apart and as their type aligns them.
      Evaluator.set(R, LaneValues::uniform(uint64_t(R + 1) << 36));
  }
}

bool AccessPredictor::isBase(ExprRef R) const {
  if (Facts.Pool[R].Op != ExprOp::Symbol)
    return false;
  SymbolKind K = Facts.Pool.symbolInfo(R).Kind;
  return K != SymbolKind::Argument && K != SymbolKind::Iteration;
}

/// Conditions see null; an access through it all the same counts as one through
/// any other pointer.
bool AccessPredictor::isNullArgument(ExprRef R) const {
  const SymbolInfo &S = Facts.Pool.symbolInfo(R);
  return S.Kind == SymbolKind::KernelBuffer &&
         S.ParamIndex < Facts.Params.size() &&
         Facts.Params[S.ParamIndex].IsPointer &&
         Shape.NullArguments.count(S.ParamIndex);
}

unsigned AccessPredictor::warps() const {
  unsigned Threads = Shape.Block[0] * Shape.Block[1] * Shape.Block[2];
  return (Threads + WarpLanes - 1) / WarpLanes;
}

std::optional<int64_t> AccessPredictor::knownValue(ExprRef R) const {
  const ExprNode &N = Facts.Pool[R];
  if (N.Op == ExprOp::Builtin) {
    unsigned B = static_cast<unsigned>(N.Value), Dim = B % 3;
    Builtin Kind = static_cast<Builtin>(B);
    if (Kind == Builtin::LaneId)
      return std::nullopt;
    if (Kind <= Builtin::ThreadIdxZ)
      return Shape.Block[Dim] == 1 ? std::optional<int64_t>(0) : std::nullopt;
    if (Kind >= Builtin::BlockDimX && Kind <= Builtin::BlockDimZ)
      return Shape.Block[Dim];
    if (!Shape.Grid)
      return std::nullopt;
    if (Kind >= Builtin::GridDimX)
      return (*Shape.Grid)[Dim];
    return (*Shape.Grid)[Dim] == 1 ? std::optional<int64_t>(0) : std::nullopt;
  }
  if (N.Op == ExprOp::Symbol) {
    const SymbolInfo &S = Facts.Pool.symbolInfo(R);
    if (S.Kind == SymbolKind::Argument)
      if (auto It = Shape.Arguments.find(S.ParamIndex);
          It != Shape.Arguments.end())
        return It->second;
  }
  if (followsExit(R))
    return exitConstant(R);
  return std::nullopt;
}

Range AccessPredictor::knownBounds(ExprRef R) const {
  const ExprNode &N = Facts.Pool[R];
  if (N.Op == ExprOp::Symbol &&
      Facts.Pool.symbolInfo(R).Kind == SymbolKind::Iteration)
    return {0, std::nullopt};
  if (N.Op != ExprOp::Builtin)
    return {};
  unsigned Dim = static_cast<unsigned>(N.Value) % 3;
  Builtin B = static_cast<Builtin>(N.Value);
  if (B == Builtin::LaneId)
    return {0, WarpLanes - 1};
  if (B <= Builtin::ThreadIdxZ)
    return {0, Shape.Block[Dim] - 1};
  if (B >= Builtin::GridDimX)
    return {1, INT32_MAX};
  return {0, Shape.Grid ? int64_t((*Shape.Grid)[Dim]) - 1 : INT32_MAX};
}

PolynomialBuilder::Knowledge AccessPredictor::knowledge() const {
  PolynomialBuilder::Knowledge K;
  K.Value = [this](ExprRef R) { return knownValue(R); };
  K.Bounds = [this](ExprRef R) { return knownBounds(R); };
  return K;
}

Leaves AccessPredictor::leavesOf(ExprRef R) const {
  Leaves L;
  std::set<ExprRef> Seen;
  collectLeaves(
      Facts.Pool, R,
      [this](ExprRef E) { return knownValue(E).has_value() || followsExit(E); },
      [this](ExprRef E) { return warpUniform(E); }, L, Seen);
  return L;
}

/// Evaluates R in every warp: true when the lanes of each agree.
bool AccessPredictor::sameInEachWarp(ExprRef R) const {
  for (unsigned W = 0; W < warps(); ++W) {
    uint32_t Active;
    Probe.setWarp(Shape.Block, W, Active);
    const LaneValues &V = Probe.value(R);
    if ((V.Known & Active) != Active)
      return false;
    for (unsigned Lane = 1; Lane < WarpLanes; ++Lane)
      if ((Active >> Lane & 1) && V.V[Lane] != V.V[0])
        return false;
  }
  return true;
}

/// True when the lanes of a warp agree on R under this block shape: what does
/// not depend on the thread, threadIdx.y in rows of 32, and loads from there.
bool AccessPredictor::warpUniform(ExprRef R) const {
  if (R == NoExpr || Facts.Pool.isUniform(R))
    return true;
  if (auto It = WarpUniform.find(R); It != WarpUniform.end())
    return It->second;
  WarpUniform[R] = false; // Guards against cycles.
  const ExprNode N = Facts.Pool[R];
  bool Leaf = N.Op == ExprOp::Builtin || N.Op == ExprOp::Phi ||
              (N.Op == ExprOp::Opaque && N.A == NoExpr);
  bool Same = !Leaf && warpUniform(N.A) && warpUniform(N.B) && warpUniform(N.C);
  if (!Same && N.Op != ExprOp::Phi)
    Same = sameInEachWarp(R);
  return WarpUniform[R] = Same;
}

static void merge(Leaves &Into, const Leaves &From) {
  Into.Unknown.insert(From.Unknown.begin(), From.Unknown.end());
  Into.Phis.insert(From.Phis.begin(), From.Phis.end());
  Into.Data.insert(From.Data.begin(), From.Data.end());
  if (Into.Opaque == NoExpr)
    Into.Opaque = From.Opaque;
}

AccessPredictor::Form AccessPredictor::takeApart(const AccessFact &A) {
  Form F;
  F.Address = &Builder.of(A.Address);
  // Both sides of a copy matter where both are known.
  if (A.Other != NoExpr)
    F.Other = &Builder.of(A.Other);
  ExprPool &Pool = Facts.Pool;
  std::vector<Monomial> All;
  for (const Polynomial *Side : {F.Address, F.Other})
    if (Side)
      for (const auto &[M, C] : Side->Terms)
        All.push_back(M);
  for (const Monomial &M : All) {
    bool Varies = std::any_of(M.begin(), M.end(),
                              [&](ExprRef E) { return !warpUniform(E); });
    for (ExprRef E : M) {
      Leaves L = leavesOf(E);
      for (ExprRef P : L.Phis)
        F.Loops.insert(Pool.phiInfo(P).Loop);
      if (Pool[E].Op == ExprOp::Symbol &&
          Pool.symbolInfo(E).Kind == SymbolKind::Iteration)
        for (unsigned I = 0; I < Facts.Loops.size(); ++I)
          if (Facts.Loops[I].Iteration == E)
            F.Loops.insert(I);
      if (Varies)
        merge(F.Varying, L);
    }
  }
  // A phi left inside a nonlinear atom brings what its closed form needs.
  for (ExprRef P : std::set<ExprRef>(F.Varying.Phis)) {
    const PhiInfo &Info = Pool.phiInfo(P);
    if (Info.Step == NoExpr)
      continue;
    merge(F.Varying, leavesOf(Info.Init));
    merge(F.Varying, leavesOf(Info.Step));
    F.Varying.Unknown.insert(Facts.Loops[Info.Loop].Iteration);
  }
  for (ExprRef U : std::set<ExprRef>(F.Varying.Unknown))
    if (Pool[U].Op == ExprOp::Opaque &&
        Pool.opaqueInfo(U).Reason == UnknownReason::None) {
      F.Varying.Unknown.erase(U); // A vote: what it is depends on data.
      F.Varying.Data.insert(U);
    }
  for (ExprRef U : F.Varying.Unknown)
    if (Pool[U].Op != ExprOp::Symbol ||
        Pool.symbolInfo(U).Kind == SymbolKind::Argument ||
        Pool.symbolInfo(U).Kind == SymbolKind::Iteration)
      F.Samples.push_back(U);
  for (ExprRef P : F.Varying.Phis)
    if (Pool.phiInfo(P).Step == NoExpr && Pool.isUniform(P))
      F.Samples.push_back(P);
  for (ExprRef S : std::vector<ExprRef>(F.Samples))
    if (ExprRef I = iterationBoundedBy(A, F, S);
        I != NoExpr && F.BoundedBy.try_emplace(I, S).second &&
        std::find(F.Samples.begin(), F.Samples.end(), I) == F.Samples.end())
      F.Samples.push_back(I);
  for (ExprRef S : F.Samples) {
    const ExprOp Op = Pool[S].Op;
    bool Counts = Op == ExprOp::Builtin || F.BoundedBy.count(S) ||
                  (Op == ExprOp::Symbol &&
                   Pool.symbolInfo(S).Kind == SymbolKind::Iteration);
    if (Pitch P = pitchOf(A, F, S); !Counts && P.Span > 1)
      F.Pitches[S] = P;
  }
  findLimits(A, F);
  return F;
}

/// True when every phi has a closed form or is a uniform unknown.
bool AccessPredictor::phisFollow(const Form &F) const {
  return std::all_of(
      F.Varying.Phis.begin(), F.Varying.Phis.end(), [&](ExprRef P) {
        return Facts.Pool.phiInfo(P).Step != NoExpr || Facts.Pool.isUniform(P);
      });
}

void AccessPredictor::conclude(const AccessFact &A, const Form &F, Run &R,
                               Prediction &P) {
  if (R.Stats.count() == 0) {
    P.Kind = Pattern::NotExecuted;
    return;
  }
  R.Stats.finish(P);
  P.Blocks = R.Blocks;
  bool Counted = complete(R) && R.Sampled.empty();
  P.MaskKnown = A.MaskComplete && !R.GuardsUnread;
  if (!P.MaskKnown) {
    Counted = false;
    fewerLanes(A, P);
  }
  if (!Counted)
    P.BlockRequests = P.BlockUnits = P.BlockEnough = P.BlockBytes =
        std::nullopt;
  if (P.Min == P.Max)
    P.Kind = Pattern::Exact;
  else if (!F.Samples.empty() && !R.Sampled.empty())
    P.Kind = Pattern::Symbolic;
  else
    P.Kind = Pattern::Interval;
  if (P.Kind == Pattern::Symbolic) {
    for (const auto &[S, V] : R.Sampled)
      if (!R.Bounded.count(S))
        P.Symbol += (P.Symbol.empty() ? "" : ", ") + exprText(Facts.Pool, S);
    if (R.Sampled.size() == 1 + R.Bounded.size() && !R.Drawn)
      for (const auto &[V, Units] : R.Cases) {
        auto Least = R.Least.find(V);
        P.Cases.push_back(
            {V, Units, Least == R.Least.end() ? 0 : Least->second});
      }
  }
  addFormula(A, F, R, P);
  for (const auto &[S, Pitch] : F.Pitches)
    if (!Pitch.Open && R.Sampled.count(S))
      P.Assumptions.push_back("'" + exprText(Facts.Pool, S) + "' is at least " +
                              std::to_string(Pitch.Span) +
                              ": rows do not overlap");
  if (R.BoundsAssumed)
    P.Assumptions.push_back("every lane of the warp passes the bounds checks");
  if (!P.MaskKnown)
    P.Assumptions.push_back("the branches around the access do not split the "
                            "warp");
}

Prediction AccessPredictor::predict(const AccessFact &A) {
  Prediction P;
  P.Units = unitOf(A.Space);
  if (A.Unknown != UnknownReason::None || A.Address == NoExpr) {
    P.Unknown = A.Unknown;
    P.UnknownDetail = A.UnknownDetail;
    return P;
  }
  if (AccessPredictor *Known = pinned(A))
    return Known->predict(A);
  noteDivisors(A);
  Costs.clear();
  Form F = takeApart(A);
  if (F.Varying.Opaque != NoExpr) {
    P.Unknown = Facts.Pool.opaqueInfo(F.Varying.Opaque).Reason;
    P.UnknownDetail = Facts.Pool.opaqueInfo(F.Varying.Opaque).What;
    return P;
  }
  if (!F.Varying.Data.empty()) {
    boundData(A, F, P);
    return P;
  }
  if (predictForm(A, F, P) && Options.CountLaunches)
    countLaunch(A, F, P);
  return P;
}

/// False when there is no verdict, or only the bounds of loaded data.
bool AccessPredictor::predictForm(const AccessFact &A, Form &F, Prediction &P) {
  bool Closed = phisFollow(F) && A.PickLoops.empty();
  Run ClosedRun, IteratedRun;
  if (Closed)
    Closed = runAll(A, F, ClosedRun);
  std::set<unsigned> Loops = loopsToIterate(A, F);
  bool Settled = Closed && ClosedRun.Stats.exact() &&
                 !ClosedRun.OffsetsDropped && !variesByIteration(A);
  if (!Settled && !Loops.empty()) {
    IteratedRun.Iterated = Loops;
    Run SkippingRun;
    if (runAll(A, F, IteratedRun)) {
      conclude(A, F, IteratedRun, P);
      return true;
    }
    if (runSkipping(A, F, Loops, SkippingRun)) {
      conclude(A, F, SkippingRun, P);
      return true;
    }
    // Around the unrolled loops there may be one of unknown length.
    Run PickedRun;
    PickedRun.Iterated = {A.PickLoops.begin(), A.PickLoops.end()};
    if (!A.PickLoops.empty() && phisFollow(F) && runAll(A, F, PickedRun)) {
      conclude(A, F, PickedRun, P);
      return true;
    }
  }
  if (!Closed) {
    if (recurrenceReadsData(F)) {
      boundData(A, F, P);
      return false;
    }
    P.Unknown =
        phisFollow(F) ? UnknownReason::Budget : UnknownReason::LoopCarried;
    if (!F.Varying.Phis.empty())
      P.UnknownDetail = Facts.Pool.phiInfo(*F.Varying.Phis.begin()).Name;
    return false;
  }
  conclude(A, F, ClosedRun, P);
  return true;
}

} // namespace warptidy
