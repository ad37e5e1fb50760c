//===- HardwareTest.cpp - Closed forms, passes, masks and alignment -------===//
// What the rules of model/Hardware.cpp say of patterns that are easy to count.
//===----------------------------------------------------------------------===//
#include "HardwareTest.h"
#include <numeric>
#include <vector>

using namespace warptidy;

namespace {

//===----------------------------------------------------------------------===//
// Closed forms
//===----------------------------------------------------------------------===//

// A stride S shares banks between lanes as gcd(S, lanes that span the banks).
TEST(ClosedForm, SharedStrides) {
  for (int Stride = 1; Stride <= 33; ++Stride) {
    SCOPED_TRACE(Stride);
    auto At = [=](int T) { return Stride * T; };
    const unsigned Word = std::gcd(Stride, 32), Double = std::gcd(Stride, 16),
                   Float4 = std::gcd(Stride, 8);
    EXPECT_EQ(loads(lanes(4, At)), Word);
    EXPECT_EQ(stores(lanes(4, At)), Word);
    EXPECT_EQ(atomics(lanes(4, At)), Word);
    EXPECT_EQ(loads(lanes(8, At)), 2 * Double);
    EXPECT_EQ(stores(lanes(8, At)), 2 * Double);
    EXPECT_EQ(loads(lanes(16, At)), 4 * Float4);
    EXPECT_EQ(stores(lanes(16, At)), 4 * Float4);
  }
}

TEST(ClosedForm, GlobalStrides) {
  for (int Stride = 1; Stride <= 33; ++Stride) {
    SCOPED_TRACE(Stride);
    auto At = [=](int T) { return Stride * T; };
    EXPECT_EQ(sectors(lanes(4, At)), Stride < 8 ? 4u * Stride : 32u);
    EXPECT_EQ(sectors(lanes(8, At)), Stride < 4 ? 8u * Stride : 32u);
    EXPECT_EQ(sectors(lanes(16, At)), Stride < 2 ? 16u : 32u);
  }
}

TEST(ClosedForm, AtomicsOnOneAddress) {
  auto Same = [](int) { return 5; };
  auto PerPair = [](int T) { return T / 2; };
  EXPECT_EQ(atomicSectors(lanes(4, Same)), 32u);
  EXPECT_EQ(atomicSectors(lanes(4, Same, 0xf0)), 4u);
  EXPECT_EQ(atomicSectors(lanes(4, PerPair)), 4u);
  EXPECT_EQ(sectors(lanes(4, Same)), 1u);
}

//===----------------------------------------------------------------------===//
// Rule P, passes, masks and alignment
//===----------------------------------------------------------------------===//

TEST(Passes, FullWarp) {
  auto Unit = [](int T) { return T; };
  auto Pairs = [](int T) { return T & ~1; };
  auto Alternate = [](int T) { return T & ~2; };
  auto Fours = [](int T) { return T & ~4; };
  for (unsigned Width : {1u, 2u, 4u})
    for (SharedOp Op : {SharedOp::Load, SharedOp::Store, SharedOp::Increment})
      EXPECT_EQ(sharedPasses(lanes(Width, Unit), Op), 1u);
  EXPECT_EQ(sharedPasses(lanes(8, Unit), SharedOp::Load), 2u);
  EXPECT_EQ(sharedPasses(lanes(16, Unit), SharedOp::Load), 4u);
  for (const IndexOf &Paired : {IndexOf(Pairs), IndexOf(Alternate)}) {
    EXPECT_EQ(sharedPasses(lanes(8, Paired), SharedOp::Load), 1u);
    EXPECT_EQ(sharedPasses(lanes(16, Paired), SharedOp::Load), 2u);
    EXPECT_EQ(sharedPasses(lanes(8, Paired), SharedOp::Store), 2u);
    EXPECT_EQ(sharedPasses(lanes(16, Paired), SharedOp::Store), 4u);
    EXPECT_EQ(sharedPasses(lanes(8, Paired), SharedOp::Atomic), 2u);
  }
  EXPECT_EQ(sharedPasses(lanes(8, Fours), SharedOp::Load), 2u);
  EXPECT_EQ(sharedPasses(lanes(16, Fours), SharedOp::Load), 4u);
}

TEST(Passes, OneOddPairUndoesTheWholeWarp) {
  auto OddAtTheEnd = [](int T) { return T == 31 ? 99 : T & ~1; };
  EXPECT_EQ(sharedPasses(lanes(8, OddAtTheEnd), SharedOp::Load), 2u);
  EXPECT_EQ(sharedPasses(lanes(16, OddAtTheEnd), SharedOp::Load), 4u);
  // ... unless its lane is masked off.
  EXPECT_EQ(sharedPasses(lanes(8, OddAtTheEnd, 0x7fffffff), SharedOp::Load),
            1u);
  // Half the pairs at distance 1 and half at distance 2 do not do.
  auto Mixed = [](int T) { return T < 8 ? T & ~1 : T & ~2; };
  EXPECT_EQ(sharedPasses(lanes(16, Mixed), SharedOp::Load), 4u);
}

TEST(Passes, IdlePassesAreNotCounted) {
  auto Unit = [](int T) { return T; };
  EXPECT_EQ(sharedPasses(lanes(8, Unit, 0x0000ffff), SharedOp::Load), 1u);
  EXPECT_EQ(sharedPasses(lanes(16, Unit, 0x00ff00ff), SharedOp::Load), 2u);
  EXPECT_EQ(sharedPasses(lanes(16, Unit, 0), SharedOp::Store), 0u);
  EXPECT_EQ(stores(lanes(16, Unit, 0)), 0u);
  // Every other lane: each lane's partner is inactive, so P holds.
  EXPECT_EQ(sharedPasses(lanes(8, Unit, 0x55555555), SharedOp::Load), 1u);
  EXPECT_EQ(sharedPasses(lanes(16, Unit, 0x55555555), SharedOp::Load), 2u);
}

TEST(Lanes, NoneActive) {
  const LaneAddresses L = lanes(4, [](int T) { return T; }, 0);
  EXPECT_EQ(sectors(L), 0u);
  EXPECT_EQ(atomicSectors(L), 0u);
  EXPECT_EQ(idealSectors(hopper(), L), 0u);
  EXPECT_EQ(distinctBytes(L), 0u);
  EXPECT_EQ(loads(L), 0u);
  EXPECT_EQ(matrixWavefronts(hopper(), L, 4), 0u);
  EXPECT_EQ(misalignedLanes(L), 0u);
}

TEST(Lanes, StraddlingAccesses) {
  // One lane, 16 bytes from byte 24: two sectors, and five words from byte 2.
  EXPECT_EQ(sectors(lanes(16, [](int) { return 0; }, 1, 24)), 2u);
  EXPECT_EQ(
      idealSectors(hopper(), lanes(16, [](int) { return 0; }, 1, 24)), 1u);
  // 32 unaligned words: 33 words in 32 banks.
  EXPECT_EQ(loads(lanes(4, [](int T) { return T; }, ~0u, 2)), 2u);
  // Overlapping accesses count each byte once.
  LaneAddresses Overlap;
  Overlap.Active = 3;
  Overlap.WidthBytes = 8;
  Overlap.Byte = {0, 3};
  EXPECT_EQ(distinctBytes(Overlap), 11u);
}

TEST(Lanes, Misaligned) {
  auto Unit = [](int T) { return T; };
  EXPECT_EQ(misalignedLanes(lanes(4, Unit)), 0u);
  EXPECT_EQ(misalignedLanes(lanes(1, Unit, ~0u, 3)), 0u);
  EXPECT_EQ(misalignedLanes(lanes(4, Unit, ~0u, 2)), 0xffffffffu);
  EXPECT_EQ(misalignedLanes(lanes(8, Unit, 0xf0f, 4)), 0xf0fu);
  // A float index used for float4: every lane but each fourth one.
  LaneAddresses L;
  L.WidthBytes = 16;
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    L.Byte[Lane] = 4 * Lane;
  EXPECT_EQ(misalignedLanes(L), 0xeeeeeeeeu);
}

//===----------------------------------------------------------------------===//
// The tag stage
//===----------------------------------------------------------------------===//

TEST(Tags, NeighbouringLinesAreInFourBanks) {
  for (uint64_t Line = 0; Line < 512; Line += 4) {
    unsigned Banks = 0;
    for (uint64_t I = 0; I < 4; ++I)
      Banks |= 1u << tagBank(Line + I);
    EXPECT_EQ(Banks, 15u) << Line;
  }
  EXPECT_EQ(tagBank(7), tagBank(8));
  EXPECT_NE(tagBank(3), tagBank(4));
}

TEST(Tags, LinesOfOneBankWait) {
  // 32 lines, 8 in each bank.
  const TagCounts C =
      globalTags(hopper(), lanes(4, [](int T) { return 32 * T; }));
  EXPECT_EQ(C.Lookups, 32u);
  EXPECT_EQ(C.Sectors, 32u);
  EXPECT_EQ(C.Wavefronts, 8u);
}

/// Lines 7 and 8, of one bank, from offset 0 and in the order of the lanes.
LaneAddresses twoLines(const IndexOf &Index) {
  return lanes(8, Index, ~0u, uint64_t{7} * 128);
}

TEST(Tags, AtomicsWaitForLanesOfOtherLines) {
  // The first line goes first and no lane of it is behind another.
  const LaneAddresses InOrder = twoLines([](int T) { return T; });
  EXPECT_EQ(atomicTags(hopper(), InOrder, false).Sectors, 8u);
  EXPECT_EQ(atomicTags(hopper(), InOrder, false).Lookups, 2u);
  EXPECT_EQ(atomicTags(hopper(), InOrder, true).Lookups, 4u); // by halves
  // Lanes 1 and 17 exchanged: the line of lane 17 goes first, but lane 1 of the
  // other line waits at the same offset, so that lane 17 goes alone at the end.
  const LaneAddresses Swapped = twoLines([](int T) {
    return T == 1 ? 17 : T == 17 ? 1 : T;
  });
  EXPECT_EQ(atomicTags(hopper(), Swapped, false).Sectors, 9u);
  EXPECT_EQ(atomicTags(hopper(), Swapped, false).Lookups, 3u);
  const UnitRange Range = globalAtomicSectors(hopper(), Swapped);
  EXPECT_EQ(Range.Least, 8u);
  EXPECT_GE(Range.Most, 9u);
}

/// Pieces of 16 bytes from Source to Destination, lane by lane.
TagCounts copies(const IndexOf &Source, const IndexOf &Destination,
                 uint32_t Active = ~0u) {
  return bypassCopyTags(hopper(), lanes(16, Source, Active),
                        lanes(16, Destination, Active));
}

TEST(Tags, CopiesPastTheCache) {
  const auto Same = [](int T) { return T; };
  const TagCounts Straight = copies(Same, Same);
  EXPECT_EQ(Straight.Sectors, 16u);
  EXPECT_EQ(Straight.Lookups, 4u);
  EXPECT_EQ(Straight.Wavefronts, 1u);
  // Half a sector away, each destination line takes a sector more.
  EXPECT_EQ(copies([](int T) { return T + 1; }, Same).Sectors, 20u);
  // One piece to everywhere: each destination sector on its own.
  EXPECT_EQ(copies([](int) { return 0; }, Same).Sectors, 16u);
  // From everywhere to one place: one piece is copied, each line looked up.
  EXPECT_EQ(copies(Same, [](int) { return 0; }).Sectors, 1u);
  EXPECT_EQ(copies(Same, [](int) { return 0; }).Lookups, 4u);
}

TEST(Tags, CopiesThroughTheCache) {
  auto Words = [](const IndexOf &Source, const IndexOf &Destination) {
    return copyWavefronts(hopper(), lanes(4, Source), lanes(4, Destination));
  };
  const auto Same = [](int T) { return T; };
  EXPECT_EQ(Words(Same, Same), 1u);
  EXPECT_EQ(Words(Same, [](int T) { return 31 - T; }), 1u);
  EXPECT_EQ(Words([](int) { return 0; }, Same), 32u);
  EXPECT_EQ(Words(Same, [](int T) { return 32 * T; }), 32u);
  EXPECT_EQ(copyWavefronts(hopper(), lanes(16, Same), lanes(16, Same)), 4u);
}

} // namespace
