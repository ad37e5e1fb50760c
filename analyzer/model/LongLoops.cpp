//===- LongLoops.cpp - Loops too long to follow ---------------------------===//
// Where conditions and addresses are linear in the iteration, the lanes that
// take part change only where a condition flips, and costs repeat in between:
// a few iterations of each stretch stand for all of it.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include <algorithm>
#include <numeric>

namespace warptidy {

/// Iterations beyond which a loop is not looked into.
constexpr int64_t MaxTrips = int64_t(1) << 30;

/// True when R changes from iteration to iteration of the loop.
bool AccessPredictor::dependsOnLoop(ExprRef R, unsigned Loop) const {
  std::set<ExprRef> Seen;
  std::vector<ExprRef> Work{R};
  while (!Work.empty()) {
    ExprRef E = Work.back();
    Work.pop_back();
    if (E == NoExpr || !Seen.insert(E).second)
      continue;
    const ExprNode &N = Facts.Pool[E];
    if (E == Facts.Loops[Loop].Iteration)
      return true;
    if (N.Op == ExprOp::Phi) {
      const PhiInfo &Info = Facts.Pool.phiInfo(E);
      if (Info.Loop == Loop)
        return true;
      Work.insert(Work.end(), {Info.Init, Info.Next});
    } else if (N.Op == ExprOp::Opaque && N.A == NoExpr) {
      return true; // A value out of a loop, among others.
    } else if (N.Op >= ExprOp::Load) {
      Work.insert(Work.end(), {N.A, N.B, N.C});
    }
  }
  return false;
}

/// True when P is a + b * iteration, neither of which the loop changes; Gcd
/// takes in the constant factors of b. With Uniform the lanes agree on b.
bool AccessPredictor::isLinear(const Polynomial &P, unsigned Loop, bool Uniform,
                               uint64_t &Gcd) const {
  for (const auto &[M, C] : P.Terms) {
    bool Once = false;
    for (ExprRef E : M) {
      if (E == Facts.Loops[Loop].Iteration) {
        if (Once)
          return false;
        Once = true;
      } else if (dependsOnLoop(E, Loop)) {
        return false;
      }
    }
    if (!Once)
      continue;
    for (ExprRef E : M)
      if (Uniform && !warpUniform(E))
        return false;
    Gcd = std::gcd(Gcd, static_cast<uint64_t>(C < 0 ? -C : C));
  }
  return true;
}

/// Takes a condition apart into its comparisons that change with the loop.
/// False when one of them is not linear.
bool AccessPredictor::linearParts(ExprRef Cond, unsigned Loop,
                                  std::set<ExprRef> &Parts) {
  const ExprNode N = Facts.Pool[Cond];
  if (!dependsOnLoop(Cond, Loop))
    return true;
  if (N.Bits == 1 && (N.Op == ExprOp::And || N.Op == ExprOp::Or ||
                      N.Op == ExprOp::Xor || N.Op == ExprOp::Select))
    return linearParts(N.A, Loop, Parts) && linearParts(N.B, Loop, Parts) &&
           (N.C == NoExpr || linearParts(N.C, Loop, Parts));
  if (N.Op < ExprOp::ULt || N.Op > ExprOp::SLe || Facts.Pool[N.A].Bits < 32)
    return false;
  Polynomial Slack = Builder.of(N.B);
  Slack.add(Builder.of(N.A), -1);
  uint64_t Gcd = 0;
  Parts.insert(Cond);
  return isLinear(Slack, Loop, false, Gcd);
}

/// Whether stretches of the loop's iterations can stand for each other, and
/// after how many their costs repeat.
bool AccessPredictor::isRegular(const AccessFact &A, const Form &F,
                                unsigned Loop, Stretches &Out) {
  const LoopFact &L = Facts.Loops[Loop];
  if (L.Exits.empty() || !L.ExitsComplete || A.Bypass || !A.PickLoops.empty())
    return false;
  std::vector<ExprRef> Conditions;
  for (const Guard &G : A.Mask)
    Conditions.push_back(G.Cond);
  for (const std::vector<Guard> &Way : L.Exits)
    for (const Guard &G : Way)
      Conditions.push_back(G.Cond);
  for (ExprRef Cond : Conditions)
    if (!linearParts(Cond, Loop, Out.Flipping))
      return false;
  for (unsigned Inner : A.Loops) {
    if (Inner == Loop)
      continue;
    for (const std::vector<Guard> &Way : Facts.Loops[Inner].Exits)
      for (const Guard &G : Way)
        if (dependsOnLoop(G.Cond, Loop))
          return false;
  }
  uint64_t Gcd = 0, Period = std::max<uint64_t>(periodOf(A), Arch.SectorBytes);
  if (!isLinear(*F.Address, Loop, true, Gcd) ||
      (F.Other && !isLinear(*F.Other, Loop, true, Gcd)))
    return false;
  Out.Cycle = Period / std::gcd(Gcd, Period);
  return true;
}

/// Gives what the loop changes its value in iteration It.
void AccessPredictor::setIteration(unsigned Loop,
                                   const std::vector<LaneValues> &First,
                                   const std::vector<LaneValues> &Steps,
                                   uint64_t It) {
  const LoopFact &L = Facts.Loops[Loop];
  std::vector<LaneValues> Phis = First;
  for (size_t I = 0; I < Phis.size(); ++I) {
    LaneValues &V = Phis[I];
    V.Known &= Steps[I].Known;
    V.Same &= Steps[I].Same;
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
      V.V[Lane] = zeroExtend(V.V[Lane] + Steps[I].V[Lane] * It,
                             Facts.Pool[L.Phis[I]].Bits);
  }
  Lanes.setIteration(L, Phis, It);
}

/// The first iterations in which a comparison has another outcome than before,
/// for the lanes of Active. At gives each iteration its values.
bool AccessPredictor::findFlips(ExprRef Cond, uint32_t Active,
                                const std::function<void(uint64_t)> &At,
                                std::set<uint64_t> &Flips) {
  const ExprNode N = Facts.Pool[Cond];
  const ExprRef Slack = simplified(Cond); // Left - right, against zero.
  const ExprRef Left =
      Facts.Pool[Slack].Op == N.Op ? Facts.Pool[Slack].A : NoExpr;
  auto Value = [&](unsigned Lane, int64_t &Out) {
    const LaneValues &X = Lanes.value(N.A), Y = Lanes.value(N.B);
    if (!(X.Known & Y.Known & 1u << Lane)) {
      if (Left == NoExpr)
        return false;
      const LaneValues &D = Lanes.value(Left);
      Out = signExtend(D.V[Lane], Facts.Pool[Left].Bits);
      return (D.Known >> Lane & 1) != 0;
    }
    const unsigned Bits = Facts.Pool[N.A].Bits;
    Out = signExtend(X.V[Lane], Bits) - signExtend(Y.V[Lane], Bits);
    return true;
  };
  std::array<int64_t, WarpLanes> Start{}, Step{};
  uint32_t Known = Active;
  for (uint64_t It : {0, 1}) {
    At(It);
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
      int64_t V = 0;
      if ((Known >> Lane & 1) && !Value(Lane, V))
        Known &= ~(1u << Lane);
      (It ? Step : Start)[Lane] = It ? V - Start[Lane] : V;
    }
  }
  if (Known != Active)
    return Known == 0; // Unknown throughout: no lane is told apart.
  std::map<uint64_t, uint32_t> LanesOfFlip;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
    if (!(Active >> Lane & 1) || Step[Lane] == 0)
      continue;
    // left - right reaches zero, or passes it, in one of these iterations.
    int64_t Zero = -Start[Lane] / Step[Lane];
    for (int64_t It = std::max<int64_t>(1, Zero - 1); It <= Zero + 1; ++It)
      if (It <= MaxTrips)
        LanesOfFlip[static_cast<uint64_t>(It)] |= 1u << Lane;
  }
  for (const auto &[It, Of] : LanesOfFlip) {
    uint32_t Before, After, Sure;
    At(It - 1);
    evaluate(Cond, Before, Sure);
    At(It);
    evaluate(Cond, After, Sure);
    if ((Before ^ After) & Of)
      Flips.insert(It);
  }
  return true;
}

/// Runs Count iterations from From on with the same lanes: as many as the costs
/// differ, each as often as its like occur.
bool AccessPredictor::runStretch(const AccessFact &A, const Form &F, Run &R,
                                 size_t Depth, uint32_t Active, uint64_t From,
                                 uint64_t Count, uint64_t Cycle,
                                 const std::function<void(uint64_t)> &At) {
  const uint64_t Weight = R.Weight, Runs = std::min(Count, Cycle);
  bool Ok = true;
  for (uint64_t I = 0; I < Runs && Ok; ++I) {
    if (overBudget(R))
      return false;
    At(From + I);
    R.Weight = Weight * ((Count - I + Runs - 1) / Runs);
    Ok = runWarp(A, F, R, Depth + 1, Active);
  }
  R.Weight = Weight;
  return Ok;
}

bool AccessPredictor::runStretches(const AccessFact &A, const Form &F, Run &R,
                                   size_t Depth, uint32_t Active,
                                   const Stretches &S) {
  const unsigned Loop = A.Loops[Depth];
  const LoopFact &L = Facts.Loops[Loop];
  const std::vector<LaneValues> First = Lanes.startLoop(L);
  std::vector<LaneValues> Steps;
  for (ExprRef P : L.Phis) {
    const ExprRef Step = Facts.Pool.phiInfo(P).Step;
    Steps.push_back(Step == NoExpr ? LaneValues() : Lanes.value(Step));
  }
  std::function<void(uint64_t)> At = [&](uint64_t It) {
    setIteration(Loop, First, Steps, It);
  };
  std::set<uint64_t> Flips{0};
  bool Ok =
      std::all_of(S.Flipping.begin(), S.Flipping.end(), [&](ExprRef Cond) {
        return findFlips(Cond, Active, At, Flips);
      });
  for (auto It = Flips.begin(); It != Flips.end() && Active && Ok; ++It) {
    uint32_t Exiting;
    At(*It);
    Ok = exitingLanes(L, Active, Exiting,
                      [&](ExprRef Cond, uint32_t &True, uint32_t &Known) {
                        evaluate(Cond, True, Known);
                      }) &&
         runStretch(A, F, R, Depth, Active, *It, 1, 1, At);
    Active &= ~Exiting;
    if (!Ok || !Active)
      break;
    auto Next = std::next(It);
    Ok = Next != Flips.end() && // Else some lane never leaves.
         runStretch(A, F, R, Depth, Active, *It + 1, *Next - *It - 1, S.Cycle,
                    At);
  }
  Lanes.leaveLoop(L);
  return Ok;
}

/// Runs the access with as many of its loops cut short as can be.
bool AccessPredictor::runSkipping(const AccessFact &A, const Form &F,
                                  const std::set<unsigned> &Loops, Run &R) {
  R.Iterated = Loops;
  for (unsigned L : Loops)
    if (Stretches S; isRegular(A, F, L, S))
      R.Skipped[L] = std::move(S);
  return !R.Skipped.empty() && runAll(A, F, R);
}

} // namespace warptidy
