//===- gpu-managed-no-prefetch --------------------------------------------===//
// Managed memory that the device and the host use in turns, in each iteration
// of a loop, in a unit that never prefetches nor advises.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"
#include <set>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_managed_no_prefetch();

/// The launch that gets the memory in each iteration of the loop.
static const HostCall *launchWith(const HostFunction &Function, unsigned Loop,
                                  const HostPointer &P) {
  for (const HostCall &C : Function.Calls)
    if (C.Kind == HostCallKind::Launch && C.Loop == Loop && C.EachIteration)
      for (const HostPointer &A : C.Arguments)
        if (A.Number == P.Number)
          return &C;
  return nullptr;
}

static void check(const HostFacts &Host, const ArchInfo &, const RuleOptions &,
                  const FindingSink &Emit) {
  if (Host.Advises)
    return;
  for (const HostFunction &Function : Host.Functions) {
    std::set<std::pair<unsigned, unsigned>> Told;
    for (const HostAccess &A : Function.Accesses) {
      const HostPointer &P = A.Through;
      if (P.Origin != PointerOrigin::Managed || P.MayBeRegistered)
        continue;
      const HostCall *Launch = nullptr;
      for (unsigned L : A.EachIterationOf)
        if (!Launch)
          Launch = launchWith(Function, L, P);
      if (!Launch || !Told.insert({P.Number, Launch->Loop}).second)
        continue;
      Finding F = startFinding(ruleInfo_gpu_managed_no_prefetch(), Function, A,
                               Severity::Warning);
      F.Message = "each iteration of the loop uses '" + P.Variable +
                  "' in kernel '" + Launch->Name + "' and " +
                  (A.Writes ? "writes" : "reads") +
                  " it on the host: its pages migrate there and back on faults";
      F.Notes.push_back({Launch->Where, "launched here"});
      addOriginNote(F, P);
      F.Notes.push_back({{},
                         "cudaMemPrefetchAsync before each side moves them at "
                         "once; best is to keep what each side uses apart"});
      Emit(std::move(F));
    }
  }
}

const RuleInfo &ruleInfo_gpu_managed_no_prefetch() {
  static const RuleInfo Info{
      .Name = "gpu-managed-no-prefetch",
      .Summary = "kernels and the host use managed memory in turns in a loop, "
                 "without a prefetch",
      .CheckHost = check};
  return Info;
}

} // namespace warptidy
