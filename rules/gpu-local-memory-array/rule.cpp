//===- gpu-local-memory-array ---------------------------------------------===//
// A private array whose index is not constant once loops are unrolled: it lies
// in local memory instead of registers.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"
#include <algorithm>
#include <map>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_local_memory_array();

/// The accesses of one private array.
struct PrivateArray {
  std::vector<size_t> Accesses;
  bool Stays = true;
};

static bool isEliminated(const KernelPredictions &K, size_t Access) {
  return std::any_of(
      K.Compiled.begin(), K.Compiled.end(), [&](const CompiledPredictions &C) {
        return C.Eliminated &&
               std::count(C.Members.begin(), C.Members.end(), Access);
      });
}

/// Arrays that certainly stay in memory for the sake of an index. What is
/// volatile, or passed on to other code, is meant to.
static std::map<ExprRef, PrivateArray> arraysOf(const KernelPredictions &K) {
  std::map<ExprRef, PrivateArray> Out;
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Space != AddressSpace::Local || A.Base == NoExpr)
      continue;
    const SymbolInfo &Info = K.Facts.Pool.symbolInfo(A.Base);
    PrivateArray &Array = Out[A.Base];
    Array.Accesses.push_back(I);
    Array.Stays &= Info.Kind == SymbolKind::LocalArray && Info.SizeBytes &&
                   !Info.Escapes && !A.Volatile && !K.UnsureCompiled[I] &&
                   !isEliminated(K, I);
  }
  return Out;
}

/// The worst prediction of the array's accesses, and which access it is of.
static const Prediction *worstOf(const KernelPredictions &K,
                                 const PrivateArray &Array, size_t &Access) {
  const Prediction *Worst = nullptr;
  for (size_t I : Array.Accesses)
    for (const MachineAccess &M : machineAccesses(K, I))
      for (const Prediction &P : *M.PerLaunch)
        if (P.Max && P.Kind != Pattern::NotExecuted &&
            P.Kind != Pattern::Unknown && (!Worst || P.Max > Worst->Max)) {
          Worst = &P;
          Access = I;
        }
  return Worst;
}

static void report(const KernelPredictions &K, const PrivateArray &Array,
                   const FindingSink &Emit) {
  size_t Access = 0;
  const Prediction *Worst = worstOf(K, Array, Access);
  if (!Worst) // Nothing reaches it, or nothing is known of it.
    return;
  const AccessFact &A = K.Facts.Accesses[Access];
  const SymbolInfo &Info = K.Facts.Pool.symbolInfo(A.Base);
  Finding F = startFinding(ruleInfo_gpu_local_memory_array(), K, Access,
                           Severity::Remark);
  std::string Name = A.Words.Array.empty() ? Info.Name : A.Words.Array;
  F.Message = (Name.empty() ? "a private array" : "'" + Name + "'") +
              " lies in local memory, " + std::to_string(Info.SizeBytes) +
              " bytes a thread: this " + operationText(A) + " takes " +
              intervalText(Worst->Min, Worst->Max) +
              (Worst->Max == 1 ? " sector" : " sectors") + dependsText(*Worst);
  addStrideNote(F, K, Access, *Worst);
  F.Notes.push_back({{},
                     "its index is not constant once loops are unrolled, which "
                     "registers would need"});
  if (A.Words.ArrayDecl.Line)
    F.Notes.push_back({A.Words.ArrayDecl, "'" + Name + "' is declared here"});
  Judgement J;
  J.Worst = Worst;
  addLaunchNote(F, K, J);
  Emit(std::move(F));
}

static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &Options, const FindingSink &Emit) {
  double MinBytes = Options.number("MinBytes");
  for (const auto &[Base, Array] : arraysOf(K))
    if (Array.Stays &&
        double(K.Facts.Pool.symbolInfo(Base).SizeBytes) >= MinBytes)
      report(K, Array, Emit);
}

const RuleInfo &ruleInfo_gpu_local_memory_array() {
  static const RuleInfo Info{
      .Name = "gpu-local-memory-array",
      .Summary =
          "a private array lies in local memory for its index (advisory)",
      .Options = {{"MinBytes", "0",
                   "report arrays of at least this many bytes a thread"}},
      .Check = check,
      .Usual = Severity::Remark};
  return Info;
}

} // namespace warptidy
