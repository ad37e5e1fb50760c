// Which of a build system's words are the compiler's.
#include "frontend/CompileCommand.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>

using namespace llvm;
using namespace warptidy;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

using Words = std::vector<std::string>;

std::string command(StringRef Line, std::string *Directory = nullptr) {
  SmallVector<StringRef> Parts;
  Line.split(Parts, ' ', -1, false);
  CommandLine C =
      compilerCommand(Words(Parts.begin(), Parts.end()), "/b", "/b/src/a.cu");
  if (Directory)
    *Directory = C.Directory;
  return join(C.Arguments, " ");
}

TEST(CompilerCommand, DropsWrappers) {
  for (StringRef Wrapper :
       {"ccache", "/usr/bin/sccache", "distcc", "CCACHE_DIR=/c ccache",
        "cmake -E env A=B CC=/usr/bin/gcc", "env -u X A=B", "nice -n 10",
        "cmake -E __run_co_compile --launcher=ccache --source=src/a.cu --",
        "ctest --launch --target-name t --language CUDA --"})
    EXPECT_EQ(command((Wrapper + " /opt/cuda/bin/nvcc -c src/a.cu").str()),
              "/opt/cuda/bin/nvcc -c src/a.cu")
        << Wrapper.str();
}

TEST(CompilerCommand, KnowsCompilers) {
  for (StringRef Name :
       {"nvcc", "/usr/bin/clang++-22", "x86_64-linux-gnu-g++-12", "c++",
        "nvcc_wrapper", "nvcc.exe",
        "external/cuda/crosstool_wrapper_driver_is_not_gcc", "mpicxx"})
    EXPECT_TRUE(isCompilerName(Name)) << Name.str();
  for (StringRef Name : {"ccache", "-ccbin=g++", "CXX=g++", "a.cu", "cmake"})
    EXPECT_FALSE(isCompilerName(Name)) << Name.str();
  EXPECT_EQ(command("mycompiler -DX src/a.cu"), "mycompiler -DX src/a.cu");
  EXPECT_EQ(command("mycompiler -DX -x c++ src/a.cu"),
            "mycompiler -DX -x c++ src/a.cu");
}

TEST(CompilerCommand, ChoosesAmongChained) {
  EXPECT_EQ(command("nvcc -M src/a.cu -o a.d && nvcc -DX -c src/a.cu -o a.o"),
            "nvcc -DX -c src/a.cu -o a.o");
  EXPECT_EQ(command("nvcc -c src/b.cu && nvcc -c src/a.cu && nvcc -c src/c.cu"),
            "nvcc -c src/a.cu");
  EXPECT_EQ(command(": && nvcc -c src/a.cu && :"), "nvcc -c src/a.cu");
  EXPECT_EQ(command("mkdir -p o; nvcc -c src/a.cu > log 2>&1"),
            "nvcc -c src/a.cu");
}

TEST(CompilerCommand, FollowsCd) {
  std::string Directory;
  EXPECT_EQ(command("cd src && nvcc -c a.cu", &Directory), "nvcc -c a.cu");
  EXPECT_EQ(Directory, "/b/src");
}

TEST(CompilerCommand, TellsDialects) {
  EXPECT_TRUE(compilerCommand({"/x/nvcc", "a.cu"}, "/b", "/b/a.cu").Nvcc);
  EXPECT_FALSE(compilerCommand({"clang++", "a.cu"}, "/b", "/b/a.cu").Nvcc);
}

TEST(CompilerCommand, OfNothing) { EXPECT_EQ(command(""), "clang++"); }

class ResponseFile : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("warp-tidy", Folder));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }
  void write(StringRef Name, StringRef Text) {
    std::error_code EC;
    raw_fd_ostream((Folder + "/" + Name).str(), EC) << Text;
    ASSERT_FALSE(EC);
  }
  ProjectFlags read(Words Arguments) {
    Arguments.insert(Arguments.begin(), "nvcc");
    return readFlags(CommandLine{std::string(Folder), Arguments, true});
  }
  SmallString<128> Folder;
};

TEST_F(ResponseFile, IsReadWithItsQuotes) {
  write("a.rsp", "-I\"inc dir\" -isystem=sys\n  '-DA=1'\t-DB\\ C\n"
                 "--options-file b.rsp @c.rsp");
  write("b.rsp", "-DNESTED");
  write("c.rsp", "\xef\xbb\xbf-DAT");
  EXPECT_EQ(join(read({"--options-file", "a.rsp", "-DZ"}).Kept, "|"),
            "-I|inc dir|-isystem|sys|-D|A=1|-D|B C|-D|NESTED|-D|AT|-D|Z");
  EXPECT_THAT(read({"-optf", "b.rsp"}).Kept, ElementsAre("-D", "NESTED"));
  EXPECT_THAT(read({"-optf=b.rsp,c.rsp"}).Kept,
              ElementsAre("-D", "NESTED", "-D", "AT"));
  EXPECT_THAT(read({"@b.rsp"}).Kept, ElementsAre("-D", "NESTED"));
}

TEST_F(ResponseFile, ThatIsMissingIsSaid) {
  ProjectFlags F = read({"-DA", "@none.rsp", "-DB"});
  EXPECT_THAT(F.Kept, ElementsAre("-D", "A", "-D", "B"));
  EXPECT_THAT(F.Notes,
              ElementsAre("response file 'none.rsp' of the compile command "
                          "cannot be read (No such file or directory); its "
                          "flags are missing"));
}

TEST_F(ResponseFile, ThatNamesItselfIsReadOnce) {
  write("a.rsp", "-DA @a.rsp");
  ProjectFlags F = read({"@a.rsp"});
  EXPECT_THAT(F.Kept, ElementsAre("-D", "A"));
  EXPECT_THAT(F.Notes, ElementsAre(HasSubstr("includes itself")));
}

class Toolkit : public ResponseFile {};

TEST_F(Toolkit, OfTheCompilerAndItsCccl) {
  for (const char *Name : {"/bin", "/include", "/include/cccl"})
    ASSERT_FALSE(sys::fs::create_directory(Folder + Name));
  write("include/cuda_runtime.h", "");
  std::string Nvcc = (Folder + "/bin/nvcc").str();
  ProjectFlags F = readFlags({"/b", {Nvcc, "-isystem", "mine"}, true});
  EXPECT_EQ(F.Toolkit, Folder.str());
  Words Device = deviceCommand(F, "a.cu", {});
  std::string Text = join(Device, "|");
  EXPECT_THAT(Text, HasSubstr(("|--cuda-path=" + Folder + "|").str()));
  EXPECT_THAT(Text,
              HasSubstr(("|-isystem|mine|-isystem|" + Folder +
                         "/include|-isystem|" + Folder + "/include/cccl|a.cu")
                            .str()));
  EXPECT_THAT(Text, Not(HasSubstr("__NVCC__")));
  FrontendOptions None;
  None.CudaPath = "none";
  EXPECT_THAT(join(deviceCommand(F, "a.cu", None), "|"),
              Not(HasSubstr("--cuda-path")));
  EXPECT_THAT(readFlags({"/b", {"/none/bin/nvcc"}, true}).Toolkit, IsEmpty());
}

} // namespace
