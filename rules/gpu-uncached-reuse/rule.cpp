//===- gpu-uncached-reuse -------------------------------------------------===//
// Many warps of a block load the same elements of global memory, one after the
// other, in a loop: a tile in shared memory would be loaded once. Advisory.
//===----------------------------------------------------------------------===//
#include "model/Reuse.h"
#include "rules/Support.h"
#include <algorithm>
#include <set>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_uncached_reuse();

/// Whether a phi of one of the access's loops is in R.
static bool changesInLoop(const KernelFacts &Facts, ExprRef R,
                          const std::vector<unsigned> &Loops,
                          std::set<ExprRef> &Seen) {
  if (R == NoExpr || !Seen.insert(R).second)
    return false;
  const ExprNode N = Facts.Pool[R];
  if (N.Op == ExprOp::Phi)
    return std::count(Loops.begin(), Loops.end(), Facts.Pool.phiInfo(R).Loop) !=
           0;
  return changesInLoop(Facts, N.A, Loops, Seen) ||
         changesInLoop(Facts, N.B, Loops, Seen) ||
         changesInLoop(Facts, N.C, Loops, Seen);
}

/// Whether what is loaded goes into shared memory.
static bool isStaged(const KernelFacts &Facts, const AccessFact &Load) {
  return std::any_of(
      Facts.Accesses.begin(), Facts.Accesses.end(), [&](const AccessFact &A) {
        return A.Space == AddressSpace::Shared && A.Op == AccessOp::Store &&
               A.StoredFrom == Load.Order;
      });
}

static void report(const KernelPredictions &K, size_t I, unsigned Launch,
                   const ElementReuse &How, const FindingSink &Emit) {
  const LaunchShape &Shape = K.Launches[Launch];
  const unsigned Threads = Shape.Block[0] * Shape.Block[1] * Shape.Block[2];
  Finding F =
      startFinding(ruleInfo_gpu_uncached_reuse(), K, I, Severity::Remark);
  F.Cost = How.Warps;
  F.Message = std::to_string(How.Warps) + " of the " +
              std::to_string((Threads + WarpLanes - 1) / WarpLanes) +
              " warps of a block load the same elements in each iteration: a "
              "tile in shared memory would be loaded once";
  Prediction P;
  P.Launch = Launch;
  Judgement J;
  J.Worst = &P;
  addLaunchNote(F, K, J);
  Emit(std::move(F));
}

static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &Options, const FindingSink &Emit) {
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    std::set<ExprRef> Seen;
    if (A.Space != AddressSpace::Global || A.Op != AccessOp::Load ||
        A.Address == NoExpr || isStaged(K.Facts, A) ||
        !changesInLoop(K.Facts, A.Address, A.Loops, Seen))
      continue;
    for (unsigned L = 0; L < K.Launches.size(); ++L) {
      if (isGuess(K.Launches[L]))
        continue;
      std::optional<ElementReuse> How = reuseOf(K.Facts, A, K.Launches[L]);
      if (!How || How->Warps < Options.number("Threshold"))
        continue;
      report(K, I, L, *How, Emit);
      break;
    }
  }
}

const RuleInfo &ruleInfo_gpu_uncached_reuse() {
  static const RuleInfo Info{
      .Name = "gpu-uncached-reuse",
      .Summary = "warps of a block load the same elements of global memory",
      .Options = {{"Threshold", "8",
                   "warps that load the same elements from which to report"}},
      .Check = check,
      .Usual = Severity::Remark,
      .OnByDefault = false};
  return Info;
}

} // namespace warptidy
