//===- MeasuredTest.cpp - Launches that a profiler saw --------------------===//
// Reading measurements.json, good and bad, the names that compilers agree on,
// and how measured shapes meet the launch sites of the source.
//===----------------------------------------------------------------------===//
#include "launch/MangledName.h"
#include "launch/MeasuredLaunches.h"

#include <gtest/gtest.h>

using namespace warptidy;

using Dims = std::array<unsigned, 3>;

static std::string launch(const std::string &Rest) {
  return R"({"kernel":"k","mangled":"_Z1kv","index":1,)" + Rest + "}";
}

static std::string document(const std::string &Launches,
                            const std::string &File = "kernels/k/kernel.cu") {
  return R"({"schema":1,"architecture":"sm_90","programs":[{"name":"k",
    "file":")" +
         File +
         R"(","status":"ok","headers":[{"file":"kernels/common/check.h"}],
    "launches":[)" +
         Launches + "]}]}";
}

static const char Good[] = R"("block":[64,1,1],"grid":[2,3,4],
  "dynamic_shared_bytes":128,"instructions":[{"file":"kernels/k/kernel.cu"}])";

static std::string failure(const std::string &Text) {
  auto Launches = readMeasuredLaunches(Text);
  return Launches ? "no error" : llvm::toString(Launches.takeError());
}

static MeasuredLaunches read(const std::string &Text) {
  auto Launches = readMeasuredLaunches(Text);
  EXPECT_TRUE(bool(Launches)) << failure(Text);
  return Launches ? *Launches : MeasuredLaunches();
}

static LaunchShape shape(Dims Block, ShapeSource Source,
                         std::map<unsigned, int64_t> Values = {}) {
  LaunchShape Shape;
  Shape.Block = Block;
  Shape.Source = Source;
  Shape.Arguments = std::move(Values);
  return Shape;
}

static LaunchShape seen(Dims Block, Dims Grid, uint64_t Bytes = 0) {
  LaunchShape Shape = shape(Block, ShapeSource::Profiler);
  Shape.Grid = Grid;
  Shape.DynamicSharedBytes = Bytes;
  return Shape;
}

static KernelFacts kernel() {
  KernelFacts Kernel;
  Kernel.Mangled = "k";
  Kernel.MaxThreadsPerBlock = 512;
  return Kernel;
}

TEST(Measured, ReadsDistinctShapesInOrder) {
  MeasuredLaunches M = read(document(
      launch(Good) + "," + launch(R"("block":[32,1,1],"grid":[1,1,1])") + "," +
      launch(Good)));
  EXPECT_EQ(M.Architecture, "sm_90");
  ASSERT_EQ(M.Programs.size(), 1u);
  EXPECT_TRUE(M.Programs[0].Ok);
  EXPECT_EQ(M.Programs[0].Sources.count("kernels/k/kernel.cu"), 1u);
  EXPECT_EQ(M.Programs[0].OtherSources.count("kernels/common/check.h"), 1u);
  ShapesByKernel Shapes = M.of("/home/user/kernels/k/kernel.cu");
  ASSERT_EQ(Shapes["_Z1kv"].size(), 2u);
  EXPECT_EQ(Shapes["_Z1kv"][0].Block, (Dims{64, 1, 1}));
  EXPECT_EQ(Shapes["_Z1kv"][0].Grid, (Dims{2, 3, 4}));
  EXPECT_EQ(Shapes["_Z1kv"][0].DynamicSharedBytes, 128u);
  EXPECT_EQ(Shapes["_Z1kv"][0].Source, ShapeSource::Profiler);
  EXPECT_FALSE(Shapes["_Z1kv"][1].DynamicSharedBytes);
}

TEST(Measured, OnlyTheProgramsOfAFile) {
  MeasuredLaunches M = read(document(launch(Good)));
  EXPECT_TRUE(M.of("kernels/other/kernel.cu").empty());
  EXPECT_EQ(M.of("kernel.cu").size(), 1u);
  EXPECT_EQ(read(document(launch(Good), "")).of("any.cu").size(), 1u);
  EXPECT_TRUE(sameMeasuredFile("./a/./b.cu", "/x/a/b.cu"));
  EXPECT_FALSE(sameMeasuredFile("c/b.cu", "/x/a/b.cu"));
  EXPECT_FALSE(sameMeasuredFile("a.cu", "b.cu"));
}

TEST(Measured, BadDocumentsSayWhy) {
  EXPECT_EQ(failure("{").find("it is not JSON: "), 0u);
  EXPECT_EQ(failure("[]"),
            "it is not a document of measurements: it has no \"programs\"");
  EXPECT_EQ(failure(R"({"schema":2,"programs":[]})"),
            "its \"schema\" is not 1, the one that this version reads");
  EXPECT_EQ(failure(R"({"schema":1,"programs":[7]})"),
            "an entry of \"programs\" has no \"launches\"");
  EXPECT_EQ(failure(document("{}")),
            "launch 1 of program 'k': it has no \"mangled\" name");
  for (const char *Block :
       {"[0,1,1]", "[1,1]", "7", "[1,1,\"x\"]", "[1.5,1,1]"})
    EXPECT_EQ(failure(document(launch("\"block\":" + std::string(Block) +
                                      ",\"grid\":[1,1,1]"))),
              "launch 1 of program 'k': its \"block\" is not three whole "
              "numbers above zero");
  EXPECT_EQ(failure(document(launch(R"("block":[1,1,1])"))),
            "launch 1 of program 'k': its \"grid\" is not three whole numbers "
            "above zero");
  EXPECT_EQ(failure(document(launch(R"("block":[1024,2,1],"grid":[1,1,1])"))),
            "launch 1 of program 'k': no GPU can run a block of its size");
  EXPECT_EQ(
      failure(document(launch(
          R"("block":[1,1,1],"grid":[1,1,1],"dynamic_shared_bytes":-1)"))),
      "launch 1 of program 'k': its \"dynamic_shared_bytes\" is not a "
      "number of bytes");
}

/// Names as nvcc 13 and Clang 22 give them.
TEST(Measured, NamesOfInternalKernels) {
  const std::pair<const char *, const char *> Same[] = {
      {"_ZN32_GLOBAL__N__9b914f75_4_a_cu_main6hiddenEPf",
       "_ZN12_GLOBAL__N_16hiddenEPf"},
      {"_ZN32_GLOBAL__N__9b914f75_4_a_cu_main1tINS_1TEEEvPT_",
       "_ZN12_GLOBAL__N_11tINS_1TEEEvPT_"},
      {"_Z4statPf", "_ZL4statPf"},
      {"__nv_static_21__9b914f75_4_a_cu_main__Z4statPf",
       "_ZL4statPf__intern__0123"},
      {"_ZN1a4statEPf", "_ZN1aL4statEPf"},
      {"plain", "plain"},
      {"", ""}};
  for (const auto &[Nvcc, Clang] : Same)
    EXPECT_EQ(comparableMangled(Nvcc), comparableMangled(Clang)) << Nvcc;
  EXPECT_NE(comparableMangled("_Z1kPf"), comparableMangled("_Z1kPi"));
  for (const char *Odd : {"_Z", "_ZN", "_ZL", "_Z99", "__nv_static_",
                          "__nv_static_99_x", "_GLOBAL__N_", "9_GLOBAL__N_"})
    comparableMangled(Odd);
}

TEST(Measured, ASiteKeepsItsArgumentsAndGetsTheGrid) {
  LaunchTable Table;
  Table.Shapes["k"] = {shape({64, 1, 1}, ShapeSource::LaunchSite, {{1, 3}}),
                       shape({64, 1, 1}, ShapeSource::LaunchSite, {{1, 16}})};
  Table.Measured["k"] = {seen({64, 1, 1}, {5, 1, 1}, 256)};
  std::vector<LaunchShape> S = shapesFor(kernel(), Table, {});
  ASSERT_EQ(S.size(), 2u);
  for (const LaunchShape &Shape : S) {
    EXPECT_EQ(Shape.Source, ShapeSource::LaunchSite);
    EXPECT_EQ(Shape.Grid, (Dims{5, 1, 1}));
    EXPECT_EQ(Shape.DynamicSharedBytes, 256u);
  }
  EXPECT_EQ(S[0].Arguments.at(1), 3);
  EXPECT_EQ(S[1].Arguments.at(1), 16);
}

TEST(Measured, OneSiteOfSeveralGrids) {
  LaunchTable Table;
  Table.Shapes["k"] = {shape({64, 1, 1}, ShapeSource::LaunchSite)};
  Table.Measured["k"] = {seen({64, 1, 1}, {5, 1, 1}),
                         seen({64, 1, 1}, {9, 1, 1})};
  std::vector<LaunchShape> S = shapesFor(kernel(), Table, {});
  ASSERT_EQ(S.size(), 2u);
  EXPECT_EQ(S[0].Grid, (Dims{5, 1, 1}));
  EXPECT_EQ(S[1].Grid, (Dims{9, 1, 1}));
}

TEST(Measured, SitesThatDoNotMatchStayAndShapesWithoutASiteFollow) {
  LaunchShape OtherGrid = shape({32, 1, 1}, ShapeSource::LaunchSite);
  OtherGrid.Grid = Dims{7, 1, 1};
  LaunchTable Table;
  Table.Shapes["k"] = {OtherGrid, shape({128, 1, 1}, ShapeSource::LaunchSite)};
  Table.Measured["k"] = {seen({32, 1, 1}, {8, 1, 1})};
  std::vector<LaunchShape> S = shapesFor(kernel(), Table, {});
  ASSERT_EQ(S.size(), 3u);
  EXPECT_EQ(S[0].Grid, (Dims{7, 1, 1}));
  EXPECT_FALSE(S[1].Grid);
  EXPECT_EQ(S[2].Source, ShapeSource::Profiler);
  EXPECT_EQ(S[2].Grid, (Dims{8, 1, 1}));
}

TEST(Measured, ShapesReplaceGuessesAndYieldToTheCommandLine) {
  LaunchTable Table;
  Table.Measured["k"] = {seen({96, 1, 1}, {2, 1, 1})};
  std::vector<LaunchShape> S = shapesFor(kernel(), Table, {});
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(S[0].Block, (Dims{96, 1, 1}));
  LaunchOverrides Overrides;
  Overrides.Block = Dims{32, 1, 1};
  S = shapesFor(kernel(), Table, Overrides);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(S[0].Source, ShapeSource::Configuration);
  KernelFacts Other = kernel();
  Other.Mangled = "other";
  EXPECT_EQ(shapesFor(Other, Table, {}).at(0).Source,
            ShapeSource::LaunchBounds);
}
