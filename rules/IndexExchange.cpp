//===- IndexExchange.cpp - x for y in a kernel ----------------------------===//
// Finds kernels in which x and y of the built-in variables should change
// places: a row by threadIdx.x and a column by threadIdx.y, where neighbouring
// lanes should be in neighbouring columns. Advice alone: that nothing else
// depends on the order of the threads is the author's to see.
//===----------------------------------------------------------------------===//
#include "rules/Cures.h"
#include <algorithm>
#include <map>

namespace warptidy {
namespace {

/// Whether threads (x, y) and (y, x) are the same set at every launch, and
/// nothing in the kernel depends on which of them are in a warp.
bool isSymmetric(const KernelPredictions &K) {
  const KernelFacts &F = K.Facts;
  bool Square = std::all_of(
      K.Launches.begin(), K.Launches.end(), [](const LaunchShape &L) {
        return L.Block[0] == L.Block[1] && L.Block[0] > 1 && !isGuess(L);
      });
  bool Exchanges = std::any_of(F.Cuts.begin(), F.Cuts.end(),
                               [](const CutFact &C) { return C.Exchange; });
  return Square && !K.Launches.empty() && !Exchanges &&
         !F.Reads[static_cast<unsigned>(Builtin::LaneId)];
}

KernelPredictions exchanged(const KernelPredictions &K, const UnitFacts &Unit) {
  KernelFacts Facts = K.Facts;
  for (auto [X, Y] : {std::pair(Builtin::ThreadIdxX, Builtin::ThreadIdxY),
                      std::pair(Builtin::BlockIdxX, Builtin::BlockIdxY),
                      std::pair(Builtin::BlockDimX, Builtin::BlockDimY),
                      std::pair(Builtin::GridDimX, Builtin::GridDimY)})
    Facts.Pool.exchange(X, Y);
  std::vector<LaunchShape> Launches = K.Launches;
  for (LaunchShape &L : Launches)
    if (L.Grid)
      std::swap((*L.Grid)[0], (*L.Grid)[1]);
  return predictKernel(std::move(Facts), std::move(Launches), Unit.Arch,
                       Unit.Predict);
}

double worstRatio(const KernelPredictions &K, size_t Access, bool &Known) {
  double Worst = 1;
  for (const MachineAccess &M : machineAccesses(K, Access))
    for (const Prediction &P : *M.PerLaunch) {
      Known &= P.Kind != Pattern::Unknown;
      Worst = std::max(Worst, P.MaxRatio);
    }
  return Worst;
}

/// Whether no access costs more than before.
bool isNoWorse(const KernelPredictions &Before, const KernelPredictions &Now) {
  for (size_t I = 0; I < Before.Facts.Accesses.size(); ++I) {
    bool Was = true, Is = true;
    if (worstRatio(Now, I, Is) > worstRatio(Before, I, Was) || Was != Is)
      return false;
  }
  return true;
}

bool hasSquareGrids(const KernelPredictions &K) {
  return std::all_of(K.Launches.begin(), K.Launches.end(),
                     [](const LaunchShape &L) {
                       return L.Grid && (*L.Grid)[0] == (*L.Grid)[1];
                     });
}

FindingFix advice(const KernelPredictions &K) {
  FindingFix Fix;
  Fix.Note.Message = "with x and y of the thread and block indices exchanged "
                     "throughout the kernel this is coalesced, and no access "
                     "costs more";
  if (!hasSquareGrids(K))
    Fix.Note.Message += "; the sides of the grid change places then as well";
  return Fix;
}

} // namespace

void cureExchange(const UnitFacts &Unit, const RuleOptions &Options,
                  std::vector<Finding> &Findings) {
  std::map<const KernelPredictions *, std::optional<KernelPredictions>> Known;
  for (Finding &F : Findings) {
    FoundAccess At = accessOf(Unit, F);
    if (!At.Kernel || F.Fix || !isSymmetric(*At.Kernel))
      continue;
    auto [It, New] = Known.try_emplace(At.Kernel);
    if (New) {
      KernelPredictions Now = exchanged(*At.Kernel, Unit);
      if (isNoWorse(*At.Kernel, Now))
        It->second = std::move(Now);
    }
    double Threshold = Options.number("Threshold");
    if (It->second &&
        judge(*It->second, At.Index, Threshold).How == Strength::None)
      F.Fix = advice(*At.Kernel);
  }
}

} // namespace warptidy
