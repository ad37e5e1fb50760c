//===- gpu-single-use-shared ----------------------------------------------===//
// A shared array in which every thread has one place of its own: a register
// would do. Advisory.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"
#include <algorithm>
#include <set>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_single_use_shared();

/// Launches that make any access to the array.
static std::set<unsigned> launchesWith(const KernelPredictions &K,
                                       ExprRef Base) {
  std::set<unsigned> Out;
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I)
    if (K.Facts.Accesses[I].Base == Base)
      for (const Prediction &P : K.Accesses[I].PerLaunch)
        if (P.Kind != Pattern::NotExecuted)
          Out.insert(P.Launch);
  return Out;
}

/// The first access to the array that Launch makes.
static size_t firstAccess(const KernelPredictions &K, ExprRef Base,
                          AccessOp Op) {
  size_t Out = K.Facts.Accesses.size();
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Base == Base && A.Op == Op &&
        (Out == K.Facts.Accesses.size() ||
         A.Order < K.Facts.Accesses[Out].Order))
      Out = I;
  }
  return Out;
}

static void report(const KernelPredictions &K, const PrivateShared &Own,
                   const FindingSink &Emit) {
  size_t Store = firstAccess(K, Own.Base, AccessOp::Store);
  size_t Load = firstAccess(K, Own.Base, AccessOp::Load);
  const AccessFact &A = K.Facts.Accesses[Store];
  std::string Name = K.Facts.Pool.symbolInfo(Own.Base).Name;
  Finding F = startFinding(ruleInfo_gpu_single_use_shared(), K, Store,
                           Severity::Remark);
  F.Message = (Name.empty() ? "a shared array" : "'" + Name + "'") +
              " gives nothing from thread to thread: each reads only what it "
              "wrote itself, at one place of its own, which a register would "
              "hold";
  F.Notes.push_back(
      {K.Facts.Accesses[Load].Where, "read here by the thread that wrote it"});
  if (A.Words.ArrayDecl.Line)
    F.Notes.push_back(
        {A.Words.ArrayDecl, "'" + A.Words.Array + "' is declared here"});
  Prediction P;
  P.Launch = Own.Launch;
  Judgement J;
  J.Worst = &P;
  addLaunchNote(F, K, J);
  Emit(std::move(F));
}

/// What holds for one launch only may be meant for another one.
static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &, const FindingSink &Emit) {
  std::set<ExprRef> Seen;
  for (const PrivateShared &Own : K.OwnPlaces) {
    if (!Seen.insert(Own.Base).second)
      continue;
    std::set<unsigned> Launches = launchesWith(K, Own.Base);
    for (const PrivateShared &Other : K.OwnPlaces)
      if (Other.Base == Own.Base)
        Launches.erase(Other.Launch);
    if (Launches.empty())
      report(K, Own, Emit);
  }
}

const RuleInfo &ruleInfo_gpu_single_use_shared() {
  static const RuleInfo Info{
      .Name = "gpu-single-use-shared",
      .Summary =
          "a shared array that no thread reads of another one (advisory)",
      .Check = check,
      .Usual = Severity::Remark};
  return Info;
}

} // namespace warptidy
