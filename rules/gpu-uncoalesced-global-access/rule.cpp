//===- gpu-uncoalesced-global-access --------------------------------------===//
// A warp's global access touches many more sectors than its bytes need.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"
#include <algorithm>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_uncoalesced_global_access();

static std::string message(const AccessFact &A, const Prediction &P,
                           const ArchInfo &Arch, Strength How) {
  std::string Range = How == Strength::Possible && P.Min <= P.Ideal
                          ? "up to " + std::to_string(P.Max)
                          : intervalText(P.Min, P.Max);
  std::string Text = "warp " + operationText(A) + " touches " + Range +
                     " sectors where " + sufficeText(P.Ideal);
  if (P.Kind == Pattern::Exact && P.BytesUsed)
    Text += " (" + percentText(P.BytesUsed, P.Max * Arch.SectorBytes) +
            " of the fetched bytes are used)";
  return Text + dependsText(P);
}

/// Lanes that share a few addresses (a row of a 16-wide block reads two) need
/// less than one sector of bytes: there is nothing to gain by bringing them
/// together.
static bool isNearBroadcast(const Prediction &P, const ArchInfo &Arch) {
  return P.BytesUsed && P.BytesUsed < Arch.SectorBytes;
}

/// The walk that the access belongs to, when the other accesses of the walk
/// use the rest of the bytes that it fetches.
static const StructWalk *coveringWalk(const std::vector<StructWalk> &Walks,
                                      size_t Access, bool &First) {
  for (const StructWalk &W : Walks) {
    auto It = std::find(W.Accesses.begin(), W.Accesses.end(), Access);
    if (It == W.Accesses.end())
      continue;
    First = It == W.Accesses.begin();
    return W.coversStruct() && W.Accesses.size() > 1 ? &W : nullptr;
  }
  return nullptr;
}

static void check(const KernelPredictions &K, const ArchInfo &Arch,
                  const RuleOptions &Options, const FindingSink &Emit) {
  double Threshold = Options.number("Threshold");
  bool Promote = Options.flag("WarnOnPossible");
  std::vector<StructWalk> Walks = structWalks(K);
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Space != AddressSpace::Global)
      continue;
    Judgement J = judge(K, I, Threshold);
    if (!J.Worst || J.Worst->AlwaysMisaligned ||
        isNearBroadcast(*J.Worst, Arch))
      continue;
    bool First = true;
    const StructWalk *Covered = coveringWalk(Walks, I, First);
    if (Covered && !First)
      continue; // Reported once, at the first access of the walk.
    bool Weak = J.How == Strength::Possible && !Promote;
    Finding F =
        startFinding(ruleInfo_gpu_uncoalesced_global_access(), K, I,
                     Weak || Covered ? Severity::Remark : Severity::Warning);
    F.Message = message(A, *J.Worst, Arch, J.How);
    addStrideNote(F, K, I, *J.Worst);
    if (Covered)
      F.Notes.push_back(
          {{},
           std::to_string(Covered->Accesses.size()) + " accesses of '" +
               Covered->Record +
               "' share these sectors and use all their bytes, but each is a "
               "request of its own"});
    addLaunchNote(F, K, J);
    Emit(std::move(F));
  }
}

const RuleInfo &ruleInfo_gpu_uncoalesced_global_access() {
  static const RuleInfo Info{
      "gpu-uncoalesced-global-access",
      "a warp's global access touches many more sectors than its bytes need",
      {{"Threshold", "2", "sectors over the ideal from which to report"},
       {"WarnOnPossible", "false",
        "report unknown strides and data-dependent indices as warnings"}},
      check};
  return Info;
}

} // namespace warptidy
