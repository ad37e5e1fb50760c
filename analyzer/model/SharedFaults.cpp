//===- SharedFaults.cpp - Wrong uses of shared memory ---------------------===//
// See SharedFaults.h.
//===----------------------------------------------------------------------===//
#include "model/SharedFaults.h"
#include "model/ExactLanes.h"
#include <algorithm>
#include <map>

namespace warptidy {
namespace {

class FaultFinder {
public:
  FaultFinder(KernelPredictions &K, unsigned Launch,
              const PredictOptions &Options)
      : K(K), Facts(K.Facts), Launch(Launch), Shape(K.Launches[Launch]),
        Options(Options), Exact(Facts, Shape) {}

  void run() {
    for (size_t I = 0; I < Facts.Accesses.size() && !isStopped(); ++I)
      if (isShared(I))
        K.Accesses[I].PerLaunch[Launch].Outside = outside(Facts.Accesses[I]);
    unsigned Threads = Shape.Block[0] * Shape.Block[1] * Shape.Block[2];
    if (Threads > WarpLanes && !Facts.WaitsOtherwise && allIsRead())
      findUnordered();
  }

private:
  bool isStopped() const { return Options.Stop && *Options.Stop; }

  /// False when some instruction of the kernel may be one to wait by.
  bool allIsRead() const {
    return std::none_of(Facts.Accesses.begin(), Facts.Accesses.end(),
                        [](const AccessFact &A) {
                          return A.Unknown == UnknownReason::OpaqueAsm ||
                                 A.Unknown == UnknownReason::UnsupportedAccess;
                        });
  }

  bool isShared(size_t I) const {
    const AccessFact &A = Facts.Accesses[I];
    return A.Space == AddressSpace::Shared && !K.Dead[I] && A.WidthBytes &&
           A.Base != NoExpr && A.Unknown == UnknownReason::None &&
           A.Form != AccessForm::LdMatrix && A.Form != AccessForm::StMatrix &&
           Facts.Pool.symbolInfo(A.Base).Kind == SymbolKind::SharedArray;
  }

  /// Bytes of the array; nothing when the launch does not say.
  std::optional<uint64_t> sizeOf(ExprRef Base) const {
    const SymbolInfo &S = Facts.Pool.symbolInfo(Base);
    if (S.Dynamic)
      return Shape.DynamicSharedBytes;
    return S.SizeBytes ? std::optional(S.SizeBytes) : std::nullopt;
  }

  /// The first block, and the last one where the kernel tells them apart.
  std::vector<ExactLanes::Block> blocks() const {
    std::vector<ExactLanes::Block> Out{{0, 0, 0}};
    auto Reads = [&](Builtin B) { return Facts.Reads[unsigned(B)]; };
    if (Shape.Grid && (Reads(Builtin::BlockIdxX) || Reads(Builtin::BlockIdxY) ||
                       Reads(Builtin::BlockIdxZ))) {
      const auto &G = *Shape.Grid;
      if (G[0] && G[1] && G[2] && (G[0] > 1 || G[1] > 1 || G[2] > 1))
        Out.push_back({G[0] - 1, G[1] - 1, G[2] - 1});
    }
    return Out;
  }

  std::optional<OutsideFact> outside(const AccessFact &A) {
    std::optional<uint64_t> Size = sizeOf(A.Base);
    if (!Size)
      return std::nullopt;
    for (const ExactLanes::Block &At : blocks()) {
      Exact.setBlock(At);
      std::optional<OutsideFact> Out = outsideIn(A, At, *Size);
      Exact.setBlock({0, 0, 0});
      if (Out)
        return Out;
    }
    return std::nullopt;
  }

  std::optional<OutsideFact>
  outsideIn(const AccessFact &A, const ExactLanes::Block &At, uint64_t Size) {
    OutsideFact Out;
    std::set<unsigned> Threads;
    auto Show = [&](unsigned Warp, const LaneAddresses &L) {
      for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
        if (!(L.Active >> Lane & 1))
          continue;
        uint64_t From = L.Byte[Lane];
        if (From < Size && From + L.WidthBytes <= Size)
          continue;
        if (Threads.empty()) {
          Out.Thread = Exact.thread(Warp, Lane);
          Out.Offset = static_cast<int64_t>(From);
        }
        Threads.insert(Warp * WarpLanes + Lane);
      }
    };
    Out.AllCounted = Exact.follow(A, {}, Show);
    if (Threads.empty())
      return std::nullopt;
    Out.Block = At;
    Out.ArrayBytes = Size;
    Out.Threads = static_cast<unsigned>(Threads.size());
    return Out;
  }

  // Stores and loads without a barrier between.

  /// Thread numbers by the first byte that they touch.
  using Touched = std::multimap<int64_t, unsigned>;

  /// Pairs of accesses that are compared thread by thread.
  static constexpr unsigned MaxPairs = 256;

  /// Two accesses, the first of which comes first in the order of the code,
  /// with the iterations of the loops around them that are looked at.
  struct Sequence {
    size_t First, Second;
    ExactLanes::Iterations FirstAt, SecondAt;
    bool NextRound = false;
  };

  void findUnordered() {
    collectStops();
    unsigned Pairs = 0;
    for (bool NextRound : {false, true})
      for (bool LoadFirst : {false, true})
        for (size_t S = 0; S < Facts.Accesses.size(); ++S) {
          if (!isPlain(S, AccessOp::Store))
            continue;
          for (size_t L = 0; L < Facts.Accesses.size() && !isStopped(); ++L) {
            if (Facts.Accesses[S].Base != Facts.Accesses[L].Base ||
                !isPlain(L, AccessOp::Load))
              continue;
            Sequence Of{
                LoadFirst ? L : S, LoadFirst ? S : L, {}, {}, NextRound};
            if (!(NextRound ? followsInNextRound(Of) : follows(Of)))
              continue;
            if (++Pairs > MaxPairs)
              return;
            compare(S, L, Of);
          }
        }
  }

  bool isPlain(size_t I, AccessOp Op) const {
    const AccessFact &A = Facts.Accesses[I];
    return isShared(I) && A.Op == Op && A.Form == AccessForm::Plain &&
           !A.Volatile && A.MaskComplete;
  }

  /// Something by which warps could wait for each other.
  struct Stop {
    unsigned Order;
    const std::vector<unsigned> *Loops;
    bool operator<(const Stop &Other) const { return Order < Other.Order; }
  };

  void collectStops() {
    for (const CutFact &C : Facts.Cuts)
      if (!C.Branch)
        Stops.push_back({C.Order, &Facts.Blocks[C.Block].Loops});
    for (const AccessFact &A : Facts.Accesses)
      if (A.Volatile || A.Unknown != UnknownReason::None ||
          (A.Op != AccessOp::Load && A.Op != AccessOp::Store))
        Stops.push_back({A.Order, &A.Loops});
    std::sort(Stops.begin(), Stops.end());
  }

  /// Whether nothing lies between the accesses: in the order of the code, and
  /// in the loops around one of them only. Of a loop around the second one, its
  /// first iteration is looked at if something lies behind the access.
  bool follows(Sequence &Of) const {
    const AccessFact &A = Facts.Accesses[Of.First],
                     &B = Facts.Accesses[Of.Second];
    if (A.Order >= B.Order || hasStop(A.Order, B.Order, ~0u))
      return false;
    for (unsigned Loop : A.Loops)
      if (isAround(B, Loop))
        Of.FirstAt[Loop] = Of.SecondAt[Loop] = 0;
    return isFreeWithin(Of);
  }

  /// The same from an iteration of the innermost loop around both to the next.
  bool followsInNextRound(Sequence &Of) const {
    const AccessFact &A = Facts.Accesses[Of.First],
                     &B = Facts.Accesses[Of.Second];
    unsigned Inner = ~0u;
    for (unsigned Loop : A.Loops)
      if (isAround(B, Loop))
        Of.FirstAt[Inner = Loop] = Of.SecondAt[Loop] = 0;
    if (Inner == ~0u || hasStop(A.Order, ~0u, Inner) ||
        hasStop(0, B.Order, Inner))
      return false;
    Of.SecondAt[Inner] = 1;
    return isFreeWithin(Of);
  }

  /// Whether something in the loop (~0u: anywhere) lies between two orders.
  bool hasStop(unsigned From, unsigned To, unsigned Loop) const {
    auto Begin =
        std::lower_bound(Stops.begin(), Stops.end(), Stop{From, nullptr});
    auto End = std::lower_bound(Begin, Stops.end(), Stop{To, nullptr});
    return std::any_of(Begin, End, [&](const Stop &Each) {
      return Loop == ~0u ||
             std::count(Each.Loops->begin(), Each.Loops->end(), Loop);
    });
  }

  bool isFreeWithin(Sequence &Of) const {
    const AccessFact &A = Facts.Accesses[Of.First],
                     &B = Facts.Accesses[Of.Second];
    for (unsigned Loop : A.Loops)
      if (!isAround(B, Loop) && hasStop(0, ~0u, Loop))
        return false;
    for (unsigned Loop : B.Loops) {
      if (isAround(A, Loop) || !hasStop(0, ~0u, Loop))
        continue;
      if (hasStop(0, B.Order, Loop))
        return false;
      Of.SecondAt[Loop] = 0;
    }
    return true;
  }

  static bool isAround(const AccessFact &A, unsigned Loop) {
    return std::count(A.Loops.begin(), A.Loops.end(), Loop) != 0;
  }

  /// What the access touches in these iterations.
  Touched touched(const AccessFact &A, const ExactLanes::Iterations &Only) {
    Touched Out;
    Exact.follow(A, Only, [&](unsigned Warp, const LaneAddresses &L) {
      for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
        if (L.Active >> Lane & 1)
          Out.emplace(static_cast<int64_t>(L.Byte[Lane]),
                      Warp * WarpLanes + Lane);
    });
    return Out;
  }

  void compare(size_t S, size_t L, const Sequence &Of) {
    const AccessFact &Store = Facts.Accesses[S], &Load = Facts.Accesses[L];
    const bool LoadFirst = Of.First == L;
    const Touched Written =
        touched(Store, LoadFirst ? Of.SecondAt : Of.FirstAt);
    if (Written.empty())
      return;
    std::set<std::pair<unsigned, int64_t>> Readers;
    for (auto [At, Reader] :
         touched(Load, LoadFirst ? Of.FirstAt : Of.SecondAt))
      Readers.insert({Reader, At});
    for (auto [Reader, At] : Readers) {
      std::optional<unsigned> Writer;
      bool Own = false;
      auto It = Written.upper_bound(At - int64_t(Store.WidthBytes));
      for (; It != Written.end() && It->first < At + int64_t(Load.WidthBytes);
           ++It) {
        Own |= It->second == Reader;
        if (!Writer && It->second / WarpLanes != Reader / WarpLanes)
          Writer = It->second;
      }
      if (Own || !Writer) // What all write is likely to be the same.
        continue;
      auto Place = [&](unsigned Thread) {
        return Exact.thread(Thread / WarpLanes, Thread % WarpLanes);
      };
      K.Unordered.push_back({LoadFirst, Of.NextRound, S, L, Launch,
                             Place(*Writer), Place(Reader), At});
      return;
    }
  }

  KernelPredictions &K;
  const KernelFacts &Facts;
  const unsigned Launch;
  const LaunchShape &Shape;
  const PredictOptions &Options;
  ExactLanes Exact;
  std::vector<Stop> Stops; ///< By their order.
};

} // namespace

void findSharedFaults(KernelPredictions &K, const PredictOptions &Options) {
  bool Any = std::any_of(
      K.Facts.Accesses.begin(), K.Facts.Accesses.end(),
      [](const AccessFact &A) { return A.Space == AddressSpace::Shared; });
  for (unsigned L = 0; Any && L < K.Launches.size(); ++L)
    if (!isGuess(K.Launches[L]) && !(Options.Stop && *Options.Stop))
      FaultFinder(K, L, Options).run();
}

} // namespace warptidy
