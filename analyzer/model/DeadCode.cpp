//===- DeadCode.cpp - Accesses that no launch makes -----------------------===//
// Evaluates the guards of an access with nothing known but constants, as they
// are and in every iteration of the loops around it whose values these give.
//===----------------------------------------------------------------------===//
#include "model/DeadCode.h"
#include "model/LaneEvaluator.h"
#include <algorithm>

namespace warptidy {
namespace {

class ConstantRun {
public:
  ConstantRun(const KernelFacts &Facts, const AccessFact &A)
      : Facts(Facts), A(A), Lanes(Facts.Pool, &Facts.Loops) {}

  /// True when lanes may reach the access from the body of the Depth-th loop
  /// around it.
  bool mayReach(size_t Depth);

private:
  bool isCertain(const Guard &G, bool Outcome);
  bool isLeft(const LoopFact &L);
  bool mayReachByIterations(const LoopFact &L, size_t Depth);

  /// Iterations of all loops together that are looked at.
  static constexpr unsigned MaxIterations = 1 << 12;

  const KernelFacts &Facts;
  const AccessFact &A;
  LaneEvaluator Lanes;
  unsigned Iterations = 0;
};

bool ConstantRun::isCertain(const Guard &G, bool Outcome) {
  uint32_t True, Known;
  Lanes.condition(G.Cond, True, Known);
  return Known == ~0u && True == (G.Holds == Outcome ? ~0u : 0u);
}

bool ConstantRun::isLeft(const LoopFact &L) {
  auto IsTaken = [&](const std::vector<Guard> &Way) {
    return std::all_of(Way.begin(), Way.end(),
                       [&](const Guard &G) { return isCertain(G, true); });
  };
  return std::any_of(L.Exits.begin(), L.Exits.end(), IsTaken);
}

/// Follows the loop until it is certainly left; that lanes may have left before
/// does no harm.
bool ConstantRun::mayReachByIterations(const LoopFact &L, size_t Depth) {
  std::vector<LaneValues> Phis = Lanes.startLoop(L);
  bool Reached = false;
  for (unsigned It = 0; !Reached; ++It) {
    Lanes.setIteration(L, Phis, It);
    Reached = ++Iterations > MaxIterations || mayReach(Depth + 1);
    if (Reached || isLeft(L))
      break;
    Phis = Lanes.nextIteration(L);
  }
  Lanes.leaveLoop(L);
  return Reached;
}

bool ConstantRun::mayReach(size_t Depth) {
  if (std::any_of(A.Mask.begin(), A.Mask.end(),
                  [&](const Guard &G) { return isCertain(G, false); }))
    return false;
  if (Depth == A.Loops.size())
    return true;
  // First in any iteration, then in each.
  return mayReach(Depth + 1) &&
         mayReachByIterations(Facts.Loops[A.Loops[Depth]], Depth);
}

} // namespace

bool isDeadCode(const KernelFacts &Facts, const AccessFact &A) {
  return !ConstantRun(Facts, A).mayReach(0);
}

} // namespace warptidy
