//===- gpu-divergent-barrier ----------------------------------------------===//
// A __syncthreads() that some threads of the block certainly reach, and others
// certainly do not, although they go on.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_divergent_barrier();

static std::string tripleText(const std::array<unsigned, 3> &T) {
  return "(" + std::to_string(T[0]) + ", " + std::to_string(T[1]) + ", " +
         std::to_string(T[2]) + ")";
}

static std::string timesText(unsigned Times) {
  return Times == 1 ? "once" : std::to_string(Times) + " times";
}

static std::string message(const DivergentBarrier &D) {
  std::string Text = "thread " + tripleText(D.Waits) + " waits here";
  if (D.Often > 1 || D.Seldom)
    Text += " " + timesText(D.Often);
  Text += ", thread " + tripleText(D.Misses) + " of the same block ";
  return Text + (D.Seldom ? timesText(D.Seldom) : "never does") +
         (D.Seldom ? "" : ", and goes on");
}

static void report(const KernelPredictions &K, const DivergentBarrier &D,
                   const FindingSink &Emit) {
  const BarrierFact &B = K.Facts.Barriers[D.Barrier];
  Finding F = startFinding(ruleInfo_gpu_divergent_barrier(), K, LaunchShape(),
                           Severity::Warning);
  F.Where = B.Where;
  if (!B.InlinedAt.empty())
    F.Function = B.InlinedAt.front().Callee;
  F.Message = message(D);
  for (const InlinedCall &C : B.InlinedAt)
    F.Notes.push_back({C.CallSite, "'" + C.Callee +
                                       "' is called here, in kernel '" +
                                       K.Facts.Name + "'"});
  const AccessFact &Next = K.Facts.Accesses[D.Next];
  F.Notes.push_back({Next.Where, "thread " + tripleText(D.Misses) +
                                     " gets here without waiting"});
  if (D.Block != std::array<unsigned, 3>{0, 0, 0})
    F.Notes.push_back({{}, "in block " + tripleText(D.Block)});
  Prediction P;
  P.Launch = D.Launch;
  Judgement J;
  J.Worst = &P;
  addLaunchNote(F, K, J);
  Emit(std::move(F));
}

static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &, const FindingSink &Emit) {
  std::vector<bool> Seen(K.Facts.Barriers.size());
  for (const DivergentBarrier &D : K.Divergent)
    if (!Seen[D.Barrier]) {
      Seen[D.Barrier] = true;
      report(K, D, Emit);
    }
}

const RuleInfo &ruleInfo_gpu_divergent_barrier() {
  static const RuleInfo Info{.Name = "gpu-divergent-barrier",
                             .Summary =
                                 "not all threads of a block reach a barrier",
                             .Check = check};
  return Info;
}

} // namespace warptidy
