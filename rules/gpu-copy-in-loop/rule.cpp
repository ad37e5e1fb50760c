//===- gpu-copy-in-loop ---------------------------------------------------===//
// The same data, copied to the same place of the device in each iteration.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_copy_in_loop();

static bool isRepeated(const HostFunction &Function, const HostCall &C) {
  if (C.Kind != HostCallKind::Copy && C.Kind != HostCallKind::CopyAsync &&
      C.Kind != HostCallKind::CopyToSymbol)
    return false;
  return C.Direction == CopyDirection::HostToDevice &&
         C.Loop != HostCall::None && C.EachIteration && C.SameSize &&
         C.SameOperands && C.SourceUnchanged && C.TargetUnchanged &&
         C.TargetUsed && !Function.Loops[C.Loop].SetsDevice;
}

static void check(const HostFacts &Host, const ArchInfo &, const RuleOptions &,
                  const FindingSink &Emit) {
  for (const HostFunction &Function : Host.Functions)
    for (const HostCall &C : Function.Calls) {
      if (!isRepeated(Function, C))
        continue;
      const std::string To = C.Symbol.empty() ? C.Target.Variable : C.Symbol;
      Finding F = startFinding(ruleInfo_gpu_copy_in_loop(), Function, C,
                               Severity::Warning);
      F.Message = "each iteration of the loop copies '" + C.From.Variable +
                  "' to '" + To + "' again, and neither changes in the loop";
      F.Notes.push_back(
          {Function.Loops[C.Loop].Where, "copy once, before this loop"});
      Emit(std::move(F));
    }
}

const RuleInfo &ruleInfo_gpu_copy_in_loop() {
  static const RuleInfo Info{
      .Name = "gpu-copy-in-loop",
      .Summary = "each iteration of a loop copies the same data to the device",
      .CheckHost = check,
      .OnByDefault = false};
  return Info;
}

} // namespace warptidy
