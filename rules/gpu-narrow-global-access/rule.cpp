//===- gpu-narrow-global-access -------------------------------------------===//
// Neighbouring lanes access neighbouring elements of one or two bytes: a warp's
// request moves a quarter or half of what it could. Advisory.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"
#include <algorithm>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_narrow_global_access();

constexpr unsigned WordBytes = 4;

/// Whether whole warps access whole words of an array, element by element.
static bool isNarrow(const AccessFact &A, const Prediction &P) {
  return P.Kind == Pattern::Exact && P.ActiveLanes == WarpLanes &&
         P.LaneStrideBytes == int64_t(A.WidthBytes) &&
         P.BytesUsed == WarpLanes * A.WidthBytes && P.Max == P.Ideal;
}

static void report(const KernelPredictions &K, size_t I, const AccessFact &A,
                   const Prediction &P, const FindingSink &Emit) {
  Finding F =
      startFinding(ruleInfo_gpu_narrow_global_access(), K, I, Severity::Remark);
  const unsigned Elements = WordBytes / A.WidthBytes;
  F.Cost = Elements;
  F.Message = "each " + operationText(A) + " of a warp moves " +
              std::to_string(P.BytesUsed) + " bytes, " +
              std::to_string(A.WidthBytes) + " a lane: with " +
              std::to_string(Elements) +
              " elements a lane in one access it takes 1 request in " +
              std::to_string(Elements);
  Judgement J;
  J.Worst = &P;
  addLaunchNote(F, K, J);
  Emit(std::move(F));
}

/// Of the launches whose block is known, and of what nvcc does not merge.
static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &, const FindingSink &Emit) {
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Space != AddressSpace::Global || A.WidthBytes >= WordBytes ||
        !A.WidthBytes || (A.Op != AccessOp::Load && A.Op != AccessOp::Store) ||
        K.Accesses[I].ConstantOffset % WordBytes)
      continue;
    for (const MachineAccess &M : machineAccesses(K, I)) {
      auto P = std::find_if(
          M.PerLaunch->begin(), M.PerLaunch->end(), [&](const Prediction &One) {
            return !isGuess(K.Launches[One.Launch]) && isNarrow(*M.Fact, One);
          });
      if (M.Fact->WidthBytes == A.WidthBytes && P != M.PerLaunch->end()) {
        report(K, I, A, *P, Emit);
        break;
      }
    }
  }
}

const RuleInfo &ruleInfo_gpu_narrow_global_access() {
  static const RuleInfo Info{
      .Name = "gpu-narrow-global-access",
      .Summary = "lanes access one or two bytes each of neighbouring elements",
      .Check = check,
      .Usual = Severity::Remark,
      .OnByDefault = false};
  return Info;
}

} // namespace warptidy
