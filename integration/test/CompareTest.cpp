//===- CompareTest.cpp - Whole comparisons and their mutations ------------===//
// The recorded run against the analyzer's predictions for it; then one change
// at a time, each of which must turn the comparison red.
//===----------------------------------------------------------------------===//
#include "measure/Compare.h"
#include "measure/Attribution.h"
#include "measure/Figure.h"
#include "measure/MangledName.h"
#include "measure/MeasurementsJson.h"
#include "measure/Pages.h"
#include "measure/Report.h"
#include "measure/Text.h"
#include "measure/Toolchain.h"
#include <gtest/gtest.h>

using namespace warptidy::measure;

static const std::string Folder = MEASURE_TEST_DATA;

static std::string data(const std::string &Name) {
  return readFile(Folder + "/" + Name).value_or("");
}

static PredictionSet predictions() {
  std::string Error;
  auto P = readPredictions(data("predictions.json"), Error);
  EXPECT_TRUE(P) << Error;
  return P.value_or(PredictionSet());
}

static Measurements measurements() {
  std::string Error;
  Program P;
  P.Name = "p", P.File = "p.cu", P.Sha256 = sha256(data("p.cu")), P.Ok = true;
  P.Launches = readRawPage(data("raw.csv"), hardwareCounters(), Error);
  joinPages(P.Launches, readSourcePage(data("source.csv"), Error), Error);
  EXPECT_EQ(Error, "");
  std::vector<FunctionLines> Lines = lineTable(cubinsIn(data("p.cubin")).at(0));
  for (Launch &L : P.Launches)
    attribute(L, Lines);
  Measurements M;
  M.Programs = {P};
  return M;
}

static const Row *row(const Comparison &C, const std::string &Start,
                      const std::string &Launch = "#1") {
  for (const Row &R : C.Rows)
    if (startsWith(R.Id, Start) && startsWith(R.Launch, Launch))
      return &R;
  return nullptr;
}

/// Verdict and reason of one row, e.g. "MATCH EXACT HW_COUNTER".
static std::string outcome(const Comparison &C, const std::string &Start,
                           const std::string &Launch = "#1") {
  const Row *R = row(C, Start, Launch);
  if (!R)
    return "no row";
  return std::string(verdictName(R->Judged.Result)) + " " + R->Judged.Reason +
         (R->Evidence.empty() ? "" : " " + R->Evidence);
}

TEST(Compare, TheRecordedRunMatches) {
  Comparison C = compare(predictions(), measurements(), Folder);
  EXPECT_TRUE(C.passes()) << tableText(C, Table::All);
  EXPECT_EQ(C.Errors.size(), 0u);
  EXPECT_EQ(C.count(Verdict::Match), 13u) << tableText(C, Table::All);
  EXPECT_EQ(C.count(Agreement::Exact), 13u);
  EXPECT_EQ(C.Unmatched.size(), 0u);
  EXPECT_EQ(outcome(C, "p.cu:8:17:load"), "MATCH EXACT HW_COUNTER");
  EXPECT_EQ(outcome(C, "p.cu:13:10:load"), "MATCH EXACT PAGE_CHECKED");
  EXPECT_EQ(outcome(C, "p.cu:14:14:load"), "MATCH EXACT HW_COUNTER");
  EXPECT_EQ(outcome(C, "p.cu:15:25:red"), "AMBIGUOUS PAGE_MODEL PAGE_MODEL");
  EXPECT_EQ(outcome(C, "p.cu:19:19:load"), "MATCH LINE_SET PAGE_CHECKED");
  EXPECT_EQ(row(C, "p.cu:19:19:load")->Measured, "13");
  EXPECT_NE(summaryText(C).find("13 MATCH, 0 MISMATCH, 2 AMBIGUOUS, 0 "
                                "NOT_MEASURED"),
            std::string::npos);
}

TEST(Mutations, EveryFlippedPredictionIsRed) {
  Measurements M = measurements();
  Comparison Base = compare(predictions(), M, "");
  size_t Tried = 0;
  PredictionSet P = predictions();
  for (PredictedKernel &K : P.Files[0].Kernels)
    for (PredictedAccess &A : K.Accesses)
      for (Prediction &One : A.Predictions) {
        const Row *R = row(Base, A.Id, "#" + std::to_string(One.Launch + 1));
        if (!R || R->Judged.Result != Verdict::Match)
          continue;
        for (int Change : {1, -1}) {
          Prediction Old = One;
          One.Min += static_cast<uint64_t>(Change);
          One.Max += static_cast<uint64_t>(Change);
          EXPECT_FALSE(compare(P, M, "").passes()) << A.Id << " by " << Change;
          One = Old;
          ++Tried;
        }
      }
  EXPECT_EQ(Tried, 26u);
}

TEST(Mutations, EveryFlippedHardwareCounterLosesTheMatch) {
  Measurements M = measurements();
  PredictionSet P = predictions();
  size_t Matches = compare(P, M, "").count(Verdict::Match);
  for (Launch &L : M.Programs[0].Launches)
    for (auto &[Name, Value] : L.Hardware) {
      if (startsWith(Name, "smsp__") || !Value || L.Kernel[0] == 'v' ||
          Name.find("_atom") != std::string::npos)
        continue;
      ++Value;
      Comparison C = compare(P, M, "");
      EXPECT_LT(C.count(Verdict::Match), Matches) << Name;
      EXPECT_FALSE(C.passes()) << Name << tableText(C, Table::All);
      --Value;
    }
}

TEST(Mutations, AFlippedPageCounterIsNeverAMatchUnnoticed) {
  Measurements M = measurements();
  for (Launch &L : M.Programs[0].Launches)
    for (Instruction &I : L.Instructions)
      for (Count *Value : {&I.Sectors, &I.Wavefronts}) {
        if (!*Value || !**Value || I.Op == "reduction")
          continue;
        ++**Value;
        std::string Text = tableText(compare(predictions(), M, ""), Table::All);
        bool Noticed = contains(Text, "the source page says") ||
                       contains(Text, "PAGE_DISPUTED") ||
                       contains(Text, "KERNEL_TOTAL") ||
                       contains(Text, "MISMATCH");
        EXPECT_TRUE(Noticed) << I.Sass << "\n" << Text;
        --**Value;
      }
}

static PredictedLaunch launchOf(uint64_t Threads) {
  PredictedLaunch L;
  L.Block = {Threads, 1, 1};
  return L;
}

TEST(Compare, LaunchesPairInOrderPastThoseThatDidNotRun) {
  PredictedKernel K;
  K.Launches = {launchOf(32), launchOf(64), launchOf(32)};
  Launch Measured;
  Measured.Block = {32, 1, 1};
  std::vector<LaunchPair> Pairs =
      pairLaunches(K, {&Measured, &Measured}, /*InOrder=*/true);
  ASSERT_EQ(Pairs.size(), 2u);
  EXPECT_EQ(Pairs[0].Candidates, std::vector<unsigned>{0});
  EXPECT_EQ(Pairs[1].Candidates, std::vector<unsigned>{2});
  Pairs = pairLaunches(K, {&Measured, &Measured}, /*InOrder=*/false);
  EXPECT_EQ(Pairs[0].Candidates, (std::vector<unsigned>{0, 2}));
  Pairs = pairLaunches(K, {&Measured}, /*InOrder=*/true);
  EXPECT_EQ(Pairs[0].Candidates, (std::vector<unsigned>{0, 2}));
}

TEST(Compare, KernelsOfInternalLinkage) {
  EXPECT_EQ(
      comparableMangled("_ZN32_GLOBAL__N__9b914f75_4_a_cu_main6hiddenEPf"),
      comparableMangled("_ZN12_GLOBAL__N_16hiddenEPf"));
  EXPECT_EQ(comparableMangled("__nv_static_21__9b914f75_4_a_cu_main__Z4statPf"),
            comparableMangled("_ZL4statPf"));
  EXPECT_NE(comparableMangled("_Z1aPf"), comparableMangled("_Z1bPf"));
}

TEST(Mutations, AStaleHashIsAnError) {
  Measurements M = measurements();
  M.Programs[0].Sha256[0] = M.Programs[0].Sha256[0] == '0' ? '1' : '0';
  Comparison C = compare(predictions(), M, Folder);
  EXPECT_FALSE(C.passes());
  ASSERT_EQ(C.Errors.size(), 1u);
  EXPECT_NE(C.Errors[0].find("p.cu changed"), std::string::npos);
  EXPECT_TRUE(compare(predictions(), M, "").passes()); // not asked to check
  M = measurements();
  M.Programs[0].Headers = {{"gone.cuh", sha256("")}};
  EXPECT_FALSE(compare(predictions(), M, Folder).passes());
}

TEST(Compare, TheSourcePageIsOverruledAndSaysSo) {
  Measurements M = measurements();
  for (Instruction &I : M.Programs[0].Launches[0].Instructions)
    if (I.Space == "shared" && I.Op == "store")
      I.Wavefronts = 3; // the page's own model; the counter stays at 2
  Comparison C = compare(predictions(), M, "");
  EXPECT_EQ(outcome(C, "p.cu:8:3:store"), "MATCH EXACT HW_COUNTER");
  EXPECT_EQ(row(C, "p.cu:8:3:store")->Judged.Note, "the source page says 3");
}

TEST(Compare, DisputedPagesAreSettledByTheTotal) {
  Measurements M = measurements();
  Launch &K2 = M.Programs[0].Launches[2];
  PredictionSet P = predictions();
  // One figure for both loads: their sum decides, whatever the page says.
  for (PredictedAccess &A : P.Files[0].Kernels[1].Accesses)
    if (A.Op == "load")
      A.Predictions[0].Min = A.Predictions[0].Max = 12;
  const char Loads[] = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
  K2.Hardware[Loads] = 12 * 32;
  EXPECT_EQ(outcome(compare(P, M, ""), "p.cu:19:10:load"),
            "MATCH KERNEL_TOTAL HW_COUNTER");
  K2.Hardware[Loads] = 12 * 32 + 1;
  EXPECT_EQ(outcome(compare(P, M, ""), "p.cu:19:10:load"),
            "MISMATCH KERNEL_TOTAL HW_COUNTER");
}

TEST(Compare, AtomicsNeedTheirCounter) {
  Measurements M = measurements();
  const char Reductions[] = "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum";
  M.Programs[0].Launches[0].Hardware[Reductions] = 1;
  EXPECT_EQ(outcome(compare(predictions(), M, ""), "p.cu:15:25:red"),
            "MATCH EXACT HW_COUNTER");
  M.Programs[0].Launches[0].Hardware[Reductions] = 3;
  EXPECT_EQ(outcome(compare(predictions(), M, ""), "p.cu:15:25:red"),
            "MISMATCH OUTSIDE HW_COUNTER");
}

TEST(Compare, ConstantRequestsLessThoseOfTheParameters) {
  Measurements M = measurements();
  Launch &L = M.Programs[0].Launches[0];
  // Another uniform parameter load makes one more request: no difference.
  L.Instructions.push_back(L.Instructions[0]);
  L.Hardware["idc__requests.sum"] += 1;
  EXPECT_EQ(outcome(compare(predictions(), M, ""), "p.cu:14:14:load"),
            "MATCH EXACT HW_COUNTER");
  L.Hardware["idc__requests.sum"] += 1;
  EXPECT_EQ(outcome(compare(predictions(), M, ""), "p.cu:14:14:load"),
            "MISMATCH OUTSIDE HW_COUNTER");
  // An indexed one may make any number of them.
  L.Instructions.back().Sass = "LDC R1, c[0x0][R3+0x210]";
  EXPECT_EQ(outcome(compare(predictions(), M, ""), "p.cu:14:14:load"),
            "AMBIGUOUS CONSTANT_OVERHEAD");
}

TEST(Compare, ConstantsOfSeveralLinesCompareByTheirTotal) {
  Measurements M = measurements();
  Launch &L = M.Programs[0].Launches[0];
  PredictionSet P = predictions();
  auto &Accesses = P.Files[0].Kernels[0].Accesses;
  for (size_t I = 0, N = Accesses.size(); I < N; ++I)
    if (Accesses[I].Space == "constant") {
      Accesses.push_back(Accesses[I]);
      Accesses.back().Line = 12;
      Accesses.back().Id = "p.cu:12:1:load:0@_Z2k1PKfPfi";
    }
  for (size_t I = 0, N = L.Instructions.size(); I < N; ++I)
    if (L.Instructions[I].Space == "constant") {
      L.Instructions.push_back(L.Instructions[I]);
      L.Instructions.back().Line = 12;
    }
  L.Hardware["idc__requests.sum"] += 32;
  Comparison C = compare(P, M, "");
  EXPECT_EQ(outcome(C, "p.cu:14:14:load"), "MATCH KERNEL_TOTAL HW_COUNTER");
  EXPECT_EQ(outcome(C, "p.cu:12:1:load"), "MATCH KERNEL_TOTAL HW_COUNTER");
  L.Hardware["idc__requests.sum"] -= 1;
  EXPECT_EQ(outcome(compare(P, M, ""), "p.cu:12:1:load"),
            "MISMATCH KERNEL_TOTAL HW_COUNTER");
}

TEST(Compare, CopiesMayShareTheLoadsCounter) {
  Measurements M = measurements();
  Launch &L = M.Programs[0].Launches[0];
  for (size_t I = 0, N = L.Instructions.size(); I < N; ++I)
    if (startsWith(L.Instructions[I].Sass, "LDG")) {
      Instruction Copy = L.Instructions[I];
      Copy.Sass = "LDGSTS.E [R7], desc[UR6][R2.64]";
      Copy.Space = "global+shared", Copy.Op = "copy", Copy.Wavefronts = 1;
      L.Instructions.push_back(Copy);
    }
  const std::string Load = "p.cu:8:17:load";
  EXPECT_EQ(outcome(compare(predictions(), M, ""), Load),
            "MATCH EXACT PAGE_CHECKED");
  uint64_t &Counter =
      L.Hardware["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"];
  Counter += 8;
  EXPECT_EQ(outcome(compare(predictions(), M, ""), Load),
            "MATCH EXACT PAGE_CHECKED");
  Counter += 1;
  EXPECT_EQ(outcome(compare(predictions(), M, ""), Load),
            "AMBIGUOUS PAGE_DISPUTED PAGE_DISPUTED");
}

TEST(Compare, AConstantInTwoHalvesComparesByItsTotal) {
  Measurements M = measurements();
  Launch &L = M.Programs[0].Launches[0];
  PredictionSet P = predictions();
  for (PredictedAccess &A : P.Files[0].Kernels[0].Accesses)
    if (A.Space == "constant") {
      A.WidthBytes = 16;
      A.Predictions[0].Min = A.Predictions[0].Max = 64;
      A.Predictions[0].BlockUnits = 64;
    }
  for (size_t I = 0, N = L.Instructions.size(); I < N; ++I)
    if (L.Instructions[I].Space == "constant") {
      L.Instructions[I].SizeBits = 64;
      L.Instructions.push_back(L.Instructions[I]);
    }
  L.Hardware["idc__requests.sum"] += 32;
  EXPECT_EQ(outcome(compare(P, M, ""), "p.cu:14:14:load"),
            "MATCH TOTAL_PER_LINE HW_COUNTER");
}

TEST(Compare, LaunchesThatDiffer) {
  Measurements M = measurements();
  M.Programs[0].Launches[2].Block = {256, 1, 1};
  EXPECT_EQ(outcome(compare(predictions(), M, ""), "p.cu:19:3:store"),
            "NOT_MEASURED LAUNCH_DIFFERS");
  // One launch less: paired by shape instead of by order.
  M = measurements();
  M.Programs[0].Launches.erase(M.Programs[0].Launches.begin());
  Comparison C = compare(predictions(), M, "");
  EXPECT_EQ(outcome(C, "p.cu:8:17:load", "#1"), "NOT_MEASURED LAUNCH_NOT_SEEN");
  EXPECT_EQ(outcome(C, "p.cu:8:17:load", "#2"), "MATCH EXACT HW_COUNTER");
}

TEST(Compare, LaunchesThatCannotBeToldApart) {
  Measurements M = measurements();
  PredictionSet P = predictions();
  PredictedKernel &K1 = P.Files[0].Kernels[0];
  for (PredictedLaunch &L : K1.Launches)
    L.Grid.reset();
  M.Programs[0].Launches.erase(M.Programs[0].Launches.begin());
  for (PredictedAccess &A : K1.Accesses)
    if (A.Space == "global" && A.Op == "load")
      A.Predictions[0].Min = A.Predictions[0].Max = 4;
  Comparison C = compare(P, M, "");
  EXPECT_EQ(outcome(C, "p.cu:8:17:load"),
            "AMBIGUOUS LAUNCH_AMBIGUOUS HW_COUNTER");
  EXPECT_EQ(outcome(C, "p.cu:8:3:store"), "MATCH EXACT HW_COUNTER");
}

TEST(Compare, WhatWasNotMeasuredSaysWhy) {
  Measurements M = measurements();
  M.Programs[0].Ok = false, M.Programs[0].Reason = "it crashed";
  Comparison C = compare(predictions(), M, "");
  EXPECT_EQ(C.count(Verdict::NotMeasured), C.Rows.size());
  EXPECT_EQ(outcome(C, "p.cu:8:17:load"), "NOT_MEASURED PROGRAM_FAILED");
  M = measurements();
  M.Programs[0].File = "q.cu";
  EXPECT_EQ(outcome(compare(predictions(), M, ""), "p.cu:8:17:load"),
            "NOT_MEASURED NO_PROGRAM");
  M = measurements();
  M.Programs[0].Launches.resize(2);
  EXPECT_EQ(outcome(compare(predictions(), M, ""), "p.cu:19:3:store"),
            "NOT_MEASURED NOT_LAUNCHED");
  M = measurements();
  for (Launch &L : M.Programs[0].Launches)
    L.Instructions.clear();
  EXPECT_EQ(outcome(compare(predictions(), M, ""), "p.cu:8:17:load"),
            "NOT_MEASURED NO_INSTRUCTION");
}

TEST(Compare, MeasuredInstructionsWithoutPredictionAreListed) {
  PredictionSet P = predictions();
  auto &Accesses = P.Files[0].Kernels[1].Accesses;
  Accesses.erase(Accesses.begin()); // the store of k2
  Comparison C = compare(P, measurements(), "");
  ASSERT_EQ(C.Unmatched.size(), 1u);
  EXPECT_EQ(C.Unmatched[0].Line, 19u);
  EXPECT_TRUE(startsWith(C.Unmatched[0].Sass, "STG"));
}

TEST(Compare, ArchitecturesMustAgree) {
  Measurements M = measurements();
  M.Architecture = "sm_80";
  EXPECT_FALSE(compare(predictions(), M, "").passes());
}

TEST(Figure, SameBytesAndBothModes) {
  Comparison C = compare(predictions(), measurements(), "");
  std::string Svg = figureSvg(C, "a < b");
  EXPECT_EQ(Svg, figureSvg(C, "a < b"));
  EXPECT_NE(Svg.find("prefers-color-scheme: dark"), std::string::npos);
  EXPECT_NE(Svg.find("a &lt; b"), std::string::npos);
  EXPECT_EQ(Svg.find("nan"), std::string::npos);
  EXPECT_NE(Svg.find("13 accesses"), std::string::npos);
}
