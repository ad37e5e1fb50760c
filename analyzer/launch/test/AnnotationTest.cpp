//===- AnnotationTest.cpp - Launch shapes written in comments -------------===//
// Where an annotation may stand, what it may say, and the message of each
// annotation that is not understood.
//===----------------------------------------------------------------------===//
#include "TestAst.h"

#include "launch/Annotation.h"
#include "launch/AnnotationText.h"
#include "launch/KernelDecl.h"
#include <gtest/gtest.h>

using namespace warptidy;
using namespace warptidy::test;

namespace {
struct Read {
  LaunchTable Table;
  std::vector<AnnotationError> Errors;
};
} // namespace

static Read readAll(const std::string &Source) {
  Read Result;
  std::unique_ptr<clang::ASTUnit> Unit = parse(Source);
  readAnnotations(Unit->getASTContext(), Result.Table, Result.Errors);
  return Result;
}

/// The shapes of kernel k(float *, int, int); no errors allowed.
static std::vector<LaunchShape> shapesOfK(const std::string &Source) {
  Read Result = readAll(Source);
  for (const AnnotationError &E : Result.Errors)
    ADD_FAILURE() << E.Message << " in\n" << Source;
  return Result.Table.Shapes["_Z1kPfii"];
}

static std::string onlyError(const std::string &Source) {
  Read Result = readAll(Source);
  EXPECT_EQ(Result.Errors.size(), 1u) << Source;
  return Result.Errors.empty() ? "" : Result.Errors[0].Message;
}

static const std::string K = "__global__ void k(float *p, int w, int h) {}\n";

TEST(Annotation, AllEntries) {
  std::vector<LaunchShape> S =
      shapesOfK("int before;\n// warp-tidy: block(32, 8) grid(4, 4, 1) "
                "shared(512) w=1024 h=-0x10\n" +
                K);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(S[0].Block, (Dims{32, 8, 1}));
  EXPECT_EQ(*S[0].Grid, (Dims{4, 4, 1}));
  EXPECT_EQ(S[0].DynamicSharedBytes, 512u);
  EXPECT_EQ(S[0].Arguments, (Arguments{{1, 1024}, {2, -16}}));
  EXPECT_EQ(S[0].Source, ShapeSource::Annotation);
  EXPECT_EQ(S[0].Where.File, "kernel.cu");
  EXPECT_EQ(S[0].Where.Line, 2u);
  EXPECT_EQ(S[0].Where.Column, 1u);
  EXPECT_EQ(S[0].Where.EndColumn, 68u);
}

TEST(Annotation, BlockOnly) {
  std::vector<LaunchShape> S = shapesOfK("//warp-tidy:block(64)\n" + K);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(S[0].Block, (Dims{64, 1, 1}));
  EXPECT_FALSE(S[0].Grid);
  EXPECT_FALSE(S[0].DynamicSharedBytes);
  EXPECT_TRUE(S[0].Arguments.empty());
}

TEST(Annotation, Places) {
  const std::string A = "// warp-tidy: block(16,16) w = 8, h=4\n";
  for (const std::string &Source : {
           A + K,
           "  " + A + K,
           A + "/// Documentation\n/* of several\n   lines */\n" + K,
           "/** Documentation */\n" + A + "// more\n" + K,
           A + "__global__\nvoid\nk(float *p, int w, int h)\n{\n}\n",
           "__global__ void k(float *p, int w, int h) {} " + A,
           "__global__ void k(float *p, int w, int h) { " + A + "}\n",
           "__global__ void k(float *p, // in\n  int w, " + A + "int h) {}\n",
           "__global__ void k(float *p, int w, int h); " + A + K,
           A + "__global__ void k(float *p, int w, int h);\nint x;\n" + K,
           A + "__launch_bounds__(256)\n__global__ void\nk(float *p, int w,"
               " int h) {}\n",
           A + "__attribute__((unused))\n" + K,
           A + "static int x; " + K,
           std::string("/* warp-tidy: block(16,16) w=8 h=4 */\n") + K,
       }) {
    std::vector<LaunchShape> S = shapesOfK(Source);
    ASSERT_EQ(S.size(), 1u) << Source;
    EXPECT_EQ(S[0].Block, (Dims{16, 16, 1})) << Source;
    EXPECT_EQ(S[0].Arguments, (Arguments{{1, 8}, {2, 4}})) << Source;
  }
}

TEST(Annotation, SeveralLinesAreSeveralShapes) {
  std::vector<LaunchShape> S =
      shapesOfK("// warp-tidy: block(32) w=1\n// warp-tidy: block(32) w=2\n"
                "__global__ void k(float *p, int w, int h) {} // warp-tidy: "
                "block(8,8)\n");
  ASSERT_EQ(S.size(), 3u);
  EXPECT_EQ(S[0].Arguments, (Arguments{{1, 1}}));
  EXPECT_EQ(S[1].Arguments, (Arguments{{1, 2}}));
  EXPECT_EQ(S[2].Block, (Dims{8, 8, 1}));
}

TEST(Annotation, BelongsToOneKernel) {
  Read R = readAll("__global__ void a() {} // warp-tidy: block(8)\n"
                   "__global__ void b() {}\n"
                   "// warp-tidy: block(16)\n"
                   "__global__ void c() {}\n"
                   "__global__ void d() { // warp-tidy: block(4)\n"
                   "  const char *s = \"// warp-tidy: block(2)\";\n}\n");
  EXPECT_TRUE(R.Errors.empty());
  ASSERT_EQ(R.Table.Shapes.size(), 3u);
  EXPECT_EQ(R.Table.Shapes["_Z1av"].at(0).Block, (Dims{8, 1, 1}));
  EXPECT_EQ(R.Table.Shapes["_Z1cv"].at(0).Block, (Dims{16, 1, 1}));
  ASSERT_EQ(R.Table.Shapes["_Z1dv"].size(), 1u);
  EXPECT_EQ(R.Table.Shapes["_Z1dv"].at(0).Block, (Dims{4, 1, 1}));
}

TEST(Annotation, Templates) {
  Read R =
      readAll("// warp-tidy: block(32, 4) n=7\n"
              "template <class T,\n          int B>\n"
              "__launch_bounds__(128)\n__global__ void t(T *p, int n) {}\n"
              "// warp-tidy: block(64)\n"
              "template <> __global__ void t<float, 9>(float *p, int n) {}\n"
              "template __global__ void t<double, 3>(double *, int);\n"
              "void host(int *p) { t<int, 1><<<1, 1>>>(p, 2); }\n"
              "// warp-tidy: block(1)\n"
              "template <class T> __global__ void unused(T *p) {}\n");
  EXPECT_TRUE(R.Errors.empty());
  ASSERT_EQ(R.Table.Shapes.size(), 3u);
  for (const char *Name : {"_Z1tIiLi1EEvPT_i", "_Z1tIdLi3EEvPT_i"}) {
    ASSERT_EQ(R.Table.Shapes[Name].size(), 1u) << Name;
    EXPECT_EQ(R.Table.Shapes[Name][0].Block, (Dims{32, 4, 1}));
    EXPECT_EQ(R.Table.Shapes[Name][0].Arguments, (Arguments{{1, 7}}));
  }
  ASSERT_EQ(R.Table.Shapes["_Z1tIfLi9EEvPT_i"].size(), 1u);
  EXPECT_EQ(R.Table.Shapes["_Z1tIfLi9EEvPT_i"][0].Block, (Dims{64, 1, 1}));
}

TEST(Annotation, ExternCAndMembers) {
  Read R = readAll("// warp-tidy: block(8)\nextern \"C\"\n"
                   "__global__ void c() {}\n"
                   "extern \"C\" {\n// warp-tidy: block(16)\n"
                   "__global__ void e() {}\n}\n"
                   "namespace n { struct S {\n  // warp-tidy: block(24)\n"
                   "  static __global__ void m() {}\n}; }\n");
  EXPECT_TRUE(R.Errors.empty());
  EXPECT_EQ(R.Table.Shapes["c"].at(0).Block, (Dims{8, 1, 1}));
  EXPECT_EQ(R.Table.Shapes["e"].at(0).Block, (Dims{16, 1, 1}));
  EXPECT_EQ(R.Table.Shapes["_ZN1n1S1mEv"].at(0).Block, (Dims{24, 1, 1}));
}

TEST(Annotation, Errors) {
  auto Of = [](const std::string &Text) {
    return onlyError("// warp-tidy: " + Text + "\n" + K);
  };
  EXPECT_EQ(Of("block(8) x=1"), "kernel 'k' has no parameter 'x': its "
                                "parameters are p, w, h");
  EXPECT_EQ(Of("block(8) p=1"),
            "parameter 'p' of kernel 'k' is not an integer");
  EXPECT_EQ(Of("block(8) w=abc"), "the value of 'w' is not an integer: 'abc'");
  EXPECT_EQ(Of("w=8"), "an annotation needs block(x, y, z)");
  EXPECT_EQ(Of("block(8"), "missing ')' after block(");
  EXPECT_EQ(Of("block()"), "block expects positive integers, found ''");
  EXPECT_EQ(Of("block(8, 0)"), "block expects positive integers, found '0'");
  EXPECT_EQ(Of("block(1,2,3,4)"), "block takes at most 3 numbers, found 4");
  EXPECT_EQ(Of("block(64, 64)"),
            "block is not a block that can be launched: at most 1024 threads, "
            "at most 64 in z");
  EXPECT_EQ(Of("block(8) shared(x)"),
            "shared expects a number of bytes, found 'x'");
  EXPECT_EQ(Of("blck(8)"), "unknown entry 'blck(': expected block(...), "
                           "grid(...), shared(...) or name=value");
  EXPECT_EQ(Of("block(8) here"), "expected block(...), grid(...), shared(...) "
                                 "or name=value at 'here'");
}

TEST(Annotation, ErrorsKeepTheRest) {
  Read R = readAll("int x;\n// warp-tidy: block(8) x=1 w=2\n"
                   "// warp-tidy: block(\n// warp-tidy: block(4)\n" +
                   K);
  ASSERT_EQ(R.Errors.size(), 2u);
  EXPECT_EQ(R.Errors[0].Where.Line, 2u);
  EXPECT_EQ(R.Errors[0].Where.File, "kernel.cu");
  EXPECT_EQ(R.Errors[1].Where.Line, 3u);
  const std::vector<LaunchShape> &S = R.Table.Shapes["_Z1kPfii"];
  ASSERT_EQ(S.size(), 2u);
  EXPECT_EQ(S[0].Arguments, (Arguments{{1, 2}}));
  EXPECT_EQ(S[1].Block, (Dims{4, 1, 1}));
}

TEST(Annotation, InstantiationsReportOnce) {
  EXPECT_EQ(onlyError("// warp-tidy: block(8) x=1\n"
                      "template <class T> __global__ void t(T *p, T n) {}\n"
                      "template __global__ void t<int>(int *, int);\n"
                      "template __global__ void t<long>(long *, long);\n"),
            "kernel 't' has no parameter 'x': its parameters are p, n");
}

TEST(Annotation, AtNoKernel) {
  EXPECT_EQ(onlyError("// warp-tidy: block(8)\n\n" + K),
            "annotation stands at no kernel: write it on the line directly "
            "above the declaration of one");
  EXPECT_TRUE(readAll("#if 0\n// warp-tidy: block(8)\n__global__ void z() {}\n"
                      "#endif\n// see warp-tidy: block(8) in the manual\n")
                  .Errors.empty());
}

TEST(Annotation, HeaderLine) {
  for (const char *Line : {"//--blockDim=64 --gridDim=8\n",
                           "//pass\n//--blockDim=[64] "
                           "--gridDim=[8]\n",
                           "// --gridDim=(8) --no-inline --blockDim=(64)\n",
                           "//--blockDim=64,1 --gridDim=8,1\n",
                           "//--blockDim=64\n//--gridDim=8\n"}) {
    std::vector<LaunchShape> S = shapesOfK(Line + ("int x;\n" + K));
    ASSERT_EQ(S.size(), 1u) << Line;
    EXPECT_EQ(S[0].Block, (Dims{64, 1, 1})) << Line;
    ASSERT_TRUE(S[0].Grid) << Line;
    EXPECT_EQ(*S[0].Grid, (Dims{8, 1, 1})) << Line;
    EXPECT_EQ(S[0].Source, ShapeSource::Annotation);
  }
  EXPECT_EQ(shapesOfK("//--blockDim=[32, 8, 2]\n" + K).at(0).Block,
            (Dims{32, 8, 2}));
}

TEST(Annotation, HeaderAppliesWithoutOwnAnnotation) {
  Read R = readAll("//--blockDim=32,8\n"
                   "__global__ void a() {}\n"
                   "// warp-tidy: block(16)\n__global__ void b() {}\n");
  EXPECT_EQ(R.Table.Shapes["_Z1av"].at(0).Block, (Dims{32, 8, 1}));
  ASSERT_EQ(R.Table.Shapes["_Z1bv"].size(), 1u);
  EXPECT_EQ(R.Table.Shapes["_Z1bv"].at(0).Block, (Dims{16, 1, 1}));
}

TEST(Annotation, HeaderLimitsAndErrors) {
  EXPECT_TRUE(
      shapesOfK(std::string(10, '\n') + "//--blockDim=64\n" + K).empty());
  EXPECT_EQ(shapesOfK(std::string(9, '\n') + "//--blockDim=64\n" + K).size(),
            1u);
  EXPECT_TRUE(shapesOfK("// see --blockDim=64\n" + K).empty());
  EXPECT_EQ(onlyError("//--blockDim=N\n" + K + "__global__ void z() {}\n"),
            "--blockDim expects positive integers, found 'N'");
}

TEST(Annotation, OneKernel) {
  std::unique_ptr<clang::ASTUnit> Unit =
      parse("__global__ void a() {}\n// warp-tidy: block(24)\n" + K);
  clang::ASTContext &Context = Unit->getASTContext();
  KernelDecls Kernels = findKernels(Context);
  ASSERT_EQ(Kernels.Sound.size(), 2u);
  std::vector<AnnotationError> Errors;
  EXPECT_TRUE(annotationsFor(*Kernels.Sound[0], Context, Errors).empty());
  std::vector<LaunchShape> S =
      annotationsFor(*Kernels.Sound[1], Context, Errors);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(S[0].Block, (Dims{24, 1, 1}));
  EXPECT_TRUE(Errors.empty());
}

TEST(Annotation, BrokenKernelsDoNotCrash) {
  Read R =
      readAll("// warp-tidy: block(8)\n__global__ void z(Missing *p) {}\n"
              "// warp-tidy: block(8)\n__global__ int y() {}\n"
              "// warp-tidy: block(8)\n__global__ void x(int n) { oops; }\n"
              "// warp-tidy: block(8)\n__global__ void w(int n {");
  EXPECT_EQ(R.Table.Shapes["_Z1xi"].at(0).Block, (Dims{8, 1, 1}));
}
