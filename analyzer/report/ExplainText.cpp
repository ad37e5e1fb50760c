//===- ExplainText.cpp - Accesses explained in a terminal -----------------===//
// See ExplainText.h.
//===----------------------------------------------------------------------===//
#include "report/ExplainText.h"
#include "report/LaneMap.h"
#include <algorithm>

namespace warptidy {
namespace {

/// Kernels of one text that are named, at most.
constexpr size_t MaxKernels = 6;

std::string indented(const std::string &Text, const std::string &By) {
  std::string Out;
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find('\n', At), Text.size());
    Out += By + Text.substr(At, End - At) + "\n";
    At = End + 1;
  }
  return Out;
}

/// What tells one explanation from another, kernels aside.
std::string keyOf(const ExplainedAccess &E, const PlacedAccess &A) {
  std::string Key = E.Head + "\n" + E.Source + "\n" + E.Index + "\n" +
                    E.Unknown + "\n" + A.Arch->Name + "\n";
  for (const std::string &C : E.Calls)
    Key += C + "\n";
  for (const ExplainedView &V : E.Views) {
    Key += V.Name + "\n";
    for (const std::string &N : V.Notes)
      Key += N + "\n";
    for (const ExplainedLaunch &L : V.Launches) {
      Key += L.Launch + "\n" + L.Figure + "\n";
      for (const std::string &W : L.Why)
        Key += W + "\n";
    }
  }
  if (E.Mapped)
    Key += laneMap(*E.MappedFact, *E.Mapped->Request, *A.Arch);
  return Key;
}

void addLaunches(std::string &Out, const ExplainedView &View) {
  for (const ExplainedLaunch &L : View.Launches) {
    Out += "    " + L.Launch + ":\n      " + L.Figure + "\n";
    for (const std::string &W : L.Why)
      Out += "      - " + W + "\n";
  }
}

std::string dims(const std::array<unsigned, 3> &D) {
  return std::to_string(D[0]) + "x" + std::to_string(D[1]) + "x" +
         std::to_string(D[2]);
}

void addMeasured(std::string &Out, const PlacedAccess &A,
                 const std::string &Path, const MeasuredCounters &Measured) {
  if (Measured.Stale.count(Path)) {
    Out += "  measured: not shown, the file was changed since\n";
    return;
  }
  const std::vector<MeasuredRow> *Rows = Measured.of(A.Ref, Path);
  if (!Rows)
    return;
  Out += "  measured on " + Measured.Device + ", " + Measured.Date +
         " (all instructions of this kind on the line):\n";
  for (const MeasuredRow &R : *Rows) {
    std::string Predicted = predictedFor(A.Ref, R);
    Out += "    blocks of " + dims(R.Block) + ", grid of " + dims(R.Grid) +
           ": " + std::to_string(R.Units) + " in " +
           std::to_string(R.Requests) + " requests, " + perRequestText(R) +
           " a request";
    if (!Predicted.empty())
      Out += "; predicted " + Predicted;
    Out += " (" + R.Counter + ")\n";
  }
}

std::string kernelsText(const std::vector<std::string> &Kernels) {
  std::string Out = Kernels.size() == 1 ? "kernel " : "kernels ";
  for (size_t I = 0; I < Kernels.size() && I < MaxKernels; ++I)
    Out += (I ? ", " : "") + Kernels[I];
  if (Kernels.size() > MaxKernels)
    Out += " and " + std::to_string(Kernels.size() - MaxKernels) + " more";
  return Out;
}

void addMap(std::string &Out, const AccessFact &F, const LaneAddresses &Lanes,
            const ArchInfo &Arch) {
  if (std::string Map = laneMap(F, Lanes, Arch); !Map.empty())
    Out += indented(Map, "  ") + "  " + laneSentence(F, Lanes, Arch) + "\n";
}

void addEffects(std::string &Out, const ToldAccess &T,
                const std::vector<const ReportedFinding *> &Findings) {
  for (const ReportedFinding *F : Findings)
    for (const FixEffect &E : F->Effects) {
      if (E.AccessId != T.First.Ref.fact().Id)
        continue;
      Out += "  with the fix: " + figureText(E.After) + "\n";
      if (E.After.Request)
        addMap(Out, E.Made, *E.After.Request, *T.First.Arch);
    }
}

void addAccess(std::string &Out, const ToldAccess &T, const std::string &Path,
               const std::vector<const ReportedFinding *> &Findings,
               const PictureInput &Input) {
  const ExplainedAccess &E = T.What;
  Out += E.Head + ", in " + kernelsText(T.Kernels) + "\n";
  for (const std::string &Call : E.Calls)
    Out += "  inlined from " + Call + "\n";
  if (!E.Index.empty())
    Out += "  byte offset: " + E.Index + "\n";
  if (!E.Unknown.empty())
    Out += "  " + E.Unknown + "\n";
  for (const ExplainedView &View : E.Views) {
    Out += "  " + View.Name + ":\n";
    for (const std::string &Note : View.Notes)
      Out += "    " + Note + "\n";
    addLaunches(Out, View);
  }
  if (E.Mapped)
    addMap(Out, *E.MappedFact, *E.Mapped->Request, *T.First.Arch);
  addEffects(Out, T, Findings);
  if (Input.Measured)
    addMeasured(Out, T.First, Path, *Input.Measured);
}

void addFinding(std::string &Out, const ReportedFinding &F,
                const RunReport &Report) {
  Out += std::string(severityName(F.Level)) + ": " + F.Message + " [" + F.Rule +
         "]";
  if (F.Suppressed != Suppression::None)
    Out += F.Suppressed == Suppression::Baseline ? ", in the baseline"
                                                 : ", silenced by NOLINT";
  Out += "\n";
  for (const ReportedNote &N : F.Notes) {
    Out += "  note: " + N.Message;
    if (hasOwnPlace(N, F))
      Out += " (" + relativePath(Report, N.Where.Path) + ":" +
             std::to_string(N.Where.Start.Line) + ")";
    Out += "\n";
  }
}

} // namespace

bool hasOwnPlace(const ReportedNote &Note, const ReportedFinding &Of) {
  return !Note.Where.Path.empty() &&
         (Note.Where.Path != Of.Where.Path ||
          Note.Where.Start.Line != Of.Where.Start.Line);
}

std::vector<ToldAccess> toldAccesses(const AccessSpot &Spot) {
  std::vector<ToldAccess> Out;
  std::map<std::string, size_t> Seen;
  for (const PlacedAccess &A : Spot.Accesses) {
    ExplainedAccess E = explainAccess(A.Ref, *A.Arch);
    auto [It, New] = Seen.try_emplace(keyOf(E, A), Out.size());
    const std::string Kernel = E.Kernel;
    if (New)
      Out.push_back({std::move(E), A, {}});
    std::vector<std::string> &Kernels = Out[It->second].Kernels;
    if (std::find(Kernels.begin(), Kernels.end(), Kernel) == Kernels.end())
      Kernels.push_back(Kernel);
  }
  return Out;
}

std::string explainText(const AccessSpot &Spot, const std::string &Path,
                        const PictureInput &Input) {
  const std::vector<ToldAccess> Told = toldAccesses(Spot);
  std::string Out = relativePath(Input.Report, Path) + ":" +
                    std::to_string(Spot.Line) + ":" +
                    std::to_string(Spot.Column);
  if (!Told.front().What.Source.empty())
    Out += ": " + Told.front().What.Source;
  Out += "\n";
  for (const ToldAccess &T : Told)
    addAccess(Out, T, Path, Spot.Findings, Input);
  for (const ReportedFinding *F : Spot.Findings)
    addFinding(Out, *F, Input.Report);
  return Out;
}

std::vector<unsigned> nearestLines(const IndexedFile &File, unsigned Line,
                                   size_t Count) {
  std::set<unsigned> Lines;
  for (const AccessSpot &S : File.Spots)
    Lines.insert(S.Line);
  std::vector<unsigned> Out(Lines.begin(), Lines.end());
  auto Distance = [&](unsigned L) { return L > Line ? L - Line : Line - L; };
  std::sort(Out.begin(), Out.end(), [&](unsigned A, unsigned B) {
    return std::pair(Distance(A), A) < std::pair(Distance(B), B);
  });
  Out.resize(std::min(Out.size(), Count));
  std::sort(Out.begin(), Out.end());
  return Out;
}

} // namespace warptidy
