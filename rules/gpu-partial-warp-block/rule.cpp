//===- gpu-partial-warp-block ---------------------------------------------===//
// Blocks whose threads do not fill their last warp: its lanes idle in every
// block.
//===----------------------------------------------------------------------===//
#include "model/Hardware.h"
#include "rules/Support.h"
#include <set>
#include <tuple>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_partial_warp_block();

/// Whether the lanes that idle could do the work of other blocks. A launch of
/// one block has no other work, and of less than a warp it is only known where
/// the grid is.
static bool wastesLanes(const LaunchShape &L, double MinIdlePercent) {
  unsigned Threads = threadsOf(L), Idle = (0u - Threads) % WarpLanes;
  uint64_t Blocks = blocksOf(L);
  if (isGuess(L) || !Idle || Blocks == 1 || (Threads < WarpLanes && !Blocks))
    return false;
  return 100.0 * Idle >= MinIdlePercent * (Threads + Idle);
}

static std::string message(const LaunchShape &L) {
  unsigned Threads = threadsOf(L), Idle = (0u - Threads) % WarpLanes;
  std::string Text = "blocks of " + std::to_string(Threads) +
                     (Threads == 1 ? " thread" : " threads") + " leave " +
                     std::to_string(Idle);
  if (Threads < WarpLanes)
    return Text + " of the 32 lanes of their only warp idle (" +
           percentText(Idle, WarpLanes) + ")";
  return Text + " of 32 lanes of the last warp idle (" +
         percentText(Idle, Threads + Idle) + " of all lanes)";
}

static void report(const KernelPredictions &K, const LaunchShape &L,
                   const FindingSink &Emit) {
  Finding F =
      startFinding(ruleInfo_gpu_partial_warp_block(), K, L, Severity::Warning);
  F.Message = message(L);
  unsigned Threads = threadsOf(L);
  unsigned Full = (Threads + WarpLanes - 1) / WarpLanes;
  F.Cost = double(Full * WarpLanes) / Threads;
  std::string Block = "has blocks of " + blockText(L);
  if (blocksOf(L))
    Block += ", " + std::to_string(blocksOf(L)) + " of them";
  addKernelNotes(F, K, L, Block);
  Emit(std::move(F));
}

static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &Options, const FindingSink &Emit) {
  double MinIdle = Options.number("MinIdlePercent");
  std::set<std::tuple<std::string, unsigned, unsigned, unsigned>> Seen;
  for (const LaunchShape &L : K.Launches)
    if (wastesLanes(L, MinIdle) &&
        Seen.insert({L.Where.File, L.Where.Line, L.Where.Column, threadsOf(L)})
            .second)
      report(K, L, Emit);
}

const RuleInfo &ruleInfo_gpu_partial_warp_block() {
  static const RuleInfo Info{
      .Name = "gpu-partial-warp-block",
      .Summary = "the threads of a block do not fill its last warp",
      .Options = {{"MinIdlePercent", "10",
                   "report from this share of idle lanes on, of all lanes"}},
      .Check = check};
  return Info;
}

} // namespace warptidy
