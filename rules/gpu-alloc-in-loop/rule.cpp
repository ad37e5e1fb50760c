//===- gpu-alloc-in-loop --------------------------------------------------===//
// Memory of one size that every iteration of a loop allocates and frees.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_alloc_in_loop();

/// Whether the loop could as well be given memory from outside of it.
static bool canBeHoisted(const HostFunction &Function, const HostCall &C) {
  switch (C.Kind) {
  case HostCallKind::AllocDevice:
  case HostCallKind::AllocManaged:
  case HostCallKind::AllocPinned:
    break;
  default:
    return false;
  }
  if (C.Loop == HostCall::None || !C.EachIteration || !C.SameSize ||
      C.FreedBy == HostCall::None || !C.TargetUsed)
    return false;
  // Memory belongs to the device that was current.
  const HostLoop &Loop = Function.Loops[C.Loop];
  return !Loop.SetsDevice && !Loop.CallsUnseen;
}

static Finding findingFor(const HostFunction &Function, const HostCall &C) {
  const HostCall &Free = Function.Calls[C.FreedBy];
  Finding F = startFinding(ruleInfo_gpu_alloc_in_loop(), Function, C,
                           Severity::Warning);
  F.Message = "each iteration of the loop allocates '" + C.Target.Variable +
              "' and frees it, always of the same size";
  F.Notes.push_back({Free.Where, Free.Name + " frees it here" +
                                     (Free.Kind == HostCallKind::FreeDevice
                                          ? ", and waits for the device"
                                          : "")});
  F.Notes.push_back({Function.Loops[C.Loop].Where,
                     "allocate before this loop and free after it"});
  return F;
}

static void check(const HostFacts &Host, const ArchInfo &, const RuleOptions &,
                  const FindingSink &Emit) {
  for (const HostFunction &Function : Host.Functions) {
    std::map<unsigned, Finding> Loops; // One finding a loop.
    for (const HostCall &C : Function.Calls) {
      if (!canBeHoisted(Function, C))
        continue;
      auto It = Loops.find(C.Loop);
      if (It == Loops.end())
        Loops.emplace(C.Loop, findingFor(Function, C));
      else
        It->second.Notes.push_back(
            {C.Where, "the same holds for '" + C.Target.Variable + "'"});
    }
    for (auto &[Loop, F] : Loops)
      Emit(std::move(F));
  }
}

const RuleInfo &ruleInfo_gpu_alloc_in_loop() {
  static const RuleInfo Info{
      .Name = "gpu-alloc-in-loop",
      .Summary =
          "each iteration of a loop allocates and frees memory of one size",
      .CheckHost = check};
  return Info;
}

} // namespace warptidy
