//===- LaunchNote.cpp - The note that names the launch --------------------===//
// Says for which launch a finding holds, and what was guessed where the block
// is not known.
//===----------------------------------------------------------------------===//
#include "rules/Guesses.h"
#include <algorithm>
#include <tuple>

namespace warptidy {

bool sameLaunch(const LaunchShape &A, const LaunchShape &B) {
  auto Key = [](const LaunchShape &L) {
    return std::tie(L.Where.File, L.Where.Line, L.Where.Column, L.Caller.File,
                    L.Caller.Line, L.Caller.Column, L.Arguments);
  };
  return Key(A) == Key(B);
}

void Guesses::add(const LaunchShape &Shape, Strength S) {
  if (!isGuess(Shape))
    return;
  auto Same =
      std::find_if(Launches.begin(), Launches.end(), [&](const Launch &L) {
        return sameLaunch(*L.Shape, Shape);
      });
  if (Same == Launches.end())
    Launches.push_back({&Shape, S});
  else
    Same->Weakest = std::min(Same->Weakest, S);
}

Strength Guesses::strongest() const {
  Strength Out = Strength::None;
  for (const Launch &L : Launches)
    Out = std::max(Out, L.Weakest);
  return Out;
}

/// The other shapes that were guessed for a launch, "256x1x1 and 128x1x1".
static std::string otherShapes(const KernelPredictions &K,
                               const LaunchShape &One) {
  std::vector<std::string> Blocks;
  for (const LaunchShape &L : K.Launches)
    if (&L != &One && isGuess(L) && sameLaunch(L, One))
      Blocks.push_back(blockText(L));
  std::string Out;
  for (size_t I = 0; I < Blocks.size(); ++I) {
    if (I)
      Out += I + 1 == Blocks.size() ? " and " : ", ";
    Out += Blocks[I];
  }
  return Out;
}

/// The note about a launch whose block is not known, or about none.
static FindingNote guessNote(const KernelPredictions &K, const LaunchShape &L) {
  bool Bounds = L.Source == ShapeSource::LaunchBounds;
  std::string Holds = "the figures are for " + blockText(L) + " threads";
  Holds += Bounds ? ", as __launch_bounds__ allows"
                  : " (say --block=X,Y,Z if it is another)";
  if (std::string Others = otherShapes(K, L); !Others.empty())
    Holds += ", and the fault is there with " + Others + " as well";
  if (!L.Unread.empty())
    return {L.Where, "the block of this launch is not known: " + L.Unread +
                         "; " + Holds};
  std::string Kernel = Bounds ? "" : " of '" + K.Facts.Name + "'";
  return {K.Facts.Where,
          "no launch" + Kernel + " with a known block was found; " + Holds};
}

static std::string launchesText(unsigned Count) {
  return std::to_string(Count) +
         (Count == 1 ? " other launch" : " other launches");
}

static FindingNote siteNote(const LaunchShape &L, const Judgement &J) {
  std::string Text =
      "launched here with blocks of " + blockText(L) + " threads";
  if (J.FineLaunches)
    Text += "; " + launchesText(J.FineLaunches) +
            (J.FineLaunches == 1 ? " is fine" : " are fine");
  if (L.UnreadLaunches)
    Text +=
        "; the block of " + launchesText(L.UnreadLaunches) + " is not known";
  return {L.Where, Text};
}

static FindingNote launchNote(const KernelPredictions &K, const LaunchShape &L,
                              const Judgement &J) {
  std::string Block = blockText(L);
  switch (L.Source) {
  case ShapeSource::Assumed:
  case ShapeSource::LaunchBounds:
    return guessNote(K, L);
  case ShapeSource::Configuration:
    return {K.Facts.Where, "block of " + Block + " threads as configured"};
  case ShapeSource::Profiler:
    return {K.Facts.Where,
            "blocks of " + Block + " threads in a launch that was measured"};
  case ShapeSource::Annotation:
    return {L.Where, "block of " + Block + " threads as annotated"};
  case ShapeSource::LaunchSite:
    break;
  }
  return siteNote(L, J);
}

unsigned threadsOf(const LaunchShape &L) {
  return L.Block[0] * L.Block[1] * L.Block[2];
}

uint64_t blocksOf(const LaunchShape &L) {
  return L.Grid ? uint64_t((*L.Grid)[0]) * (*L.Grid)[1] * (*L.Grid)[2] : 0;
}

Finding startFinding(const RuleInfo &Rule, const KernelPredictions &K,
                     const LaunchShape &L, Severity Level) {
  Finding F;
  F.Rule = Rule.Name;
  F.Level = Level;
  F.Kernel = K.Facts.Name;
  F.Function = K.Facts.Name.substr(0, K.Facts.Name.find('<'));
  F.Where = L.Where.Token ? L.Where : K.Facts.Where;
  return F;
}

void addKernelNotes(Finding &F, const KernelPredictions &K,
                    const LaunchShape &L, const std::string &Block) {
  F.Notes.push_back({K.Facts.Where, "kernel '" + K.Facts.Name + "' " + Block});
  if (!L.Where.Token && L.Where.Line)
    F.Notes.push_back({L.Where, "launched here"});
  if (L.Caller.Line)
    F.Notes.push_back({L.Caller, "with the arguments of this call"});
}

void addLaunchNote(Finding &F, const KernelPredictions &K, const Judgement &J) {
  F.Cost = J.Worst->MaxRatio;
  if (!J.Worst->MaskKnown)
    F.Notes.push_back({{},
                       "a condition around the access was not read: fewer "
                       "lanes may take part"});
  const LaunchShape &L = K.Launches[J.Worst->Launch];
  F.Notes.push_back(launchNote(K, L, J));
  if (L.Caller.Line)
    F.Notes.push_back({L.Caller, "with the arguments of this call"});
}

} // namespace warptidy
