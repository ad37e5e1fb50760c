//===- Pitches.cpp - Sizes that an index itself speaks of -----------------===//
// An unknown value may be the pitch of rows, which bounds it below, and limit
// how many threads have something to do.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include <algorithm>

namespace warptidy {

/// An index i*n + j with j in [0, n) covers each element once: a loop over j
/// that n bounds says that n is the length of a row. Its iteration, else
/// NoExpr.
ExprRef AccessPredictor::iterationBoundedBy(const AccessFact &A, const Form &F,
                                            ExprRef S) {
  for (unsigned L : A.Loops) {
    bool Used = false;
    for (const auto &[M, C] : F.Address->Terms)
      Used |=
          std::find(M.begin(), M.end(), Facts.Loops[L].Iteration) != M.end() &&
          std::find(M.begin(), M.end(), S) == M.end();
    if (!Used)
      continue;
    for (const std::vector<Guard> &Way : Facts.Loops[L].Exits)
      for (const Guard &G : Way)
        if (leavesOf(G.Cond).Unknown.count(S))
          return Facts.Loops[L].Iteration;
  }
  return NoExpr;
}

/// The terms of the index that S is not a factor of and the threads are; Scale
/// is the least factor of S.
Polynomial AccessPredictor::besidePitch(const Form &F, ExprRef S,
                                        int64_t &Scale) const {
  Polynomial Rest;
  Scale = 0;
  for (const auto &[M, C] : F.Address->Terms)
    if (std::find(M.begin(), M.end(), S) != M.end()) {
      int64_t Abs = C < 0 ? -C : C;
      Scale = Scale ? std::min(Scale, Abs) : Abs;
    } else if (std::any_of(M.begin(), M.end(), [&](ExprRef E) {
                 return !Facts.Pool.isUniform(E);
               })) {
      Rest.Terms[M] = C;
    }
  return Rest;
}

/// The least value of S for which the index does not address elements twice,
/// as far as the index shows that S is the pitch of rows; 1 when it does not.
int64_t AccessPredictor::pitchLowerBound(const AccessFact &A, const Form &F,
                                         ExprRef S) {
  int64_t Scale;
  Polynomial Rest = besidePitch(F, S, Scale);
  if (Scale == 0)
    return 1;
  if (!Rest.Terms.empty())
    if (Range R = Builder.rangeOf(Rest); R.Lo && R.Hi && *R.Hi > *R.Lo)
      return std::max<int64_t>(2, (*R.Hi - *R.Lo) / Scale + 1);
  bool Moves = false;
  for (const auto &[M, C] : F.Address->Terms) {
    if (std::find(M.begin(), M.end(), S) != M.end())
      continue;
    for (ExprRef E : M) {
      const ExprNode &N = Facts.Pool[E];
      Moves |= (N.Op == ExprOp::Builtin &&
                static_cast<Builtin>(N.Value) >= Builtin::BlockIdxX &&
                static_cast<Builtin>(N.Value) <= Builtin::BlockIdxZ) ||
               (N.Op == ExprOp::Symbol &&
                Facts.Pool.symbolInfo(E).Kind == SymbolKind::Iteration);
    }
  }
  bool Writes = A.Op != AccessOp::Load;
  if (iterationBoundedBy(A, F, S) != NoExpr || (Writes && Moves))
    return 2;
  return 1;
}

/// The built-ins that R reads, one bit each, through the first values of
/// loops; Found is set where Stop occurs.
unsigned AccessPredictor::builtinsOf(ExprRef R, ExprRef Stop,
                                     bool &Found) const {
  unsigned Out = 0;
  std::set<ExprRef> Seen;
  std::vector<ExprRef> Work{R};
  while (!Work.empty()) {
    ExprRef E = Work.back();
    Work.pop_back();
    if (E == NoExpr || !Seen.insert(E).second)
      continue;
    const ExprNode &N = Facts.Pool[E];
    Found |= E == Stop;
    if (N.Op == ExprOp::Builtin)
      Out |= 1u << N.Value;
    else if (N.Op == ExprOp::Phi)
      Work.push_back(Facts.Pool.phiInfo(E).Init);
    else if (N.Op > ExprOp::Load)
      Work.insert(Work.end(), {N.A, N.B, N.C});
  }
  return Out;
}

/// A condition on S and on threads that the row is made of opens the pitch.
void AccessPredictor::noteLimits(const Guard &G, ExprRef S, unsigned Threads,
                                 Pitch &P) const {
  bool Mentioned = false;
  unsigned Reads = builtinsOf(G.Cond, S, Mentioned);
  if (!Mentioned || !(Reads & Threads))
    return;
  P.Open = true;
  P.BlockAxes |= Reads >> unsigned(Builtin::BlockIdxX) & 7;
}

AccessPredictor::Pitch AccessPredictor::pitchOf(const AccessFact &A,
                                                const Form &F, ExprRef S) {
  Pitch P;
  P.Span = pitchLowerBound(A, F, S);
  if (P.Span < 2)
    return P;
  P.Open = iterationBoundedBy(A, F, S) != NoExpr;
  int64_t Scale;
  unsigned Threads = 0;
  bool Ignored = false;
  for (const auto &[M, C] : besidePitch(F, S, Scale).Terms)
    for (ExprRef E : M)
      Threads |= builtinsOf(E, NoExpr, Ignored);
  Threads &= 7 | 1u << unsigned(Builtin::LaneId);
  for (const Guard &G : A.Mask)
    noteLimits(G, S, Threads, P);
  for (unsigned L : A.Loops)
    for (const std::vector<Guard> &Way : Facts.Loops[L].Exits)
      for (const Guard &G : Way)
        noteLimits(G, S, Threads, P);
  return P;
}

/// Conditions that keep an index which moves with the block below S.
void AccessPredictor::findLimits(const AccessFact &A, Form &F) {
  constexpr unsigned Blocks = 7u << unsigned(Builtin::BlockIdxX);
  for (const Guard &G : A.Mask) {
    if (warpUniform(G.Cond) || !isBoundsCheck(G.Cond, G.Holds))
      continue;
    for (ExprRef S : F.Samples) {
      bool Mentioned = false;
      const unsigned Reads = builtinsOf(G.Cond, S, Mentioned) & Blocks;
      if (Mentioned && Reads && Facts.Pool[S].Op != ExprOp::Builtin)
        F.Limits.push_back({S, G, Reads >> unsigned(Builtin::BlockIdxX)});
    }
  }
}

/// Block indices in Axes count as zero, the others as the launch has them.
void AccessPredictor::setFirstBlock(unsigned Axes) {
  for (unsigned Dim = 0; Dim < 3; ++Dim) {
    Builtin B = static_cast<Builtin>(unsigned(Builtin::BlockIdxX) + Dim);
    if (Axes >> Dim & 1)
      Lanes.setBuiltin(B, 0);
    else if (!Shape.Grid || (*Shape.Grid)[Dim] > 1)
      Lanes.unsetBuiltin(B);
  }
}

/// True when in the blocks that are set some warp passes all limits as a whole,
/// or may.
bool AccessPredictor::someWarpIsWhole(const Form &F) {
  for (unsigned W = 0; W < warps(); ++W) {
    uint32_t Active, Off = 0;
    Lanes.setWarp(Shape.Block, W, Active);
    for (const Limit &L : F.Limits) {
      uint32_t True, Known;
      evaluate(L.Check.Cond, True, Known);
      Off |= Known & (L.Check.Holds ? ~True : True);
    }
    if (!(Active & Off))
      return true;
  }
  return false;
}

/// Notes whether some pitch is shorter than what a block spans of its row, or a
/// size leaves no warp whole. All that such sizes hold lies in the first block
/// of the grid.
bool AccessPredictor::setSmall(const Form &F,
                               const std::map<ExprRef, int64_t> &Sampled) {
  unsigned Axes = 0, Limited = 0;
  bool Small = false;
  for (const auto &[S, P] : F.Pitches) {
    auto It = Sampled.find(S);
    if (It == Sampled.end() || It->second >= P.Span)
      continue;
    Small = true;
    Axes |= P.BlockAxes;
  }
  for (const Limit &L : F.Limits)
    if (Sampled.count(L.Size))
      Limited |= L.BlockAxes;
  setFirstBlock(Axes | Limited);
  if (Limited && !someWarpIsWhole(F))
    return true;
  setFirstBlock(Axes);
  return Small;
}

/// Values of S that leave no warp whole go to the end, in their order.
void AccessPredictor::putSmallLast(const Form &F, ExprRef S,
                                   std::vector<int64_t> &Values) {
  std::vector<int64_t> Large, Small;
  for (int64_t V : Values) {
    Lanes.set(S, LaneValues::uniform(static_cast<uint64_t>(V)));
    (setSmall(F, {{S, V}}) ? Small : Large).push_back(V);
  }
  Values = std::move(Large);
  Values.insert(Values.end(), Small.begin(), Small.end());
  Lanes.unset(S);
  setSmall(F, {});
}

} // namespace warptidy
