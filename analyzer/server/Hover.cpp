//===- Hover.cpp - The prediction of an access in words -------------------===//
// See Hover.h.
//===----------------------------------------------------------------------===//
#include "server/Hover.h"
#include "rules/Support.h"
#include <algorithm>
#include <bit>
#include <set>

using namespace llvm;

namespace warptidy {
namespace {

/// Accesses and launches that one text speaks of, at most.
constexpr size_t MaxAccesses = 4, MaxLaunches = 4;

std::string sourceText(const LaunchShape &L) {
  auto Place = [](const SourceSpot &S) {
    return S.File.substr(S.File.rfind('/') + 1) + ":" + std::to_string(S.Line);
  };
  switch (L.Source) {
  case ShapeSource::LaunchSite:
    return "launched at " + Place(L.Where);
  case ShapeSource::Annotation:
    return "as annotated at " + Place(L.Where);
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

std::string figureText(const Prediction &P) {
  switch (P.Kind) {
  case Pattern::Unknown:
    return std::string("unknown: ") + unknownReasonName(P.Unknown) +
           (P.UnknownDetail.empty() ? "" : " (" + P.UnknownDetail + ")");
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

/// Text of one access: what it is, its index, and a line for each launch.
class AccessText {
public:
  AccessText(const AccessRef &A, const ArchInfo &Arch, bool Markdown)
      : K(*A.Kernel), Index(A.Index), Fact(A.fact()), Arch(Arch),
        Markdown(Markdown) {}

  std::string text() {
    Out = head() + "\n";
    line("index", code(K.Accesses[Index].IndexText));
    if (Fact.Unknown != UnknownReason::None) {
      line("",
           std::string("unknown: ") + unknownReasonName(Fact.Unknown) +
               (Fact.UnknownDetail.empty() ? ""
                                           : " (" + Fact.UnknownDetail + ")"));
      return Out;
    }
    std::vector<MachineAccess> Machine = machineAccesses(K, Index);
    if (Machine.empty())
      line("", "nvcc makes no access of its own of this");
    for (const MachineAccess &M : Machine)
      machine(M);
    return Out;
  }

private:
  std::string head() const {
    std::string Text = std::string(addressSpaceName(Fact.Space)) + " " +
                       operationText(Fact) + ", " +
                       std::to_string(Fact.WidthBytes) + " bytes a lane";
    return (Markdown ? "**" + Text + "**" : Text) + ", kernel " +
           code(K.Facts.Name);
  }
  std::string code(const std::string &Text) const {
    if (Markdown && !Text.empty())
      return "`" + Text + "`";
    return Text;
  }
  void line(const std::string &Key, const std::string &Text) {
    if (!Text.empty())
      Out += (Markdown ? "- " : "  ") + (Key.empty() ? "" : Key + ": ") + Text +
             "\n";
  }
  void machine(const MachineAccess &M) {
    if (M.Fact->WidthBytes > Fact.WidthBytes)
      line("", "nvcc merges it with its neighbours into one of " +
                   std::to_string(8 * M.Fact->WidthBytes) + " bits");
    const Prediction *Mapped = nullptr;
    for (size_t I = 0; I < M.PerLaunch->size(); ++I) {
      const Prediction &P = (*M.PerLaunch)[I];
      if (I < MaxLaunches)
        launch(P);
      if (P.Request && (!Mapped || P.Max > Mapped->Max))
        Mapped = &P;
    }
    if (M.PerLaunch->size() > MaxLaunches)
      line("", "and " + std::to_string(M.PerLaunch->size() - MaxLaunches) +
                   " further launches");
    if (Mapped)
      map(*M.Fact, *Mapped);
  }
  void launch(const Prediction &P) {
    const LaunchShape &L = K.Launches[P.Launch];
    line("blocks of " + blockText(L) + " threads (" + sourceText(L) + ")",
         figureText(P));
  }
  void map(const AccessFact &F, const Prediction &P) {
    std::string Map = laneMap(F, *P.Request, Arch);
    if (Map.empty())
      return;
    Out += Markdown ? "```text\n" + Map + "```\n" : Map;
  }

  const KernelPredictions &K;
  size_t Index;
  const AccessFact &Fact;
  const ArchInfo &Arch;
  bool Markdown;
  std::string Out;
};

std::string padded(const std::string &Text, size_t Width) {
  return std::string(Width > Text.size() ? Width - Text.size() : 0, ' ') + Text;
}

/// A table with a cell for each lane, eight in a line.
std::string laneTable(const LaneAddresses &L,
                      const std::function<uint64_t(uint64_t)> &Cell) {
  std::array<std::string, WarpLanes> Cells;
  size_t Width = 0;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
    Cells[Lane] =
        L.Active >> Lane & 1 ? std::to_string(Cell(L.Byte[Lane])) : ".";
    Width = std::max(Width, Cells[Lane].size());
  }
  std::string Out;
  for (unsigned Row = 0; Row < WarpLanes; Row += 8) {
    Out += "lanes " + padded(std::to_string(Row), 2) + "-" +
           padded(std::to_string(Row + 7), 2) + ":";
    for (unsigned Lane = Row; Lane < Row + 8; ++Lane)
      Out += " " + padded(Cells[Lane], Width);
    Out += "\n";
  }
  return Out;
}

} // namespace

std::string laneMap(const AccessFact &Access, const LaneAddresses &Lanes,
                    const ArchInfo &Arch) {
  if (!Lanes.Active)
    return "";
  if (Access.Space == AddressSpace::Shared) {
    std::map<uint64_t, std::set<uint64_t>> Words; // By bank.
    auto Word = [&](uint64_t Byte) { return Byte / Arch.BankBytes; };
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
      if (Lanes.Active >> Lane & 1)
        Words[Word(Lanes.Byte[Lane]) % Arch.SharedBanks].insert(
            Word(Lanes.Byte[Lane]));
    size_t Most = 0;
    for (const auto &[Bank, Set] : Words)
      Most = std::max(Most, Set.size());
    return "bank of each lane" +
           std::string(Lanes.WidthBytes > Arch.BankBytes ? "'s first word"
                                                         : "") +
           ", of the costliest request:\n" +
           laneTable(Lanes,
                     [&](uint64_t B) { return Word(B) % Arch.SharedBanks; }) +
           std::to_string(Words.size()) + " of " +
           std::to_string(Arch.SharedBanks) + " banks; at most " +
           std::to_string(Most) + (Most == 1 ? " word" : " different words") +
           " of one bank\n";
  }
  if (Access.Space != AddressSpace::Global)
    return "";
  uint64_t First = ~uint64_t(0);
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (Lanes.Active >> Lane & 1)
      First = std::min(First, Lanes.Byte[Lane] / Arch.SectorBytes);
  return "sector of each lane, of the costliest request, from the lowest:\n" +
         laneTable(Lanes,
                   [&](uint64_t B) { return B / Arch.SectorBytes - First; });
}

std::string hoverText(const std::vector<AccessRef> &Accesses,
                      const ArchInfo &Arch, bool Markdown) {
  std::vector<std::string> Seen;
  for (const AccessRef &A : Accesses)
    if (std::string Text = AccessText(A, Arch, Markdown).text();
        std::find(Seen.begin(), Seen.end(), Text) == Seen.end())
      Seen.push_back(std::move(Text));
  std::string Out;
  for (size_t I = 0; I < Seen.size() && I < MaxAccesses; ++I)
    Out += (I ? "\n" : "") + Seen[I];
  if (Seen.size() > MaxAccesses)
    Out += "\nand " + std::to_string(Seen.size() - MaxAccesses) +
           " further accesses, of other kernels or instantiations\n";
  return Out;
}

/// The costliest prediction of an access, as compiled; null when there is none
/// with a figure.
static const Prediction *worstOf(const AccessRef &A) {
  const Prediction *Worst = nullptr;
  for (const MachineAccess &M : machineAccesses(*A.Kernel, A.Index))
    for (const Prediction &P : *M.PerLaunch)
      if (P.Kind != Pattern::Unknown && P.Kind != Pattern::NotExecuted &&
          (!Worst || P.MaxRatio > Worst->MaxRatio))
        Worst = &P;
  return Worst;
}

json::Array inlayHints(const DocumentAnalysis &Analysis,
                       const std::string &File, Places &Where, HintsShown Shown,
                       int First, int Last) {
  std::map<std::pair<unsigned, unsigned>, const Prediction *> ByEnd;
  if (Shown == HintsShown::None)
    return {};
  for (const KernelPredictions &K : Analysis.Kernels)
    for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
      const SourceSpot &W = K.Facts.Accesses[I].Where;
      const Prediction *P = worstOf({&K, I});
      if (W.File != File || !W.EndLine || int(W.EndLine) <= First ||
          int(W.EndLine) > Last + 1 || !P)
        continue;
      const Prediction *&At = ByEnd[{W.EndLine, W.EndColumn}];
      if (!At || P->MaxRatio > At->MaxRatio)
        At = P;
    }
  json::Array Out;
  for (const auto &[Place, P] : ByEnd) {
    if (Shown == HintsShown::Costly && (P->Ideal == 0 || P->Max <= P->Ideal))
      continue;
    std::string Label = intervalText(P->Min, P->Max);
    if (P->Kind != Pattern::DataDependent && P->Ideal && P->Max != P->Ideal)
      Label += "/" + std::to_string(P->Ideal);
    Out.push_back(json::Object{{"position", toJSON(Where.lines(File).position(
                                                Place.first, Place.second))},
                               {"label", Label + " " + unitName(P->Units)},
                               {"paddingLeft", true},
                               {"tooltip", figureText(*P)}});
  }
  return Out;
}

} // namespace warptidy
