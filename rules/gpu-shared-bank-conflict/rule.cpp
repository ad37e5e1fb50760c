//===- gpu-shared-bank-conflict -------------------------------------------===//
// Lanes of a warp need different words of one bank: the access is split into
// several wavefronts.
//===----------------------------------------------------------------------===//
#include "rules/Cures.h"
#include <cstdio>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_shared_bank_conflict();

static std::string oneDecimal(double V) {
  char Buffer[32];
  std::snprintf(Buffer, sizeof Buffer, "%.1f", V);
  return Buffer;
}

/// "1 suffices", or the average of requests that differ.
static std::string idealText(const Prediction &P) {
  if (P.Kind != Pattern::Interval || !P.BlockUnits || !*P.BlockRequests)
    return sufficeText(P.Ideal);
  const std::string Mean = oneDecimal(double(*P.BlockUnits) /
                                      double(*P.BlockRequests) / P.MeanRatio);
  return Mean == oneDecimal(P.Ideal) ? sufficeText(P.Ideal)
                                     : Mean + " suffice on average";
}

static std::string message(const AccessFact &A, const Prediction &P) {
  std::string Text = "shared " + operationText(A) + " takes ";
  Text += intervalText(P.Min, P.Max);
  Text += P.Max == 1 ? " wavefront" : " wavefronts";
  if (P.Kind == Pattern::Interval && P.BlockUnits && *P.BlockRequests)
    Text += ", " +
            oneDecimal(double(*P.BlockUnits) / double(*P.BlockRequests)) +
            " on average,";
  if (P.Kind == Pattern::DataDependent)
    return Text + dependsText(P);
  Text += " where " + idealText(P);
  if (P.Kind == Pattern::Exact && P.Ideal && P.Max % P.Ideal == 0)
    Text += " (" + std::to_string(P.Max / P.Ideal) + "-way bank conflict)";
  else
    Text += " (bank conflict)";
  return Text + dependsText(P);
}

/// Lanes two or four words apart, of which nvcc may merge the words between
/// into one access without conflicts: that it does is not known.
static bool mayMerge(const KernelPredictions &K, size_t I,
                     const Prediction &P) {
  int64_t Width = K.Facts.Accesses[I].WidthBytes;
  return I < K.UnsureCompiled.size() && K.UnsureCompiled[I] && Width >= 4 &&
         P.LaneStrideBytes &&
         (*P.LaneStrideBytes == 2 * Width || *P.LaneStrideBytes == 4 * Width) &&
         *P.LaneStrideBytes <= 16;
}

static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &Options, const FindingSink &Emit) {
  double Threshold = Options.number("Threshold");
  bool Promote = Options.flag("WarnOnPossible");
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Space != AddressSpace::Shared)
      continue;
    Judgement J = judge(K, I, Threshold);
    if (!J.Worst || J.Worst->AlwaysMisaligned)
      continue;
    bool Merges = mayMerge(K, I, *J.Worst);
    const PossibleMerge M = possibleMerge(K, I, Threshold);
    bool Weak = (J.How == Strength::Possible && !Promote) || Merges ||
                (M.Fact && M.How == Strength::None);
    Finding F = startFinding(ruleInfo_gpu_shared_bank_conflict(), K, I,
                             Weak ? Severity::Remark : Severity::Warning);
    F.Message = message(A, *J.Worst);
    addArrayNotes(F, K, I, J);
    if (M.Fact)
      F.Notes.push_back({{}, possibleMergeText(M)});
    else if (Merges)
      F.Notes.push_back({{},
                         "nvcc may merge this with the words between the "
                         "lanes, which leaves no conflict"});
    Emit(std::move(F));
  }
}

const RuleInfo &ruleInfo_gpu_shared_bank_conflict() {
  static const RuleInfo Info{
      .Name = "gpu-shared-bank-conflict",
      .Summary =
          "lanes of a warp need different words of one shared-memory bank",
      .Options =
          {{"Threshold", "2", "wavefronts over the ideal from which to report"},
           {"WarnOnPossible", "false",
            "report unknown strides and data-dependent indices as warnings"}},
      .Check = check,
      .Cure = cureRows};
  return Info;
}

} // namespace warptidy
