//===- Hardware.cpp - One warp's request, counted -------------------------===//
// The counting rules of the memory system. Each rule was fitted to hardware
// counters of an NVIDIA H200 (compute capability 9.0, CUDA 13.0); the measured
// patterns are in model/test/data and HardwareTest.cpp replays all of them.
// What was not measured says so beside the rule.
//===----------------------------------------------------------------------===//
#include "model/Hardware.h"

#include <algorithm>
#include <vector>

namespace warptidy {

static bool isActive(uint32_t Lanes, unsigned Lane) {
  return (Lanes >> Lane & 1) != 0;
}

static void sortUnique(std::vector<uint64_t> &Values) {
  std::sort(Values.begin(), Values.end());
  Values.erase(std::unique(Values.begin(), Values.end()), Values.end());
}

/// The distinct start addresses of Lanes, ascending.
static std::vector<uint64_t> distinctAddresses(const LaneAddresses &L,
                                               uint32_t Lanes) {
  std::vector<uint64_t> Addresses;
  Addresses.reserve(WarpLanes);
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (isActive(Lanes, Lane))
      Addresses.push_back(L.Byte[Lane]);
  sortUnique(Addresses);
  return Addresses;
}

/// The numbers of the distinct aligned blocks of BlockBytes (sectors, bank
/// words) that Lanes touch, ascending. An access may straddle blocks, and
/// address space is circular: below an unknown base lie addresses near 2^64.
static std::vector<uint64_t>
distinctBlocks(const LaneAddresses &L, uint32_t Lanes, unsigned BlockBytes) {
  std::vector<uint64_t> Blocks;
  if (L.WidthBytes == 0)
    return Blocks;
  for (uint64_t Address : distinctAddresses(L, Lanes)) {
    const uint64_t Straddled =
        (Address % BlockBytes + L.WidthBytes - 1) / BlockBytes;
    for (uint64_t I = 0; I <= Straddled; ++I)
      Blocks.push_back((Address + I * BlockBytes) / BlockBytes);
  }
  sortUnique(Blocks);
  return Blocks;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

unsigned globalSectors(const ArchInfo &Arch, const LaneAddresses &L) {
  return distinctBlocks(L, L.Active, Arch.SectorBytes).size();
}

/// Of Lanes, the lowest lane of each distinct address.
static uint32_t firstLanePerAddress(const LaneAddresses &L, uint32_t Lanes) {
  uint32_t First = 0;
  std::vector<uint64_t> Seen;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
    if (!isActive(Lanes, Lane) ||
        std::find(Seen.begin(), Seen.end(), L.Byte[Lane]) != Seen.end())
      continue;
    Seen.push_back(L.Byte[Lane]);
    First |= 1u << Lane;
  }
  return First;
}

// Exact on 177 of the 180 measured atomics and reductions. The other three
// (all 4 bytes wide) take one sector more than this; one of them has no two
// lanes with the same address, so contention is not the cause. Still open.
unsigned globalAtomicSectors(const ArchInfo &Arch, const LaneAddresses &L) {
  unsigned Sectors = 0;
  for (uint32_t Waiting = L.Active; Waiting != 0;) {
    const uint32_t Pass = firstLanePerAddress(L, Waiting);
    Sectors += distinctBlocks(L, Pass, Arch.SectorBytes).size();
    Waiting &= ~Pass;
  }
  return Sectors;
}

unsigned distinctBytes(const LaneAddresses &L) {
  const std::vector<uint64_t> Starts = distinctAddresses(L, L.Active);
  if (Starts.size() == 1)
    return L.WidthBytes;
  unsigned Bytes = 0;
  for (size_t I = 0; I < Starts.size(); ++I) {
    const uint64_t Next = Starts[(I + 1) % Starts.size()];
    Bytes += std::min<uint64_t>(L.WidthBytes, Next - Starts[I]);
  }
  return Bytes;
}

// Exact on every measured pattern (test/data/patterns_local_sm90.tsv).
unsigned localSectors(const ArchInfo &Arch, const LaneAddresses &L) {
  constexpr unsigned WordBytes = 4;
  unsigned Sectors = 0;
  for (unsigned Piece = 0; Piece < std::max(WordBytes, L.WidthBytes);
       Piece += WordBytes) {
    LaneAddresses Physical = L;
    Physical.WidthBytes = std::min(WordBytes, L.WidthBytes);
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
      const uint64_t Byte = L.Byte[Lane] + Piece;
      Physical.Byte[Lane] = Byte / WordBytes * Arch.LineBytes +
                            Lane * WordBytes + Byte % WordBytes;
    }
    Sectors += globalSectors(Arch, Physical);
  }
  return Sectors;
}

unsigned idealSectors(const ArchInfo &Arch, const LaneAddresses &L) {
  return (distinctBytes(L) + Arch.SectorBytes - 1) / Arch.SectorBytes;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Whether each two active lanes I and I ^ Distance read the same element.
static bool lanesPair(const LaneAddresses &L, unsigned Distance) {
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
    const unsigned Partner = Lane ^ Distance;
    if (isActive(L.Active, Lane) && isActive(L.Active, Partner) &&
        L.Byte[Lane] != L.Byte[Partner])
      return false;
  }
  return true;
}

/// Lanes that go together in one pass. Only loads profit from paired lanes.
static unsigned lanesPerPass(const LaneAddresses &L, SharedOp Op) {
  if (L.WidthBytes <= 4)
    return WarpLanes;
  const unsigned Lanes = L.WidthBytes <= 8 ? WarpLanes / 2 : WarpLanes / 4;
  const bool Paired =
      Op == SharedOp::Load && (lanesPair(L, 1) || lanesPair(L, 2));
  return Paired ? 2 * Lanes : Lanes;
}

/// The active lanes of each pass of LanesPerPass neighbours, idle passes left
/// out.
static std::vector<uint32_t> splitPasses(uint32_t Active,
                                         unsigned LanesPerPass) {
  const uint32_t Group = 0xffffffffu >> (WarpLanes - LanesPerPass);
  std::vector<uint32_t> Passes;
  for (unsigned Lane = 0; Lane < WarpLanes; Lane += LanesPerPass)
    if (const uint32_t Pass = Active & Group << Lane)
      Passes.push_back(Pass);
  return Passes;
}

/// Wavefronts of one pass: the most distinct words that any bank must serve.
static unsigned passWavefronts(const ArchInfo &Arch, const LaneAddresses &L,
                               uint32_t Lanes) {
  std::vector<unsigned> WordsOfBank(Arch.SharedBanks);
  for (uint64_t Word : distinctBlocks(L, Lanes, Arch.BankBytes))
    ++WordsOfBank[Word % Arch.SharedBanks];
  return *std::max_element(WordsOfBank.begin(), WordsOfBank.end());
}

/// The same for atomics: the most lanes that any bank must serve, one after
/// the other even where they share a word.
static unsigned passLanes(const ArchInfo &Arch, const LaneAddresses &L,
                          uint32_t Lanes) {
  std::vector<unsigned> LanesOfBank(Arch.SharedBanks);
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (isActive(Lanes, Lane))
      ++LanesOfBank[L.Byte[Lane] / Arch.BankBytes % Arch.SharedBanks];
  return *std::max_element(LanesOfBank.begin(), LanesOfBank.end());
}

static unsigned sumWavefronts(const ArchInfo &Arch, const LaneAddresses &L,
                              const std::vector<uint32_t> &Passes) {
  unsigned Wavefronts = 0;
  for (uint32_t Pass : Passes)
    Wavefronts += passWavefronts(Arch, L, Pass);
  return Wavefronts;
}

unsigned sharedPasses(const LaneAddresses &L, SharedOp Op) {
  return splitPasses(L.Active, lanesPerPass(L, Op)).size();
}

// Exact on every measured pattern (test/data/patterns_shared_sm90.tsv): loads
// and stores of 1 to 16 bytes; 32-bit atomics (add, inc, max, exchange), 64-bit
// exchange, compare-and-swap of 32 and 64 bits, and ATOMS.POPC.INC.
unsigned sharedWavefronts(const ArchInfo &Arch, const LaneAddresses &L,
                          SharedOp Op) {
  const std::vector<uint32_t> Passes =
      splitPasses(L.Active, lanesPerPass(L, Op));
  if (Op == SharedOp::Load || Op == SharedOp::Store ||
      Op == SharedOp::Increment)
    return sumWavefronts(Arch, L, Passes);
  unsigned Wavefronts = 0;
  for (uint32_t Pass : Passes)
    Wavefronts += passLanes(Arch, L, Pass);
  return Op == SharedOp::CompareSwap ? 2 * Wavefronts : Wavefronts;
}

// Exact on every measured pattern of ldmatrix and stmatrix, plain and
// transposed, with coinciding rows (test/data/patterns_matrix_sm90.tsv).
unsigned matrixWavefronts(const ArchInfo &Arch, const LaneAddresses &Rows,
                          unsigned Matrices) {
  constexpr unsigned RowsPerMatrix = 8, RowBytes = 16;
  const unsigned Lanes = std::min(Matrices * RowsPerMatrix, WarpLanes);
  if (Lanes == 0)
    return 0;
  LaneAddresses L = Rows;
  L.WidthBytes = RowBytes;
  L.Active &= 0xffffffffu >> (WarpLanes - Lanes);
  return sumWavefronts(Arch, L, splitPasses(L.Active, RowsPerMatrix));
}

//===----------------------------------------------------------------------===//
// Constant memory, alignment
//===----------------------------------------------------------------------===//

// Measured for 4- and 16-byte loads. Not measured: narrower ones whose lanes
// read different bytes of one word, which are counted apart here.
unsigned constantRequests(const LaneAddresses &L) {
  constexpr unsigned PieceBytes = 8;
  const unsigned Pieces = (L.WidthBytes + PieceBytes - 1) / PieceBytes;
  return Pieces * distinctAddresses(L, L.Active).size();
}

uint32_t misalignedLanes(const LaneAddresses &L) {
  uint32_t Misaligned = 0;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (isActive(L.Active, Lane) && L.WidthBytes != 0 &&
        L.Byte[Lane] % L.WidthBytes != 0)
      Misaligned |= 1u << Lane;
  return Misaligned;
}

} // namespace warptidy
