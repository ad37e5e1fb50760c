//===- gpu-unchecked-cuda-call --------------------------------------------===//
// The result of a runtime call is dropped where its neighbours' are checked.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_unchecked_cuda_call();

/// Calls whose failure makes what follows wrong. Those that give memory back
/// have nothing to go on with when they fail.
static bool matters(const HostCall &C) {
  switch (C.Kind) {
  case HostCallKind::AllocDevice:
  case HostCallKind::AllocManaged:
  case HostCallKind::AllocPinned:
  case HostCallKind::AllocInStream:
  case HostCallKind::Register:
  case HostCallKind::Copy:
  case HostCallKind::CopyAsync:
  case HostCallKind::CopyToSymbol:
  case HostCallKind::CopyFromSymbol:
  case HostCallKind::Fill:
  case HostCallKind::Synchronize:
    return C.ReturnsError;
  default:
    return false;
  }
}

/// An error stays until cudaGetLastError takes it, or is told by later calls.
static bool isCheckedLater(const HostFunction &F, size_t I) {
  for (size_t J = I + 1; J < F.Calls.size(); ++J) {
    const HostCall &C = F.Calls[J];
    if (C.Name == "cudaGetLastError" || C.Name == "cudaPeekAtLastError")
      return true;
  }
  return false;
}

static void check(const HostFacts &Host, const ArchInfo &,
                  const RuleOptions &Options, const FindingSink &Emit) {
  const double Least = Options.number("MinChecked");
  for (const HostFunction &Function : Host.Functions) {
    unsigned Checked = 0, Dropped = 0;
    for (const HostCall &C : Function.Calls) {
      Checked += matters(C) && C.Result == CallResult::Used;
      Dropped += matters(C) && C.Result == CallResult::Dropped;
    }
    if (Checked < Least || Dropped >= Checked)
      continue;
    for (size_t I = 0; I < Function.Calls.size(); ++I) {
      const HostCall &C = Function.Calls[I];
      if (!matters(C) || C.Result != CallResult::Dropped ||
          isCheckedLater(Function, I))
        continue;
      Finding F = startFinding(ruleInfo_gpu_unchecked_cuda_call(), Function, C,
                               Severity::Warning);
      F.Message = "the result of " + C.Name + " is dropped; " +
                  std::to_string(Checked) + " of " +
                  std::to_string(Checked + Dropped) + " such calls in '" +
                  Function.Name + "' are checked";
      Emit(std::move(F));
    }
  }
}

const RuleInfo &ruleInfo_gpu_unchecked_cuda_call() {
  static const RuleInfo Info{
      .Name = "gpu-unchecked-cuda-call",
      .Summary =
          "the result of a runtime call is dropped where others are checked",
      .Options = {{"MinChecked", "3",
                   "how many calls of the function must be checked at least"}},
      .CheckHost = check,
      .OnByDefault = false};
  return Info;
}

} // namespace warptidy
