//===- gpu-sync-copy-between-kernels --------------------------------------===//
// In each iteration of a loop a blocking copy waits for a kernel that has
// nothing to do with it, and the next kernel waits for the copy.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"
#include <algorithm>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_sync_copy_between_kernels();

static bool isArgument(const HostPointer &P, const HostCall &Launch) {
  return std::any_of(
      Launch.Arguments.begin(), Launch.Arguments.end(),
      [&](const HostPointer &A) { return A.Number == P.Number; });
}

/// The device's side of a copy that the launch before it has nothing to do
/// with; null for none.
static const HostPointer *apart(const HostFunction &Function,
                                const HostCall &C) {
  if (C.LaunchBefore == HostCall::None || !C.Untouched)
    return nullptr;
  const HostPointer *Device = nullptr;
  if (C.Direction == CopyDirection::HostToDevice)
    Device = &C.Target;
  else if (C.Direction == CopyDirection::DeviceToHost)
    Device = &C.From;
  const HostCall &Before = Function.Calls[C.LaunchBefore];
  return Device && Device->Origin == PointerOrigin::Device &&
                 !isArgument(C.Target, Before) && !isArgument(C.From, Before)
             ? Device
             : nullptr;
}

static void check(const HostFacts &Host, const ArchInfo &, const RuleOptions &,
                  const FindingSink &Emit) {
  for (const HostFunction &Function : Host.Functions)
    for (const HostCall &C : Function.Calls) {
      const HostPointer *Device = apart(Function, C);
      if (!Device)
        continue;
      const HostCall &Before = Function.Calls[C.LaunchBefore];
      const HostCall &After = Function.Calls[C.LaunchAfter];
      const bool Up = C.Direction == CopyDirection::HostToDevice;
      Finding F = startFinding(ruleInfo_gpu_sync_copy_between_kernels(),
                               Function, C, Severity::Warning);
      F.Message = std::string("in each iteration the copy ") +
                  (Up ? "to '" : "from '") + Device->Variable +
                  "' waits for kernel '" + Before.Name +
                  "', which does not use it, and kernel '" + After.Name +
                  "' for the copy";
      F.Notes.push_back({Before.Where, "launched here"});
      F.Notes.push_back({{},
                         "cudaMemcpyAsync with pinned memory, in a stream of "
                         "its own and before that launch, runs beside the "
                         "kernel; an event orders what needs the data"});
      Emit(std::move(F));
    }
}

const RuleInfo &ruleInfo_gpu_sync_copy_between_kernels() {
  static const RuleInfo Info{
      .Name = "gpu-sync-copy-between-kernels",
      .Summary = "a blocking copy in a loop waits for a kernel that does not "
                 "use its data",
      .CheckHost = check};
  return Info;
}

} // namespace warptidy
