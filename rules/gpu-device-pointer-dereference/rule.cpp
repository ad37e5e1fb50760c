//===- gpu-device-pointer-dereference -------------------------------------===//
// Host code reads or writes behind a pointer that cudaMalloc gave.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_device_pointer_dereference();

static void check(const HostFacts &Host, const ArchInfo &, const RuleOptions &,
                  const FindingSink &Emit) {
  for (const HostFunction &Function : Host.Functions)
    for (const HostAccess &A : Function.Accesses) {
      if (A.Through.Origin != PointerOrigin::Device)
        continue;
      Finding F = startFinding(ruleInfo_gpu_device_pointer_dereference(),
                               Function, A, Severity::Warning);
      F.Message = std::string("the host ") + (A.Writes ? "writes" : "reads") +
                  " behind '" + A.Through.Variable +
                  "', which points to memory of the device (" +
                  A.Through.Allocator + ")";
      addOriginNote(F, A.Through);
      F.Notes.push_back({{},
                         "the host cannot reach this memory: copy with "
                         "cudaMemcpy, or allocate with cudaMallocManaged"});
      Emit(std::move(F));
    }
}

const RuleInfo &ruleInfo_gpu_device_pointer_dereference() {
  static const RuleInfo Info{
      .Name = "gpu-device-pointer-dereference",
      .Summary = "host code reads or writes behind a pointer of cudaMalloc",
      .CheckHost = check};
  return Info;
}

} // namespace warptidy
