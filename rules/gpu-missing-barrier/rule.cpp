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

static std::string message(const UnorderedPair &Pair,
                           const std::string &Array) {
  const std::string Place = " byte " + std::to_string(Pair.Offset) + " of " +
                            (Array.empty() ? "a shared array" : Array);
  const std::string When = Pair.NextRound ? " in the iteration before" : "";
  if (Pair.LoadFirst)
    return threadText(Pair.Writer) + " overwrites" + Place + ", which " +
           threadText(Pair.Reader) + " of another warp reads" + When +
           " with no barrier between";
  return threadText(Pair.Reader) + " reads" + Place + ", which " +
         threadText(Pair.Writer) + " of another warp writes" + When +
         " with no barrier between";
}

static void report(const KernelPredictions &K, const UnorderedPair &Pair,
                   const FindingSink &Emit) {
  const size_t First = Pair.LoadFirst ? Pair.Load : Pair.Store;
  const size_t Second = Pair.LoadFirst ? Pair.Store : Pair.Load;
  std::string Name =
      K.Facts.Pool.symbolInfo(K.Facts.Accesses[Second].Base).Name;
  Finding F = startFinding(ruleInfo_gpu_missing_barrier(), K, Second,
                           Severity::Warning);
  F.Message = message(Pair, Name.empty() ? Name : "'" + Name + "'");
  F.Notes.push_back({K.Facts.Accesses[First].Where,
                     Pair.LoadFirst ? "read here" : "written here"});
  Judgement J;
  J.Worst = &K.Accesses[Second].PerLaunch[Pair.Launch];
  addLaunchNote(F, K, J);
  F.Cost = 1;
  Emit(std::move(F));
}

/// Once a load, for what it reads too early; once a store, for what it
/// overwrites too early, unless a load of the same value comes too early too.
static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &, const FindingSink &Emit) {
  std::set<size_t> Reported;
  std::set<std::pair<size_t, size_t>> Pairs;
  for (bool LoadFirst : {false, true})
    for (const UnorderedPair &Pair : K.Unordered) {
      const size_t Second = LoadFirst ? Pair.Store : Pair.Load;
      if (Pair.LoadFirst != LoadFirst ||
          !Pairs.insert({Pair.Store, Pair.Load}).second ||
          !Reported.insert(Second).second)
        continue;
      report(K, Pair, Emit);
    }
}

const RuleInfo &ruleInfo_gpu_missing_barrier() {
  static const RuleInfo Info{
      .Name = "gpu-missing-barrier",
      .Summary = "a warp reads what another one writes with no barrier between",
      .Check = check};
  return Info;
}

} // namespace warptidy
