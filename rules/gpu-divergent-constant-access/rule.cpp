//===- gpu-divergent-constant-access --------------------------------------===//
// Lanes of a warp read different constant addresses: the load is replayed once
// for each.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_divergent_constant_access();

static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &Options, const FindingSink &Emit) {
  double Threshold = Options.number("Threshold");
  bool Promote = Options.flag("WarnOnPossible");
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Space != AddressSpace::Constant)
      continue;
    Judgement J = judge(K, I, Threshold);
    if (!J.Worst)
      continue;
    const Prediction &P = *J.Worst;
    bool Weak = J.How == Strength::Possible;
    Finding F =
        startFinding(ruleInfo_gpu_divergent_constant_access(), K, I,
                     Weak && !Promote ? Severity::Remark : Severity::Warning);
    F.Message =
        "constant load takes " + intervalText(P.Min, P.Max) + " requests";
    if (P.Kind != Pattern::DataDependent)
      F.Message += " where " + sufficeText(P.Ideal) +
                   ": the lanes read different addresses";
    F.Message += dependsText(P);
    addArrayNotes(F, K, I, J);
    Emit(std::move(F));
  }
}

const RuleInfo &ruleInfo_gpu_divergent_constant_access() {
  static const RuleInfo Info{
      .Name = "gpu-divergent-constant-access",
      .Summary = "lanes of a warp read different addresses of constant memory",
      .Options =
          {{"Threshold", "2", "requests over the ideal from which to report"},
           {"WarnOnPossible", "false",
            "report unknown strides and data-dependent indices as warnings"}},
      .Check = check};
  return Info;
}

} // namespace warptidy
