//===- gpu-legacy-cache-config --------------------------------------------===//
// A preference between L1 and shared memory as devices before 7.0 had it. All
// architectures of the table have the carve-out.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_legacy_cache_config();

/// The share of shared memory that says the same; empty for no preference.
static std::string carveoutFor(const std::string &Config) {
  if (Config == "cudaFuncCachePreferShared")
    return "cudaSharedmemCarveoutMaxShared";
  if (Config == "cudaFuncCachePreferL1")
    return "cudaSharedmemCarveoutMaxL1";
  return Config == "cudaFuncCachePreferEqual" ? "50" : "";
}

static void check(const HostFacts &Host, const ArchInfo &Arch,
                  const RuleOptions &, const FindingSink &Emit) {
  for (const HostFunction &Function : Host.Functions)
    for (const HostCall &C : Function.Calls) {
      if (C.Kind != HostCallKind::CacheConfig || carveoutFor(C.Config).empty())
        continue;
      Finding F = startFinding(ruleInfo_gpu_legacy_cache_config(), Function, C,
                               Severity::Remark);
      F.Message = C.Name + " with " + C.Config +
                  ": launches of kernels with different preferences may wait "
                  "for each other";
      F.Notes.push_back(
          {{},
           "on " + Arch.Name +
               " cudaFuncSetAttribute(kernel, "
               "cudaFuncAttributePreferredSharedMemoryCarveout, " +
               carveoutFor(C.Config) + ") gives it as a hint for one kernel"});
      Emit(std::move(F));
    }
}

const RuleInfo &ruleInfo_gpu_legacy_cache_config() {
  static const RuleInfo Info{
      .Name = "gpu-legacy-cache-config",
      .Summary =
          "a cache preference of older devices where the carve-out is a hint",
      .Usual = Severity::Remark,
      .CheckHost = check};
  return Info;
}

} // namespace warptidy
