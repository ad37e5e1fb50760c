//===- LaneMapTest.cpp - Where the lanes of a request go ------------------===//
// Pictures against enumerations of bytes, and against what the model counts.
//===----------------------------------------------------------------------===//
#include "report/LaneMap.h"
#include "model/Request.h"
#include "report/LaneSvg.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace warptidy;

namespace {

const ArchInfo &arch() { return *findArch("sm_90"); }

AccessFact access(AddressSpace Space, AccessOp Op, unsigned Width) {
  AccessFact A;
  A.Space = Space;
  A.Op = Op;
  A.WidthBytes = Width;
  return A;
}

LaneAddresses lanes(unsigned Width, uint32_t Active,
                    const std::function<uint64_t(unsigned)> &Byte) {
  LaneAddresses L;
  L.WidthBytes = Width;
  L.Active = Active;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    L.Byte[Lane] = Byte(Lane);
  return L;
}

LaneAddresses randomLanes(std::mt19937 &Random, unsigned Width,
                          unsigned Elements) {
  const uint32_t Mask = Random() % 3 ? ~0u : uint32_t(Random()) | 1;
  return lanes(Width, Mask,
               [&](unsigned) { return uint64_t(Random() % Elements) * Width; });
}

TEST(LaneMap, NamesLanes) {
  EXPECT_EQ(lanesText(0), "");
  EXPECT_EQ(lanesText(1), "0");
  EXPECT_EQ(lanesText(0b1011), "0-1, 3");
  EXPECT_EQ(lanesText(~0u), "0-31");
  EXPECT_EQ(lanesText(0x80000001), "0, 31");
}

TEST(LaneMap, SectorsOfNeighbours) {
  auto S =
      touchedSectors(lanes(4, ~0u, [](unsigned T) { return 4 * T; }), arch());
  ASSERT_EQ(S.size(), 4u);
  for (unsigned I = 0; I < 4; ++I) {
    EXPECT_EQ(S[I].Number, I);
    EXPECT_EQ(S[I].UsedBytes, 32u);
    EXPECT_EQ(S[I].Lanes, 0xffu << (8 * I));
    ASSERT_EQ(S[I].Runs.size(), 8u); // One for each lane.
    EXPECT_EQ(S[I].Runs[3].First, 12u);
    EXPECT_EQ(S[I].Runs[3].Bytes, 4u);
  }
}

TEST(LaneMap, SectorsBelowTheStart) {
  // 8 bytes before an array whose place is not known.
  auto S = touchedSectors(
      lanes(4, ~0u, [](unsigned T) { return uint64_t(4 * T) - 8; }), arch());
  ASSERT_EQ(S.size(), 5u);
  EXPECT_EQ(S[0].Number, 3); // The last of the line below.
  EXPECT_EQ(S[0].UsedBytes, 8u);
  EXPECT_EQ(S[4].Number, 7);
  EXPECT_EQ(S[4].UsedBytes, 24u);
}

TEST(LaneMap, SectorsOfWholeLines) {
  const ArchInfo &Lines = withSectorBytes(arch(), 128);
  auto S =
      touchedSectors(lanes(4, ~0u, [](unsigned T) { return 8 * T; }), Lines);
  ASSERT_EQ(S.size(), 2u);
  EXPECT_EQ(S[1].Number, 1);
  EXPECT_EQ(S[1].UsedBytes, 64u);
}

TEST(LaneMap, BytesOfOneSectorAreOneRun) {
  auto S = touchedSectors(lanes(1, ~0u, [](unsigned T) { return T; }), arch());
  ASSERT_EQ(S.size(), 1u);
  ASSERT_EQ(S[0].Runs.size(), 1u);
  EXPECT_EQ(S[0].Runs[0].Lanes, ~0u);
  EXPECT_EQ(S[0].Runs[0].Bytes, 32u);
}

TEST(LaneMap, SectorsAgreeWithBytes) {
  std::mt19937 Random(1);
  for (unsigned Width : {1, 2, 4, 8, 16})
    for (int I = 0; I < 50; ++I) {
      LaneAddresses L = randomLanes(Random, Width, 1 + I * 7);
      std::map<uint64_t, std::set<unsigned>> Expected;
      uint64_t First = ~uint64_t(0);
      for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
        if (L.Active >> Lane & 1) {
          First = std::min(First, L.Byte[Lane] / 128 * 4);
          for (unsigned B = 0; B < Width; ++B)
            Expected[(L.Byte[Lane] + B) / 32].insert(Lane);
        }
      auto S = touchedSectors(L, arch());
      ASSERT_EQ(S.size(), Expected.size());
      size_t At = 0;
      for (const auto &[Sector, Lanes] : Expected) {
        uint32_t Bits = 0;
        for (unsigned Lane : Lanes)
          Bits |= 1u << Lane;
        EXPECT_EQ(S[At].Number, int64_t(Sector - First));
        EXPECT_EQ(S[At++].Lanes, Bits);
      }
    }
}

/// The rows of the picture are what the model counts, for all that adds up.
TEST(LaneMap, RowsAreWavefronts) {
  std::mt19937 Random(2);
  struct Kind {
    AccessOp Op;
    AccessForm Form;
  };
  for (Kind K : {Kind{AccessOp::Load, AccessForm::Plain},
                 Kind{AccessOp::Store, AccessForm::Plain},
                 Kind{AccessOp::Atomic, AccessForm::Plain},
                 Kind{AccessOp::Atomic, AccessForm::Increment},
                 Kind{AccessOp::Atomic, AccessForm::CompareSwap}})
    for (unsigned Width : {1, 2, 4, 8, 16})
      for (int I = 0; I < 60; ++I) {
        if (K.Op == AccessOp::Atomic && (Width < 4 || Width > 8))
          continue;
        AccessFact A = access(AddressSpace::Shared, K.Op, Width);
        A.Form = K.Form;
        LaneAddresses L = randomLanes(Random, Width, 1 + I * I);
        BankMap Map = bankMap(A, L, arch());
        EXPECT_TRUE(Map.Adds);
        EXPECT_EQ(Map.wavefronts(), requestCost(arch(), A, L).Units)
            << "op " << int(K.Op) << " form " << int(K.Form) << " width "
            << Width;
      }
}

TEST(LaneMap, MatrixRowsGoInPasses) {
  AccessFact A = access(AddressSpace::Shared, AccessOp::Load, 64);
  A.Form = AccessForm::LdMatrix;
  LaneAddresses L = lanes(16, ~0u, [](unsigned T) { return T * 128; });
  BankMap Map = bankMap(A, L, arch());
  ASSERT_EQ(Map.Passes.size(), 4u);
  EXPECT_EQ(Map.Passes[1].Lanes, 0xff00u);
  EXPECT_EQ(Map.Passes[0].Rows.size(), 8u); // All rows in the same banks.
  EXPECT_EQ(Map.wavefronts(), 32u);
}

TEST(LaneMap, SaysWhatIsShown) {
  AccessFact Global = access(AddressSpace::Global, AccessOp::Load, 4);
  EXPECT_EQ(laneSentence(Global,
                         lanes(4, 0xffff, [](unsigned T) { return 32 * T; }),
                         arch()),
            "16 lanes touch 16 sectors of 32 bytes in 4 lines of 128; 64 of "
            "512 bytes are used");
  AccessFact Shared = access(AddressSpace::Shared, AccessOp::Load, 4);
  EXPECT_EQ(
      laneSentence(Shared, lanes(4, ~0u, [](unsigned T) { return 64 * T; }),
                   arch()),
      "32 lanes use 2 of 32 banks; a bank serves at most 16 different words");
  EXPECT_EQ(laneSentence(access(AddressSpace::Local, AccessOp::Load, 4),
                         LaneAddresses(), arch()),
            "");
}

TEST(LaneSvg, SharesEqualPictures) {
  AccessFact A = access(AddressSpace::Global, AccessOp::Load, 4);
  LanePictures Pictures;
  auto Row = [](uint64_t Start) {
    return lanes(4, ~0u, [=](unsigned T) { return Start + 4 * T; });
  };
  std::string First = Pictures.use(A, Row(0), arch(), "one \"line\"");
  EXPECT_NE(First.find("aria-label=\"one &quot;line&quot;\""), First.npos);
  EXPECT_NE(First.find("href=\"#lanes0\""), First.npos);
  EXPECT_NE(Pictures.use(A, Row(1024), arch(), "").find("\"#lanes0\""),
            std::string::npos);
  EXPECT_NE(Pictures.use(A, Row(4), arch(), "").find("\"#lanes1\""),
            std::string::npos);
  EXPECT_EQ(Pictures.use(access(AddressSpace::Local, AccessOp::Load, 4), Row(0),
                         arch(), ""),
            "");
  const std::string All = Pictures.definitions();
  EXPECT_NE(All.find("<title>sector 0: lanes 0-7; 32 of 32 bytes</title>"),
            All.npos);
  EXPECT_EQ(All.find("lanes2"), All.npos);
}

} // namespace
