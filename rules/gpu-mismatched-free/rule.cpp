//===- gpu-mismatched-free ------------------------------------------------===//
// Memory that is freed by the function for another kind of memory: the call
// fails, and the memory stays allocated.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_mismatched_free();

/// The function that frees what the pointer certainly leads to; null where that
/// is not known.
static const char *freeOf(const HostPointer &P) {
  switch (P.Origin) {
  case PointerOrigin::Device:
  case PointerOrigin::Managed:
    return "cudaFree";
  case PointerOrigin::Pinned:
    return "cudaFreeHost";
  case PointerOrigin::Heap:
    return P.Allocator == "new"     ? "delete"
           : P.Allocator == "new[]" ? "delete[]"
                                    : "free";
  case PointerOrigin::Mapped:
    return "cudaFreeHost of the host's pointer";
  case PointerOrigin::Unknown:
  case PointerOrigin::Vector:
  case PointerOrigin::Stack:
    break;
  }
  return nullptr;
}

static void check(const HostFacts &Host, const ArchInfo &, const RuleOptions &,
                  const FindingSink &Emit) {
  for (const HostFunction &Function : Host.Functions)
    for (const HostCall &C : Function.Calls) {
      const bool Device = C.Kind == HostCallKind::FreeDevice;
      const char *Right = freeOf(C.Target);
      if ((!Device && C.Kind != HostCallKind::FreePinned) || !Right ||
          Right == std::string(Device ? "cudaFree" : "cudaFreeHost"))
        continue;
      if (!Device && C.Target.Origin == PointerOrigin::Mapped)
        continue; // Mostly the host's address itself.
      Finding F = startFinding(ruleInfo_gpu_mismatched_free(), Function, C,
                               Severity::Warning);
      F.Message = "'" + C.Target.Variable + "' comes from " +
                  C.Target.Allocator + ", which " + C.Name +
                  " does not free: the call fails and the memory stays "
                  "allocated";
      addOriginNote(F, C.Target);
      F.Notes.push_back({{}, std::string("it is freed by ") + Right});
      Emit(std::move(F));
    }
}

const RuleInfo &ruleInfo_gpu_mismatched_free() {
  static const RuleInfo Info{
      .Name = "gpu-mismatched-free",
      .Summary = "memory that is freed by the function for another kind",
      .CheckHost = check};
  return Info;
}

} // namespace warptidy
