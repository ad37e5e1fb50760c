//===- FollowTest.cpp - Launches through variables and calls --------------===//
// Which writes, calls, members and functions are followed to the block of a
// launch, and what stays of a launch whose block is not known.
//===----------------------------------------------------------------------===//
#include "LaunchChecks.h"

using namespace warptidy;
using namespace warptidy::test;

TEST(Launch, PlainWritesAreFollowed) {
  EXPECT_EQ(blockOf(host("int b = 64; b = 32;", "b")), (Dims{32, 1, 1}));
  EXPECT_EQ(blockOf(host("int b = 64; b *= 2;", "b")), (Dims{128, 1, 1}));
  EXPECT_EQ(blockOf(host("int b = 64; ++b; b--; --b;", "b")), (Dims{63, 1, 1}));
  EXPECT_EQ(blockOf(host("int b; b = 96;", "b")), (Dims{96, 1, 1}));
  EXPECT_EQ(blockOf(host("dim3 b(16, 16); b.x = 8;", "b")), (Dims{8, 16, 1}));
  EXPECT_EQ(blockOf(host("dim3 b; b.x = 8; b.y = b.x * 2;", "b")),
            (Dims{8, 16, 1}));
  EXPECT_EQ(blockOf(host("dim3 b; b.x = 2; b = dim3(8, 8);", "b")),
            (Dims{8, 8, 1}));
  EXPECT_EQ(blockOf(host("int n = 4; n = 8; dim3 b(n, n); n = 2;", "b")),
            (Dims{8, 8, 1}));
  EXPECT_EQ(blockOf(host("int b = 64; if (a) { b = 32; b = 16;", "b") + "}"),
            (Dims{16, 1, 1}));
  EXPECT_EQ(blockOf(host("int b = 64; if (a) b = 8; b = 32;", "b")),
            (Dims{32, 1, 1}));
  EXPECT_EQ(blockOf(host("int b = 4; while (a--) { int c = 2; c = b; b = 7; }"
                         " b = 16;",
                         "b")),
            (Dims{16, 1, 1}));
}

TEST(Launch, OtherWritesDoNotFold) {
  expectUnknown(host("int b = 64; int *q = &b; *q = 1;", "b"));
  expectUnknown(host("int b = 64; int &r = b; r = 1;", "b"));
  expectUnknown("void set(int &);\n" + host("int b = 64; set(b);", "b"));
  expectUnknown(host("int b = 64; [&] { b = 2; }();", "b"));
  expectUnknown(host("int b = 64; auto f = [&r = b] { r = 2; };", "b"));
  expectUnknown(host("int b = 64; while (a--) b *= 2;", "b"));
  expectUnknown(host("int b = 64; switch (a) { case 1: b = 2; case 2:;", "b") +
                "}");
  expectUnknown(host("int b = 64; a && (b = 2);", "b"));
  expectUnknown(host("int b = 64; again: if (a) goto done; b = 2; goto again;"
                     " done:;",
                     "b"));
  expectUnknown(host("volatile int b = 64;", "b"));
  expectUnknown("static int B = 64; void set() { B = 32; }\n" + host("", "B"));
  expectUnknown("void host(float *p) {\n"
                "  for (int b = 32; b < 512; b *= 2) k<<<1, b>>>(p, 0, 0);\n"
                "}\n");
  expectUnknown("void host(float *p, int a) {\n  int b = 32;\n"
                "  while (a--) { k<<<1, b>>>(p, 0, 0); b = 64; }\n}\n");
  expectUnknown("void host(float *p, int a) {\n  int b = 32;\n"
                "  auto f = [&] { k<<<1, b>>>(p, 0, 0); };\n"
                "  b = 64; f();\n}\n");
}

TEST(Launch, Wrappers) {
  LaunchShape S =
      onlyLaunch("static void run(float *p, dim3 b, int n) {\n"
                 "  k<<<(n + 255) / 256, b>>>(p, n, n / 2);\n}\n"
                 "void host(float *p) {\n  run(p, dim3(32, 8), 1000);\n}\n");
  EXPECT_EQ(S.Block, (Dims{32, 8, 1}));
  EXPECT_EQ(*S.Grid, (Dims{4, 1, 1}));
  EXPECT_EQ(S.Arguments, (Arguments{{1, 1000}, {2, 500}}));
  EXPECT_EQ(S.Where.Line, 3u);
  EXPECT_EQ(S.Caller.Line, 6u);
}

TEST(Launch, WrappersOfWrappers) {
  EXPECT_EQ(blocksOf("void run(float *p, int b) { k<<<1, b>>>(p, 0, 0); }\n"
                     "void outer(float *p, int b) { int c = b * 2;"
                     " run(p, c); }\n"
                     "void host(float *p) { outer(p, 32); outer(p, 48);"
                     " run(p, 96); outer(p, 32); }\n"),
            (std::vector<Dims>{{64, 1, 1}, {96, 1, 1}}));
  EXPECT_EQ(blocksOf("template <class T, int B> void run(T *p, T n) {"
                     " k<<<1, B>>>((float *)p, n, 0); }\n"
                     "void host(int *p) { run<int, 16>(p, 1);"
                     " run<int, 8>(p, 1); }\n"),
            (std::vector<Dims>{{16, 1, 1}, {8, 1, 1}}));
  EXPECT_EQ(blocksOf("void host(float *p) { auto run = [&](int b) {"
                     " k<<<1, b>>>(p, 0, 0); }; run(64); run(128); }\n"),
            (std::vector<Dims>{{64, 1, 1}, {128, 1, 1}}));
  EXPECT_EQ(blocksOf("template <class F, class... A> void via(F f, dim3 b,"
                     " A... a) { f<<<1, b>>>(a...); }\n"
                     "void host(float *p) { via(k, 64, p, 1, 2); }\n"),
            (std::vector<Dims>{{64, 1, 1}}));
  EXPECT_EQ(blocksOf("struct C { dim3 block; int n; };\n"
                     "void run(const C &c, float *p) {"
                     " k<<<1, c.block>>>(p, c.n, 0); }\n"
                     "void host(float *p) { C c{dim3(32, 4), 7};"
                     " run(c, p); }\n"),
            (std::vector<Dims>{{32, 4, 1}}));
}

TEST(Launch, RecursionEnds) {
  EXPECT_EQ(blocksOf("void run(float *p, int b) { k<<<1, b>>>(p, 0, 0);"
                     " if (b) run(p, b / 2); }\n"
                     "void host(float *p) { run(p, 64); }\n"),
            (std::vector<Dims>{{64, 1, 1}}));
}

TEST(Launch, FunctionsWithStatements) {
  const std::string F = "int power(int n) { int p = 1; while (p < n) p *= 2;"
                        " return p; }\n"
                        "int pick(int n) { if (n > 64) return power(n);"
                        " return 32; }\n"
                        "int broken(int n) { return n / 0; }\n";
  EXPECT_EQ(blockOf(F + host("int n = 100;", "power(n)")), (Dims{128, 1, 1}));
  EXPECT_EQ(blockOf(F + host("int n = 100;", "pick(n) + pick(4)")),
            (Dims{160, 1, 1}));
  expectUnknown(F + host("int n = 100;", "broken(n)"));
}

TEST(Launch, Members) {
  EXPECT_EQ(blocksOf("class R { const int b = 96; public: R() {}"
                     " void run(float *p) { k<<<1, b>>>(p, 0, 0); } };\n"),
            (std::vector<Dims>{{96, 1, 1}}));
  EXPECT_EQ(blocksOf("class R { const int b = 96; public: R(int n) : b(n) {}"
                     " void run(float *p) { k<<<1, b>>>(p, 0, 0); } };\n"),
            (std::vector<Dims>{}));
  EXPECT_EQ(blockOf("struct C { int b = 128; dim3 d = dim3(4, 4); };\n" +
                    host("C q;", "q.b")),
            (Dims{128, 1, 1}));
  EXPECT_EQ(blockOf("struct C { int b = 128; dim3 d = dim3(4, 4); };\n" +
                    host("C q; q.d.x = 8;", "q.d")),
            (Dims{8, 4, 1}));
}

/// What is known of a launch without a known block is kept, with the reason.
TEST(Launch, UnreadLaunches) {
  auto Unread = [](const std::string &Source) {
    LaunchTable Table = launchesOf(K + Source);
    EXPECT_EQ(Table.Unread[Name].size(), 1u) << Source;
    return Table.Unread[Name].empty() ? LaunchShape() : Table.Unread[Name][0];
  };
  LaunchShape S = Unread("void host(float *p, int a) {\n"
                         "  k<<<5, dim3(32, a)>>>(p, 7, a);\n}\n");
  EXPECT_EQ(S.Block, (Dims{32, 0, 1}));
  EXPECT_EQ(*S.Grid, (Dims{5, 1, 1}));
  EXPECT_EQ(S.Arguments, (Arguments{{1, 7}}));
  EXPECT_EQ(S.Unread, "no call in this file says what 'a' is");
  EXPECT_EQ(Unread(host("", "2048")).Unread,
            "no GPU can run a block of 2048x1x1 threads");
  EXPECT_EQ(Unread(host("const int b = atoi(argv[1]);", "b")).Unread,
            "the value of atoi() is not known");
  EXPECT_EQ(Unread("void cudaOccupancyMaxPotentialBlockSize(int *, int *);\n" +
                   host("int g, b = 0;"
                        " cudaOccupancyMaxPotentialBlockSize(&g, &b);",
                        "b"))
                .Unread,
            "'b' is set by cudaOccupancyMaxPotentialBlockSize()");
}
