//===- gpu-shared-out-of-bounds -------------------------------------------===//
// Some thread certainly reads or writes outside of a shared array.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"

namespace warptidy {

const RuleInfo &ruleInfo_gpu_shared_out_of_bounds();

static std::string tripleText(const std::array<unsigned, 3> &T) {
  return "(" + std::to_string(T[0]) + ", " + std::to_string(T[1]) + ", " +
         std::to_string(T[2]) + ")";
}

static std::string verb(const AccessFact &A) {
  switch (A.Op) {
  case AccessOp::Load:
    return "reads";
  case AccessOp::Store:
    return "writes";
  case AccessOp::Copy:
    return "copies to";
  default:
    return "updates";
  }
}

static std::string arrayName(const KernelPredictions &K, const AccessFact &A) {
  std::string Name = K.Facts.Pool.symbolInfo(A.Base).Name;
  return Name.empty() ? "a shared array" : "'" + Name + "'";
}

/// "element 64 of 's', which has 64", in elements of the access's width where
/// these make up the array, else in bytes.
static std::string message(const KernelPredictions &K, const AccessFact &A,
                           const OutsideFact &Out) {
  std::string Text = "thread " + tripleText(Out.Thread) + " " + verb(A) + " ";
  int64_t Width = A.WidthBytes;
  if (Out.ArrayBytes % A.WidthBytes == 0 && Out.Offset % Width == 0)
    return Text + "element " + std::to_string(Out.Offset / Width) + " of " +
           arrayName(K, A) + ", which has " +
           std::to_string(Out.ArrayBytes / A.WidthBytes);
  return Text + std::to_string(Width) + " bytes at byte " +
         std::to_string(Out.Offset) + " of " + arrayName(K, A) +
         ", which has " + std::to_string(Out.ArrayBytes);
}

static std::string extentNote(const KernelPredictions &K, const AccessFact &A,
                              const OutsideFact &Out) {
  std::string Text =
      "the array has " + std::to_string(Out.ArrayBytes) + " bytes";
  if (K.Facts.Pool.symbolInfo(A.Base).Dynamic)
    Text += Out.ArrayBytes ? ", as the launch says"
                           : ": the launch asks for no dynamic shared memory";
  return Text;
}

static void report(const KernelPredictions &K, size_t I, const Prediction &P,
                   const FindingSink &Emit) {
  const AccessFact &A = K.Facts.Accesses[I];
  const OutsideFact &Out = *P.Outside;
  Finding F = startFinding(ruleInfo_gpu_shared_out_of_bounds(), K, I,
                           Severity::Warning);
  F.Message = message(K, A, Out);
  std::string Which = std::to_string(Out.Threads) +
                      (Out.Threads == 1 ? " thread" : " threads") +
                      " of the block";
  if (!Out.AllCounted)
    Which = "at least " + Which;
  if (Out.Block != std::array<unsigned, 3>{0, 0, 0})
    Which += " " + tripleText(Out.Block);
  F.Notes.push_back({{},
                     Which + (Out.Threads == 1 ? " leaves" : " leave") +
                         " the array: the byte offset is " +
                         K.Accesses[I].IndexText});
  F.Notes.push_back({A.Words.ArrayDecl, extentNote(K, A, Out)});
  Judgement J;
  J.Worst = &P;
  addLaunchNote(F, K, J);
  F.Cost = Out.Threads;
  Emit(std::move(F));
}

static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &, const FindingSink &Emit) {
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const Prediction *Worst = nullptr;
    for (const Prediction &P : K.Accesses[I].PerLaunch)
      if (P.Outside && (!Worst || P.Outside->Threads > Worst->Outside->Threads))
        Worst = &P;
    if (Worst)
      report(K, I, *Worst, Emit);
  }
}

const RuleInfo &ruleInfo_gpu_shared_out_of_bounds() {
  static const RuleInfo Info{.Name = "gpu-shared-out-of-bounds",
                             .Summary = "a thread leaves a shared array",
                             .Check = check};
  return Info;
}

} // namespace warptidy
