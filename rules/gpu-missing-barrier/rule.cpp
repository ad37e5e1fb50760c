//===- gpu-missing-barrier ------------------------------------------------===//
// A thread reads from shared memory what a thread of another warp writes, and
// nothing between makes one wait for the other.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"
#include <set>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_missing_barrier();

static std::string threadText(const std::array<unsigned, 3> &T) {
  return "thread (" + std::to_string(T[0]) + ", " + std::to_string(T[1]) +
         ", " + std::to_string(T[2]) + ")";
}

static void report(const KernelPredictions &K, const UnorderedPair &Pair,
                   const FindingSink &Emit) {
  const AccessFact &Load = K.Facts.Accesses[Pair.Load];
  const AccessFact &Store = K.Facts.Accesses[Pair.Store];
  std::string Name = K.Facts.Pool.symbolInfo(Load.Base).Name;
  Finding F = startFinding(ruleInfo_gpu_missing_barrier(), K, Pair.Load,
                           Severity::Warning);
  F.Message = threadText(Pair.Reader) + " reads byte " +
              std::to_string(Pair.Offset) + " of " +
              (Name.empty() ? "a shared array" : "'" + Name + "'") +
              ", which " + threadText(Pair.Writer) +
              " of another warp writes with no barrier between";
  F.Notes.push_back({Store.Where, "written here"});
  Judgement J;
  J.Worst = &K.Accesses[Pair.Load].PerLaunch[Pair.Launch];
  addLaunchNote(F, K, J);
  F.Cost = 1;
  Emit(std::move(F));
}

static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &, const FindingSink &Emit) {
  std::set<size_t> Reported; // Once a load.
  for (const UnorderedPair &Pair : K.Unordered)
    if (Reported.insert(Pair.Load).second)
      report(K, Pair, Emit);
}

const RuleInfo &ruleInfo_gpu_missing_barrier() {
  static const RuleInfo Info{
      .Name = "gpu-missing-barrier",
      .Summary = "a warp reads what another one writes with no barrier between",
      .Check = check};
  return Info;
}

} // namespace warptidy
