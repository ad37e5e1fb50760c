//===- Hardware.cpp - One warp's request, counted -------------------------===//
// The counting rules of the memory system. Each rule was fitted to hardware
// counters of an NVIDIA H200 (compute capability 9.0, CUDA 13.0); the measured
// patterns are in model/test/data and PatternReplayTest.cpp replays all of
// them. What was not measured says so beside the rule.
//===----------------------------------------------------------------------===//
#include "model/HardwareLanes.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <vector>

namespace warptidy {

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

std::vector<uint64_t> distinctBlocks(const LaneAddresses &L, uint32_t Lanes,
                                     unsigned BlockBytes) {
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
  std::set<uint64_t> Seen;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (isActive(Lanes, Lane) && Seen.insert(L.Byte[Lane]).second)
      First |= 1u << Lane;
  return First;
}

/// Sectors of passes in which only lanes with equal addresses wait.
static unsigned equalAddressSectors(const ArchInfo &Arch,
                                    const LaneAddresses &L, uint32_t Lanes) {
  unsigned Sectors = 0;
  for (uint32_t Waiting = Lanes; Waiting != 0;) {
    const uint32_t Pass = firstLanePerAddress(L, Waiting);
    Sectors += distinctBlocks(L, Pass, Arch.SectorBytes).size();
    Waiting &= ~Pass;
  }
  return Sectors;
}

/// The most sectors that the lanes of one line add because they wait for those
/// of other lines. When the line's first lane goes, all before it are done; a
/// lane can wait for those from there on with its offset, and then go alone.
static unsigned sectorsByWaiting(const ArchInfo &Arch, const LaneAddresses &L,
                                 uint32_t OfLine) {
  uint32_t Behind = 0;
  bool BehindOthers = false;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    for (unsigned Before = std::countr_zero(OfLine); Before < Lane; ++Before)
      if (isActive(OfLine, Lane) && isActive(L.Active, Before) &&
          (L.Byte[Before] - L.Byte[Lane]) % Arch.LineBytes == 0) {
        Behind |= 1u << Lane;
        BehindOthers |= !isActive(OfLine, Before);
      }
  if (!BehindOthers)
    return 0;
  return distinctBlocks(L, OfLine & ~Behind, Arch.SectorBytes).size() +
         std::popcount(Behind) - equalAddressSectors(Arch, L, OfLine);
}

UnitRange globalAtomicSectors(const ArchInfo &Arch, const LaneAddresses &L) {
  std::map<uint64_t, uint32_t> LanesOfLine;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (isActive(L.Active, Lane))
      LanesOfLine[L.Byte[Lane] / Arch.LineBytes] |= 1u << Lane;
  UnitRange Sectors;
  Sectors.Least = Sectors.Most = equalAddressSectors(Arch, L, L.Active);
  for (const auto &[Line, OfLine] : LanesOfLine)
    Sectors.Most += sectorsByWaiting(Arch, L, OfLine);
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

/// Blocks of the lines of local memory that a local access touches, summed
/// over its requests of four bytes a lane.
static unsigned localBlocks(const ArchInfo &Arch, const LaneAddresses &L,
                            unsigned BlockBytes) {
  constexpr unsigned WordBytes = 4;
  unsigned Blocks = 0;
  for (unsigned Piece = 0; Piece < std::max(WordBytes, L.WidthBytes);
       Piece += WordBytes) {
    LaneAddresses Physical = L;
    Physical.WidthBytes = std::min(WordBytes, L.WidthBytes);
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
      const uint64_t Byte = L.Byte[Lane] + Piece;
      Physical.Byte[Lane] = Byte / WordBytes * Arch.LineBytes +
                            Lane * WordBytes + Byte % WordBytes;
    }
    Blocks += distinctBlocks(Physical, L.Active, BlockBytes).size();
  }
  return Blocks;
}

// Both exact on every measured pattern (test/data/patterns_local_sm90.tsv).
unsigned localSectors(const ArchInfo &Arch, const LaneAddresses &L) {
  constexpr unsigned LocalSectorBytes = 32; // In every view.
  return localBlocks(Arch, L, LocalSectorBytes);
}

unsigned localLookups(const ArchInfo &Arch, const LaneAddresses &L) {
  return localBlocks(Arch, L, Arch.LineBytes);
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

std::vector<uint32_t> splitPasses(uint32_t Active, unsigned LanesPerPass) {
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

std::vector<uint32_t> sharedPassLanes(const LaneAddresses &L, SharedOp Op) {
  return splitPasses(L.Active, lanesPerPass(L, Op));
}

unsigned sharedPasses(const LaneAddresses &L, SharedOp Op) {
  return sharedPassLanes(L, Op).size();
}

/// Of Lanes, the lowest lane of each bank.
static uint32_t firstLanePerBank(const ArchInfo &Arch, const LaneAddresses &L,
                                 uint32_t Lanes) {
  uint32_t First = 0;
  std::set<uint64_t> Banks;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (isActive(Lanes, Lane) &&
        Banks.insert(L.Byte[Lane] / Arch.BankBytes % Arch.SharedBanks).second)
      First |= 1u << Lane;
  return First;
}

/// Wavefronts of a loop of compare-and-swaps until no lane waits. A round tries
/// one lane of each bank in every pass; it fails, and comes again, where an
/// earlier pass of the round has changed the word. In a single pass the rounds
/// add up to one compare-and-swap.
static unsigned swapLoopWavefronts(const ArchInfo &Arch, const LaneAddresses &L,
                                   unsigned LanesPerPass) {
  unsigned Wavefronts = 0;
  for (uint32_t Waiting = L.Active; Waiting != 0;) {
    std::set<uint64_t> Changed;
    for (uint32_t Pass : splitPasses(Waiting, LanesPerPass)) {
      const uint32_t Tried = firstLanePerBank(Arch, L, Pass);
      Wavefronts += 2;
      for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
        if (isActive(Tried, Lane) && Changed.insert(L.Byte[Lane]).second)
          Waiting &= ~(1u << Lane);
    }
  }
  return Wavefronts;
}

// Exact on every measured pattern (test/data/patterns_shared_sm90.tsv): loads
// and stores of 1 to 16 bytes; 32-bit atomics (add, inc, max, exchange), 64-bit
// exchange, compare-and-swap of 32 and 64 bits, and ATOMS.POPC.INC. The loops
// are exact for additions of float and 64-bit integers; those of double take
// fewer rounds where an addition does not change the value (14 of 832 rows). Of
// 64-bit minimum and maximum, whose loops end early where the word is as it
// should be, there is no rule.
unsigned sharedWavefronts(const ArchInfo &Arch, const LaneAddresses &L,
                          SharedOp Op) {
  if (Op == SharedOp::CompareSwapLoop)
    return swapLoopWavefronts(Arch, L, lanesPerPass(L, Op));
  const std::vector<uint32_t> Passes = sharedPassLanes(L, Op);
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

// Exact on all 4160 measured loads of 1 to 16 bytes, cold and warm: lanes that
// read different bytes of one word are requests apart.
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
