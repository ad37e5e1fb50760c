//===- CompiledTest.cpp - Merged accesses, unrolled loops -----------------===//
// Expected values are what nvcc 13.0 -O3 made for sm_90 of kernels that read or
// write words at these offsets from 16 * threadIdx.x, counted in its SASS.
//===----------------------------------------------------------------------===//
#include "model/Compiled.h"
#include "model/Merging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace warptidy;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

struct MergeRow {
  const char *Name;
  std::set<int64_t> Words;
  unsigned ElementBytes, AlignBytes;
  bool Store;
  Merger By;
  std::multiset<unsigned> Widths;
};

class Merging : public testing::TestWithParam<MergeRow> {};

TEST_P(Merging, AsInMachineCode) {
  const MergeRow &Row = GetParam();
  std::set<int64_t> Offsets;
  for (int64_t W : Row.Words)
    Offsets.insert(W * Row.ElementBytes);
  bool Unsure = false;
  std::multiset<unsigned> Widths;
  for (const MergedPiece &P :
       mergeElements(Offsets, Row.ElementBytes, Row.AlignBytes, Row.Store,
                     Row.By, Unsure))
    Widths.insert(P.WidthBytes);
  EXPECT_EQ(Widths, Row.Widths);
  EXPECT_FALSE(Unsure);
}

constexpr Merger Asm = Merger::Assembler, Front = Merger::FrontHalf;

const MergeRow Rows[] = {
    // Shared loads of 32 bits, array and index multiples of 16 bytes.
    {"pairLow", {0, 1}, 4, 16, false, Asm, {8}},
    {"pairHigh", {2, 3}, 4, 16, false, Asm, {8}},
    {"pairAcross", {1, 2}, 4, 16, false, Asm, {4, 4}},
    {"apart", {0, 2}, 4, 16, false, Asm, {4, 4}},
    {"ends", {0, 3}, 4, 16, false, Asm, {4, 4}},
    {"threeFirst", {0, 1, 2}, 4, 16, false, Asm, {16}},
    {"threeLast", {1, 2, 3}, 4, 16, false, Asm, {16}},
    {"threeGap", {0, 2, 3}, 4, 16, false, Asm, {16}},
    {"four", {0, 1, 2, 3}, 4, 16, false, Asm, {16}},
    {"fourMoved", {1, 2, 3, 4}, 4, 16, false, Asm, {16, 4}},
    {"fiveMoved", {1, 2, 3, 4, 5}, 4, 16, false, Asm, {16, 8}},
    {"negative", {-4, -3, -2, -1}, 4, 16, false, Asm, {16}},
    // A pitch of 34 words leaves 8 bytes, one of 33 leaves 4.
    {"pitch34", {0, 1, 2, 3}, 4, 8, false, Asm, {8, 8}},
    {"pitch33", {0, 1, 2, 3}, 4, 4, false, Asm, {4, 4, 4, 4}},
    // Stores never write a word that was not asked for.
    {"storeFour", {0, 1, 2, 3}, 4, 16, true, Asm, {16}},
    {"storeThree", {0, 1, 2}, 4, 16, true, Asm, {8, 4}},
    {"storeGap", {0, 1, 3}, 4, 16, true, Asm, {8, 4}},
    // Other widths.
    {"doubles", {0, 1}, 8, 16, false, Asm, {16}},
    {"doublesAcross", {1, 2}, 8, 16, false, Asm, {8, 8}},
    {"doublesAlign8", {0, 1}, 8, 8, false, Asm, {8, 8}},
    {"bytes", {0, 1, 2, 3}, 1, 16, false, Asm, {1, 1, 1, 1}},
    // Fields of struct __align__(16) { float a, b, c, d; }.
    {"fieldsAll", {0, 1, 2, 3}, 4, 16, false, Front, {16}},
    {"fieldsAbc", {0, 1, 2}, 4, 16, false, Front, {16}},
    {"fieldsAbd", {0, 1, 3}, 4, 16, false, Front, {16}},
    {"fieldsBcd", {1, 2, 3}, 4, 16, false, Front, {4, 8}},
    {"fieldsAd", {0, 3}, 4, 16, false, Front, {4, 4}},
    {"fieldsBc", {1, 2}, 4, 16, false, Front, {4, 4}},
    {"fieldsAlign8", {0, 1, 2, 3}, 4, 8, false, Front, {8, 8}},
    {"fieldsStoreAbc", {0, 1, 2}, 4, 16, true, Front, {8, 4}},
};

INSTANTIATE_TEST_SUITE_P(Observed, Merging, testing::ValuesIn(Rows),
                         [](const auto &Info) { return Info.param.Name; });

/// A kernel of one loop around one access.
KernelFacts oneLoop(unsigned Trips, unsigned Instructions) {
  KernelFacts F;
  F.Loops.emplace_back();
  F.Loops[0].Trips = Trips;
  F.Loops[0].Instructions = Instructions;
  return F;
}

} // namespace

TEST(Unrolling, SmallLoopsGo) {
  // sum += s[k]: 4 instructions; all of 100 iterations were repeated.
  EXPECT_THAT(planUnrolling(oneLoop(100, 4)), ElementsAre(Unrolling::Full));
  // a[ty][k] * b[k][tx]: 7 instructions.
  EXPECT_THAT(planUnrolling(oneLoop(32, 7)), ElementsAre(Unrolling::Full));
  EXPECT_THAT(planUnrolling(oneLoop(256, 7)), ElementsAre(Unrolling::Unsure));
  EXPECT_THAT(planUnrolling(oneLoop(0, 4)), ElementsAre(Unrolling::Unsure));
}

TEST(Unrolling, PragmasDecide) {
  KernelFacts F = oneLoop(512, 7);
  F.Loops[0].Asked = LoopFact::Pragma::Full;
  EXPECT_THAT(planUnrolling(F), ElementsAre(Unrolling::Full));
  F.Loops[0].Asked = LoopFact::Pragma::Disable;
  EXPECT_THAT(planUnrolling(F), ElementsAre(Unrolling::Rolled));
  F.Loops[0].Asked = LoopFact::Pragma::Factor;
  F.Loops[0].AskedFactor = 8;
  EXPECT_THAT(planUnrolling(F), ElementsAre(Unrolling::Unsure));
  F.Loops[0].Trips = 8;
  EXPECT_THAT(planUnrolling(F), ElementsAre(Unrolling::Full));
}

TEST(Unrolling, LoopAroundOneThatStays) {
  KernelFacts F = oneLoop(4, 4);
  F.Loops.emplace_back();
  F.Loops[1].Parent = 0;
  F.Loops[1].Asked = LoopFact::Pragma::Disable;
  EXPECT_THAT(planUnrolling(F),
              ElementsAre(Unrolling::Unsure, Unrolling::Rolled));
}

TEST(Unrolling, WritesIterationsOut) {
  KernelFacts F = oneLoop(3, 4);
  // Before, header, body, after.
  F.Blocks = {
      {{}, {}, {1}}, {{0}, {0, 2}, {2, 3}}, {{0}, {1}, {1}}, {{}, {1}, {}}};
  F.Accesses.emplace_back();
  F.Accesses[0].Loops = {0};
  F.Accesses[0].Block = 2;
  std::vector<CodeEvent> Code = expandCode(F, {Unrolling::Full});
  ASSERT_EQ(Code.size(), 3u);
  for (unsigned I = 0; I < 3; ++I)
    EXPECT_THAT(Code[I].Iterations, ElementsAre(I));
  Code = expandCode(F, {Unrolling::Rolled});
  EXPECT_EQ(std::count_if(
                Code.begin(), Code.end(),
                [](const CodeEvent &E) { return E.What == CodeEvent::Access; }),
            1);
  for (const CodeEvent &E : Code)
    EXPECT_THAT(E.Iterations, IsEmpty());
}
