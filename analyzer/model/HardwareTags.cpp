//===- HardwareTags.cpp - The tag stage of L1, counted --------------------===//
// Which lines a request looks up, in which order its lanes have their turn, and
// what copies to shared memory do there. Fitted as the rules of Hardware.cpp.
//===----------------------------------------------------------------------===//
#include "model/HardwareLanes.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

namespace warptidy {

// Lines of one bank are those that measured loads look up in separate turns;
// any two bits with this relation would do.
unsigned tagBank(uint64_t Line) {
  constexpr uint64_t EvenBits = 0x0b5, OddBits = 0x1da;
  return std::popcount(Line & EvenBits) % 2 +
         2 * (std::popcount(Line & OddBits) % 2);
}

constexpr unsigned TagBanks = 4;

// Exact on all 5180 measured loads and stores, in all three counts.
TagCounts globalTags(const ArchInfo &Arch, const LaneAddresses &L) {
  std::array<unsigned, TagBanks> LinesOfBank{};
  const auto Lines = distinctBlocks(L, L.Active, Arch.LineBytes);
  for (uint64_t Line : Lines)
    ++LinesOfBank[tagBank(Line)];
  TagCounts Counts;
  Counts.Sectors = globalSectors(Arch, L);
  Counts.Lookups = Lines.size();
  Counts.Wavefronts = *std::max_element(LinesOfBank.begin(), LinesOfBank.end());
  return Counts;
}

/// The lanes of Waiting that an atomic takes in one pass.
static uint32_t atomicPass(const ArchInfo &Arch, const LaneAddresses &L,
                           uint32_t Waiting, unsigned BlockBytes) {
  std::array<std::optional<uint64_t>, TagBanks> BlockOfBank;
  std::set<std::pair<unsigned, uint64_t>> Seen; // bank, offset in the line
  uint32_t Pass = 0;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
    if (!isActive(Waiting, Lane))
      continue;
    const uint64_t Byte = L.Byte[Lane], Block = Byte / BlockBytes;
    const unsigned Bank = tagBank(Byte / Arch.LineBytes);
    if (!BlockOfBank[Bank])
      BlockOfBank[Bank] = Block;
    const bool First = Seen.insert({Bank, Byte % Arch.LineBytes}).second;
    if (First && BlockOfBank[Bank] == Block)
      Pass |= 1u << Lane;
  }
  return Pass;
}

// Exact on all 7456 measured rows, in all three counts.
TagCounts atomicTags(const ArchInfo &Arch, const LaneAddresses &L,
                     bool CompareSwap) {
  const unsigned BlockBytes = CompareSwap ? Arch.LineBytes / 2 : Arch.LineBytes;
  TagCounts Counts;
  for (uint32_t Waiting = L.Active; Waiting != 0;) {
    const uint32_t Pass = atomicPass(Arch, L, Waiting, BlockBytes);
    Counts.Sectors += distinctBlocks(L, Pass, Arch.SectorBytes).size();
    Counts.Lookups += distinctBlocks(L, Pass, BlockBytes).size();
    ++Counts.Wavefronts;
    Waiting &= ~Pass;
  }
  return Counts;
}

//===----------------------------------------------------------------------===//
// Copies from global to shared memory
//===----------------------------------------------------------------------===//

namespace {

/// The tag of a copy past L1: a source line for a destination line.
using CopyTag = std::pair<uint64_t, uint64_t>;

/// A set of at most one value a lane, in the order of insertion.
template <class T> class Few {
public:
  /// The number of the value, and whether it is new.
  std::pair<unsigned, bool> insert(const T &Value) {
    unsigned I = 0;
    while (I < Count && Values[I] != Value)
      ++I;
    if (I < Count)
      return {I, false};
    Values[Count++] = Value;
    return {I, true};
  }
  unsigned size() const { return Count; }
  const T &operator[](unsigned I) const { return Values[I]; }

private:
  std::array<T, WarpLanes> Values;
  unsigned Count = 0;
};

/// Copies past L1, turn by turn.
class BypassCopy {
public:
  BypassCopy(const ArchInfo &Arch, const LaneAddresses &Source,
             const LaneAddresses &Destination)
      : Arch(Arch), Source(Source), Destination(Destination) {}

  TagCounts count() {
    for (uint32_t Waiting = Source.Active; Waiting != 0;) {
      const uint32_t Turn = turnOf(Waiting);
      lookUp(Turn);
      Waiting &= ~Turn;
    }
    return Counts;
  }

private:
  const ArchInfo &Arch;
  const LaneAddresses &Source, &Destination;
  TagCounts Counts;
  Few<uint64_t> Copied; ///< Destinations.

  uint64_t sourceLine(unsigned Lane) const {
    return Source.Byte[Lane] / Arch.LineBytes;
  }

  /// Of every tag bank the lanes of that source line whose first lane waits.
  uint32_t turnOf(uint32_t Waiting) const {
    std::array<std::optional<uint64_t>, TagBanks> LineOfBank;
    uint32_t Turn = 0;
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
      if (!isActive(Waiting, Lane))
        continue;
      std::optional<uint64_t> &Line = LineOfBank[tagBank(sourceLine(Lane))];
      if (!Line)
        Line = sourceLine(Lane);
      if (*Line == sourceLine(Lane))
        Turn |= 1u << Lane;
    }
    return Turn;
  }

  /// Tags are in the order of their first lanes. Those to destination lines of
  /// one bank wait for each other.
  void lookUp(uint32_t Turn) {
    Few<CopyTag> Tags, Sectors; // Sectors: source line, to sector.
    Few<uint64_t> Targets;
    std::array<unsigned, WarpLanes> LastTag{}; // Of each target, its number.
    std::array<unsigned, TagBanks> TagsOfBank{};
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
      if (!isActive(Turn, Lane))
        continue;
      const uint64_t To = Destination.Byte[Lane];
      const auto [Tag, New] =
          Tags.insert({sourceLine(Lane), To / Arch.LineBytes});
      TagsOfBank[Tags[Tag].second % TagBanks] += New;
      unsigned &Last = LastTag[Targets.insert(To).first];
      Last = std::max(Last, Tag);
    }
    for (unsigned I = 0; I < Targets.size(); ++I)
      if (Copied.insert(Targets[I]).second)
        Sectors.insert({Tags[LastTag[I]].first, Targets[I] / Arch.SectorBytes});
    Counts.Sectors += Sectors.size();
    Counts.Lookups += Tags.size();
    Counts.Wavefronts +=
        *std::max_element(TagsOfBank.begin(), TagsOfBank.end());
  }
};

} // namespace

// Exact on all 804 measured rows, in all three counts.
TagCounts bypassCopyTags(const ArchInfo &Arch, const LaneAddresses &Source,
                         const LaneAddresses &Destination) {
  return BypassCopy(Arch, Source, Destination).count();
}

/// The banks of the words from Byte on, one bit each.
static uint32_t banksOf(const ArchInfo &Arch, uint64_t Byte, unsigned Width) {
  uint32_t Banks = 0;
  for (unsigned At = 0; At < Width; At += Arch.BankBytes)
    Banks |= 1u << (Byte + At) / Arch.BankBytes % Arch.SharedBanks;
  return Banks;
}

unsigned copyWavefronts(const ArchInfo &Arch, const LaneAddresses &Source,
                        const LaneAddresses &Destination) {
  const unsigned Width = Source.WidthBytes, Lanes = WarpLanes * 4 / Width;
  unsigned Wavefronts = 0;
  for (unsigned First = 0; First < WarpLanes; First += Lanes) {
    const uint32_t Group = 0xffffffffu >> (WarpLanes - Lanes) << First;
    for (uint32_t Waiting = Source.Active & Group; Waiting != 0; ++Wavefronts) {
      uint32_t From = 0, To = 0; // banks in use
      for (unsigned Lane = First; Lane < First + Lanes; ++Lane) {
        const uint32_t Reads = banksOf(Arch, Source.Byte[Lane], Width);
        const uint32_t Writes = banksOf(Arch, Destination.Byte[Lane], Width);
        if (!isActive(Waiting, Lane) || (From & Reads) || (To & Writes))
          continue;
        From |= Reads;
        To |= Writes;
        Waiting &= ~(1u << Lane);
      }
    }
  }
  return Wavefronts;
}

} // namespace warptidy
