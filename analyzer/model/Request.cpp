//===- Request.cpp - The cost of one warp-level request -------------------===//
// See Request.h.
//===----------------------------------------------------------------------===//
#include "model/Request.h"
#include <algorithm>
#include <bit>

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
  case AccessForm::CompareSwapLoop: // The loop's rounds add up to this.
    return SharedOp::CompareSwap;
  default:
    break;
  }
  if (A.Op == AccessOp::Load)
    return SharedOp::Load;
  return A.Op == AccessOp::Store || A.Op == AccessOp::Copy ? SharedOp::Store
                                                           : SharedOp::Atomic;
}

static bool isMatrix(const AccessFact &A) {
  return A.Form == AccessForm::LdMatrix || A.Form == AccessForm::StMatrix;
}

RequestCost requestCost(const ArchInfo &Arch, const AccessFact &A,
                        const LaneAddresses &L) {
  switch (A.Space) {
  case AddressSpace::Shared: {
    if (isMatrix(A)) {
      unsigned Matrices = A.WidthBytes / 16;
      LaneAddresses Rows = L;
      Rows.WidthBytes = 16;
      return {matrixWavefronts(Arch, Rows, Matrices), Matrices};
    }
    unsigned Once = sharedOpOf(A) == SharedOp::CompareSwap ? 2 : 1;
    return {sharedWavefronts(Arch, L, sharedOpOf(A)),
            Once * sharedPasses(L, sharedOpOf(A))};
  }
  case AddressSpace::Constant:
    return {constantRequests(L), std::max(1u, L.WidthBytes / 8)};
  case AddressSpace::Local: {
    unsigned Words = std::max(1u, L.WidthBytes / 4);
    unsigned Lanes = static_cast<unsigned>(std::popcount(L.Active));
    return {localSectors(Arch, L), Words * ((Lanes * 4 + 31) / 32)};
  }
  default:
    if (A.Op == AccessOp::Atomic || A.Op == AccessOp::Reduction)
      return {globalAtomicSectors(Arch, L), idealSectors(Arch, L)};
    return {globalSectors(Arch, L), idealSectors(Arch, L)};
  }
}

void unknownAddressBounds(const ArchInfo &Arch, const AccessFact &A,
                          uint32_t Active, uint64_t Span, unsigned &Min,
                          unsigned &Max, unsigned &Ideal) {
  unsigned Lanes = static_cast<unsigned>(std::popcount(Active));
  LaneAddresses Same; // All lanes at one address, which is the cheapest.
  Same.Active = Active;
  Same.WidthBytes = A.WidthBytes;
  // Atomics are cheapest side by side: on one address they queue.
  if (A.Op == AccessOp::Atomic || A.Op == AccessOp::Reduction)
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
    // Every lane of a pass in one bank: as many words as the array has rows.
    uint64_t Rows = (Span + Arch.SharedBanks * Arch.BankBytes - 1) /
                    (Arch.SharedBanks * Arch.BankBytes);
    unsigned Passes = std::max(1u, A.WidthBytes / 4);
    unsigned PerPass = std::min<unsigned>(WarpLanes / Passes, Lanes);
    if (Span)
      PerPass = static_cast<unsigned>(std::min<uint64_t>(PerPass, Rows));
    Max = std::max(Min, Passes * PerPass);
    Ideal = std::max(Ideal, std::min(Passes, Max));
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

void RequestStatistics::add(const RequestCost &Cost, const LaneAddresses &L) {
  ++Requests;
  Units += Cost.Units;
  Ideals += Cost.Ideal;
  double Ratio = Cost.Ideal ? double(Cost.Units) / Cost.Ideal : 1.0;
  MinRatio = std::min(MinRatio, Ratio);
  Min = std::min(Min, Cost.Units);
  if (Cost.Units > Max || (Cost.Units == Max && Ratio > MaxRatio)) {
    WorstIdeal = Cost.Ideal;
    WorstLanes = static_cast<unsigned>(std::popcount(L.Active));
    WorstBytes = distinctBytes(L);
  }
  MaxRatio = std::max(MaxRatio, Ratio);
  Max = std::max(Max, Cost.Units);
  unsigned Bad = static_cast<unsigned>(std::popcount(misalignedLanes(L)));
  Misaligned = std::max(Misaligned, Bad);
  AlwaysMisaligned += Bad != 0;
  trackStride(L);
}

void RequestStatistics::finish(Prediction &P) const {
  P.Min = Min;
  P.Max = Max;
  P.Ideal = WorstIdeal;
  P.ActiveLanes = WorstLanes;
  P.BytesUsed = WorstBytes;
  P.MinRatio = MinRatio;
  P.MaxRatio = MaxRatio;
  P.MeanRatio = Ideals ? double(Units) / double(Ideals) : 1.0;
  if (!StrideVaries)
    P.LaneStrideBytes = Stride;
  P.MisalignedLanes = Misaligned;
  P.AlwaysMisaligned = Requests && AlwaysMisaligned == Requests;
  P.BlockRequests = Requests;
  P.BlockUnits = Units;
}

} // namespace warptidy
