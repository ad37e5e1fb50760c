//===- gpu-pageable-async-copy --------------------------------------------===//
// An asynchronous copy from or to memory that is not pinned: the driver stages
// it, and the call may wait.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_pageable_async_copy();

/// Copies to the device of up to this size are asynchronous all the same.
static constexpr uint64_t SmallCopyBytes = 64 * 1024;

/// The side of the copy that is pageable host memory; null for none.
static const HostPointer *pageableSide(const HostCall &C) {
  switch (C.Direction) {
  case CopyDirection::HostToDevice:
    return isPageable(C.From) ? &C.From : nullptr;
  case CopyDirection::DeviceToHost:
    return isPageable(C.Target) ? &C.Target : nullptr;
  case CopyDirection::Unknown:
    if (C.Target.Origin == PointerOrigin::Device && isPageable(C.From))
      return &C.From;
    if (C.From.Origin == PointerOrigin::Device && isPageable(C.Target))
      return &C.Target;
    return nullptr;
  default:
    return nullptr;
  }
}

/// Whether what comes next waits for the copy anyway.
static bool isWaitedFor(const HostFunction &F, size_t I) {
  for (size_t J = I + 1; J < F.Calls.size(); ++J)
    switch (F.Calls[J].Kind) {
    case HostCallKind::CopyAsync:
    case HostCallKind::FreeInStream:
    case HostCallKind::Other:
      continue;
    case HostCallKind::Synchronize:
    case HostCallKind::Copy:
    case HostCallKind::FreeDevice:
    case HostCallKind::FreePinned:
      return true;
    default:
      return false;
    }
  return false;
}

static void check(const HostFacts &Host, const ArchInfo &, const RuleOptions &,
                  const FindingSink &Emit) {
  for (const HostFunction &Function : Host.Functions)
    for (size_t I = 0; I < Function.Calls.size(); ++I) {
      const HostCall &C = Function.Calls[I];
      if (C.Kind != HostCallKind::CopyAsync)
        continue;
      const HostPointer *Side = pageableSide(C);
      if (!Side || isWaitedFor(Function, I))
        continue;
      const bool ToDevice = Side == &C.From;
      if (ToDevice && C.Bytes && *C.Bytes <= SmallCopyBytes)
        continue;
      Finding F = startFinding(ruleInfo_gpu_pageable_async_copy(), Function, C,
                               Severity::Warning);
      F.Message = C.Name + (ToDevice ? " from" : " to") + " '" +
                  Side->Variable + "', which is pageable memory (" +
                  Side->Allocator + "): the copy is staged and " +
                  (ToDevice ? "the call may wait for it"
                            : "the call waits until it is complete");
      addOriginNote(F, *Side);
      F.Notes.push_back({{},
                         "a copy overlaps with other work only from or to "
                         "pinned memory: cudaMallocHost, or cudaHostRegister "
                         "on what is there"});
      Emit(std::move(F));
    }
}

const RuleInfo &ruleInfo_gpu_pageable_async_copy() {
  static const RuleInfo Info{
      .Name = "gpu-pageable-async-copy",
      .Summary =
          "an asynchronous copy from or to host memory that is not pinned",
      .CheckHost = check};
  return Info;
}

} // namespace warptidy
