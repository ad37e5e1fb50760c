//===- AccessText.cpp - The words about one access ------------------------===//
// See AccessText.h.
//===----------------------------------------------------------------------===//
#include "report/AccessText.h"
#include <algorithm>
#include <cstdlib>

namespace warptidy {

std::string accessHead(const AccessFact &A) {
  return std::string(addressSpaceName(A.Space)) + " " + operationText(A) +
         ", " + std::to_string(A.WidthBytes) + " bytes a lane";
}

static std::string placeText(const SourceSpot &S) {
  return S.File.substr(S.File.rfind('/') + 1) + ":" + std::to_string(S.Line);
}

std::string launchSourceText(const LaunchShape &L) {
  switch (L.Source) {
  case ShapeSource::LaunchSite:
    return "launched at " + placeText(L.Where);
  case ShapeSource::Annotation:
    return "as annotated at " + placeText(L.Where);
  case ShapeSource::Configuration:
    return "as configured";
  case ShapeSource::Profiler:
    return "in a launch that was measured";
  case ShapeSource::LaunchBounds:
    return "as __launch_bounds__ allows";
  case ShapeSource::Assumed:
    break;
  }
  return "assumed: no launch with a known block was found";
}

std::string unknownText(UnknownReason Reason, const std::string &Detail) {
  return std::string("unknown: ") + unknownReasonName(Reason) +
         (Detail.empty() ? "" : " (" + Detail + ")");
}

std::string figureText(const Prediction &P) {
  switch (P.Kind) {
  case Pattern::Unknown:
    return unknownText(P.Unknown, P.UnknownDetail);
  case Pattern::NotExecuted:
    return "no lane makes it";
  default:
    break;
  }
  std::string Unit = unitName(P.Units);
  if (P.Min == 1 && P.Max == 1)
    Unit.pop_back();
  std::string Text = intervalText(P.Min, P.Max) + " " + Unit + " a request";
  if (P.Kind != Pattern::DataDependent && P.Ideal)
    Text += ", " + sufficeText(P.Ideal);
  Text += dependsText(P);
  if (std::string Cases = casesText(P); !Cases.empty())
    Text += "; " + Cases;
  for (const std::string &A : P.Assumptions)
    Text += "; assumed: " + A;
  return Text;
}

bool hasFigure(const Prediction &P) {
  return P.Kind != Pattern::Unknown && P.Kind != Pattern::NotExecuted;
}

std::string shortFigure(const Prediction &P) {
  std::string Text = intervalText(P.Min, P.Max);
  if (P.Kind != Pattern::DataDependent && P.Ideal && P.Max != P.Ideal)
    Text += "/" + std::to_string(P.Ideal);
  std::string Unit = unitName(P.Units);
  if (Text == "1")
    Unit.pop_back();
  return Text + " " + Unit;
}

const Prediction *worstPrediction(const AccessRef &A, const AccessFact **Made) {
  const Prediction *Worst = nullptr;
  for (const MachineAccess &M : machineAccesses(*A.Kernel, A.Index))
    for (const Prediction &P : *M.PerLaunch)
      if (hasFigure(P) && (!Worst || P.MaxRatio > Worst->MaxRatio)) {
        Worst = &P;
        if (Made)
          *Made = M.Fact;
      }
  return Worst;
}

const char *costLevelName(CostLevel L) {
  static const char *const Names[] = {"ideal", "slight",  "costly", "severe",
                                      "data",  "unknown", "idle"};
  return Names[static_cast<unsigned>(L)];
}

static CostLabel labelOf(const Prediction &P) {
  CostLabel Out;
  Out.Text = shortFigure(P);
  Out.Ratio = P.Ideal ? double(P.Max) / P.Ideal : 1;
  if (P.Kind == Pattern::DataDependent) {
    Out.Level = CostLevel::Data;
    Out.Certain = false;
    return Out;
  }
  Out.Surely = P.Kind == Pattern::Symbolic ? P.MinRatio : P.MeanRatio;
  Out.Certain = P.MaskKnown && (P.Kind != Pattern::Symbolic || P.Min == P.Max ||
                                P.MinRatio > 1);
  if (!P.MaskKnown)
    Out.Surely = 1;
  if (!P.Ideal || P.Max <= P.Ideal)
    Out.Level = CostLevel::Ideal;
  else if (Out.Ratio < 2)
    Out.Level = CostLevel::Slight;
  else
    Out.Level = Out.Ratio < 8 ? CostLevel::Costly : CostLevel::Severe;
  return Out;
}

CostLabel costLabel(const AccessRef &A) {
  if (const Prediction *P = worstPrediction(A))
    return labelOf(*P);
  CostLabel Out;
  Out.Text = "unknown";
  if (A.fact().Unknown != UnknownReason::None)
    return Out;
  const std::vector<MachineAccess> Machine =
      machineAccesses(*A.Kernel, A.Index);
  if (Machine.empty()) {
    Out.Level = CostLevel::Idle;
    Out.Text = "no access of its own";
    return Out;
  }
  for (const Prediction &P : *Machine[0].PerLaunch)
    if (P.Kind == Pattern::Unknown)
      return Out;
  Out.Level = CostLevel::Idle;
  Out.Text = "not executed";
  return Out;
}

namespace {

/// Gathers what is to be said of one access.
class Explainer {
public:
  Explainer(const AccessRef &A, const ArchInfo &Arch)
      : K(*A.Kernel), Index(A.Index), Fact(A.fact()), Arch(Arch) {}

  ExplainedAccess run();

private:
  ExplainedLaunch launch(const Prediction &P) const;
  std::vector<std::string> reasons(const Prediction &P) const;
  void addView(const std::string &Name, const AccessFact &F,
               const std::vector<Prediction> &PerLaunch);
  void addCompiled(const CompiledPredictions &C);
  void addPossible(const CompiledPredictions &C);
  std::string accessPlace(size_t Access) const {
    return placeText(K.Facts.Accesses[Access].Where);
  }

  const KernelPredictions &K;
  size_t Index;
  const AccessFact &Fact;
  const ArchInfo &Arch;
  ExplainedAccess Out;
};

std::string joined(const std::array<unsigned, 3> &Sides) {
  return std::to_string(Sides[0]) + "x" + std::to_string(Sides[1]) + "x" +
         std::to_string(Sides[2]);
}

/// Word is in the plural.
std::string counted(uint64_t Count, std::string Word) {
  if (Count == 1)
    Word.pop_back();
  return std::to_string(Count) + " " + Word;
}

std::string kindText(const Prediction &P) {
  switch (P.Kind) {
  case Pattern::Exact:
    return "the same for every warp, iteration and unknown offset";
  case Pattern::Interval:
    return "it differs between warps, iterations or offsets that are not known";
  case Pattern::Symbolic:
    return "it depends on '" + P.Symbol + "', which no launch gives";
  case Pattern::DataDependent:
    return "the index is data, so these are only bounds";
  default:
    return "";
  }
}

std::string strideReason(int64_t Stride) {
  if (Stride == 0)
    return "all lanes have the same address";
  return "each lane is " + std::to_string(std::abs(Stride)) +
         (std::abs(Stride) == 1 ? " byte" : " bytes") +
         (Stride < 0 ? " below" : " above") + " the one before";
}

} // namespace

std::vector<std::string> Explainer::reasons(const Prediction &P) const {
  std::vector<std::string> Why;
  if (std::string Kind = kindText(P); !Kind.empty())
    Why.push_back(std::move(Kind));
  if (!hasFigure(P)) {
    Why.insert(Why.end(), P.Assumptions.begin(), P.Assumptions.end());
    return Why;
  }
  if (P.LaneStrideBytes)
    Why.push_back(strideReason(*P.LaneStrideBytes));
  if (P.Request && P.ActiveLanes < WarpLanes)
    Why.push_back(std::to_string(P.ActiveLanes) + " of " +
                  std::to_string(WarpLanes) +
                  " lanes take part in the costliest request");
  if (P.Request && P.Units == Unit::Sectors && P.BytesUsed && isBySectors(Fact))
    Why.push_back(std::to_string(P.BytesUsed) + " of the " +
                  std::to_string(P.Max * Arch.SectorBytes) +
                  " bytes of its sectors are used");
  if (P.MisalignedLanes)
    Why.push_back(std::to_string(P.MisalignedLanes) +
                  " lanes have an address that is no multiple of the width");
  if (!P.MaskKnown)
    Why.push_back("a condition around the access was not read: fewer lanes "
                  "may take part");
  if (P.BlockRequests && P.BlockUnits)
    Why.push_back(
        counted(*P.BlockUnits, unitName(P.Units)) + " in " +
        counted(*P.BlockRequests, "requests") + " of " +
        (P.Blocks > 1 ? std::to_string(P.Blocks) + " blocks" : "a block"));
  return Why;
}

ExplainedLaunch Explainer::launch(const Prediction &P) const {
  const LaunchShape &L = K.Launches[P.Launch];
  ExplainedLaunch E;
  E.Of = &P;
  E.Launch = "blocks of " + blockText(L) + " threads";
  if (L.Grid)
    E.Launch += ", grid of " + joined(*L.Grid);
  for (const auto &[I, Value] : L.Arguments)
    if (I < K.Facts.Params.size())
      E.Launch += ", " + K.Facts.Params[I].Name + " = " + std::to_string(Value);
  E.Launch += " (" + launchSourceText(L) + ")";
  if (!L.Unread.empty())
    E.Launch += ", which does not say the block: " + L.Unread;
  E.Figure = figureText(P);
  E.Why = reasons(P);
  return E;
}

void Explainer::addView(const std::string &Name, const AccessFact &F,
                        const std::vector<Prediction> &PerLaunch) {
  ExplainedView View;
  View.Name = Name;
  View.Fact = &F;
  Out.Mapped = nullptr;
  for (const Prediction &P : PerLaunch) {
    View.Launches.push_back(launch(P));
    if (P.Request && (!Out.Mapped || P.MaxRatio > Out.Mapped->MaxRatio))
      Out.Mapped = &P, Out.MappedFact = &F;
  }
  Out.Views.push_back(std::move(View));
}

/// What nvcc makes of the access, where it is not what is written.
void Explainer::addCompiled(const CompiledPredictions &C) {
  if (C.Eliminated) {
    Out.Views.push_back({"as compiled",
                         {"the array lives in registers, so that no access is "
                          "made"},
                         nullptr,
                         {}});
    Out.Mapped = nullptr;
    return;
  }
  addView("as compiled", C.Fact, C.PerLaunch);
  std::vector<std::string> &Notes = Out.Views.back().Notes;
  if (C.Fact.WidthBytes > Fact.WidthBytes) {
    std::string Others;
    for (size_t M : C.Members)
      if (M != Index)
        Others += (Others.empty() ? "" : ", ") + accessPlace(M);
    Notes.push_back("nvcc merges it into one access of " +
                    std::to_string(8 * C.Fact.WidthBytes) + " bits" +
                    (Others.empty() ? "" : ", with " + Others));
  } else if (C.Fact.Id != Fact.Id) {
    Notes.push_back("the access at " + placeText(C.Fact.Where) +
                    " is made in its place");
  }
  if (!C.Fact.PickLoops.empty())
    Notes.push_back("made in " + std::to_string(C.Fact.Picks.size()) +
                    " iterations of the loops that nvcc unrolls");
}

/// What nvcc may make of it. The picture stays that of what is written.
void Explainer::addPossible(const CompiledPredictions &C) {
  const AccessFact *MappedFact = Out.MappedFact;
  const Prediction *Mapped = Out.Mapped;
  addView("as perhaps compiled", C.Fact, C.PerLaunch);
  Out.Views.back().Notes.push_back("merged into one access of " +
                                   std::to_string(8 * C.Fact.WidthBytes) +
                                   " bits");
  Out.MappedFact = MappedFact;
  Out.Mapped = Mapped;
}

ExplainedAccess Explainer::run() {
  Out.Head = accessHead(Fact);
  if (Fact.Form != AccessForm::Plain)
    Out.Head += std::string(", ") + accessFormName(Fact.Form);
  Out.Kernel = K.Facts.Name;
  Out.Source = Fact.Words.Text;
  Out.Index = K.Accesses[Index].IndexText;
  for (const InlinedCall &C : Fact.InlinedAt)
    Out.Calls.push_back("'" + C.Callee + "', called at " +
                        placeText(C.CallSite));
  if (Fact.Unknown != UnknownReason::None) {
    Out.Unknown = unknownText(Fact.Unknown, Fact.UnknownDetail);
    return std::move(Out);
  }
  std::vector<const CompiledPredictions *> Compiled;
  bool Split = false;
  for (const CompiledPredictions &C : K.Compiled) {
    if (std::find(C.Members.begin(), C.Members.end(), Index) == C.Members.end())
      continue;
    if (!C.Eliminated && C.Fact.WidthBytes < Fact.WidthBytes)
      Split = true;
    else
      Compiled.push_back(&C);
  }
  const bool Unsure = K.UnsureCompiled[Index];
  addView(Compiled.empty() && !Unsure && !Split ? "as written and as compiled"
                                                : "as written",
          Fact, K.Accesses[Index].PerLaunch);
  if (Split)
    Out.Views.back().Notes.push_back(
        "nvcc makes several narrower accesses of it, whose cost adds up to "
        "this");
  if (Unsure)
    Out.Views.back().Notes.push_back("what nvcc makes of it is not certain: "
                                     "what is written counts");
  for (const CompiledPredictions *C : Compiled)
    addCompiled(*C);
  for (const CompiledPredictions &C : K.Possible)
    if (std::find(C.Members.begin(), C.Members.end(), Index) != C.Members.end())
      addPossible(C);
  return std::move(Out);
}

ExplainedAccess explainAccess(const AccessRef &A, const ArchInfo &Arch) {
  return Explainer(A, Arch).run();
}

} // namespace warptidy
