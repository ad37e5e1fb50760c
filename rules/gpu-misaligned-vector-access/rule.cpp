//===- gpu-misaligned-vector-access ---------------------------------------===//
// An address that is not a multiple of the access width: the access faults.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_misaligned_vector_access();

static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &, const FindingSink &Emit) {
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    Judgement J;
    bool All = true;
    for (const Prediction &P : K.Accesses[I].PerLaunch) {
      if (P.Kind == Pattern::NotExecuted || P.Kind == Pattern::Unknown)
        continue;
      if (P.MisalignedLanes && P.MaskKnown)
        J.Worst = J.Worst ? J.Worst : &P;
      else
        All = false;
    }
    if (!J.Worst || !All)
      continue;
    bool Always = J.Worst->AlwaysMisaligned;
    Finding F = startFinding(
        ruleInfo_gpu_misaligned_vector_access(), K, I,
        // Followed lane by lane, the fault is certain.
        Always || J.Worst->BlockRequests ? Severity::Error : Severity::Warning);
    F.Message = std::to_string(J.Worst->MisalignedLanes) + " of " +
                std::to_string(J.Worst->ActiveLanes) + " lanes " +
                (Always ? "" : "at times ") + "access " +
                std::to_string(A.WidthBytes) +
                " bytes at an address that is not a multiple of " +
                std::to_string(A.WidthBytes) + ": the access faults";
    addStrideNote(F, K, I, *J.Worst);
    addLaunchNote(F, K, J);
    Emit(std::move(F));
  }
}

const RuleInfo &ruleInfo_gpu_misaligned_vector_access() {
  static const RuleInfo Info{
      .Name = "gpu-misaligned-vector-access",
      .Summary =
          "an address is not a multiple of the access width, which faults",
      .Check = check,
      .Usual = Severity::Error};
  return Info;
}

} // namespace warptidy
