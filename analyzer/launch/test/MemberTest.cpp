//===- MemberTest.cpp - Members, null arguments, graph nodes --------------===//
// Members that constructors set, pointers that are known to be null, and
// kernels in nodes of any kind.
//===----------------------------------------------------------------------===//
#include "LaunchChecks.h"

using namespace warptidy;
using namespace warptidy::test;

using Blocks = std::vector<Dims>;

static std::string runner(const std::string &Members,
                          const std::string &Rest = "") {
  return "class R { int b = 96; " + Members +
         " public: void run(float *p) { k<<<1, b>>>(p, 0, 0); } };\n" + Rest;
}

TEST(Members, SetByConstructors) {
  EXPECT_EQ(blocksOf(runner("")), (Blocks{{96, 1, 1}}));
  EXPECT_EQ(blocksOf(runner("public: R() {}")), (Blocks{{96, 1, 1}}));
  EXPECT_EQ(blocksOf(runner("public: R() : b(64) {}")), (Blocks{{64, 1, 1}}));
  EXPECT_EQ(blocksOf(runner("public: R() { b = 32; }")), (Blocks{{32, 1, 1}}));
  EXPECT_EQ(blocksOf(runner("public: R() {} R(int) : b(64) {}")),
            (Blocks{{96, 1, 1}, {64, 1, 1}}));
  EXPECT_EQ(blocksOf(runner("public: R(int n) : b(2 * n) {}",
                            "void f(float *p) { R r(16); r.run(p); R s(24);"
                            " s.run(p); }\n")),
            (Blocks{{32, 1, 1}, {48, 1, 1}}));
  EXPECT_EQ(blocksOf(runner("int n; public: R(int n) : n(n) { b = this->n; }"
                            " int size() const { return n; }",
                            "void f() { new R(64); }\n")),
            (Blocks{{64, 1, 1}}));
}

TEST(Members, WrittenElsewhere) {
  for (const char *Members :
       {"public: void set(int n) { b = n; }",
        "public: int *at() { return &b; }", "public: void grow() { b *= 2; }",
        "public: void set(int n);", "public: R(int n); ",
        "public: R(int n) { if (n) b = n; }", "friend void other(R &);",
        "public: R() { b = 1; b = 2; }", "public: int &ref() { return b; }"})
    EXPECT_EQ(blocksOf(runner(Members)), Blocks{}) << Members;
}

TEST(Members, OfOneObject) {
  EXPECT_EQ(blocksOf("struct C { int n; C(int a, int m = 3) : n(a) {} };\n"
                     "void f(float *p) { C x(32), y(64);"
                     " k<<<1, dim3(x.n, y.n / 8)>>>(p, 0, 0); }\n"),
            (Blocks{{32, 8, 1}}));
}

TEST(Members, LaunchParameters) {
  EXPECT_EQ(blocksOf("struct L { dim3 grid, block; L(const dim3 &g,"
                     " const dim3 &b) : grid(g), block(b) {} };\n"
                     "template <class F, class... A> void go(F f, const L &l,"
                     " A... a) { f<<<l.grid, l.block>>>(a...); }\n"
                     "void f(float *p) { dim3 b(32, 2); const L l(4, b);"
                     " go(k, l, p, 1, 2); go(k, L(1, dim3(64)), p, 1, 2); }\n"),
            (Blocks{{32, 2, 1}, {64, 1, 1}}));
}

TEST(Members, WarpSize) {
  EXPECT_EQ(blocksOf("struct Properties { int warpSize; };\n"
                     "void get(Properties *);\n" +
                     host("Properties q; get(&q);", "dim3(q.warpSize, 4)")),
            (Blocks{{32, 4, 1}}));
}

static std::set<unsigned> nulls(const std::string &Source) {
  LaunchTable T = launchesOf(K + Source);
  return T.Shapes[Name].empty() ? std::set<unsigned>{9}
                                : T.Shapes[Name][0].NullArguments;
}

TEST(Null, Arguments) {
  const std::set<unsigned> Null{0}, None;
  EXPECT_EQ(nulls("void f() { k<<<1, 32>>>(nullptr, 0, 0); }\n"), Null);
  EXPECT_EQ(nulls("void f() { k<<<1, 32>>>(0, 0, 0); }\n"), Null);
  EXPECT_EQ(nulls("void f() { k<<<1, 32>>>((float *)0, 0, 0); }\n"), Null);
  EXPECT_EQ(nulls("void f() { float *q = nullptr; k<<<1, 32>>>(q, 0, 0); }\n"),
            Null);
  EXPECT_EQ(nulls("void f() { float *q = 0; void *a[] = {&q};"
                  " cudaLaunchKernel((void *)k, 1, 32, a, 0, 0); }\n"),
            Null);
  EXPECT_EQ(nulls("void get(float **);\n"
                  "void f() { float *q = 0; get(&q); k<<<1, 32>>>(q, 0, 0); }"
                  "\n"),
            None);
  EXPECT_EQ(nulls("void f(float *q) { k<<<1, 32>>>(q, 0, 0); }\n"), None);
  EXPECT_EQ(nulls("void f(float *q = nullptr) { k<<<1, 32>>>(q, 0, 0); }\n"),
            None);
}

TEST(Null, ThroughCalls) {
  LaunchTable T = launchesOf(
      K + "static void run(int n, float *q = nullptr) {"
          " k<<<1, 32>>>(q, n, 0); }\n"
          "void f(float *q) { run(1); run(2, q); float *r = q; run(3, r); }\n");
  ASSERT_EQ(T.Shapes[Name].size(), 3u);
  EXPECT_EQ(T.Shapes[Name][0].NullArguments, (std::set<unsigned>{0}));
  EXPECT_TRUE(T.Shapes[Name][1].NullArguments.empty());
  EXPECT_TRUE(T.Shapes[Name][2].NullArguments.empty());
  // A pointer that no one makes null does not multiply the launches.
  EXPECT_EQ(blocksOf("static void run(float *q) { k<<<1, 32>>>(q, 1, 0); }\n"
                     "void f(float *q) { run(q); run(q + 1); }\n"),
            (Blocks{{32, 1, 1}}));
}

TEST(Graphs, GenericNodes) {
  LaunchShape S = onlyLaunch(
      "void f(float *p, cudaGraph_t g) {\n  int n = 3, m = 4;\n"
      "  void *args[] = {&p, &n, &m};\n  cudaGraphNodeParams node = {};\n"
      "  node.type = 0;\n  node.kernel.func = (void *)k;\n"
      "  node.kernel.gridDim = dim3(7);\n"
      "  node.kernel.blockDim = dim3(32, 4);\n"
      "  node.kernel.kernelParams = args;\n  cudaGraphNode_t out;\n"
      "  cudaGraphAddNode(&out, g, nullptr, nullptr, 0, &node);\n}\n");
  EXPECT_EQ(S.Block, (Dims{32, 4, 1}));
  EXPECT_EQ(*S.Grid, (Dims{7, 1, 1}));
  EXPECT_EQ(S.Arguments, (Arguments{{1, 3}, {2, 4}}));
}
