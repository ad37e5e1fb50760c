//===- Hover.cpp - The prediction of an access in words -------------------===//
// See Hover.h.
//===----------------------------------------------------------------------===//
#include "server/Hover.h"
#include "report/LaneMap.h"
#include <algorithm>

using namespace llvm;

namespace warptidy {
namespace {

/// Accesses and launches that one text speaks of, at most.
constexpr size_t MaxAccesses = 4, MaxLaunches = 4;

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
      line("", unknownText(Fact.Unknown, Fact.UnknownDetail));
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
    std::string Text = accessHead(Fact);
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
    line("blocks of " + blockText(L) + " threads (" + launchSourceText(L) + ")",
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

} // namespace

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

json::Array inlayHints(const DocumentAnalysis &Analysis,
                       const std::string &File, Places &Where, HintsShown Shown,
                       int First, int Last) {
  std::map<std::pair<unsigned, unsigned>, const Prediction *> ByEnd;
  if (Shown == HintsShown::None)
    return {};
  for (const KernelPredictions &K : Analysis.Kernels)
    for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
      const SourceSpot &W = K.Facts.Accesses[I].Where;
      const Prediction *P = worstPrediction({&K, I});
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
