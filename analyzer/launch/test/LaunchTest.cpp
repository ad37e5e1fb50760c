//===- LaunchTest.cpp - Reading launches from host code -------------------===//
// Each test parses a small CUDA source and states the exact block, grid, bytes
// and arguments that must, or must not, fold.
//===----------------------------------------------------------------------===//
#include "LaunchChecks.h"

#include "launch/LaunchReader.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace warptidy;
using namespace warptidy::test;

TEST(Launch, WholeConfiguration) {
  LaunchShape S = onlyLaunch("void host(float *p) {\n"
                             "  k<<<dim3(8, 4), 256, 1024>>>(p, 100, -3);\n"
                             "}\n");
  EXPECT_EQ(S.Block, (Dims{256, 1, 1}));
  ASSERT_TRUE(S.Grid);
  EXPECT_EQ(*S.Grid, (Dims{8, 4, 1}));
  EXPECT_EQ(S.DynamicSharedBytes, 1024u);
  EXPECT_EQ(S.Arguments, (Arguments{{1, 100}, {2, -3}}));
  EXPECT_EQ(S.Source, ShapeSource::LaunchSite);
  EXPECT_EQ(S.Where.File, "kernel.cu");
  EXPECT_EQ(S.Where.Line, 3u);
  EXPECT_EQ(S.Where.Column, 3u);
  EXPECT_EQ(S.Where.EndLine, 3u);
  EXPECT_EQ(S.Where.EndColumn, 43u);
  EXPECT_NE(S.Where.Token, 0u);
}

TEST(Launch, NoSharedBytesIsZero) {
  EXPECT_EQ(onlyLaunch(host("", "32")).DynamicSharedBytes, 0u);
}

TEST(Launch, BlockForms) {
  EXPECT_EQ(blockOf(host("", "dim3(16, 8)")), (Dims{16, 8, 1}));
  EXPECT_EQ(blockOf(host("", "dim3{16, 8, 2}")), (Dims{16, 8, 2}));
  EXPECT_EQ(blockOf(host("", "dim3(256)")), (Dims{256, 1, 1}));
  EXPECT_EQ(blockOf(host("", "(64)")), (Dims{64, 1, 1}));
  EXPECT_EQ(blockOf(host("dim3 b(16, 16);", "b")), (Dims{16, 16, 1}));
  EXPECT_EQ(blockOf(host("dim3 b{32, 4};", "b")), (Dims{32, 4, 1}));
  EXPECT_EQ(blockOf(host("dim3 b = {8, 8, 8};", "b")), (Dims{8, 8, 8}));
  EXPECT_EQ(blockOf(host("dim3 b = 96;", "b")), (Dims{96, 1, 1}));
  EXPECT_EQ(blockOf(host("auto b = dim3(4, 4);", "b")), (Dims{4, 4, 1}));
  EXPECT_EQ(blockOf(host("const dim3 b(7);", "b")), (Dims{7, 1, 1}));
  EXPECT_EQ(blockOf(host("dim3 b;", "b")), (Dims{1, 1, 1}));
  EXPECT_EQ(blockOf(host("dim3 b(16, 2); dim3 d = b;", "d")), (Dims{16, 2, 1}));
  EXPECT_EQ(blockOf(host("dim3 b(16, 2); const dim3 &d = b;", "d")),
            (Dims{16, 2, 1}));
  EXPECT_EQ(blockOf(host("uint3 u = {4, 2, 1};", "dim3(u)")), (Dims{4, 2, 1}));
  EXPECT_EQ(blockOf(host("dim3 b(16, 2);", "b.x * b.y")), (Dims{32, 1, 1}));
  EXPECT_EQ(blockOf(host("dim3 b(16, 2);", "dim3(b.y, b.x)")),
            (Dims{2, 16, 1}));
  EXPECT_EQ(blockOf(host("const bool big = true;",
                         "big ? dim3(32, 32) : dim3(8, 8)")),
            (Dims{32, 32, 1}));
}

TEST(Launch, IntegerForms) {
  EXPECT_EQ(blockOf("#define BLOCK 128\n" + host("", "BLOCK")),
            (Dims{128, 1, 1}));
  EXPECT_EQ(blockOf("constexpr int B = 192;\n" + host("", "B")),
            (Dims{192, 1, 1}));
  EXPECT_EQ(blockOf("enum { B = 320 };\n" + host("", "B")), (Dims{320, 1, 1}));
  EXPECT_EQ(blockOf("struct S { static constexpr int B = 48; };\n" +
                    host("", "S::B")),
            (Dims{48, 1, 1}));
  EXPECT_EQ(blockOf("static int B = 64;\n" + host("", "B")), (Dims{64, 1, 1}));
  EXPECT_EQ(blockOf("dim3 B(64, 2);\n" + host("", "B")), (Dims{64, 2, 1}));
  EXPECT_EQ(blockOf(host("const int b = 64;", "b")), (Dims{64, 1, 1}));
  EXPECT_EQ(blockOf(host("int b = 64;", "b")), (Dims{64, 1, 1}));
  EXPECT_EQ(blockOf(host("int b{64};", "b")), (Dims{64, 1, 1}));
  EXPECT_EQ(blockOf(host("unsigned long b = 64;", "b")), (Dims{64, 1, 1}));
  EXPECT_EQ(blockOf(host("int n = 1000;", "(n + 255) / 256")), (Dims{4, 1, 1}));
  EXPECT_EQ(blockOf(host("int n = 5;", "1 << n")), (Dims{32, 1, 1}));
  EXPECT_EQ(blockOf(host("int n = 5;", "n > 4 && n != 7 ? 96 : 64")),
            (Dims{96, 1, 1}));
  EXPECT_EQ(blockOf(host("int n = -64;", "-n % 48")), (Dims{16, 1, 1}));
  EXPECT_EQ(blockOf(host("int n = 300; char s = n;", "s")),
            (Dims{44, 1, 1})); // 300 mod 256.
  EXPECT_EQ(blockOf(host("int n = 40;", "std::max(n, 32)")), (Dims{40, 1, 1}));
}

TEST(Launch, OneLineFunctions) {
  const std::string Helpers =
      "int up(int a, int b) { return (a + b - 1) / b; }\n"
      "template <class T> T twice(const T &v) { return v * 2; }\n"
      "dim3 row(int n) { return dim3(n, 2); }\n"
      "int open(int a);\n";
  EXPECT_EQ(blockOf(Helpers + host("int n = 100;", "up(n, 32) * 32")),
            (Dims{128, 1, 1}));
  EXPECT_EQ(blockOf(Helpers + host("int n = 24;", "twice(n)")),
            (Dims{48, 1, 1}));
  EXPECT_EQ(blockOf(Helpers + host("", "row(up(64, 2))")), (Dims{32, 2, 1}));
  expectUnknown(Helpers + host("", "up(a, 32)"));
  expectUnknown(Helpers + host("", "open(32)"));
  expectUnknown("int f(int n) { return n ? f(n - 1) + f(n - 1) : 1; }\n" +
                host("int n = 60;", "f(n)"));
}

TEST(Launch, ReadsDoNotCountAsWrites) {
  for (const char *Use :
       {"print(\"%d\", b);", "use(b);", "copy(d);", "(void)b;",
        "int s = sizeof(b);", "int t[] = {b};", "float f = b;", "if (b) a = b;",
        "auto f = [&] { return b + d.x; }; f();", "int s = a ? b : a;",
        "auto f = [=] { return b + d.x; }; f();", "dim3 e = d;",
        "auto f = [b] { return b; }; f();", "const int &r = b;",
        "print(\"%d\", b); use(b); copy(d); (void)b; int s = sizeof(b);"
        "int t[] = {b}; auto f = [&] { return b + d.x; }; f();"})
    EXPECT_EQ(blockOf("int print(const char *, ...); void use(const int &);\n"
                      "void copy(dim3);\n" +
                      host("int b = 64; dim3 d(b); " + std::string(Use), "d")),
              (Dims{64, 1, 1}))
        << Use;
}

TEST(Launch, UnknownValuesDoNotFold) {
  expectUnknown(host("", "a"));
  expectUnknown(host("", "c"));
  expectUnknown(host("", "dim3(a, 4)"));
  expectUnknown(host("const int b = atoi(argv[1]);", "b"));
  expectUnknown(host("int b;", "b"));
  expectUnknown("extern int B;\n" + host("", "B"));
  expectUnknown("extern const int B;\n" + host("", "B"));
  expectUnknown("__constant__ int B = 64;\n" + host("", "B"));
  expectUnknown(host("int z = 0;", "64 / z"));
  expectUnknown(host("int b[] = {32, 64};", "b[1]"));
  expectUnknown("void host(float *p) {\n"
                "  int t[] = {32, 64};\n"
                "  for (int b : t) k<<<1, b>>>(p, 0, 0);\n}\n");
}

TEST(Launch, RefusedBlocksAreUnknown) {
  expectUnknown(host("", "0"));
  expectUnknown(host("", "1025"));
  expectUnknown(host("", "dim3(64, 32)"));
  expectUnknown(host("", "dim3(1, 1, 65)"));
  expectUnknown(host("int b = -1;", "b"));
  EXPECT_EQ(blockOf(host("", "dim3(1, 1, 64)")), (Dims{1, 1, 64}));
}

TEST(Launch, UnknownGridKeepsTheBlock) {
  LaunchShape S = onlyLaunch("void host(float *p, int n, size_t bytes) {\n"
                             "  k<<<(n + 127) / 128, 128, bytes>>>(p, n, 2);\n"
                             "}\n");
  EXPECT_EQ(S.Block, (Dims{128, 1, 1}));
  EXPECT_FALSE(S.Grid);
  EXPECT_FALSE(S.DynamicSharedBytes);
  EXPECT_EQ(S.Arguments, (Arguments{{2, 2}}));
}

TEST(Launch, ArgumentsFromFixedLocals) {
  LaunchShape S = onlyLaunch("void host(float *p) {\n"
                             "  const int w = 512; int h = w / 2;\n"
                             "  int bytes = w * sizeof(float);\n"
                             "  k<<<h, 64, bytes>>>(p, w, h + 1);\n}\n");
  EXPECT_EQ(*S.Grid, (Dims{256, 1, 1}));
  EXPECT_EQ(S.DynamicSharedBytes, 2048u);
  EXPECT_EQ(S.Arguments, (Arguments{{1, 512}, {2, 257}}));
}

TEST(Launch, ArgumentTypes) {
  LaunchTable Table = launchesOf(
      "__global__ void t(unsigned char a, unsigned b, bool c, float d,"
      " long long e, int f = 9) {}\n"
      "void host() { t<<<1, 32>>>(-1, -1, true, 2.0f, -5); }\n");
  EXPECT_EQ(Table.Shapes.at("_Z1thjbfxi").at(0).Arguments,
            (Arguments{{0, 255}, {1, 4294967295}, {2, 1}, {4, -5}, {5, 9}}));
}

TEST(Launch, HostTemplatesAndLambdas) {
  LaunchTable Table = launchesOf(
      "template <class T, int B> __global__ void t(T *p, int n) {}\n"
      "template <class T, int B> void go(T *p) {\n"
      "  dim3 b(B, 2);\n"
      "  t<T, B><<<dim3(1024 / B), b>>>(p, B + 1);\n}\n"
      "template <int B> struct Launcher { void run(float *p) {\n"
      "  auto f = [&] { t<float, B><<<1, B>>>(p, 3); }; f(); } };\n"
      "void host(float *p, double *q) {\n"
      "  go<float, 64>(p); go<double, 32>(q);\n"
      "  Launcher<16>().run(p);\n"
      "  auto g = [](auto *r) { t<float, 8><<<1, 8>>>((float *)r, 4); };\n"
      "  g(p);\n}\n");
  ASSERT_EQ(Table.Shapes.size(), 4u);
  EXPECT_TRUE(Table.Unread.empty());
  const LaunchShape &F = Table.Shapes.at("_Z1tIfLi64EEvPT_i").at(0);
  EXPECT_EQ(F.Block, (Dims{64, 2, 1}));
  EXPECT_EQ(*F.Grid, (Dims{16, 1, 1}));
  EXPECT_EQ(F.Arguments, (Arguments{{1, 65}}));
  const LaunchShape &D = Table.Shapes.at("_Z1tIdLi32EEvPT_i").at(0);
  EXPECT_EQ(D.Block, (Dims{32, 2, 1}));
  EXPECT_EQ(*D.Grid, (Dims{32, 1, 1}));
  const std::vector<LaunchShape> &L = Table.Shapes.at("_Z1tIfLi16EEvPT_i");
  ASSERT_EQ(L.size(), 1u);
  EXPECT_EQ(L[0].Block, (Dims{16, 1, 1}));
  const std::vector<LaunchShape> &G = Table.Shapes.at("_Z1tIfLi8EEvPT_i");
  ASSERT_EQ(G.size(), 1u);
  EXPECT_EQ(G[0].Block, (Dims{8, 1, 1}));
}

TEST(Launch, CalleeForms) {
  const std::string Two = "__global__ void a(float *p) {}\n"
                          "__global__ void b(float *p) {}\n";
  auto Count = [&](const std::string &Body, const char *Kernel) {
    LaunchTable T =
        launchesOf(Two +
                   "template <void (*F)(float *)> void via(float *p) {"
                   " F<<<1, 32>>>(p); }\n"
                   "void host(float *p, bool c) { " +
                   Body + " }\n");
    return T.Shapes[Kernel].size();
  };
  EXPECT_EQ(Count("(a)<<<1, 32>>>(p);", "_Z1aPf"), 1u);
  EXPECT_EQ(Count("(&a)<<<1, 32>>>(p);", "_Z1aPf"), 1u);
  EXPECT_EQ(Count("auto f = a; f<<<1, 32>>>(p);", "_Z1aPf"), 1u);
  EXPECT_EQ(Count("void (*const f)(float *) = &a; f<<<1, 32>>>(p);", "_Z1aPf"),
            1u);
  EXPECT_EQ(Count("via<a>(p); via<b>(p);", "_Z1bPf"), 1u);
  EXPECT_EQ(Count("auto f = c ? a : b; f<<<1, 32>>>(p);", "_Z1aPf"), 1u);
  EXPECT_EQ(Count("auto f = c ? a : b; f<<<1, 32>>>(p);", "_Z1bPf"), 1u);
  EXPECT_EQ(Count("auto f = a; f = b; f<<<1, 32>>>(p);", "_Z1aPf"), 0u);
}

TEST(Launch, RuntimeCalls) {
  LaunchShape S = onlyLaunch(
      "void host(void **args, cudaStream_t s) {\n"
      "  dim3 grid(4, 2), block(32, 8);\n"
      "  cudaLaunchKernel((void *)k, grid, block, args, 96, s);\n}\n");
  EXPECT_EQ(S.Block, (Dims{32, 8, 1}));
  EXPECT_EQ(*S.Grid, (Dims{4, 2, 1}));
  EXPECT_EQ(S.DynamicSharedBytes, 96u);
  EXPECT_TRUE(S.Arguments.empty());
  EXPECT_EQ(S.Where.Line, 4u);
  EXPECT_EQ(blockOf("void host(void **args) {\n"
                    "  cudaLaunchKernel(k, 1, 128, args);\n}\n"),
            (Dims{128, 1, 1}));
  EXPECT_EQ(blockOf("void host(void **args, cudaStream_t s) {\n"
                    "  cudaLaunchCooperativeKernel((const void *)&k, 2,"
                    " dim3(64, 2), args, 0, s);\n}\n"),
            (Dims{64, 2, 1}));
  expectUnknown("void host(void **args, dim3 b) {\n"
                "  cudaLaunchKernel(k, 1, b, args);\n}\n");
  S = onlyLaunch("void host(float *p) {\n  cudaLaunchConfig_t c = {};\n"
                 "  c.blockDim = dim3(32, 2); c.blockDim.y = 4;\n"
                 "  c.gridDim = 7; c.dynamicSmemBytes = 96;\n"
                 "  cudaLaunchKernelEx(&c, k, p, 1, 2);\n}\n");
  EXPECT_EQ(S.Block, (Dims{32, 4, 1}));
  EXPECT_EQ(*S.Grid, (Dims{7, 1, 1}));
  EXPECT_EQ(S.DynamicSharedBytes, 96u);
  EXPECT_EQ(S.Arguments, (Arguments{{1, 1}, {2, 2}}));
  S = onlyLaunch("void host(float *p) {\n  int n = 5, m = 6; n = 9;\n"
                 "  void *args[] = {&p, (void *)&n, &m};\n"
                 "  cudaLaunchKernel((void *)k, 1, dim3(32), args, 0, 0);\n"
                 "}\n");
  EXPECT_EQ(S.Arguments, (Arguments{{1, 9}, {2, 6}}));
}

TEST(Launch, GraphNodes) {
  LaunchShape S = onlyLaunch(
      "void host(float *p, cudaGraph_t g) {\n  int n = 3, m = 4;\n"
      "  void *args[3] = {&p, &n, &m};\n"
      "  cudaKernelNodeParams params = {0};\n"
      "  params.func = (void *)k; params.gridDim = dim3(2, 1, 1);\n"
      "  params.blockDim = dim3(64, 2, 1); params.sharedMemBytes = 0;\n"
      "  params.kernelParams = (void **)args; params.extra = 0;\n"
      "  cudaGraphNode_t node;\n"
      "  cudaGraphAddKernelNode(&node, g, 0, 0, &params);\n}\n");
  EXPECT_EQ(S.Block, (Dims{64, 2, 1}));
  EXPECT_EQ(*S.Grid, (Dims{2, 1, 1}));
  EXPECT_EQ(S.Arguments, (Arguments{{1, 3}, {2, 4}}));
}

TEST(Launch, LaunchFromDeviceCode) {
  LaunchTable Table = launchesOf(
      K + "__global__ void parent(float *p) { k<<<2, 64, 8>>>(p, 1, 2); }\n",
      "-fgpu-rdc");
  const LaunchShape &S = Table.Shapes.at(Name).at(0);
  EXPECT_EQ(S.Block, (Dims{64, 1, 1}));
  EXPECT_EQ(*S.Grid, (Dims{2, 1, 1}));
  EXPECT_EQ(S.DynamicSharedBytes, 8u);
  EXPECT_EQ(S.Arguments, (Arguments{{1, 1}, {2, 2}}));
}

TEST(Launch, LaunchInsideMacro) {
  LaunchShape S = onlyLaunch("#define RUN(p) k<<<1, 64>>>(p, 1, 2)\n"
                             "void host(float *p) {\n"
                             "  RUN(p);\n}\n");
  EXPECT_EQ(S.Block, (Dims{64, 1, 1}));
  EXPECT_EQ(S.Where.Line, 4u);
  EXPECT_EQ(S.Where.Column, 3u);
}

TEST(Launch, BrokenCodeIsPassedOver) {
  LaunchTable Table = launchesOf(
      K + "__global__ void bad(Missing *p) {}\n"
          "template <class T> void dep(T t) { k<<<1, t.size()>>>(0, t, 0); }\n"
          "void host(float *p) {\n"
          "  k<<<1, missing>>>(p, 1, 2);\n"
          "  k<<<1, dim3(missing, 2)>>>(p, 1, 2);\n"
          "  k<<<1, 64>>>(p, missing(3), 2);\n"
          "  int x = missing; k<<<1, x>>>(p, 1, 2);\n"
          "  Missing y(3); k<<<1, y>>>(p, 1, 2);\n"
          "  missing<<<1, 64>>>(p); bad<<<1, 64>>>(0);\n"
          "  dep(3); k<<<1>>>(p); k<<<1, 96>>>(p, 7, 8);\n"
          "}\nvoid host2( { k<<<1, 5>>>(");
  const std::vector<LaunchShape> &Shapes = Table.Shapes.at(Name);
  ASSERT_FALSE(Shapes.empty());
  EXPECT_EQ(Shapes.back().Block, (Dims{96, 1, 1}));
  EXPECT_EQ(Shapes.back().Arguments, (Arguments{{1, 7}, {2, 8}}));
  for (const LaunchShape &S : Shapes)
    EXPECT_TRUE(S.Block[0] == 96 || S.Block[0] == 64);
}

/// The keys of the table must be the names of the functions CodeGen emits.
TEST(Launch, KeysAreTheNamesOfCodeGen) {
  const std::string Source =
      "struct V { int x; };\n"
      "namespace { __global__ void a(int n) {} }\n"
      "static __global__ void b(V v) {}\n"
      "extern \"C\" __global__ void c(float *p) {}\n"
      "namespace ns { template <class T, int N> __global__ void d(T *) {} }\n"
      "struct S { static __global__ void e(int) {} };\n"
      "void host(float *p) { a<<<1, 1>>>(1); b<<<1, 1>>>(V()); c<<<1, 1>>>(p);"
      " ns::d<V, 3><<<1, 1>>>(0); S::e<<<1, 1>>>(1); }\n";
  LaunchTable Table = launchesOf(Source);
  std::vector<std::string> Keys;
  for (const auto &Entry : Table.Shapes)
    Keys.push_back(Entry.first);
  std::vector<std::string> Emitted = kernelsEmittedFor(Source);
  std::sort(Emitted.begin(), Emitted.end());
  ASSERT_EQ(Emitted.size(), 5u);
  EXPECT_EQ(Keys, Emitted);
}

/// Relocatable code adds a suffix to internal kernels; shapesFor finds them.
TEST(Launch, SuffixOfInternalKernels) {
  const std::string Source = "static __global__ void b(int n) {}\n"
                             "void host() { b<<<1, 96>>>(1); }\n";
  LaunchTable Table = launchesOf(Source, "-fgpu-rdc");
  std::vector<std::string> Emitted = kernelsEmittedFor(Source, "-fgpu-rdc");
  ASSERT_EQ(Emitted.size(), 1u);
  EXPECT_EQ(Emitted[0].rfind("_ZL1bi__intern__", 0), 0u) << Emitted[0];
  KernelFacts Kernel;
  Kernel.Mangled = Emitted[0];
  std::vector<LaunchShape> Shapes = shapesFor(Kernel, Table, {});
  ASSERT_EQ(Shapes.size(), 1u);
  EXPECT_EQ(Shapes[0].Block, (Dims{96, 1, 1}));
}
