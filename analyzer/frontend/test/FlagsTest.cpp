// The flags of real command lines: what is kept, in which order, and what is
// said. Expectations on nvcc's dialect are from `nvcc --dryrun`, CUDA 13.0.
#include "frontend/CompileCommand.h"
#include "frontend/CompilerFlags.h"
#include "llvm/ADT/StringExtras.h"
#include <gmock/gmock.h>

using namespace llvm;
using namespace warptidy;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

using Words = std::vector<std::string>;

ProjectFlags flags(Words Arguments, bool Nvcc = true) {
  Arguments.insert(Arguments.begin(), Nvcc ? "nvcc" : "clang++");
  return readFlags(CommandLine{"/b", std::move(Arguments), Nvcc});
}

struct Case {
  const char *Name;
  Words Arguments;
  const char *Kept;
  const char *Architectures = "";
  const char *Unknown = "";
};
void PrintTo(const Case &C, std::ostream *OS) { *OS << C.Name; }

class NvccFlags : public testing::TestWithParam<Case> {};

TEST_P(NvccFlags, AreRead) {
  ProjectFlags F = flags(GetParam().Arguments);
  EXPECT_EQ(join(F.Kept, "|"), GetParam().Kept);
  EXPECT_EQ(join(F.Architectures, " "), GetParam().Architectures);
  EXPECT_EQ(join(F.Unknown, " "), GetParam().Unknown);
  EXPECT_THAT(F.Notes, IsEmpty());
}

const Case Architectures[] = {
    {"Gencode", {"-gencode", "arch=compute_80,code=sm_80"}, "", "compute_80"},
    {"GencodeJoined",
     {"-gencode=arch=compute_90,code=sm_90"},
     "",
     "compute_90"},
    {"GencodeList",
     {"--generate-code=arch=compute_90,code=[compute_90,sm_90]",
      "--generate-code", "arch=compute_75,code=[sm_75]"},
     "",
     "compute_90 compute_75"},
    {"GencodeQuoted",
     {"-gencode", "arch=compute_90a,code=\"sm_90a,compute_90a\""},
     "",
     "compute_90a"},
    {"ArchNative", {"-arch=native"}, "", "native"},
    {"ArchApart", {"-arch", "sm_80"}, "", "sm_80"},
    {"ArchLong", {"--gpu-architecture=compute_90a"}, "", "compute_90a"},
    {"ArchAndCode", {"-arch=compute_80", "-code=sm_86"}, "", "compute_80"},
    {"ClangArch",
     {"--cuda-gpu-arch=sm_70", "--offload-arch=sm_80,sm_90"},
     "",
     "sm_70 sm_80 sm_90"},
};
INSTANTIATE_TEST_SUITE_P(Architectures, NvccFlags,
                         testing::ValuesIn(Architectures));

const Case HostCompiler[] = {
    {"Bindir", {"-ccbin", "g++-12", "--compiler-bindir", "/opt/cc"}, ""},
    {"BindirJoined", {"-ccbin=g++", "--compiler-bindir=/opt/cc"}, ""},
    {"Warnings", {"-Xcompiler=-Wall,-Wextra", "-Xcompiler", "-fopenmp"}, ""},
    {"Apart", {"-Xcompiler", "-DFOO -Iinc", "-DBAR"}, "-D|FOO|-I|inc|-D|BAR"},
    {"List", {"-Xcompiler=-DA,-DB"}, "-D|A|-D|B"},
    {"Escaped", {"-Xcompiler", "-DA=f\\,b"}, "-D|A=f,b"},
    {"Quoted", {"-Xcompiler", "-DA=\\\"x\\\",-I\"a b\""}, "-D|A=\"x\"|-I|a b"},
    {"Pieces",
     {"-Xcompiler", "-I", "-Xcompiler", "inc2", "--compiler-options",
      "-isystem sys"},
     "-I|inc2|-isystem|sys"},
    {"First",
     {"-I", "inc2", "-Xcompiler", "-Iinc3", "-isystem", "a"},
     "-I|inc3|-I|inc2|-isystem|a"},
    {"NoStandard", {"-Xcompiler", "-std=c++14", "-std=c++20"}, "-std=c++20"},
    {"Preprocessor", {"-Wp,-DX,-MD,x.d", "-Xpreprocessor", "-DY"}, "-D|X|-D|Y"},
};
INSTANTIATE_TEST_SUITE_P(HostCompiler, NvccFlags,
                         testing::ValuesIn(HostCompiler));

const Case Tools[] = {
    {"Cudafe", {"-Xcudafe", "--diag_suppress=20", "-DZ"}, "-D|Z"},
    {"Ptxas",
     {"-Xptxas", "-v", "-Xptxas=-O3", "--ptxas-options=-v", "--ptxas-options",
      "-v"},
     ""},
    {"Others",
     {"-Xfatbin", "-compress-all", "-Xnvlink", "-v", "-Xarchive", "x",
      "-Xlinker", "-rpath", "--linker-options=-z"},
     ""},
    {"Language",
     {"--expt-relaxed-constexpr", "--extended-lambda"},
     "-D|__CUDACC_RELAXED_CONSTEXPR__|-D|__CUDACC_EXTENDED_LAMBDA__"},
    {"Phases", {"-rdc=true", "-dc", "--device-c", "-x", "cu", "-c"}, ""},
    {"Code",
     {"-use_fast_math", "-lineinfo", "-G", "-g", "-O3", "-O", "2",
      "--maxrregcount", "64", "-maxrregcount=32", "--restrict", "-ftz", "true",
      "-fmad=false"},
     ""},
    {"Itself",
     {"--threads", "4", "-t0", "-t", "2", "--split-compile", "0",
      "-forward-unknown-to-host-compiler", "--default-stream", "per-thread",
      "-cudart", "shared", "--keep-dir", "x", "-m", "64", "-m64"},
     ""},
    {"Messages",
     {"-Werror", "all-warnings", "-diag-suppress", "20", "--diag-suppress=177",
      "-Wno-deprecated-gpu-targets", "--Wreorder", "-w"},
     ""},
    {"Outputs",
     {"-MD", "-MT", "x", "-MF", "y", "-o", "x", "-ox.o", "-lcudart", "-L."},
     ""},
    {"Inputs", {"a.cu", "-c", "b.o"}, ""},
    {"Unknown",
     {"--frob", "-DA", "word", "-qux=1"},
     "-D|A",
     "",
     "--frob word -qux=1"},
};
INSTANTIATE_TEST_SUITE_P(Tools, NvccFlags, testing::ValuesIn(Tools));

const Case Folders[] = {
    {"Include",
     {"-I=a", "-I", "b", "-Ic", "--include-path", "d", "--include-path=e"},
     "-I|a|-I|b|-I|c|-I|d|-I|e"},
    {"System",
     {"-isystem=a", "-isystem", "b", "--system-include=c"},
     "-isystem|a|-isystem|b|-isystem|c"},
    {"PreInclude",
     {"-include=a.h,b.h", "--pre-include", "c.h"},
     "-include|a.h|-include|b.h|-include|c.h"},
    {"Lists", {"-Ia,b", "-DA=1,B"}, "-I|a|-I|b|-D|A=1|-D|B"},
    {"MacroText",
     {"-DQ=\"a,b c\"", "-DR=\\\"x\\\"", "--define-macro=S=1", "-U", "T"},
     "-D|Q=\"a,b c\"|-D|R=\"x\"|-D|S=1|-U|T"},
    {"Standard", {"-std", "c++17"}, "-std=c++17"},
    {"StandardLong", {"--std", "c++20"}, "-std=c++20"},
    {"StandardJoined",
     {"-std=gnu++17", "-ftemplate-depth", "900"},
     "-std=gnu++17|-ftemplate-depth=900"},
};
INSTANTIATE_TEST_SUITE_P(Folders, NvccFlags, testing::ValuesIn(Folders));

TEST(ClangFlags, HaveNoLists) {
  EXPECT_THAT(flags({"-DF(a,b)=a", "-isystem/x", "-I/y"}, false).Kept,
              ElementsAre("-D", "F(a,b)=a", "-isystem", "/x", "-I", "/y"));
}

TEST(ClangFlags, OfAnIndependentWord) {
  EXPECT_THAT(flags({"-Werror", "-O", "-DA"}, false).Kept,
              ElementsAre("-D", "A"));
  EXPECT_THAT(flags({"-O", "a.cu"}, false).Unknown, IsEmpty());
}

TEST(ClangFlags, OfBazelsWrapper) {
  ProjectFlags F =
      flags({"-x", "cuda", "-U_FORTIFY_SOURCE", "-nvcc_options",
             "expt-relaxed-constexpr", "--cuda_log", "-iquote", ".",
             "-Xcuda-fatbinary=--compress-all", "--cuda-include-ptx=sm_80",
             "-no-canonical-prefixes", "-fno-canonical-system-headers"},
            false);
  EXPECT_THAT(F.Kept, ElementsAre("-U", "_FORTIFY_SOURCE", "-iquote", "."));
  EXPECT_THAT(F.Unknown, IsEmpty());
  EXPECT_TRUE(F.IsCuda);
}

TEST(FlagTable, LongestSpellingWins) {
  std::string Next = "x";
  EXPECT_FALSE(matchFlag("-lineinfo", &Next).TookNext);
  EXPECT_TRUE(matchFlag("-odir", &Next).TookNext);
  EXPECT_EQ(matchFlag("-include-pch", &Next).Value, "x");
  EXPECT_EQ(matchFlag("-ccbinx", &Next).Row, nullptr);
  EXPECT_EQ(matchFlag("-ccbin", nullptr).Row, nullptr);
}

TEST(IsCuda, ByLanguageOrName) {
  EXPECT_TRUE(flags({"-x", "cu", "a.cpp"}).IsCuda);
  EXPECT_TRUE(flags({"-c", "a.cu"}).IsCuda);
  EXPECT_FALSE(flags({"-c", "a.cpp"}).IsCuda);
}

} // namespace
