//===- Estimate.cpp - What a kernel moves in all --------------------------===//
// See Estimate.h. Of each access the machine's form counts, and only totals
// that the model is certain of.
//===----------------------------------------------------------------------===//
#include "report/Estimate.h"
#include "rules/Support.h"
#include <algorithm>
#include <set>

namespace warptidy {

void TrafficTotals::add(const TrafficTotals &Other) {
  Requests += Other.Requests;
  Units += Other.Units;
  Enough += Other.Enough;
  Bytes += Other.Bytes;
}

/// What blocks of a cluster exchange is not: it goes neither to memory nor
/// through the banks of the block's own.
static bool isCounted(AddressSpace Space) {
  return Space == AddressSpace::Global || Space == AddressSpace::Shared ||
         Space == AddressSpace::Constant || Space == AddressSpace::Local;
}

namespace {

class Summing {
public:
  Summing(const KernelPredictions &K, unsigned Launch,
          const std::vector<ReportedFinding> &Findings)
      : K(K), Findings(Findings) {
    Out.Kernel = &K;
    Out.Launch = Launch;
  }
  LaunchEstimate run();

private:
  struct Counted {
    size_t Access;
    const Prediction *P; ///< Null where an access has no verdict.
  };
  void collect(std::vector<Counted> &All) const;
  std::optional<TrafficTotals> totalsOf(const Prediction &P) const;
  TrafficTotals &sumOf(AddressSpace Space);
  std::string ruleAt(const SourceSpot &Where) const;

  const KernelPredictions &K;
  const std::vector<ReportedFinding> &Findings;
  LaunchEstimate Out;
};

} // namespace

/// What the launch makes of each access, those that it never makes left out.
void Summing::collect(std::vector<Counted> &All) const {
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    if (!isCounted(K.Facts.Accesses[I].Space))
      continue;
    for (const MachineAccess &M : machineAccesses(K, I))
      for (const Prediction &P : *M.PerLaunch)
        if (P.Launch == Out.Launch && P.Kind != Pattern::NotExecuted)
          All.push_back({I, &P});
  }
}

std::optional<TrafficTotals> Summing::totalsOf(const Prediction &P) const {
  if (Out.Whole && P.LaunchUnits)
    return TrafficTotals{*P.LaunchRequests, *P.LaunchUnits, *P.LaunchEnough,
                         *P.LaunchBytes};
  if (!Out.Whole && P.BlockUnits && P.Blocks == 1)
    return TrafficTotals{*P.BlockRequests, *P.BlockUnits, *P.BlockEnough,
                         *P.BlockBytes};
  return std::nullopt;
}

TrafficTotals &Summing::sumOf(AddressSpace Space) {
  return Space == AddressSpace::Shared     ? Out.Shared
         : Space == AddressSpace::Constant ? Out.Constant
         : Space == AddressSpace::Local    ? Out.Local
                                           : Out.Global;
}

/// The rule of a finding in that place.
std::string Summing::ruleAt(const SourceSpot &Where) const {
  for (const ReportedFinding &F : Findings)
    if (F.Suppressed == Suppression::None && F.Where.Start.Line == Where.Line &&
        F.Where.Start.Column == Where.Column && !F.Where.Path.empty() &&
        F.Where.Path.ends_with(Where.File.substr(Where.File.rfind('/') + 1)))
      return F.Rule;
  return "";
}

LaunchEstimate Summing::run() {
  std::vector<Counted> All;
  collect(All);
  auto HasWhole = [](const Counted &C) { return bool(C.P->LaunchUnits); };
  Out.Whole = std::any_of(All.begin(), All.end(), HasWhole) &&
              std::all_of(All.begin(), All.end(), [&](const Counted &C) {
                return HasWhole(C) || !C.P->BlockUnits || C.P->Blocks != 1;
              });
  for (const Counted &C : All) {
    const AccessFact &A = K.Facts.Accesses[C.Access];
    if (std::optional<TrafficTotals> T = totalsOf(*C.P)) {
      sumOf(A.Space).add(*T);
      Out.Accesses.push_back({C.Access, *T, ruleAt(A.Where)});
    } else if (Out.Open.empty() || Out.Open.back() != C.Access) {
      Out.Open.push_back(C.Access);
    }
  }
  std::sort(Out.Accesses.begin(), Out.Accesses.end(),
            [](const AccessTraffic &A, const AccessTraffic &B) {
              const uint64_t OverA = A.Totals.over(), OverB = B.Totals.over();
              return OverA != OverB ? OverA > OverB : A.Access < B.Access;
            });
  return std::move(Out);
}

/// A guessed launch says nothing of how much there is to do, and of the shapes
/// that are guessed one is enough.
static bool isEstimated(const KernelPredictions &K, unsigned Launch) {
  return !isGuess(K.Launches[Launch]) || Launch == 0;
}

std::vector<FileEstimate>
estimateTraffic(const std::vector<FilePredictions> &Files,
                const std::vector<ReportedFinding> &Findings) {
  std::vector<FileEstimate> Out;
  for (const FilePredictions &File : Files) {
    FileEstimate Estimate;
    Estimate.File = &File;
    for (const KernelPredictions &K : File.Kernels)
      for (unsigned L = 0; L < K.Launches.size(); ++L)
        if (isEstimated(K, L))
          Estimate.Launches.push_back(Summing(K, L, Findings).run());
    Out.push_back(std::move(Estimate));
  }
  return Out;
}

} // namespace warptidy
