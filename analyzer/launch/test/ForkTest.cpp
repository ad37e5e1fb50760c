//===- ForkTest.cpp - Launches that depend on a branch --------------------===//
// Which arms of if, switch and ?: give a launch its values, and which do not.
//===----------------------------------------------------------------------===//
#include "LaunchChecks.h"

using namespace warptidy;
using namespace warptidy::test;

using Blocks = std::vector<Dims>;

TEST(Forks, EachArmIsALaunch) {
  EXPECT_EQ(blocksOf(host("int b; if (a) b = 128; else b = 256;", "b")),
            (Blocks{{128, 1, 1}, {256, 1, 1}}));
  EXPECT_EQ(blocksOf(host("int b = 64; if (a) b = 32;", "b")),
            (Blocks{{32, 1, 1}, {64, 1, 1}}));
  EXPECT_EQ(blocksOf(host("int b = a ? 128 : 256;", "b")),
            (Blocks{{128, 1, 1}, {256, 1, 1}}));
  EXPECT_EQ(blocksOf(host("", "a ? dim3(32, 8) : dim3(16, 16)")),
            (Blocks{{32, 8, 1}, {16, 16, 1}}));
  EXPECT_EQ(blocksOf(host("dim3 b(64); if (a) b.y = 4;", "b")),
            (Blocks{{64, 4, 1}, {64, 1, 1}}));
  EXPECT_EQ(blocksOf(host("int b = 8; if (a > 9) b = 32; else if (a > 7)"
                          " b = 16;",
                          "b")),
            (Blocks{{32, 1, 1}, {16, 1, 1}, {8, 1, 1}}));
  EXPECT_EQ(blocksOf(host("int b; switch (a) { case 1: b = 32; break;"
                          " case 2: case 3: { b = 64; break; }"
                          " default: b = 96; }",
                          "b")),
            (Blocks{{32, 1, 1}, {64, 1, 1}, {96, 1, 1}}));
  EXPECT_EQ(blocksOf(host("int b = 8; switch (a) { case 1: b = 32; break;"
                          " case 2: b = 64; }",
                          "b")),
            (Blocks{{32, 1, 1}, {64, 1, 1}, {8, 1, 1}}));
}

TEST(Forks, ArmsOfOneConditionGoTogether) {
  LaunchTable T = launchesOf(
      K + "void host(float *p, int a) { int b, n; if (a) { b = 128; n = 4; }"
          " else { b = 256; n = 8; } k<<<1, b>>>(p, n, a ? 1 : 2); }\n");
  ASSERT_EQ(T.Shapes[Name].size(), 2u);
  EXPECT_EQ(T.Shapes[Name][0].Block, (Dims{128, 1, 1}));
  EXPECT_EQ(T.Shapes[Name][0].Arguments, (Arguments{{1, 4}, {2, 1}}));
  EXPECT_EQ(T.Shapes[Name][1].Block, (Dims{256, 1, 1}));
  EXPECT_EQ(T.Shapes[Name][1].Arguments, (Arguments{{1, 8}, {2, 2}}));
  EXPECT_EQ(blocksOf(host("int b = a ? 128 : 256; if (!a) b *= 2;", "b")),
            (Blocks{{128, 1, 1}, {512, 1, 1}}));
}

TEST(Forks, TheLaunchStandsInAnArm) {
  EXPECT_EQ(blocksOf(host("int b = a ? 128 : 256; if (a)", "b")),
            (Blocks{{128, 1, 1}}));
  EXPECT_EQ(blocksOf(host("int b = a ? 128 : 256; if (!a)", "b")),
            (Blocks{{256, 1, 1}}));
  EXPECT_EQ(blocksOf(host("dim3 b(a); if (a == 96)", "b")),
            (Blocks{{96, 1, 1}}));
  EXPECT_EQ(blocksOf("template <int B> void run(float *p, int b) {"
                     " dim3 d(b, 1, 1); switch (b) {"
                     " case 64: k<<<1, d>>>(p, 0, 0); break;"
                     " case 32: k<<<1, d>>>(p, 1, 0); break; } }\n"
                     "void host(float *p, int b) { run<0>(p, b); }\n"),
            (Blocks{{64, 1, 1}, {32, 1, 1}}));
  // A caller whose value leads to another arm makes no launch.
  EXPECT_EQ(blocksOf("static void run(float *p, int n) {"
                     " if (n > 100) k<<<1, 256>>>(p, n, 0);"
                     " else k<<<1, n>>>(p, n, 0); }\n"
                     "void host(float *p) { run(p, 64); run(p, 48); }\n"),
            (Blocks{{256, 1, 1}, {64, 1, 1}, {48, 1, 1}}));
}

TEST(Forks, KnownConditionsDecide) {
  EXPECT_EQ(
      blocksOf(host("const int n = 5; int b = 64; if (n > 4) b = 32;", "b")),
      (Blocks{{32, 1, 1}}));
  EXPECT_EQ(blocksOf("static void run(float *p, int n) { int b;"
                     " if (n > 1000) b = 256; else b = 64;"
                     " k<<<1, b>>>(p, 0, 0); }\n"
                     "void host(float *p) { run(p, 2000); run(p, 10); }\n"),
            (Blocks{{256, 1, 1}, {64, 1, 1}}));
  EXPECT_EQ(blocksOf(host("int b = 64; switch (sizeof(int)) {"
                          " case 8: b = 8; break; case 4: b = 4; break; }",
                          "b")),
            (Blocks{{4, 1, 1}}));
}

TEST(Forks, ArmsThatLeaveGiveNothing) {
  EXPECT_EQ(blocksOf(host("int b = 64; if (a) { b = 32; return; }", "b")),
            (Blocks{{64, 1, 1}}));
  EXPECT_EQ(blocksOf("void exit(int);\n" +
                     host("int b; if (a == 1) b = 32; else { exit(1); }", "b")),
            (Blocks{{32, 1, 1}}));
  expectUnknown(host("int b = 64; while (a--) { if (a == 7) { b = 3; break; }"
                     " }",
                     "b"));
  expectUnknown(
      host("int b = 64; switch (a) { case 1: b = 2; case 2: b *= 2; }", "b"));
  expectUnknown(host("int b = 64; switch (a) { case 1: if (*argv) break;"
                     " b = 2; }",
                     "b"));
}

TEST(Forks, EarlierIterations) {
  expectUnknown("void host(float *p, int a) { int b = 64; while (a--)"
                " if (a == 3) b = 32; else k<<<1, b>>>(p, 0, 0); }\n");
  EXPECT_EQ(blocksOf("void host(float *p, int a) { while (a--) { int b = 64;"
                     " if (a == 3) b = 32; k<<<1, b>>>(p, 0, 0); } }\n"),
            (Blocks{{32, 1, 1}, {64, 1, 1}}));
}

TEST(Forks, NotWithinCalls) {
  expectUnknown("int pick(int n) { return n ? 32 : 64; }\n" +
                host("", "pick(a)"));
}

TEST(Forks, AtMostEightWays) {
  const std::string Three = "int b = 32; if (argv[0]) b += 1;"
                            " if (argv[1]) b += 2; if (argv[2]) b += 4;";
  EXPECT_EQ(blocksOf(host(Three, "b")).size(), 8u);
  expectUnknown(host(Three + " if (argv[3]) b += 8;", "b"));
}

TEST(Forks, ArgumentsThatOneWayDoesNotKnow) {
  LaunchTable T =
      launchesOf(K + "void host(float *p, int a, char **v) { int n = 0, b = 64;"
                     " if (a > 1) n = atoi(v[1]); if (a > 2) b = 32;"
                     " k<<<n, b>>>(p, n, 7); }\n");
  ASSERT_EQ(T.Shapes[Name].size(), 2u);
  for (const LaunchShape &S : T.Shapes[Name]) {
    EXPECT_EQ(S.Arguments, (Arguments{{2, 7}}));
    EXPECT_FALSE(S.Grid);
  }
}
