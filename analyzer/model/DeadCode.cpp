//===- DeadCode.cpp - Accesses that no launch makes -----------------------===//
// Evaluates the guards of an access with nothing known but constants, as they
// are and in every iteration of the loops around it whose values these give.
//===----------------------------------------------------------------------===//
#include "model/DeadCode.h"
#include "model/LaneEvaluator.h"
#include <algorithm>
#include <map>

namespace warptidy {
namespace {

/// Of one access; the evaluator serves all accesses of a kernel.
class ConstantRun {
public:
  ConstantRun(const KernelFacts &Facts, const AccessFact &A,
              LaneEvaluator &Lanes)
      : Facts(Facts), A(A), Lanes(Lanes) {}

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
  LaneEvaluator &Lanes;
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

std::vector<bool> findDeadCode(const KernelFacts &Facts,
                               const PredictOptions &Options) {
  LaneEvaluator Lanes(Facts.Pool, &Facts.Loops);
  // Accesses of one block of code have the same conditions.
  using Conditions = std::vector<std::pair<ExprRef, bool>>;
  std::map<std::pair<Conditions, std::vector<unsigned>>, bool> Known;
  std::vector<bool> Out;
  for (const AccessFact &A : Facts.Accesses) {
    Out.push_back(false);
    if (A.Mask.empty() || (Options.Stop && *Options.Stop))
      continue;
    Conditions Mask;
    for (const Guard &G : A.Mask)
      Mask.emplace_back(G.Cond, G.Holds);
    auto [It, New] = Known.try_emplace({std::move(Mask), A.Loops}, false);
    if (New)
      It->second = !ConstantRun(Facts, A, Lanes).mayReach(0);
    Out.back() = It->second;
  }
  return Out;
}

} // namespace warptidy
