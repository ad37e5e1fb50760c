//===- gpu-atomic-contention ----------------------------------------------===//
// The lanes of a warp update one address, or few, one after the other.
//===----------------------------------------------------------------------===//
#include "model/Hardware.h"
#include "rules/Guesses.h"
#include <set>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_atomic_contention();

/// Addresses that the active lanes share.
static unsigned addressesOf(const LaneAddresses &L) {
  std::set<uint64_t> Out;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (L.Active >> Lane & 1)
      Out.insert(L.Byte[Lane]);
  return static_cast<unsigned>(Out.size());
}

/// Lanes for each address, of what was followed lane by lane and is the same
/// for every warp; 0 else.
static double lanesPerAddress(const Prediction &P) {
  if (P.Kind != Pattern::Exact || !P.MaskKnown || !P.Request || !P.ActiveLanes)
    return 0;
  return double(P.ActiveLanes) / addressesOf(*P.Request);
}

/// An atomic whose lanes the source could combine and nvcc does not.
static bool isCandidate(const AccessFact &A) {
  bool Atomic = A.Op == AccessOp::Atomic || A.Op == AccessOp::Reduction;
  return Atomic && A.Combines && A.Form != AccessForm::Increment &&
         (A.Space == AddressSpace::Global || A.Space == AddressSpace::Shared);
}

/// Nobody waits long for the only warp that there is.
static bool isOneWarp(const LaunchShape &L) {
  return blocksOf(L) == 1 && threadsOf(L) <= WarpLanes;
}

static std::string placesText(unsigned Count) {
  return Count == 1 ? "one address" : std::to_string(Count) + " addresses";
}

static void report(const KernelPredictions &K, size_t I, const Prediction &P,
                   const FindingSink &Emit) {
  const AccessFact &A = K.Facts.Accesses[I];
  Finding F =
      startFinding(ruleInfo_gpu_atomic_contention(), K, I, Severity::Warning);
  unsigned Places = addressesOf(*P.Request);
  F.Message = std::to_string(P.ActiveLanes) + " lanes of a warp update " +
              placesText(Places) + " of " + addressSpaceName(A.Space) +
              " memory: one after the other";
  if (A.ResultUsed)
    F.Notes.push_back({{},
                       "a prefix sum over the warp gives each lane its part of "
                       "one update"});
  else if (Places == 1)
    F.Notes.push_back({{},
                       "combine the lanes first (__reduce_add_sync for 32-bit "
                       "integers, __shfl_down_sync for others), then let one "
                       "lane update"});
  else
    F.Notes.push_back({{},
                       "combine the lanes of an address first with "
                       "__shfl_down_sync, then let one lane for each update"});
  if (A.Words.ArrayDecl.Line)
    F.Notes.push_back(
        {A.Words.ArrayDecl, "'" + A.Words.Array + "' is declared here"});
  Judgement J;
  J.Worst = &P;
  addLaunchNote(F, K, J);
  F.Cost = lanesPerAddress(P);
  Emit(std::move(F));
}

static void check(const KernelPredictions &K, const ArchInfo &,
                  const RuleOptions &Options, const FindingSink &Emit) {
  double Least = Options.number("MinLanesPerAddress");
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (!isCandidate(A))
      continue;
    const Prediction *Worst = nullptr;
    Guesses Guessed;
    for (const Prediction &P : K.Accesses[I].PerLaunch) {
      if (P.Kind == Pattern::NotExecuted || isOneWarp(K.Launches[P.Launch]))
        continue;
      double Lanes = lanesPerAddress(P);
      // nvcc itself lets one lane do it where it sees one address.
      bool Contended =
          Lanes >= Least && !(A.Aggregates && addressesOf(*P.Request) == 1);
      Guessed.add(K.Launches[P.Launch],
                  Contended ? Strength::Certain : Strength::None);
      if (Contended && (!Worst || Lanes > lanesPerAddress(*Worst)))
        Worst = &P;
    }
    if (!Worst || (isGuess(K.Launches[Worst->Launch]) &&
                   Guessed.strongest() == Strength::None))
      continue;
    report(K, I, *Worst, Emit);
  }
}

const RuleInfo &ruleInfo_gpu_atomic_contention() {
  static const RuleInfo Info{
      .Name = "gpu-atomic-contention",
      .Summary = "lanes of a warp update one address, one after the other",
      .Options = {{"MinLanesPerAddress", "8",
                   "report from this many lanes for each address on"}},
      .Check = check};
  return Info;
}

} // namespace warptidy
