//===- gpu-low-occupancy-shared -------------------------------------------===//
// So much shared memory a block that few warps are resident, where the threads
// would leave room for more. Advisory.
//===----------------------------------------------------------------------===//
#include "model/Hardware.h"
#include "rules/Support.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_low_occupancy_shared();

namespace {
/// What is resident on one multiprocessor.
struct Occupancy {
  uint64_t Bytes = 0;     ///< Of shared memory, as asked for.
  unsigned Warps = 0;     ///< Of a block.
  unsigned ByShared = 0;  ///< Blocks that shared memory has room for.
  unsigned ByThreads = 0; ///< Blocks that there could be else.
};
} // namespace

/// The rules of cuda_occupancy.h, without registers.
static Occupancy occupancyOf(uint64_t Bytes, unsigned Threads,
                             const ArchInfo &Arch) {
  Occupancy O;
  O.Bytes = Bytes;
  O.Warps = (Threads + WarpLanes - 1) / WarpLanes;
  uint64_t Granule = Arch.SharedGranule;
  uint64_t Each =
      (Bytes + Arch.ReservedShared + Granule - 1) / Granule * Granule;
  O.ByShared = static_cast<unsigned>(Arch.SharedPerSM / Each);
  O.ByThreads = std::min(Arch.MaxBlocksPerSM, Arch.MaxWarpsPerSM / O.Warps);
  return O;
}

/// Code that waits for its copies itself needs few warps to hide them.
static bool copiesAhead(const KernelFacts &Facts) {
  return Facts.WaitsOtherwise ||
         std::any_of(Facts.Accesses.begin(), Facts.Accesses.end(),
                     [](const AccessFact &A) {
                       return A.Op == AccessOp::Copy ||
                              A.Unknown == UnknownReason::OpaqueAsm ||
                              A.Unknown == UnknownReason::UnsupportedAccess;
                     });
}

static bool usesDynamic(const KernelFacts &Facts) {
  return std::any_of(
      Facts.Accesses.begin(), Facts.Accesses.end(), [&](const AccessFact &A) {
        return A.Space == AddressSpace::Shared &&
               (A.Base == NoExpr || Facts.Pool.symbolInfo(A.Base).Dynamic);
      });
}

/// Bytes of a block; 0 when not known, or more than there may be.
static uint64_t bytesOf(const KernelPredictions &K, const LaunchShape &L,
                        const ArchInfo &Arch) {
  if (!L.DynamicSharedBytes && usesDynamic(K.Facts))
    return 0;
  uint64_t Bytes = K.Facts.StaticSharedBytes + L.DynamicSharedBytes.value_or(0);
  return Bytes > Arch.OptInSharedLimit ? 0 : Bytes;
}

static std::string blocksText(unsigned Blocks) {
  return std::to_string(Blocks) + (Blocks == 1 ? " block" : " blocks");
}

static void report(const KernelPredictions &K, const LaunchShape &L,
                   const Occupancy &O, const ArchInfo &Arch,
                   const FindingSink &Emit) {
  Finding F =
      startFinding(ruleInfo_gpu_low_occupancy_shared(), K, L, Severity::Remark);
  unsigned Resident = O.ByShared * O.Warps;
  F.Cost = double(O.ByThreads) / O.ByShared;
  F.Message = std::to_string(O.Bytes) +
              " bytes of shared memory a block leave room for " +
              blocksText(O.ByShared) + ", " + std::to_string(Resident) +
              " of " + std::to_string(Arch.MaxWarpsPerSM) +
              " warps of a multiprocessor of " + Arch.Name + " (" +
              percentText(Resident, Arch.MaxWarpsPerSM) + ")";
  std::string Reserved = Arch.ReservedShared
                             ? ", and " + std::to_string(Arch.ReservedShared) +
                                   " bytes of each block are reserved"
                             : "";
  F.Notes.push_back(
      {{},
       "its threads alone would allow " + blocksText(O.ByThreads) + ", " +
           std::to_string(O.ByThreads * O.Warps) +
           " warps; a multiprocessor has " + std::to_string(Arch.SharedPerSM) +
           " bytes of shared memory" + Reserved});
  addKernelNotes(F, K, L, "has blocks of " + blockText(L));
  Emit(std::move(F));
}

/// More multiprocessors than any device has so far. A grid that gives each no
/// more blocks than are resident loses nothing.
static constexpr uint64_t ManyMultiprocessors = 192;

static void check(const KernelPredictions &K, const ArchInfo &Arch,
                  const RuleOptions &Options, const FindingSink &Emit) {
  double MinPercent = Options.number("MinOccupancyPercent");
  if (copiesAhead(K.Facts))
    return;
  std::set<std::tuple<std::string, unsigned, unsigned, uint64_t, unsigned>>
      Seen;
  for (const LaunchShape &L : K.Launches) {
    uint64_t Bytes = isGuess(L) ? 0 : bytesOf(K, L, Arch);
    if (!Bytes)
      continue;
    Occupancy O = occupancyOf(Bytes, threadsOf(L), Arch);
    uint64_t Blocks = blocksOf(L);
    if (!O.ByShared || O.ByShared >= O.ByThreads ||
        100.0 * O.ByShared * O.Warps >= MinPercent * Arch.MaxWarpsPerSM ||
        (Blocks && Blocks <= ManyMultiprocessors * O.ByShared))
      continue;
    if (Seen.insert({L.Where.File, L.Where.Line, L.Where.Column, Bytes,
                     threadsOf(L)})
            .second)
      report(K, L, O, Arch, Emit);
  }
}

const RuleInfo &ruleInfo_gpu_low_occupancy_shared() {
  static const RuleInfo Info{
      .Name = "gpu-low-occupancy-shared",
      .Summary = "shared memory leaves room for few warps (advisory)",
      .Options = {{"MinOccupancyPercent", "25",
                   "report resident warps below this share of the maximum"}},
      .Check = check,
      .Usual = Severity::Remark};
  return Info;
}

} // namespace warptidy
