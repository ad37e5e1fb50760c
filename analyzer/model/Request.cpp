//===- Request.cpp - The cost of one warp-level request -------------------===//
// See Request.h.
//===----------------------------------------------------------------------===//
#include "model/Request.h"
#include "model/HardwareLanes.h"
#include "model/SharedPasses.h"
#include <algorithm>
#include <bit>
#include <string_view>

namespace warptidy {

Unit unitOf(AddressSpace Space) {
  if (Space == AddressSpace::Shared)
    return Unit::Wavefronts;
  return Space == AddressSpace::Constant ? Unit::Requests : Unit::Sectors;
}

static SharedOp sharedOpOf(const AccessFact &A) {
  switch (A.Form) {
  case AccessForm::Increment:
    return SharedOp::Increment;
  case AccessForm::CompareSwap:
    return SharedOp::CompareSwap;
  case AccessForm::CompareSwapLoop:
    return SharedOp::CompareSwapLoop;
  default:
    break;
  }
  if (A.Op == AccessOp::Load)
    return SharedOp::Load;
  return A.Op == AccessOp::Store || A.Op == AccessOp::Copy ? SharedOp::Store
                                                           : SharedOp::Atomic;
}

/// Wavefronts of one pass without conflicts.
static unsigned wavefrontsPerPass(SharedOp Op) {
  return Op == SharedOp::CompareSwap || Op == SharedOp::CompareSwapLoop ? 2 : 1;
}

/// Whether lanes that share a word share a wavefront.
static bool merges(SharedOp Op) {
  return Op == SharedOp::Load || Op == SharedOp::Store ||
         Op == SharedOp::Increment;
}

static bool isAtomic(const AccessFact &A) {
  return A.Op == AccessOp::Atomic || A.Op == AccessOp::Reduction;
}

static bool isMatrix(const AccessFact &A) {
  return A.Form == AccessForm::LdMatrix || A.Form == AccessForm::StMatrix;
}

/// cp.async goes by both sides: cp.async.ca counts wavefronts so, cp.async.cg
/// sectors.
static bool copyCost(const ArchInfo &Arch, const AccessFact &A,
                     const LaneAddresses &L, const LaneAddresses &Other,
                     RequestCost &Cost) {
  if (A.Space == AddressSpace::Shared && !A.Bypass) {
    Cost = {copyWavefronts(Arch, Other, L), sharedPasses(L, SharedOp::Store)};
    return true;
  }
  if (A.Space == AddressSpace::Global && A.Bypass) {
    Cost = {bypassCopyTags(Arch, L, Other).Sectors, idealSectors(Arch, L)};
    return true;
  }
  return false;
}

RequestCost requestCost(const ArchInfo &Arch, const AccessFact &A,
                        const LaneAddresses &L, const LaneAddresses *Other) {
  RequestCost Copy;
  if (Other && copyCost(Arch, A, L, *Other, Copy))
    return Copy;
  switch (A.Space) {
  case AddressSpace::Shared: {
    if (isMatrix(A)) {
      unsigned Matrices = A.WidthBytes / 16;
      LaneAddresses Rows = L;
      Rows.WidthBytes = 16;
      return {matrixWavefronts(Arch, Rows, Matrices), Matrices};
    }
    SharedOp Op = sharedOpOf(A);
    return {sharedWavefronts(Arch, L, Op),
            wavefrontsPerPass(Op) * sharedPasses(L, Op)};
  }
  case AddressSpace::Constant:
    return {constantRequests(L), std::max(1u, L.WidthBytes / 8)};
  case AddressSpace::Local: {
    unsigned Words = std::max(1u, L.WidthBytes / 4);
    unsigned Lanes = static_cast<unsigned>(std::popcount(L.Active));
    return {localSectors(Arch, L), Words * ((Lanes * 4 + 31) / 32)};
  }
  default:
    if (isAtomic(A)) {
      UnitRange Sectors = globalAtomicSectors(Arch, L);
      return {Sectors.Least, idealSectors(Arch, L), Sectors.Most};
    }
    return {globalSectors(Arch, L), idealSectors(Arch, L)};
  }
}

SharedPasses sharedPassesOf(const AccessFact &A, const LaneAddresses &L) {
  SharedPasses Out;
  if (isMatrix(A)) {
    constexpr unsigned RowsPerMatrix = 8, RowBytes = 16;
    Out.WidthBytes = RowBytes;
    const unsigned Lanes =
        std::min(A.WidthBytes / RowBytes * RowsPerMatrix, WarpLanes);
    if (Lanes)
      Out.Lanes = splitPasses(L.Active & 0xffffffffu >> (WarpLanes - Lanes),
                              RowsPerMatrix);
    return Out;
  }
  SharedOp Op = sharedOpOf(A);
  Out.Lanes = sharedPassLanes(L, Op);
  Out.WidthBytes = L.WidthBytes;
  Out.LanesMerge = merges(Op);
  Out.Wavefronts = wavefrontsPerPass(Op);
  Out.Adds = Op != SharedOp::CompareSwapLoop && A.Op != AccessOp::Copy;
  return Out;
}

/// Patterns that are kept; more than that do not repeat.
constexpr size_t MaxKnownCosts = 1 << 14;

static void addPattern(const LaneAddresses &L, uint64_t ShiftBytes,
                       std::vector<uint64_t> &Key) {
  uint64_t Lowest = ~uint64_t(0);
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (L.Active >> Lane & 1)
      Lowest = std::min(Lowest, L.Byte[Lane]);
  const uint64_t Start = Lowest - Lowest % ShiftBytes;
  Key.push_back(uint64_t(L.WidthBytes) << 32 | L.Active);
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (L.Active >> Lane & 1)
      Key.push_back(L.Byte[Lane] - Start);
}

size_t RequestCosts::Hash::operator()(const Key &K) const {
  return std::hash<std::string_view>()(
      {reinterpret_cast<const char *>(K.data()), K.size() * sizeof(K[0])});
}

static unsigned enough(const ArchInfo &Arch, const AccessFact &A,
                       const LaneAddresses &L, const RequestCost &Cost) {
  if (!isBySectors(A))
    return Cost.Ideal;
  const unsigned Bytes =
      static_cast<unsigned>(std::popcount(L.Active)) * L.WidthBytes;
  const unsigned Own = (Bytes + Arch.SectorBytes - 1) / Arch.SectorBytes;
  return std::min(Cost.Units, std::max(Cost.Ideal, Own));
}

RequestCost RequestCosts::of(const ArchInfo &Arch, const AccessFact &A,
                             const LaneAddresses &L,
                             const LaneAddresses *Other) {
  Key K;
  K.reserve(2 * WarpLanes + 2);
  const uint64_t Shift =
      uint64_t(Arch.LineBytes) * (Other || isAtomic(A) ? TagBankPeriod : 1);
  addPattern(L, Shift, K);
  if (Other)
    addPattern(*Other, Shift, K);
  if (auto It = Known.find(K); It != Known.end())
    return It->second;
  RequestCost Cost = requestCost(Arch, A, L, Other);
  Cost.Bytes = distinctBytes(L);
  Cost.Enough = enough(Arch, A, L, Cost);
  if (Known.size() < MaxKnownCosts)
    Known.emplace(std::move(K), Cost);
  return Cost;
}

/// Every lane of a pass in one bank: as many words as the array has rows; of
/// atomics as many lanes, which wait for each other where they share a word
/// too. In a loop over two passes a lane can fail once for each that succeeds.
static unsigned mostWavefronts(const ArchInfo &Arch, const AccessFact &A,
                               unsigned Lanes, uint64_t Span) {
  const SharedOp Op = sharedOpOf(A);
  const uint64_t Rows = (Span + Arch.SharedBanks * Arch.BankBytes - 1) /
                        (Arch.SharedBanks * Arch.BankBytes);
  const unsigned Passes = std::max(1u, A.WidthBytes / 4);
  unsigned PerPass = std::min<unsigned>(WarpLanes / Passes, Lanes);
  if (Span && merges(Op))
    PerPass = static_cast<unsigned>(std::min<uint64_t>(PerPass, Rows));
  const bool Fails = Op == SharedOp::CompareSwapLoop && Passes > 1;
  return Passes * PerPass * (Fails ? 3 : wavefrontsPerPass(Op));
}

void unknownAddressBounds(const ArchInfo &Arch, const AccessFact &A,
                          uint32_t Active, uint64_t Span, unsigned &Min,
                          unsigned &Max, unsigned &Ideal) {
  unsigned Lanes = static_cast<unsigned>(std::popcount(Active));
  LaneAddresses Same; // All lanes at one address, which is the cheapest.
  Same.Active = Active;
  Same.WidthBytes = A.WidthBytes;
  // Atomics are cheapest side by side: on one address they queue.
  if (isAtomic(A))
    for (unsigned Lane = 0, Next = 0; Lane < WarpLanes; ++Lane)
      if (Active >> Lane & 1)
        Same.Byte[Lane] = uint64_t(A.WidthBytes) * Next++;
  RequestCost Cheapest = requestCost(Arch, A, Same);
  Min = Cheapest.Units;
  Ideal = Cheapest.Ideal;
  auto Capped = [&](uint64_t Limit) {
    return Span ? static_cast<unsigned>(std::min<uint64_t>(Lanes, Limit))
                : Lanes;
  };
  switch (A.Space) {
  case AddressSpace::Shared: {
    Max = std::max(Min, mostWavefronts(Arch, A, Lanes, Span));
    Ideal = std::max(Ideal, std::min(std::max(1u, A.WidthBytes / 4), Max));
    break;
  }
  case AddressSpace::Constant:
    Max = std::max(1u, A.WidthBytes / 8) * Capped(Span / A.WidthBytes);
    break;
  case AddressSpace::Local: // A word of all lanes fills four sectors.
    Max = std::max(1u, A.WidthBytes / 4) * Capped(Span);
    break;
  default:
    Max = Capped(Span / Arch.SectorBytes + 1);
    break;
  }
  Max = std::max(Max, Min);
}

void RequestStatistics::trackStride(const LaneAddresses &L) {
  for (unsigned Lane = 0; Lane + 1 < WarpLanes; ++Lane) {
    if ((L.Active >> Lane & 3) != 3)
      continue;
    int64_t Step = static_cast<int64_t>(L.Byte[Lane + 1] - L.Byte[Lane]);
    if (Stride && *Stride != Step)
      StrideVaries = true;
    Stride = Step;
  }
}

void RequestStatistics::add(const RequestCost &Cost, const LaneAddresses &L,
                            bool Judged, uint64_t Weight) {
  if (!Judged && Max >= std::max(Cost.Units, Cost.MostUnits)) {
    Min = std::min(Min, Cost.Units);
    return;
  }
  Requests += Weight;
  Units += Weight * Cost.Units;
  Ideals += Weight * Cost.Ideal;
  Bytes += Weight * Cost.Bytes;
  Enough += Weight * Cost.Enough;
  const unsigned Most = std::max(Cost.Units, Cost.MostUnits);
  UnitsOpen |= Most != Cost.Units;
  double Ratio = Cost.Ideal ? double(Most) / Cost.Ideal : 1.0;
  MinRatio =
      std::min(MinRatio, Cost.Ideal ? double(Cost.Units) / Cost.Ideal : 1.0);
  Min = std::min(Min, Cost.Units);
  if (Most > Max || (Most == Max && Ratio > MaxRatio)) {
    WorstIdeal = Cost.Ideal;
    WorstLanes = static_cast<unsigned>(std::popcount(L.Active));
    WorstBytes = distinctBytes(L);
    Worst = L;
  }
  MaxRatio = std::max(MaxRatio, Ratio);
  Max = std::max(Max, Most);
  unsigned Bad = static_cast<unsigned>(std::popcount(misalignedLanes(L)));
  Misaligned = std::max(Misaligned, Bad);
  AlwaysMisaligned += Bad ? Weight : 0;
  trackStride(L);
}

void RequestStatistics::finish(Prediction &P) const {
  P.Min = Min;
  P.Max = Max;
  P.Ideal = WorstIdeal;
  P.ActiveLanes = WorstLanes;
  P.BytesUsed = WorstBytes;
  if (Requests)
    P.Request = Worst;
  P.MinRatio = MinRatio;
  P.MaxRatio = MaxRatio;
  P.MeanRatio = Ideals ? double(Units) / double(Ideals) : 1.0;
  if (!StrideVaries)
    P.LaneStrideBytes = Stride;
  P.MisalignedLanes = Misaligned;
  P.AlwaysMisaligned = Requests && AlwaysMisaligned == Requests;
  P.BlockRequests = Requests;
  if (!unitsCertain())
    return;
  P.BlockUnits = Units;
  P.BlockEnough = Enough;
  P.BlockBytes = Bytes;
}

} // namespace warptidy
