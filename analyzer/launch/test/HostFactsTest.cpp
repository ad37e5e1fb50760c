//===- HostFactsTest.cpp - Facts about host code --------------------------===//
// Each test states what must be certain of a small host function, and what must
// not.
//===----------------------------------------------------------------------===//
#include "TestAst.h"

#include "launch/HostReader.h"
#include <gtest/gtest.h>
#include <map>

using namespace warptidy;
using namespace warptidy::test;

using Origin = PointerOrigin;

static const char Runtime[] =
    "extern \"C\" { cudaError_t cudaMalloc(void **, size_t);"
    "cudaError_t cudaMallocHost(void **, size_t);"
    "cudaError_t cudaFree(void *); cudaError_t cudaSetDevice(int);"
    "cudaError_t cudaHostRegister(void *, size_t, unsigned);"
    "cudaError_t cudaMemcpy(void *, const void *, size_t, int);"
    "cudaError_t cudaMemcpyAsync(void *, const void *, size_t, int,"
    " cudaStream_t = 0); void *malloc(size_t); void free(void *); }"
    "__global__ void k(float *); __global__ void r(const float *);"
    "void unseen(float *); void seen(float *p) { p[0] = 1; }\n";

static HostFunction read(const std::string &Body) {
  auto Unit = parse(Runtime + ("void f(float *d, int n, bool b, "
                               "cudaStream_t s) {\n" +
                               Body + "}\n"));
  HostFacts Facts = readHostFacts(Unit->getASTContext(), {});
  EXPECT_EQ(Facts.Functions.size(), 1u) << Body;
  return Facts.Functions.empty() ? HostFunction() : Facts.Functions.front();
}

static HostCall last(const std::string &Body, HostCallKind Kind) {
  HostCall Out;
  for (const HostCall &Call : read(Body).Calls)
    if (Call.Kind == Kind)
      Out = Call;
  EXPECT_EQ(Out.Kind, Kind) << Body;
  return Out;
}

static HostPointer source(const std::string &Before,
                          const std::string &E = "h") {
  return last(Before + "cudaMemcpyAsync(d, " + E + ", n, 1, s);",
              HostCallKind::CopyAsync)
      .From;
}

TEST(HostFacts, OriginIsThatOfAllDefinitions) {
  EXPECT_EQ(source("float *h = (float *)malloc(n);").Origin, Origin::Heap);
  EXPECT_EQ(source("float *h = 0; h = new float[n];").Origin, Origin::Heap);
  EXPECT_EQ(source("float *h; cudaMallocHost((void **)&h, n);").Origin,
            Origin::Pinned);
  EXPECT_EQ(source("float h[4];").Origin, Origin::Stack);
  EXPECT_EQ(source("float x;", "&x").Origin, Origin::Stack);
  EXPECT_EQ(source("float *g = new float[n], *h = g + 4;").Origin,
            Origin::Heap);
  EXPECT_EQ(source("float *h = new float[n];", "&h[n]").Origin, Origin::Heap);
  EXPECT_EQ(source("float *h = new float[n]; h++;").Origin, Origin::Heap);
}

TEST(HostFacts, OriginIsUnknown) {
  for (const char *Body :
       {"float *h; if (b) h = new float[n];"
        " else cudaMallocHost((void **)&h, n);",
        "float *h = new float[n]; h = d;", "float *h = d;",
        "float *h = new float[n]; float **p = &h; *p = d;",
        "static float *h = new float[n];",
        "float *h = new float[n]; auto set = [&] { h = d; }; set();",
        "char pool[64]; float *h = new (pool) float[n];"})
    EXPECT_EQ(source(Body).Origin, Origin::Unknown) << Body;
  EXPECT_EQ(source("float *h[2] = {new float[n], d};", "h[0]").Origin,
            Origin::Unknown);
}

TEST(HostFacts, WhoMayHaveRegistered) {
  EXPECT_FALSE(source("float *h = new float[n];").MayBeRegistered);
  EXPECT_FALSE(source("float *h = new float[n]; seen(h);").MayBeRegistered);
  EXPECT_TRUE(source("float *h = new float[n]; unseen(h);").MayBeRegistered);
  EXPECT_TRUE(source("float *h = new float[n]; cudaHostRegister(h, n, 0);")
                  .MayBeRegistered);
}

static bool eachIteration(const std::string &Loop) {
  return last(Loop, HostCallKind::Copy).EachIteration;
}

TEST(HostFacts, RunsInEachIteration) {
  const std::string Copy = "cudaMemcpy(d, d, 4, 3);";
  EXPECT_TRUE(eachIteration("for (int i = 0; i < n; ++i) {" + Copy + "}"));
  EXPECT_TRUE(eachIteration("while (n--) {" + Copy + "}"));
  EXPECT_TRUE(eachIteration("do {" + Copy + "} while (n--);"));
  EXPECT_TRUE(eachIteration("while (true) {" + Copy + " if (b) break; }"));
  EXPECT_TRUE(eachIteration("for (int j = 0; j < n; ++j)"
                            " for (int i = 0; i < n; ++i) {" +
                            Copy + " if (b) break; }"));
  EXPECT_TRUE(eachIteration("while (n--) { do {" + Copy + "} while (0); }"));
  EXPECT_TRUE(eachIteration("while (n--) { if (b) return; " + Copy + "}"));
}

TEST(HostFacts, DoesNotRunInEachIteration) {
  const std::string Copy = "cudaMemcpy(d, d, 4, 3);";
  EXPECT_FALSE(eachIteration(Copy));
  EXPECT_FALSE(eachIteration("do {" + Copy + "} while (0);"));
  EXPECT_FALSE(eachIteration("while (n--) { if (b) " + Copy + "}"));
  EXPECT_FALSE(eachIteration("while (n--) { if (b) continue; " + Copy + "}"));
  EXPECT_FALSE(eachIteration("while (n--) {" + Copy + " break; }"));
  EXPECT_FALSE(eachIteration("while (n--) { b && cudaMemcpy(d, d, 4, 3); }"));
}

static bool sameSize(const std::string &Before, const std::string &Size) {
  return last(Before +
                  "for (int i = 0; i < n; ++i) { float *p;"
                  " cudaMalloc((void **)&p, " +
                  Size + "); }",
              HostCallKind::AllocDevice)
      .SameSize;
}

TEST(HostFacts, SizesThatStay) {
  EXPECT_TRUE(sameSize("", "1024"));
  EXPECT_TRUE(sameSize("", "n * sizeof(float)"));
  EXPECT_TRUE(
      sameSize("struct { int w, h; } size = {n, n};", "size.w * size.h"));
  EXPECT_FALSE(sameSize("", "i * sizeof(float)"));
  EXPECT_FALSE(sameSize("int *sizes = new int[n];", "sizes[i]"));
  EXPECT_FALSE(sameSize("int *sizes = new int[n];", "*sizes"));
  EXPECT_FALSE(sameSize("static int size = n; ", "size"));
  EXPECT_FALSE(sameSize("int size = n, &same = size;", "same"));
}

static unsigned freedBy(const std::string &Body) {
  return last("while (n--) { float *p; cudaMalloc((void **)&p, 4);" + Body +
                  "}",
              HostCallKind::AllocDevice)
      .FreedBy;
}

TEST(HostFacts, FreedInTheSameIteration) {
  EXPECT_EQ(freedBy("k<<<1, 1>>>(p); cudaFree(p);"), 2u);
  EXPECT_EQ(freedBy("if (b) { cudaFree(p); return; } cudaFree(p);"), 2u);
  EXPECT_EQ(freedBy("if (b) cudaFree(p);"), HostCall::None);
  EXPECT_EQ(freedBy("if (b) continue; cudaFree(p);"), HostCall::None);
  EXPECT_EQ(freedBy("cudaFree(d);"), HostCall::None);
  EXPECT_EQ(freedBy("float **q = &p; cudaFree(p);"), HostCall::None);
}

TEST(HostFacts, LoopsOverDevices) {
  auto SetsDevice = [](const std::string &Body) {
    HostFunction F = read("while (n--) { cudaFree(d); " + Body + "}");
    EXPECT_EQ(F.Loops.size(), 1u);
    return F.Loops.front().SetsDevice;
  };
  EXPECT_TRUE(SetsDevice("cudaSetDevice(n);"));
  EXPECT_FALSE(SetsDevice("seen(d);"));
}

// An error leaves a mark in the AST, or only the place that Clang told it at.
TEST(HostFacts, NothingOfFunctionsWithErrors) {
  const std::string Source =
      "void f(float *d) { unseen(d, 2); cudaFree(d); }\n";
  auto Unit = parse(Runtime + Source);
  const clang::SourceManager &Broken = Unit->getSourceManager();
  clang::SourceLocation Error =
      Broken.translateLineCol(Broken.getMainFileID(), 2, 31);
  EXPECT_TRUE(readHostFacts(Unit->getASTContext(), Error).Functions.empty());
  auto Sound =
      parse(Runtime + std::string("void f(float *d) { cudaFree(d); }"));
  const clang::SourceManager &SM = Sound->getSourceManager();
  clang::SourceLocation Inside = SM.translateLineCol(SM.getMainFileID(), 2, 20);
  EXPECT_EQ(readHostFacts(Sound->getASTContext(), {}).Functions.size(), 1u);
  EXPECT_TRUE(readHostFacts(Sound->getASTContext(), Inside).Functions.empty());
}

TEST(HostFacts, LambdasAreFunctionsOfTheirOwn) {
  auto Unit = parse(Runtime + std::string("void f(float *d) {\n"
                                          "  for (int i = 0; i < 9; ++i)\n"
                                          "    [&] { cudaFree(d); }();\n"
                                          "}\n"));
  HostFacts Facts = readHostFacts(Unit->getASTContext(), {});
  ASSERT_EQ(Facts.Functions.size(), 1u);
  ASSERT_EQ(Facts.Functions[0].Calls.size(), 1u);
  EXPECT_EQ(Facts.Functions[0].Calls[0].Loop, HostCall::None);
  EXPECT_EQ(Facts.Functions[0].Calls[0].Where.Line, 4u);
  EXPECT_EQ(Facts.Functions[0].Calls[0].Where.Column, 11u);
}

TEST(HostFacts, ElementsThatHostCodeTouches) {
  const std::string Device = "float *p; cudaMalloc((void **)&p, n);";
  auto Accesses = [&](const std::string &Body) {
    return read(Device + Body).Accesses;
  };
  ASSERT_EQ(Accesses("p[n] = 1;").size(), 1u);
  EXPECT_TRUE(Accesses("p[n] = 1;")[0].Writes);
  EXPECT_EQ(Accesses("p[n] = 1;")[0].Source, "p[n]");
  ASSERT_EQ(Accesses("n = *p;").size(), 1u);
  EXPECT_FALSE(Accesses("n = *p;")[0].Writes);
  for (const char *Silent :
       {"d = &p[n];", "n = sizeof(*p);", "if (p) n = 0;", "seen(p + 1);",
        "auto f = [=] { p[0] = 1; };", "d[0] = 1;", "p = d; p[0] = 1;"})
    EXPECT_TRUE(Accesses(Silent).empty()) << Silent;
}

TEST(HostFacts, LoopsThatComeToAnElement) {
  auto Loops = [](const std::string &Body) {
    HostFunction F = read("float *p; cudaMalloc((void **)&p, n);" + Body);
    return F.Accesses.empty() ? 99 : F.Accesses[0].EachIterationOf.size();
  };
  EXPECT_EQ(Loops("p[0] = 1;"), 0u);
  EXPECT_EQ(Loops("for (int i = 0; i < n; ++i) p[i] = 1;"), 1u);
  EXPECT_EQ(Loops("while (n--) for (int i = 0; i < n; ++i) p[i] = 1;"), 2u);
  EXPECT_EQ(Loops("while (n--) if (b) p[n] = 1;"), 0u);
  EXPECT_EQ(Loops("while (n--) if (b) for (int i = 0; i < n; ++i) p[i] = 1;"),
            1u);
}

TEST(HostFacts, CopiesBetweenLaunches) {
  const std::string Buffers = "float *p, h[4]; cudaMalloc((void **)&p, 16);";
  auto Copy = [&](const std::string &Before, const std::string &After) {
    return last(Buffers + "while (n--) {" + Before +
                    "cudaMemcpy(p, h, 16, 1);" + After + "}",
                HostCallKind::Copy);
  };
  const std::string Launch = "k<<<1, 32>>>(d);";
  EXPECT_NE(Copy(Launch, Launch).LaunchBefore, HostCall::None);
  EXPECT_TRUE(Copy(Launch, Launch).Untouched);
  EXPECT_FALSE(Copy(Launch + "h[0] = n;", Launch).Untouched);
  EXPECT_FALSE(Copy(Launch + "p = d;", Launch).Untouched);
  for (const std::string &Before :
       {std::string(), "if (b) " + Launch, Launch + "unseen(d);",
        Launch + "cudaSetDevice(0);", std::string("k<<<1, 32, 0, s>>>(d);")})
    EXPECT_EQ(Copy(Before, Launch).LaunchBefore, HostCall::None) << Before;
  EXPECT_EQ(Copy(Launch, "").LaunchBefore, HostCall::None);
}

TEST(HostFacts, PinnedMemoryThatStaysOnTheHost) {
  auto Only = [](const std::string &Body) {
    return last("float *h; cudaMallocHost((void **)&h, n);" + Body,
                HostCallKind::AllocPinned)
        .OnlyOnHost;
  };
  EXPECT_TRUE(Only("h[0] = 1;"));
  EXPECT_TRUE(Only("if (h) h[0] = sizeof(*h);"));
  for (const char *May : {"", "h[0] = 1; seen(h);", "h[0] = 1; d = h;",
                          "h[0] = 1; k<<<1, 32>>>(h);", "h = d; h[0] = 1;",
                          "auto f = [=] { h[0] = 1; };"})
    EXPECT_FALSE(Only(May)) << May;
}

TEST(HostFacts, KernelsNamedElsewhere) {
  auto Unit = parse(std::string(Runtime) +
                    "void set(void (*)(float *), int);"
                    "template <int N> __global__ void t(float *) {}\n"
                    "void f(float *d) { k<<<1, 32>>>(d); set(k, 1);\n"
                    "r<<<1, 32>>>(d); t<1><<<1, 32>>>(d); set(&t<2>, 2); }");
  HostFacts Facts = readHostFacts(Unit->getASTContext(), {});
  EXPECT_TRUE(Facts.NamesKnown);
  EXPECT_EQ(Facts.NamedKernels,
            (std::set<std::string>{"_Z1kPf", "_Z1tILi2EEvPf"}));
}

TEST(HostFacts, ConstantVariables) {
  auto Unit = parse(std::string(Runtime) +
                    "__constant__ float a[10]; extern __constant__ int b;\n"
                    "static __constant__ double c; __device__ int d;\n"
                    "template <class T> __constant__ T e[2]; int f[2];\n"
                    "__global__ void use(float *p) { *p = e<short>[0]; }");
  std::map<std::string, uint64_t> Found;
  HostFacts Facts = readHostFacts(Unit->getASTContext(), {});
  for (const ConstantDecl &C : Facts.Constants)
    Found[C.Name] += C.Bytes;
  EXPECT_EQ(Found,
            (std::map<std::string, uint64_t>{{"a", 40}, {"c", 8}, {"e", 4}}));
}
