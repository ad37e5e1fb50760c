//===- Support.cpp - What the rules share ---------------------------------===//
// See Support.h.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"
#include "rules/Guesses.h"
#include <algorithm>
#include <cstdlib>
#include <set>

namespace warptidy {

double RuleOptions::number(const std::string &Name) const {
  auto It = Values.find(Name);
  return It == Values.end() ? 0 : std::strtod(It->second.c_str(), nullptr);
}

bool RuleOptions::flag(const std::string &Name) const {
  auto It = Values.find(Name);
  return It != Values.end() && (It->second == "true" || It->second == "1");
}

bool isContiguous(const AccessFact &A, const Prediction &P) {
  return P.LaneStrideBytes &&
         std::abs(*P.LaneStrideBytes) == int64_t(A.WidthBytes);
}

static Strength strengthOf(const Prediction &P, double Threshold) {
  if (!P.MaskKnown)
    return P.MaxRatio >= Threshold ? Strength::Possible : Strength::None;
  switch (P.Kind) {
  case Pattern::Exact:
  case Pattern::Interval:
    return P.MeanRatio >= Threshold ? Strength::Certain : Strength::None;
  case Pattern::Symbolic:
    if (P.MinRatio >= Threshold)
      return Strength::Certain;
    return P.MaxRatio >= Threshold ? Strength::Possible : Strength::None;
  case Pattern::DataDependent:
    return P.MaxRatio >= Threshold ? Strength::Possible : Strength::None;
  default:
    return Strength::None;
  }
}

std::vector<MachineAccess> machineAccesses(const KernelPredictions &K,
                                           size_t Access) {
  std::vector<MachineAccess> Out;
  bool Served = false;
  for (const CompiledPredictions &C : K.Compiled) {
    if (std::find(C.Members.begin(), C.Members.end(), Access) ==
        C.Members.end())
      continue;
    // A split adds up to what the written access costs.
    if (!C.Eliminated &&
        C.Fact.WidthBytes < K.Facts.Accesses[Access].WidthBytes)
      continue;
    Served = true;
    if (!C.Eliminated && C.Fact.Id == K.Facts.Accesses[Access].Id)
      Out.push_back({&C.Fact, &C.PerLaunch});
  }
  if (!Served)
    Out.push_back({&K.Facts.Accesses[Access], &K.Accesses[Access].PerLaunch});
  return Out;
}

namespace {
/// Judges the predictions of one access one by one.
class Judging {
public:
  Judging(const KernelPredictions &K, double Threshold)
      : K(K), Threshold(Threshold) {}

  void add(const Prediction &P, const AccessFact &Fact) {
    if (P.Kind == Pattern::NotExecuted)
      return;
    Strength S = strengthOf(P, Threshold);
    Guessed.add(K.Launches[P.Launch], S);
    bool Judged = P.Kind == Pattern::Exact || P.Kind == Pattern::Interval;
    (Judged && S == Strength::None ? Fine : Bad).insert(P.Launch);
    if (S == Strength::None)
      return;
    if (!J.Worst || S > J.How || (S == J.How && P.MaxRatio > J.Worst->MaxRatio))
      J.Worst = &P, J.Fact = &Fact;
    J.How = std::max(J.How, S);
  }

  Judgement result() {
    for (unsigned L : Fine)
      J.FineLaunches += !Bad.count(L);
    if (Guessed.any() && J.Worst)
      J.How = Guessed.strongest();
    if (J.How == Strength::None)
      J.Worst = nullptr;
    return J;
  }

private:
  const KernelPredictions &K;
  double Threshold;
  Judgement J;
  Guesses Guessed;
  std::set<unsigned> Fine, Bad;
};
} // namespace

Judgement judgeAll(const std::vector<MachineAccess> &Accesses,
                   const KernelPredictions &K, double Threshold) {
  Judging J(K, Threshold);
  for (const MachineAccess &M : Accesses)
    for (const Prediction &P : *M.PerLaunch)
      J.add(P, *M.Fact);
  return J.result();
}

Judgement judge(const KernelPredictions &K, size_t Access, double Threshold) {
  return judgeAll(machineAccesses(K, Access), K, Threshold);
}

PossibleMerge possibleMerge(const KernelPredictions &K, size_t Access,
                            double Threshold) {
  PossibleMerge M;
  for (const CompiledPredictions &C : K.Possible) {
    if (!std::count(C.Members.begin(), C.Members.end(), Access))
      continue;
    M.Fact = &C.Fact;
    M.How =
        std::max(M.How, judgeAll({{&C.Fact, &C.PerLaunch}}, K, Threshold).How);
    for (const Prediction &P : C.PerLaunch)
      if (P.Max && (!M.Worst || P.MaxRatio > M.Worst->MaxRatio))
        M.Worst = &P;
  }
  return M;
}

std::string possibleMergeText(const PossibleMerge &M) {
  std::string Text = "nvcc may merge this with its neighbours into one access "
                     "of " +
                     std::to_string(M.Fact->WidthBytes * 8) + " bits";
  if (!M.Worst)
    return Text;
  if (M.Worst->MaxRatio <= 1)
    return Text + (M.Worst->Units == Unit::Wavefronts
                       ? ", which has no conflict"
                       : ", which is coalesced");
  return Text + ", which takes " + intervalText(M.Worst->Min, M.Worst->Max) +
         " " + unitName(M.Worst->Units) + " where " +
         sufficeText(M.Worst->Ideal);
}

std::string operationText(const AccessFact &A) {
  switch (A.Form) {
  case AccessForm::CpAsync:
    return "cp.async";
  case AccessForm::LdMatrix:
    return "ldmatrix";
  case AccessForm::StMatrix:
    return "stmatrix";
  default:
    return A.Op == AccessOp::Reduction ? "atomic" : accessOpName(A.Op);
  }
}

std::string intervalText(unsigned Min, unsigned Max) {
  if (Min == Max)
    return std::to_string(Min);
  return std::to_string(Min) + " to " + std::to_string(Max);
}

std::string sectorsText(const ArchInfo &Arch) {
  if (Arch.SectorBytes == ArchInfo().SectorBytes)
    return "sectors";
  return std::to_string(Arch.SectorBytes) + "-byte sectors";
}

std::string percentText(unsigned Part, unsigned Whole) {
  return std::to_string((100 * Part + Whole / 2) / Whole) + "%";
}

std::string sufficeText(unsigned Ideal) {
  return std::to_string(Ideal) + (Ideal == 1 ? " suffices" : " suffice");
}

/// ": min(4*n, 32)"; "at most" where it is the worst of what else is unknown.
static std::string formulaText(const Prediction &P) {
  if (P.Formula.empty())
    return "";
  std::string Text = P.Formula;
  bool Long = Text.find(" if ") != std::string::npos ||
              P.FormulaLeast.find(" if ") != std::string::npos;
  if (P.FormulaLeast.empty() || (Long && P.FormulaLeast != Text))
    Text = "at most " + Text;
  else if (P.FormulaLeast != Text)
    Text = P.FormulaLeast + " to " + Text;
  if (P.FormulaFrom > P.Cases.front().Value)
    Text += " from " + P.Symbol + " = " + std::to_string(P.FormulaFrom) + " on";
  return ": " + Text;
}

std::string dependsText(const Prediction &P) {
  if (P.Kind == Pattern::Symbolic)
    return ", depending on '" + P.Symbol + "'" + formulaText(P);
  if (P.Kind == Pattern::DataDependent)
    return ", depending on the data in '" + P.Symbol + "'";
  return "";
}

/// "4", or "3 to 4" where what else is unknown matters.
static std::string caseText(const SymbolCase &C) {
  return intervalText(C.Least ? std::min(C.Least, C.Units) : C.Units, C.Units);
}

std::string casesText(const Prediction &P) {
  if (P.Cases.size() < 2 ||
      (!P.Formula.empty() && P.FormulaFrom <= P.Cases.front().Value))
    return "";
  // From where on the figure stays what it is at the end.
  size_t Tail = P.Cases.size() - 1;
  while (Tail > 0 && P.Cases[Tail - 1].Units == P.Cases.back().Units)
    --Tail;
  std::string Out;
  size_t Shown = std::min<size_t>(Tail, 4);
  for (size_t I = 0; I < Shown; ++I) {
    Out += Out.empty() ? "" : ", ";
    Out += caseText(P.Cases[I]);
    Out += I == 0 ? " when " + P.Symbol + " = " : " when ";
    Out += std::to_string(P.Cases[I].Value);
  }
  if (Tail > Shown)
    Out += ", ...";
  if (Tail + 1 < P.Cases.size()) {
    Out += Out.empty() ? "" : ", ";
    SymbolCase All = P.Cases.back();
    for (size_t I = Tail; I < P.Cases.size(); ++I)
      All.Least = std::min(All.Least, P.Cases[I].Least);
    Out +=
        caseText(All) + " from " + std::to_string(P.Cases[Tail].Value) + " on";
  }
  return Out;
}

std::string blockText(const LaunchShape &Shape) {
  return std::to_string(Shape.Block[0]) + "x" + std::to_string(Shape.Block[1]) +
         "x" + std::to_string(Shape.Block[2]);
}

/// `space::kernel` of `space::kernel<int>`.
static std::string withoutArguments(const std::string &Name) {
  return Name.substr(0, Name.find('<'));
}

Finding startFinding(const RuleInfo &Rule, const KernelPredictions &K,
                     size_t Access, Severity Level) {
  const AccessFact &A = K.Facts.Accesses[Access];
  Finding F;
  F.Rule = Rule.Name;
  F.Level = Level;
  F.Where = A.Where;
  F.Kernel = K.Facts.Name;
  F.AccessId = A.Id;
  F.Function = withoutArguments(
      A.InlinedAt.empty() ? K.Facts.Name : A.InlinedAt.front().Callee);
  F.Source = A.Words.Text;
  for (const InlinedCall &C : A.InlinedAt)
    F.Notes.push_back({C.CallSite, "'" + C.Callee +
                                       "' is called here, in kernel '" +
                                       K.Facts.Name + "'"});
  return F;
}

/// "neighbouring lanes are 24 bytes apart", the direction included.
static std::string strideText(int64_t Stride) {
  std::string Bytes = std::to_string(std::abs(Stride)) +
                      (std::abs(Stride) == 1 ? " byte" : " bytes");
  if (Stride < 0)
    return "each lane is " + Bytes + " below the one before";
  return "neighbouring lanes are " + Bytes + " apart";
}

void addStrideNote(Finding &F, const KernelPredictions &K, size_t Access,
                   const Prediction &P) {
  const AccessFact &A = K.Facts.Accesses[Access];
  std::string Name =
      A.Words.Array.empty() ? "the array" : "'" + A.Words.Array + "'";
  std::string Offset =
      "the byte offset into " + Name + " is " + K.Accesses[Access].IndexText;
  if (P.LaneStrideBytes)
    Offset = strideText(*P.LaneStrideBytes) + ": " + Offset;
  F.Notes.push_back({{}, Offset});
  if (std::string Cases = casesText(P); !Cases.empty())
    F.Notes.push_back({{}, std::string(unitName(P.Units)) + ": " + Cases});
}

void addMergeNote(Finding &F, const KernelPredictions &K, size_t Access,
                  const Judgement &J) {
  unsigned Written = K.Facts.Accesses[Access].WidthBytes;
  if (J.Fact && J.Fact->WidthBytes > Written)
    F.Notes.push_back({{},
                       "nvcc merges neighbouring accesses of a thread into one "
                       "of " +
                           std::to_string(8 * J.Fact->WidthBytes) + " bits"});
}

void addArrayNotes(Finding &F, const KernelPredictions &K, size_t Access,
                   const Judgement &J) {
  const SourceWords &Words = K.Facts.Accesses[Access].Words;
  addStrideNote(F, K, Access, *J.Worst);
  addMergeNote(F, K, Access, J);
  if (Words.ArrayDecl.Line)
    F.Notes.push_back(
        {Words.ArrayDecl, "'" + Words.Array + "' is declared here"});
  addLaunchNote(F, K, J);
}

} // namespace warptidy
