//===- BarrierFaults.cpp - Barriers that not all threads reach ------------===//
// Counts for each thread of a block how often it executes each barrier.
//===----------------------------------------------------------------------===//
#include "model/BarrierFaults.h"
#include "model/ExactLanes.h"
#include <algorithm>

namespace warptidy {
namespace {

class BarrierFinder {
public:
  BarrierFinder(KernelPredictions &K, unsigned Launch)
      : K(K), Facts(K.Facts), Launch(Launch), Shape(K.Launches[Launch]),
        Threads(Shape.Block[0] * Shape.Block[1] * Shape.Block[2]),
        Exact(Facts, Shape) {}

  void run() {
    findIn({0, 0, 0});
    auto Reads = [&](Builtin B) { return Facts.Reads[unsigned(B)]; };
    if (!K.Divergent.empty() || !Shape.Grid ||
        !(Reads(Builtin::BlockIdxX) || Reads(Builtin::BlockIdxY) ||
          Reads(Builtin::BlockIdxZ)))
      return;
    const auto &G = *Shape.Grid;
    if (G[0] && G[1] && G[2] && (G[0] > 1 || G[1] > 1 || G[2] > 1))
      findIn({G[0] - 1, G[1] - 1, G[2] - 1});
  }

private:
  using Counts = std::vector<unsigned>; ///< By thread.

  static AccessFact asAccess(const BarrierFact &B) {
    AccessFact A;
    A.Mask = B.Mask;
    A.MaskComplete = B.MaskComplete;
    A.Loops = B.Loops;
    return A;
  }

  /// True when nothing was left open.
  bool count(const AccessFact &A, Counts &Out) {
    Out.assign(Threads, 0);
    return Exact.follow(A, {}, [&](unsigned Warp, const LaneAddresses &L) {
      for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
        if (L.Active >> Lane & 1 && Warp * WarpLanes + Lane < Threads)
          ++Out[Warp * WarpLanes + Lane];
    });
  }

  /// Whether the thread certainly makes an access behind the barrier.
  std::optional<size_t> nextAccess(const BarrierFact &B, unsigned Thread) {
    for (size_t I = 0; I < Facts.Accesses.size(); ++I) {
      AccessFact A = Facts.Accesses[I];
      if (A.Unknown != UnknownReason::None || A.Order < B.Order ||
          A.Loops != std::vector<unsigned>() || K.Dead[I])
        continue;
      A.Address = NoExpr;
      Counts Made;
      count(A, Made);
      if (Made[Thread])
        return I;
    }
    return std::nullopt;
  }

  void findIn(const ExactLanes::Block &At) {
    Exact.setBlock(At);
    std::vector<Counts> All(Facts.Barriers.size());
    Counts Sum(Threads, 0);
    for (size_t I = 0; I < All.size(); ++I) {
      if (!count(asAccess(Facts.Barriers[I]), All[I]))
        return; // Another barrier may be the one that the others wait at.
      for (unsigned T = 0; T < Threads; ++T)
        Sum[T] += All[I][T];
    }
    for (size_t I = 0; I < All.size(); ++I)
      compare(I, All[I], Sum, At);
  }

  /// Threads that wait as often in all may meet at different barriers.
  void compare(size_t I, const Counts &Times, const Counts &Sum,
               const ExactLanes::Block &At) {
    auto Least = std::min_element(Times.begin(), Times.end());
    auto Most = std::max_element(Times.begin(), Times.end());
    unsigned Misses = Least - Times.begin(), Waits = Most - Times.begin();
    if (*Least == *Most || Sum[Misses] >= Sum[Waits])
      return;
    std::optional<size_t> Next = nextAccess(Facts.Barriers[I], Misses);
    if (!Next) // It has left the kernel, for all that is certain.
      return;
    auto Place = [&](unsigned Thread) {
      return Exact.thread(Thread / WarpLanes, Thread % WarpLanes);
    };
    K.Divergent.push_back(
        {I, Launch, Place(Waits), Place(Misses), At, *Most, *Least, *Next});
  }

  KernelPredictions &K;
  const KernelFacts &Facts;
  const unsigned Launch;
  const LaunchShape &Shape;
  const unsigned Threads;
  ExactLanes Exact;
};

} // namespace

void findDivergentBarriers(KernelPredictions &K,
                           const PredictOptions &Options) {
  bool Conditional = std::any_of(
      K.Facts.Barriers.begin(), K.Facts.Barriers.end(),
      [](const BarrierFact &B) { return !B.Mask.empty() || !B.Loops.empty(); });
  if (!Conditional || K.Facts.WaitsOtherwise)
    return;
  for (unsigned L = 0; L < K.Launches.size(); ++L)
    if (!isGuess(K.Launches[L]) && !(Options.Stop && *Options.Stop))
      BarrierFinder(K, L).run();
}

} // namespace warptidy
