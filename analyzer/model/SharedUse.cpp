//===- SharedUse.cpp - What shared arrays are used for --------------------===//
// Looks for the thread of each byte of an array.
//===----------------------------------------------------------------------===//
#include "model/SharedUse.h"
#include "model/ExactLanes.h"
#include <algorithm>
#include <map>

namespace warptidy {
namespace {

/// The accesses to one array, if they are all of a kind that can be followed.
struct ArrayUse {
  std::vector<size_t> Accesses;
  bool Plain = true, Stored = false, Loaded = false;
};

/// Whether every thread has one place in the array, whatever it does there.
class OwnPlaceFinder {
public:
  OwnPlaceFinder(const KernelPredictions &K, const LaunchShape &Shape)
      : Facts(K.Facts), Exact(K.Facts, Shape) {}

  bool isOwn(const ArrayUse &Use) {
    ByByte.clear();
    ByThread.clear();
    return std::all_of(Use.Accesses.begin(), Use.Accesses.end(),
                       [&](size_t I) { return follow(Facts.Accesses[I]); });
  }

private:
  /// Conditions leave out threads, which takes no byte from another one; an
  /// address that depends on a loop is not known without it.
  bool follow(AccessFact A) {
    A.Mask.clear();
    A.MaskComplete = true;
    A.Loops.clear();
    bool Own = true;
    bool Known =
        Exact.follow(A, {}, [&](unsigned Warp, const LaneAddresses &L) {
          for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
            if (L.Active >> Lane & 1)
              Own &= take(Warp * WarpLanes + Lane, L.Byte[Lane], L.WidthBytes);
        });
    return Known && Own;
  }

  bool take(unsigned Thread, uint64_t From, unsigned Width) {
    auto [Mine, First] = ByThread.try_emplace(Thread, std::pair(From, Width));
    if (!First && Mine->second != std::pair(From, Width))
      return false;
    for (uint64_t Byte = From; First && Byte < From + Width; ++Byte)
      if (!ByByte.insert({Byte, Thread}).second)
        return false;
    return true;
  }

  const KernelFacts &Facts;
  ExactLanes Exact;
  std::map<uint64_t, unsigned> ByByte;
  std::map<unsigned, std::pair<uint64_t, unsigned>> ByThread;
};

/// Empty when something may use arrays unseen.
std::map<ExprRef, ArrayUse> arraysOf(const KernelPredictions &K) {
  std::map<ExprRef, ArrayUse> Out;
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Unknown != UnknownReason::None && A.Base == NoExpr)
      return {};
    const bool Remote = A.Space == AddressSpace::Distributed;
    if (A.Space != AddressSpace::Shared && !Remote)
      continue;
    if (A.Base == NoExpr)
      return {};
    ArrayUse &Use = Out[A.Base];
    Use.Plain &= !Remote; // Threads of other blocks.
    Use.Accesses.push_back(I);
    Use.Plain &= A.Unknown == UnknownReason::None &&
                 A.Form == AccessForm::Plain && !A.Volatile &&
                 (A.Op == AccessOp::Load || A.Op == AccessOp::Store);
    Use.Stored |= A.Op == AccessOp::Store;
    Use.Loaded |= A.Op == AccessOp::Load;
  }
  return Out;
}

} // namespace

void findOwnPlaces(KernelPredictions &K, const PredictOptions &Options) {
  if (K.Facts.PassesPointers || K.Facts.WaitsOtherwise)
    return;
  for (const auto &[Base, Use] : arraysOf(K))
    for (unsigned L = 0; L < K.Launches.size(); ++L) {
      const LaunchShape &Shape = K.Launches[L];
      if (!Use.Plain || !Use.Stored || !Use.Loaded || isGuess(Shape) ||
          Shape.Block[0] * Shape.Block[1] * Shape.Block[2] <= WarpLanes ||
          (Options.Stop && *Options.Stop))
        continue;
      if (OwnPlaceFinder(K, Shape).isOwn(Use))
        K.OwnPlaces.push_back({Base, L});
    }
}

} // namespace warptidy
