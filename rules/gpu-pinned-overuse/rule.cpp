//===- gpu-pinned-overuse -------------------------------------------------===//
// Pinned memory that no copy and no kernel ever comes to.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_pinned_overuse();

static void check(const HostFacts &Host, const ArchInfo &, const RuleOptions &,
                  const FindingSink &Emit) {
  for (const HostFunction &Function : Host.Functions)
    for (const HostCall &C : Function.Calls) {
      if (!C.OnlyOnHost)
        continue;
      Finding F = startFinding(ruleInfo_gpu_pinned_overuse(), Function, C,
                               Severity::Warning);
      F.Message = "'" + C.Target.Variable + "' is pinned (" + C.Name +
                  "), but only host code uses it: no copy and no kernel does";
      F.Notes.push_back(
          {{}, "memory of malloc or new serves, and can be paged out"});
      Emit(std::move(F));
    }
}

const RuleInfo &ruleInfo_gpu_pinned_overuse() {
  static const RuleInfo Info{.Name = "gpu-pinned-overuse",
                             .Summary =
                                 "pinned memory that only host code uses",
                             .CheckHost = check};
  return Info;
}

} // namespace warptidy
