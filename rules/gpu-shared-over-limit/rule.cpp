//===- gpu-shared-over-limit ----------------------------------------------===//
// More shared memory than a block may have: the kernel does not build, or the
// launch fails.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"
#include <set>
#include <tuple>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_shared_over_limit();

/// Bytes of the static arrays that are certainly in the program: what is only
/// written may be left out.
static uint64_t bytesRead(const KernelFacts &Facts) {
  std::set<ExprRef> Read;
  uint64_t Bytes = 0;
  for (const AccessFact &A : Facts.Accesses)
    if (A.Space == AddressSpace::Shared && A.Base != NoExpr &&
        A.Op != AccessOp::Store && A.Op != AccessOp::Copy &&
        Facts.Pool.symbolInfo(A.Base).Kind == SymbolKind::SharedArray &&
        Read.insert(A.Base).second)
      Bytes += Facts.Pool.symbolInfo(A.Base).SizeBytes;
  return Bytes;
}

static std::string bytesText(uint64_t Bytes) {
  return std::to_string(Bytes) + " bytes";
}

static void reportStatic(const KernelPredictions &K, const ArchInfo &Arch,
                         const FindingSink &Emit) {
  Finding F = startFinding(ruleInfo_gpu_shared_over_limit(), K, LaunchShape(),
                           Severity::Warning);
  F.Cost = double(K.Facts.StaticSharedBytes) / Arch.StaticSharedLimit;
  F.Message = bytesText(K.Facts.StaticSharedBytes) +
              " of static shared memory where " +
              std::to_string(Arch.StaticSharedLimit) +
              " are allowed: kernel '" + K.Facts.Name + "' does not build";
  F.Notes.push_back(
      {{},
       "dynamic shared memory may have up to " +
           bytesText(Arch.OptInSharedLimit) + " on " + Arch.Name + ", with " +
           "cudaFuncSetAttribute(kernel, "
           "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)"});
  Emit(std::move(F));
}

/// "98304 bytes of shared memory, 65536 of them dynamic".
static std::string sumText(uint64_t Static, uint64_t Dynamic) {
  if (!Static)
    return bytesText(Dynamic) + " of dynamic shared memory";
  return bytesText(Static + Dynamic) + " of shared memory, " +
         std::to_string(Dynamic) + " of them dynamic,";
}

static void reportLaunch(const KernelPredictions &K, const LaunchShape &L,
                         const ArchInfo &Arch, const FindingSink &Emit) {
  uint64_t Static = K.Facts.StaticSharedBytes, Dynamic = *L.DynamicSharedBytes;
  bool Never = Static + Dynamic > Arch.OptInSharedLimit;
  unsigned Limit = Never ? Arch.OptInSharedLimit : Arch.StaticSharedLimit;
  Finding F =
      startFinding(ruleInfo_gpu_shared_over_limit(), K, L, Severity::Warning);
  F.Cost = double(Static + Dynamic) / Limit;
  F.Message = sumText(Static, Dynamic) + " where a block may have " +
              std::to_string(Limit) +
              (Never ? " on " + Arch.Name : " unless the kernel opts in") +
              ": the launch fails";
  if (!Never)
    F.Notes.push_back({{},
                       "cudaFuncSetAttribute(kernel, "
                       "cudaFuncAttributeMaxDynamicSharedMemorySize, " +
                           std::to_string(Dynamic) +
                           ") before the launch allows it; the unit does not "
                           "call it for this kernel"});
  addKernelNotes(F, K, L,
                 Static ? "has " + bytesText(Static) + " of static arrays"
                        : "is declared here");
  Emit(std::move(F));
}

/// Whether the launch certainly asks for more than it gets. That it is read
/// says that it is in this unit, where the kernel would be named to opt in.
static bool failsToLaunch(const KernelPredictions &K, const LaunchShape &L,
                          const ArchInfo &Arch) {
  if (L.Source != ShapeSource::LaunchSite || !L.DynamicSharedBytes ||
      !*L.DynamicSharedBytes)
    return false;
  uint64_t All = K.Facts.StaticSharedBytes + *L.DynamicSharedBytes;
  return All > Arch.OptInSharedLimit ||
         (All > Arch.StaticSharedLimit && !K.Facts.Named && L.Where.Token);
}

static void check(const KernelPredictions &K, const ArchInfo &Arch,
                  const RuleOptions &, const FindingSink &Emit) {
  if (bytesRead(K.Facts) > Arch.StaticSharedLimit)
    return reportStatic(K, Arch, Emit);
  std::set<std::tuple<std::string, unsigned, unsigned, uint64_t>> Seen;
  for (const LaunchShape &L : K.Launches)
    if (failsToLaunch(K, L, Arch) &&
        Seen.insert({L.Where.File, L.Where.Line, L.Where.Column,
                     *L.DynamicSharedBytes})
            .second)
      reportLaunch(K, L, Arch, Emit);
}

const RuleInfo &ruleInfo_gpu_shared_over_limit() {
  static const RuleInfo Info{.Name = "gpu-shared-over-limit",
                             .Summary =
                                 "more shared memory than a block may have",
                             .Check = check};
  return Info;
}

} // namespace warptidy
