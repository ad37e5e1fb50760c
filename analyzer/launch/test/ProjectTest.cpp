//===- ProjectTest.cpp - Launches in other files, configured launches -----===//
// Which launches of other units are joined with a kernel, and how an entry of
// the configuration is read.
//===----------------------------------------------------------------------===//
#include "launch/KernelSettings.h"
#include "launch/ProjectLaunches.h"

#include "TestAst.h"
#include <gtest/gtest.h>

using namespace warptidy;
using namespace warptidy::test;

static LaunchShape site(unsigned Threads, const std::string &File,
                        unsigned Line) {
  LaunchShape Shape;
  Shape.Block = {Threads, 1, 1};
  Shape.Source = ShapeSource::LaunchSite;
  Shape.Where.File = File;
  Shape.Where.Line = Line;
  Shape.Where.Token = 7;
  return Shape;
}

static std::vector<unsigned> threads(const std::vector<LaunchShape> &Shapes) {
  std::vector<unsigned> Out;
  for (const LaunchShape &Shape : Shapes)
    Out.push_back(Shape.Block[0]);
  return Out;
}

TEST(Project, OtherUnitsComeAfterOwnByName) {
  LaunchTable Own, B, C;
  Own.Defined["k"] = "/a.cu:1";
  Own.Shapes["k"] = {site(32, "a.cu", 9)};
  B.Shapes["k"] = {site(64, "b.cu", 5), site(96, "b.cu", 3)};
  C.Shapes["k"] = {site(128, "c.cu", 1)};
  C.Unread["k"] = {site(0, "c.cu", 2)};
  ProjectLaunches Project;
  Project.add("c.cu", C, "");
  Project.add("a.cu", Own, "");
  Project.add("b.cu", B, "/src");
  LaunchTable Joined = Project.joined("a.cu", Own);
  const std::vector<LaunchShape> &Shapes = Joined.Shapes["k"];
  EXPECT_EQ(threads(Shapes), (std::vector<unsigned>{32, 64, 96, 128}));
  EXPECT_EQ(Shapes[0].Where.Token, 7u);
  EXPECT_EQ(Shapes[1].Where.Token, 0u);
  EXPECT_EQ(Shapes[1].Where.File, "/src/b.cu");
  EXPECT_EQ(Shapes[3].Where.File, "c.cu");
  EXPECT_EQ(Joined.Unread["k"].size(), 1u);
}

TEST(Project, OnlyTheSameKernel) {
  LaunchTable Own, Other;
  Own.Defined = {{"k", "/a.cu:1"}, {"t", "/t.cuh:3"}, {"i", "/a.cu:5"}};
  Other.Defined = {{"k", "/b.cu:1"}, {"t", "/t.cuh:3"}};
  Other.Internal = {"i"};
  for (const char *Name : {"k", "t", "i", "elsewhere"})
    Other.Shapes[Name] = {site(64, "b.cu", 5)};
  Other.Shapes["t"].push_back(site(32, "b.cu", 6));
  Other.Shapes["t"][1].Source = ShapeSource::Annotation;
  ProjectLaunches Project;
  Project.add("b.cu", Other, "");
  LaunchTable Joined = Project.joined("a.cu", Own);
  ASSERT_EQ(Joined.Shapes.size(), 1u);
  EXPECT_EQ(threads(Joined.Shapes["t"]), (std::vector<unsigned>{64}));
}

TEST(Project, LaunchesInHeadersAreSeenOnce) {
  LaunchTable Own;
  Own.Defined["k"] = "/k.cuh:1";
  Own.Shapes["k"] = {site(32, "/k.cuh", 9)};
  ProjectLaunches Project;
  Project.add("b.cu", Own, "");
  EXPECT_EQ(Project.joined("a.cu", Own).Shapes["k"].size(), 1u);
}

TEST(Project, TheReaderSaysWhatIsDefinedAndInternal) {
  LaunchTable Table = launchesOf("__global__ void a(int n);\n"
                                 "static __global__ void b(int n) {}\n"
                                 "template <int N> __global__ void c() {}\n"
                                 "void host() { a<<<1, 32>>>(1);"
                                 " b<<<1, 32>>>(1); c<8><<<1, 32>>>(); }\n");
  EXPECT_EQ(Table.Internal, (std::set<std::string>{"_ZL1bi"}));
  EXPECT_EQ(Table.Defined.count("_Z1ai"), 0u);
  EXPECT_TRUE(
      llvm::StringRef(Table.Defined.at("_ZL1bi")).ends_with("kernel.cu:2"));
  EXPECT_TRUE(llvm::StringRef(Table.Defined.at("_Z1cILi8EEvv"))
                  .ends_with("kernel.cu:3"));
}

static OuterCall call(const std::string &File, unsigned Line, int64_t Value) {
  OuterCall Call;
  Call.Where = site(0, File, Line).Where;
  Call.Arguments.resize(2);
  Call.Arguments[1].Int = Value;
  return Call;
}

TEST(Project, CallsIntoAUnit) {
  LaunchTable Own, B, C;
  Own.Defined = {{"run", "/a.cu:1"}, {"twice", "/a.cu:9"}};
  Own.Open = {"run", "twice"};
  B.Calls["run"] = {call("b.cu", 4, 64), call("b.cu", 5, 96)};
  B.Calls["other"] = {call("b.cu", 6, 32)};
  C.Calls["run"] = {call("c.cu", 2, 64), call("c.cu", 3, 128)};
  C.Calls["twice"] = {call("c.cu", 4, 32)};
  C.Defined = {{"twice", "/c.cu:7"}};
  ProjectLaunches Project;
  Project.add("c.cu", C, "");
  Project.add("b.cu", B, "/src");
  Project.add("a.cu", Own, "");
  CallTable Calls = Project.callsInto("a.cu");
  ASSERT_EQ(Calls.size(), 1u); // Two units define twice.
  std::vector<int64_t> Values;
  for (const OuterCall &Call : Calls["run"])
    Values.push_back(*Call.Arguments[1].Int);
  EXPECT_EQ(Values, (std::vector<int64_t>{64, 96, 128}));
  EXPECT_EQ(Calls["run"][0].Where.File, "/src/b.cu");
  EXPECT_EQ(Calls["run"][0].Where.Token, 0u);
  EXPECT_TRUE(Project.callsInto("b.cu").empty());
}

TEST(Project, TooManyCallsTellNothing) {
  LaunchTable Own, B;
  Own.Defined["run"] = "/a.cu:1";
  Own.Open = {"run"};
  for (unsigned I = 0; I < 17; ++I)
    B.Calls["run"].push_back(call("b.cu", I + 1, I));
  ProjectLaunches Project;
  Project.add("a.cu", Own, "");
  Project.add("b.cu", B, "");
  EXPECT_TRUE(Project.callsInto("a.cu").empty());
}

TEST(Project, TheReaderExportsCalls) {
  LaunchTable Table = launchesOf(
      "void run(float *p, int n, dim3 b, const char *s);\n"
      "static void own(int);\n"
      "static void via(float *p, int n) {\n  run(p, n, dim3(n, 2), 0);\n}\n"
      "void f(float *p, int a) { via(p, 8); via(nullptr, a ? 1 : 2); own(3);"
      " }\n");
  ASSERT_EQ(Table.Calls.size(), 1u);
  const std::vector<OuterCall> &Calls = Table.Calls.begin()->second;
  EXPECT_EQ(Table.Calls.begin()->first, "_Z3runPfi4dim3PKc");
  ASSERT_EQ(Calls.size(), 3u);
  EXPECT_EQ(Calls[0].Arguments[1].Int, 8);
  EXPECT_EQ(Calls[0].Arguments[2].Dim[0], 8u);
  EXPECT_EQ(Calls[0].Arguments[2].Dim[1], 2u);
  EXPECT_FALSE(Calls[0].Arguments[0].Null);
  EXPECT_TRUE(Calls[0].Arguments[3].Null);
  EXPECT_EQ(Calls[0].Where.Line, 4u);
  EXPECT_EQ(Calls[1].Arguments[1].Int, 1);
  EXPECT_TRUE(Calls[1].Arguments[0].Null);
  EXPECT_EQ(Calls[2].Arguments[1].Int, 2);
}

TEST(Project, CallsOfOthersAreFollowed) {
  CallTable Outer;
  Outer["_Z3runPfi4dim3"].resize(2);
  std::vector<CallValue> &First = Outer["_Z3runPfi4dim3"][0].Arguments;
  First.resize(3);
  First[0].Null = true;
  First[1].Int = 5;
  First[2].Dim = {32, 4, 1};
  Outer["_Z3runPfi4dim3"][0].Where = site(0, "other.cu", 3).Where;
  Outer["_Z3runPfi4dim3"][1].Arguments.resize(3);
  LaunchTable Table = launchesOf("__global__ void k(float *p, int n);\n"
                                 "void run(float *p, int n, dim3 b) {"
                                 " k<<<1, b>>>(p, n); }\n",
                                 "", Outer);
  EXPECT_EQ(Table.Open, (std::set<std::string>{"_Z3runPfi4dim3"}));
  ASSERT_EQ(Table.Shapes["_Z1kPfi"].size(), 1u);
  const LaunchShape &S = Table.Shapes["_Z1kPfi"][0];
  EXPECT_EQ(S.Block, (Dims{32, 4, 1}));
  EXPECT_EQ(S.Arguments, (Arguments{{1, 5}}));
  EXPECT_EQ(S.NullArguments, (std::set<unsigned>{0}));
  EXPECT_EQ(S.Caller.File, "other.cu");
  ASSERT_EQ(Table.Unread["_Z1kPfi"].size(), 1u);
  EXPECT_EQ(Table.Unread["_Z1kPfi"][0].Unread,
            "a call in another file does not say what 'b' is");
}

static KernelFacts kernel(const std::string &Name) {
  KernelFacts Kernel;
  Kernel.Name = Name;
  Kernel.Params = {{"p", true, 0}, {"n", false, 32}, {"f", false, 0}};
  return Kernel;
}

static KernelSetting setting(const std::string &Kernel,
                             const std::string &Text) {
  KernelSetting Setting;
  Setting.Kernel = Kernel;
  Setting.Shapes = cantFail(parseKernelSetting(Text));
  Setting.File = "f";
  Setting.Line = 4;
  return Setting;
}

TEST(Settings, Shapes) {
  std::vector<AnnotationError> Errors;
  std::vector<LaunchShape> Shapes = configuredShapes(
      {setting("k", "block=32,8  grid=64 shared=1024 n=7; block=16")},
      kernel("k"), Errors);
  ASSERT_EQ(Shapes.size(), 2u);
  EXPECT_EQ(Shapes[0].Block, (Dims{32, 8, 1}));
  EXPECT_EQ(*Shapes[0].Grid, (Dims{64, 1, 1}));
  EXPECT_EQ(Shapes[0].DynamicSharedBytes, 1024u);
  EXPECT_EQ(Shapes[0].Arguments, (Arguments{{1, 7}}));
  EXPECT_EQ(Shapes[0].Source, ShapeSource::Configuration);
  EXPECT_EQ(Shapes[1].Block, (Dims{16, 1, 1}));
  EXPECT_TRUE(Errors.empty());
}

TEST(Settings, Names) {
  auto Fits = [](const char *Setting, const char *Kernel) {
    return settingIsFor(setting(Setting, "block=1"), kernel(Kernel));
  };
  EXPECT_TRUE(Fits("k", "k"));
  EXPECT_TRUE(Fits("k", "a::b::k<float, a::c>"));
  EXPECT_TRUE(Fits("b::k", "a::b::k<float>"));
  EXPECT_TRUE(Fits("k<float>", "a::k<float>"));
  EXPECT_FALSE(Fits("k<int>", "a::k<float>"));
  EXPECT_FALSE(Fits("k", "ak"));
  EXPECT_FALSE(Fits("c", "k<a::c>"));
  std::vector<AnnotationError> Errors;
  std::vector<KernelSetting> Both{setting("k", "block=8"),
                                  setting("a::k", "block=16")};
  EXPECT_EQ(threads(configuredShapes(Both, kernel("a::k"), Errors)),
            (std::vector<unsigned>{16}));
}

TEST(Settings, Errors) {
  std::vector<AnnotationError> Errors;
  configuredShapes({setting("k", "block=32 p=1 f=2 q=3")}, kernel("k"), Errors);
  ASSERT_EQ(Errors.size(), 3u);
  EXPECT_EQ(Errors[0].Message,
            "warp-tidy.Launch.k: kernel 'k' has no integer parameter 'p'");
  EXPECT_EQ(Errors[0].Where.File, "f");
  EXPECT_EQ(Errors[0].Where.Line, 4u);
  for (const char *Bad : {"", ";", "grid=4", "block=0", "block=2048",
                          "block=32 n", "block=32 n=x", "block=1,2,3,4"})
    EXPECT_TRUE(errorToBool(parseKernelSetting(Bad).takeError())) << Bad;
}

TEST(Settings, PrecedeAnnotationsAndLaunches) {
  LaunchTable Table;
  KernelFacts Kernel = kernel("k");
  Kernel.Mangled = "k";
  Table.Shapes["k"] = {site(64, "a.cu", 1)};
  Table.Configured["k"] = {site(48, "", 0)};
  EXPECT_EQ(threads(shapesFor(Kernel, Table, {})), (std::vector<unsigned>{48}));
  Table.Shapes.clear();
  EXPECT_EQ(threads(shapesFor(Kernel, Table, {})), (std::vector<unsigned>{48}));
}
