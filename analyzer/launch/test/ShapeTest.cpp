//===- ShapeTest.cpp - Choosing the shapes to predict for -----------------===//
// The precedence of shape sources, the shapes derived from the kernel, and how
// argument values of the command line merge.
//===----------------------------------------------------------------------===//
#include "launch/LaunchShape.h"

#include <gtest/gtest.h>

using namespace warptidy;

using Dims = std::array<unsigned, 3>;
using Arguments = std::map<unsigned, int64_t>;

static KernelFacts kernel(std::initializer_list<Builtin> Reads = {}) {
  KernelFacts Kernel;
  Kernel.Mangled = "k";
  Kernel.Params = {{"p", true, 0}, {"w", false, 32}, {"h", false, 32}};
  for (Builtin B : Reads)
    Kernel.Reads[static_cast<unsigned>(B)] = true;
  return Kernel;
}

static LaunchShape shape(Dims Block, ShapeSource Source,
                         Arguments Values = {}) {
  LaunchShape Shape;
  Shape.Block = Block;
  Shape.Source = Source;
  Shape.Arguments = std::move(Values);
  return Shape;
}

static std::vector<Dims> blocks(const std::vector<LaunchShape> &Shapes) {
  std::vector<Dims> Result;
  for (const LaunchShape &Shape : Shapes)
    Result.push_back(Shape.Block);
  return Result;
}

TEST(Shape, SourceNames) {
  EXPECT_STREQ(shapeSourceName(ShapeSource::LaunchSite), "launch site");
  EXPECT_STREQ(shapeSourceName(ShapeSource::LaunchBounds), "__launch_bounds__");
  EXPECT_STREQ(shapeSourceName(ShapeSource::Annotation), "annotation");
  EXPECT_STREQ(shapeSourceName(ShapeSource::Configuration), "configuration");
  EXPECT_STREQ(shapeSourceName(ShapeSource::Profiler), "profiler");
  EXPECT_STREQ(shapeSourceName(ShapeSource::Assumed), "assumed");
}

TEST(Shape, LaunchableBlocks) {
  EXPECT_TRUE(isLaunchableBlock({1024, 1, 1}));
  EXPECT_TRUE(isLaunchableBlock({16, 1, 64}));
  EXPECT_FALSE(isLaunchableBlock({0, 1, 1}));
  EXPECT_FALSE(isLaunchableBlock({1025, 1, 1}));
  EXPECT_FALSE(isLaunchableBlock({1, 1, 65}));
  EXPECT_FALSE(isLaunchableBlock({33, 32, 1}));
  EXPECT_FALSE(isLaunchableBlock({4294967295u, 4294967295u, 1}));
}

TEST(Shape, OverrideWinsOverAll) {
  LaunchTable Table;
  Table.Shapes["k"] = {shape({64, 1, 1}, ShapeSource::Annotation, {{1, 5}})};
  LaunchOverrides Overrides;
  Overrides.Block = Dims{32, 4, 1};
  Overrides.ArgumentValues = {{"h", 9}, {"other", 1}};
  KernelFacts Kernel = kernel();
  Kernel.MaxThreadsPerBlock = 512;
  std::vector<LaunchShape> S = shapesFor(Kernel, Table, Overrides);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(S[0].Block, (Dims{32, 4, 1}));
  EXPECT_EQ(S[0].Source, ShapeSource::Configuration);
  EXPECT_EQ(S[0].Arguments, (Arguments{{2, 9}}));
}

TEST(Shape, AnnotationsWinOverLaunches) {
  LaunchTable Table;
  Table.Shapes["k"] = {shape({64, 1, 1}, ShapeSource::LaunchSite),
                       shape({8, 8, 1}, ShapeSource::Annotation),
                       shape({32, 1, 1}, ShapeSource::LaunchSite),
                       shape({4, 4, 1}, ShapeSource::Annotation)};
  EXPECT_EQ(blocks(shapesFor(kernel(), Table, {})),
            (std::vector<Dims>{{8, 8, 1}, {4, 4, 1}}));
}

TEST(Shape, LaunchesWinOverBoundsAndKeepOrder) {
  LaunchTable Table;
  Table.Shapes["k"] = {shape({64, 1, 1}, ShapeSource::LaunchSite),
                       shape({32, 1, 1}, ShapeSource::LaunchSite)};
  Table.Shapes["other"] = {shape({8, 1, 1}, ShapeSource::Annotation)};
  KernelFacts Kernel = kernel();
  Kernel.MaxThreadsPerBlock = 512;
  std::vector<LaunchShape> S = shapesFor(Kernel, Table, {});
  EXPECT_EQ(blocks(S), (std::vector<Dims>{{64, 1, 1}, {32, 1, 1}}));
  EXPECT_EQ(S[0].Source, ShapeSource::LaunchSite);
}

TEST(Shape, DuplicatesGo) {
  LaunchTable Table;
  Table.Shapes["k"] = {shape({64, 1, 1}, ShapeSource::LaunchSite, {{1, 5}}),
                       shape({64, 1, 1}, ShapeSource::LaunchSite, {{1, 6}}),
                       shape({64, 1, 1}, ShapeSource::LaunchSite, {{1, 5}}),
                       shape({64, 2, 1}, ShapeSource::LaunchSite, {{1, 5}})};
  Table.Shapes["k"][0].Where.Line = 10;
  Table.Shapes["k"][2].Where.Line = 20;
  std::vector<LaunchShape> S = shapesFor(kernel(), Table, {});
  ASSERT_EQ(S.size(), 3u);
  EXPECT_EQ(S[0].Where.Line, 10u);
  EXPECT_EQ(S[1].Arguments, (Arguments{{1, 6}}));
  EXPECT_EQ(S[2].Block, (Dims{64, 2, 1}));
}

TEST(Shape, CommandLineValuesWinAndMayMakeDuplicates) {
  LaunchTable Table;
  Table.Shapes["k"] = {
      shape({64, 1, 1}, ShapeSource::LaunchSite, {{1, 5}}),
      shape({64, 1, 1}, ShapeSource::LaunchSite, {{1, 6}}),
      shape({64, 1, 1}, ShapeSource::LaunchSite, {{1, 6}, {2, 3}})};
  LaunchOverrides Overrides;
  Overrides.ArgumentValues = {{"w", 7}};
  std::vector<LaunchShape> S = shapesFor(kernel(), Table, Overrides);
  ASSERT_EQ(S.size(), 2u);
  EXPECT_EQ(S[0].Arguments, (Arguments{{1, 7}}));
  EXPECT_EQ(S[1].Arguments, (Arguments{{1, 7}, {2, 3}}));
}

TEST(Shape, LaunchBounds) {
  auto Bounds = [](unsigned Max, std::initializer_list<Builtin> Reads) {
    KernelFacts Kernel = kernel(Reads);
    Kernel.MaxThreadsPerBlock = Max;
    std::vector<LaunchShape> S = shapesFor(Kernel, {}, {});
    for (const LaunchShape &Shape : S) {
      EXPECT_EQ(Shape.Source, ShapeSource::LaunchBounds);
      EXPECT_TRUE(isLaunchableBlock(Shape.Block));
    }
    return blocks(S);
  };
  using Blocks = std::vector<Dims>;
  EXPECT_EQ(Bounds(384, {}), (Blocks{{384, 1, 1}}));
  EXPECT_EQ(Bounds(384, {Builtin::ThreadIdxX}), (Blocks{{384, 1, 1}}));
  // The bound does not say how the threads are laid out: rows of 32 or of 16.
  EXPECT_EQ(Bounds(256, {Builtin::ThreadIdxY}),
            (Blocks{{32, 8, 1}, {16, 16, 1}}));
  EXPECT_EQ(Bounds(16, {Builtin::ThreadIdxY}), (Blocks{{16, 1, 1}}));
  EXPECT_EQ(Bounds(512, {Builtin::ThreadIdxZ}), (Blocks{{8, 8, 8}}));
  EXPECT_EQ(Bounds(32, {Builtin::ThreadIdxZ}),
            (Blocks{{32, 1, 1}, {16, 2, 1}}));
  EXPECT_EQ(Bounds(4096, {}), (Blocks{{1024, 1, 1}}));
}

TEST(Shape, AssumedShapes) {
  auto Assumed = [](std::initializer_list<Builtin> Reads) {
    std::vector<LaunchShape> S = shapesFor(kernel(Reads), {}, {});
    for (const LaunchShape &Shape : S) {
      EXPECT_EQ(Shape.Source, ShapeSource::Assumed);
      EXPECT_TRUE(isLaunchableBlock(Shape.Block));
    }
    return blocks(S);
  };
  const std::vector<Dims> One{{256, 1, 1}, {128, 1, 1}};
  EXPECT_EQ(Assumed({}), One);
  EXPECT_EQ(Assumed({Builtin::ThreadIdxX, Builtin::BlockIdxY}), One);
  EXPECT_EQ(Assumed({Builtin::ThreadIdxX, Builtin::ThreadIdxY}),
            (std::vector<Dims>{{32, 8, 1}, {16, 16, 1}, {8, 8, 1}}));
  EXPECT_EQ(Assumed({Builtin::ThreadIdxY, Builtin::ThreadIdxZ}),
            (std::vector<Dims>{{8, 8, 4}, {32, 4, 2}, {16, 4, 4}}));
}

TEST(Shape, ValuesReachAssumedShapes) {
  LaunchOverrides Overrides;
  Overrides.ArgumentValues = {{"w", 1}, {"h", 2}};
  std::vector<LaunchShape> S = shapesFor(kernel(), {}, Overrides);
  ASSERT_EQ(S.size(), 2u);
  EXPECT_EQ(S[0].Arguments, (Arguments{{1, 1}, {2, 2}}));
  EXPECT_EQ(S[1].Arguments, (Arguments{{1, 1}, {2, 2}}));
}

TEST(Shape, UnreadLaunchesGiveWhatIsKnown) {
  LaunchTable Table;
  LaunchShape Unread = shape({0, 1, 1}, ShapeSource::LaunchSite, {{1, 5}});
  Unread.Grid = Dims{7, 1, 1};
  Unread.Unread = "why";
  Table.Unread["k"] = {Unread};
  std::vector<LaunchShape> S =
      shapesFor(kernel({Builtin::ThreadIdxY}), Table, {});
  // A block of one side is not taken for one of two.
  EXPECT_EQ(blocks(S), (std::vector<Dims>{{256, 1, 1}, {128, 1, 1}}));
  EXPECT_EQ(S[0].Source, ShapeSource::Assumed);
  EXPECT_EQ(S[0].Grid, (Dims{7, 1, 1}));
  EXPECT_EQ(S[1].Arguments, (Arguments{{1, 5}}));
  EXPECT_EQ(S[1].Unread, "why");
  Table.Unread["k"][0].Block = {32, 0, 1};
  EXPECT_EQ(blocks(shapesFor(kernel(), Table, {})),
            (std::vector<Dims>{{32, 8, 1}, {32, 4, 1}}));
  Table.Unread["k"][0].Block = {0, 0, 1};
  EXPECT_EQ(blocks(shapesFor(kernel({Builtin::ThreadIdxY}), Table, {})),
            (std::vector<Dims>{{32, 8, 1}, {16, 16, 1}, {8, 8, 1}}));
}

TEST(Shape, UnreadLaunchesBesideKnownOnesAreCounted) {
  LaunchTable Table;
  Table.Shapes["k"] = {shape({64, 1, 1}, ShapeSource::LaunchSite)};
  Table.Unread["k"].resize(2);
  std::vector<LaunchShape> S = shapesFor(kernel(), Table, {});
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(S[0].UnreadLaunches, 2u);
}

TEST(Shape, AMeasuredShapeTakesTheArgumentsOfItsLaunch) {
  LaunchTable Table;
  Table.Measured["k"] = {shape({32, 8, 1}, ShapeSource::Profiler),
                         shape({48, 1, 1}, ShapeSource::Profiler)};
  Table.Unread["k"] = {shape({0, 8, 1}, ShapeSource::LaunchSite, {{1, 5}})};
  std::vector<LaunchShape> S = shapesFor(kernel(), Table, {});
  ASSERT_EQ(S.size(), 2u);
  EXPECT_EQ(S[0].Arguments, (Arguments{{1, 5}}));
  EXPECT_TRUE(S[1].Arguments.empty());
  Table.Unread["k"].push_back(Table.Unread["k"][0]);
  EXPECT_TRUE(shapesFor(kernel(), Table, {})[0].Arguments.empty());
}
