//===- gpu-misaligned-global-access ---------------------------------------===//
// Contiguous lanes that start in the middle of a sector: one sector more than
// needed. Advisory: the neighbouring warp often uses the rest from the cache.
//===----------------------------------------------------------------------===//
#include "model/Hardware.h"
#include "rules/Support.h"
#include <map>
#include <set>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_misaligned_global_access();

/// A contiguous request that is exactly known to straddle one sector more.
static bool straddles(const AccessFact &A, const Prediction &P) {
  return P.Kind == Pattern::Exact && !P.MisalignedLanes && P.MaskKnown &&
         P.MinRatio > 1.0 && P.ActiveLanes == WarpLanes && isContiguous(A, P) &&
         P.Max == P.Ideal + 1;
}

/// The arrays that the kernel accesses at several places: stencils and sliding
/// windows, whose accesses share the sectors.
static std::set<ExprRef> windows(const KernelPredictions &K) {
  std::map<ExprRef, const std::string *> First;
  std::set<ExprRef> Out;
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const std::string *Index = &K.Accesses[I].IndexText;
    const ExprRef Base = K.Facts.Accesses[I].Base;
    if (Base != NoExpr &&
        *First.try_emplace(Base, Index).first->second != *Index)
      Out.insert(Base);
  }
  return Out;
}

static void check(const KernelPredictions &K, const ArchInfo &Arch,
                  const RuleOptions &Options, const FindingSink &Emit) {
  const std::set<ExprRef> Windows = windows(K);
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Space != AddressSpace::Global)
      continue;
    Judgement J;
    bool All = true;
    for (const Prediction &P : K.Accesses[I].PerLaunch) {
      if (P.Kind == Pattern::NotExecuted)
        continue;
      if (straddles(A, P))
        J.Worst = J.Worst ? J.Worst : &P;
      else
        All = false;
    }
    if (!J.Worst || !All)
      continue;
    if (Windows.count(A.Base) && !Options.flag("ReportWindows"))
      continue;
    Finding F = startFinding(ruleInfo_gpu_misaligned_global_access(), K, I,
                             Severity::Remark);
    F.Message = "warp " + operationText(A) + " touches " +
                std::to_string(J.Worst->Max) + " " + sectorsText(Arch) +
                " where " + sufficeText(J.Worst->Ideal) +
                ": it does not start on a sector boundary";
    addStrideNote(F, K, I, *J.Worst);
    addLaunchNote(F, K, J);
    Emit(std::move(F));
  }
}

const RuleInfo &ruleInfo_gpu_misaligned_global_access() {
  static const RuleInfo Info{
      .Name = "gpu-misaligned-global-access",
      .Summary = "contiguous lanes start in the middle of a sector (advisory)",
      .Options =
          {{"ReportWindows", "false",
            "report stencils and sliding windows over one array as well"}},
      .Check = check,
      .Usual = Severity::Remark};
  return Info;
}

} // namespace warptidy
