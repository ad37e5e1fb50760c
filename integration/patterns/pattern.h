//===- pattern.h - Lane-to-address maps, drawn from a seed ------*- C++ -*-===//
// What one launch of a probe kernel accesses, and the families of maps and
// masks that the generator draws from. Host code only but for the struct.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_PATTERNS_PATTERN_H
#define WARPTIDY_PATTERNS_PATTERN_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <random>

namespace patterns {

constexpr unsigned WarpLanes = 32;

/// Byte offsets of the lanes from an aligned base. Bit i of Mask is set when
/// lane i takes part. Source is for copies: where each lane reads.
struct Pattern {
  uint32_t Mask;
  uint32_t Operand; ///< What stores and atomics write; unknown to nvcc.
  uint32_t Address[WarpLanes];
  uint32_t Source[WarpLanes];
};

using Offsets = std::array<uint32_t, WarpLanes>;

class Generator {
public:
  explicit Generator(uint32_t Seed) : Random(Seed) {}

  /// A number below Bound. Not std::uniform_int_distribution, whose results
  /// differ between standard libraries.
  uint32_t below(uint32_t Bound) { return Bound ? Random() % Bound : 0; }

  /// Lane offsets in a region of RegionBytes, multiples of AlignBytes. Family
  /// (taken modulo families()) chooses the kind of map; its name is returned.
  const char *draw(unsigned Family, unsigned AlignBytes, unsigned RegionBytes,
                   Offsets &Out) {
    const unsigned Elements = RegionBytes / AlignBytes;
    Offsets Index{};
    const char *Name =
        drawIndexes(Family % families(), AlignBytes, Elements, Index);
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
      Out[Lane] = Index[Lane] % Elements * AlignBytes;
    return Name;
  }
  static constexpr unsigned families() { return 18; }

  /// A family in which lanes compete for few addresses, for atomics.
  unsigned contended() {
    static constexpr unsigned Families[] = {3, 4, 9, 15, 16, 16, 17, 17};
    return Families[below(std::size(Families))];
  }

  /// Mask shape (taken modulo maskShapes()): about a third are full.
  uint32_t mask(unsigned Shape) {
    switch (Shape % maskShapes()) {
    default:
      return ~0u;
    case 3:
      return Random();
    case 4:
      return Random() & Random();
    case 5:
      return Random() | Random();
    case 6: { // one lane of each pair
      uint32_t Mask = 0;
      for (unsigned Lane = 0; Lane < WarpLanes; Lane += 2)
        Mask |= 1u << (Lane + below(2));
      return Mask;
    }
    case 7:
      return ~0u >> below(WarpLanes); // the first lanes
    case 8: {                         // a quarter, perhaps with a half
      const uint32_t Quarter = 0xffu << 8 * below(4);
      return Quarter | (below(2) ? 0xffffu : 0u);
    }
    case 9: // one or two lanes
      return 1u << below(WarpLanes) | 1u << below(WarpLanes);
    case 10: { // some of a half
      const uint32_t Half = 0xffffu << 16 * below(2);
      return Random() & Half;
    }
    }
  }
  static constexpr unsigned maskShapes() { return 11; }

private:
  std::mt19937 Random;

  /// Elements of a span: the region, or from one bank row to a few lines.
  uint32_t span(unsigned AlignBytes, uint32_t Elements) {
    static constexpr uint32_t Bytes[] = {16384, 4096, 2048, 1024, 512,
                                         256,   128,  64,   32};
    const uint32_t Span = Bytes[below(std::size(Bytes))] / AlignBytes;
    return std::max(2u, std::min(Span, Elements));
  }

  /// An element of the first Width of one of Rows rows. In two statements, as
  /// the order in which an expression draws is up to the compiler.
  uint32_t atRow(uint32_t Rows, uint32_t Pitch, uint32_t Width) {
    const uint32_t Row = below(Rows) * Pitch;
    return Row + below(Width);
  }

  const char *drawIndexes(unsigned Family, unsigned AlignBytes,
                          uint32_t Elements, Offsets &Index) {
    const uint32_t Span = span(AlignBytes, Elements);
    const uint32_t Base = below(Elements - Span + 1);
    const auto Fill = [&](auto At) {
      for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
        Index[Lane] = At(Lane);
    };
    const auto InSpan = [&](unsigned) { return Base + below(Span); };
    switch (Family) {
    case 0:
      Fill(InSpan);
      return "span";
    case 1: {
      const uint32_t Stride = below(41), Start = below(64);
      Fill([&](unsigned Lane) { return Start + Lane * Stride; });
      return "stride";
    }
    case 2: {
      const uint32_t Flip = below(32), Stride = 1 + below(4), At = below(64);
      Fill([&](unsigned Lane) { return At + (Lane ^ Flip) * Stride; });
      return "xor";
    }
    case 3: { // lanes that differ in these bits only are alike
      static constexpr unsigned Alike[] = {1, 2, 4, 8, 16, 3, 7, 15, 28, 30};
      const unsigned Bits = Alike[below(std::size(Alike))];
      Fill(InSpan);
      for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
        Index[Lane] = Index[Lane & ~Bits];
      return "alike";
    }
    case 4: {
      uint32_t Pool[6];
      const uint32_t Size = 1 + below(6);
      for (uint32_t &Element : Pool)
        Element = Base + below(Span);
      Fill([&](unsigned) { return Pool[below(Size)]; });
      return "few";
    }
    case 5: { // one bank, or its neighbour too
      const uint32_t Row = std::max(1u, 128 / AlignBytes), At = below(Row);
      const uint32_t Rows = std::max(1u, std::min(Elements / Row, 64u));
      const uint32_t Banks = 1 + below(2);
      Fill([&](unsigned) { return atRow(Rows, Row, Banks) + At; });
      return "bank";
    }
    case 6: { // a permutation of consecutive elements
      const uint32_t Start = below(64);
      Fill([&](unsigned Lane) { return Start + Lane; });
      for (unsigned Lane = WarpLanes - 1; Lane != 0; --Lane)
        std::swap(Index[Lane], Index[below(Lane + 1)]);
      return "permutation";
    }
    case 7: { // rows of a block: 4, 8 or 16 lanes on a run of elements
      const unsigned Wide = 4u << below(3);
      const uint32_t Pitch = Wide + below(64), Start = below(32);
      Fill([&](unsigned Lane) {
        return Start + Lane / Wide * Pitch + Lane % Wide;
      });
      return "rows";
    }
    case 8: { // consecutive, with a few lanes astray
      const uint32_t Start = below(64);
      Fill([&](unsigned Lane) { return Start + Lane; });
      for (uint32_t Astray = 1 + below(4); Astray != 0; --Astray)
        Index[below(WarpLanes)] = Base + below(Span);
      return "astray";
    }
    case 9: { // the parts of few words (or of few rows for wide elements)
      const uint32_t Words = 1 + below(16),
                     Parts = std::max(1u, 8 / AlignBytes);
      const uint32_t Pitch = Parts * (1 + below(16));
      Fill([&](unsigned) { return atRow(Words, Pitch, Parts); });
      return "parts";
    }
    case 10: { // pairs and quads alike in one half of the warp only
      Fill(InSpan);
      const unsigned Bits = 1 + below(3), Half = below(2);
      for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
        if (Lane / 16 == Half)
          Index[Lane] = Index[Lane & ~Bits];
      return "half-alike";
    }
    default:
      return drawShuffled(Family, AlignBytes, Elements, Index);
    case 11: { // a few lines of 128 bytes, some sectors of each
      const uint32_t Line = std::max(1u, 128 / AlignBytes);
      const uint32_t Lines =
          std::max(1u, std::min(Elements / Line, 2 + below(15)));
      Fill([&](unsigned) { return atRow(Lines, Line, Line); });
      return "lines";
    }
    }
  }

  /// Shuffles the lanes of each run of Size lanes, or whole runs.
  void shuffle(Offsets &Index, unsigned Size, bool Within) {
    const unsigned Runs = WarpLanes / Size;
    const auto Swap = [&](unsigned A, unsigned B, unsigned Lanes) {
      std::swap_ranges(Index.begin() + A, Index.begin() + A + Lanes,
                       Index.begin() + B);
    };
    for (unsigned Run = 0; Within && Run < Runs; ++Run)
      for (unsigned I = Size - 1; I != 0; --I)
        if (const unsigned J = below(I + 1); J != I)
          Swap(Run * Size + I, Run * Size + J, 1);
    for (unsigned I = Runs - 1; !Within && I != 0; --I)
      if (const unsigned J = below(I + 1); J != I)
        Swap(I * Size, J * Size, Size);
  }

  /// Consecutive elements from the start of a line, and what differs little.
  const char *drawShuffled(unsigned Family, unsigned AlignBytes,
                           uint32_t Elements, Offsets &Index) {
    const uint32_t Line = std::max(1u, 128 / AlignBytes);
    const uint32_t Start = below(Elements / Line) * Line;
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
      Index[Lane] = Start + Lane;
    switch (Family) {
    case 12:
      return "consecutive";
    case 13: {
      const unsigned Size = 1u << below(6);
      shuffle(Index, Size, Size > 1 && below(2));
      return "shuffle";
    }
    case 14: // a few lanes exchanged
      for (uint32_t Count = 1 + below(3); Count != 0; --Count) {
        const uint32_t A = below(WarpLanes), B = below(WarpLanes);
        std::swap(Index[A], Index[B]);
      }
      return "swaps";
    case 15: // a few lanes where another one is
      for (uint32_t Count = 1 + below(5); Count != 0; --Count) {
        const uint32_t A = below(WarpLanes), B = below(WarpLanes);
        Index[A] = Index[B];
      }
      return "repeat";
    default:
      return drawContended(Family, AlignBytes, Elements, Start, Index);
    }
  }

  const char *drawContended(unsigned Family, unsigned AlignBytes,
                            uint32_t Elements, uint32_t Start, Offsets &Index) {
    if (Family == 16) { // some lanes at one to three addresses, others apart
      uint32_t Hot[3];
      for (uint32_t &Element : Hot)
        Element = below(2) ? Start + below(WarpLanes) : below(Elements);
      const uint32_t Size = 1 + below(3), Share = 1 + below(8);
      for (uint32_t &Element : Index)
        if (below(8) < Share)
          Element = Hot[below(Size)];
      return "contended";
    }
    // Some elements of few sectors.
    const uint32_t Sector = std::max(1u, 32 / AlignBytes);
    const uint32_t Sectors = 1 + below(4), Gap = 1 + below(5);
    const uint32_t Used = 1 + below(Sector);
    for (uint32_t &Element : Index)
      Element = Start + atRow(Sectors, Gap * Sector, Used);
    return "sectors";
  }
};

} // namespace patterns

#endif
