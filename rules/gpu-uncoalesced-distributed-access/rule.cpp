//===- gpu-uncoalesced-distributed-access ---------------------------------===//
// A warp's access to another block's shared memory moves many more sectors
// than its bytes need.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_uncoalesced_distributed_access();

static std::string message(const AccessFact &A, const Prediction &P,
                           const ArchInfo &Arch) {
  std::string Text = "warp " + operationText(A) + " moves " +
                     intervalText(P.Min, P.Max) + " " + sectorsText(Arch) +
                     " between blocks of the cluster";
  if (P.Kind != Pattern::DataDependent)
    Text += " where " + sufficeText(P.Ideal);
  return Text + dependsText(P);
}

static void check(const KernelPredictions &K, const ArchInfo &Arch,
                  const RuleOptions &Options, const FindingSink &Emit) {
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Space != AddressSpace::Distributed)
      continue;
    Judgement J = judge(K, I, Options.number("Threshold"));
    // Lanes that share a few addresses have nothing to gain.
    if (!J.Worst || J.Worst->AlwaysMisaligned ||
        (J.Worst->BytesUsed && J.Worst->BytesUsed < Arch.SectorBytes))
      continue;
    bool Weak =
        J.How == Strength::Possible && !Options.flag("WarnOnPossible");
    Finding F =
        startFinding(ruleInfo_gpu_uncoalesced_distributed_access(), K, I,
                     Weak ? Severity::Remark : Severity::Warning);
    F.Message = message(A, *J.Worst, Arch);
    addStrideNote(F, K, I, *J.Worst);
    addLaunchNote(F, K, J);
    Emit(std::move(F));
  }
}

const RuleInfo &ruleInfo_gpu_uncoalesced_distributed_access() {
  static const RuleInfo Info{
      .Name = "gpu-uncoalesced-distributed-access",
      .Summary = "a warp's access to another block's shared memory moves many "
                 "more sectors than its bytes need",
      .Options =
          {{"Threshold", "2", "sectors over the ideal from which to report"},
           {"WarnOnPossible", "false",
            "report unknown strides and data-dependent indices as warnings"}},
      .Check = check};
  return Info;
}

} // namespace warptidy
