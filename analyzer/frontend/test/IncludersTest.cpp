// Which units a part is found in: by what is written in #include lines, near
// the part first, and never by the name of a file alone.
#include "frontend/Includers.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>

using namespace llvm;
using namespace warptidy;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

using Words = std::vector<std::string>;

class Includers : public testing::Test {
protected:
  void SetUp() override {
    SmallString<128> Made;
    ASSERT_FALSE(sys::fs::createUniqueDirectory("includers", Made));
    ASSERT_FALSE(sys::fs::real_path(Made, Folder));
    // The search goes no further up.
    ASSERT_FALSE(sys::fs::create_directory(Folder + "/.git"));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  void write(StringRef Name, StringRef Text) {
    std::string Path = (Folder + "/" + Name).str();
    ASSERT_FALSE(sys::fs::create_directories(sys::path::parent_path(Path)));
    std::error_code EC;
    raw_fd_ostream(Path, EC) << Text;
    ASSERT_FALSE(EC);
  }
  /// By names below the folder.
  Words find(StringRef File, const Words &Units = {},
             const Words &IncludeFolders = {}) {
    auto Absolute = [&](Words Names) {
      for (std::string &Name : Names)
        Name = (Folder + "/" + Name).str();
      return Names;
    };
    Words Out = unitsIncluding((Folder + "/" + File).str(), Absolute(Units),
                               Absolute(IncludeFolders));
    for (std::string &Path : Out)
      Path = Path.substr(Folder.size() + 1);
    return Out;
  }

  SmallString<128> Folder;
};

TEST_F(Includers, UnitsThatNoFileIncludesComeFirst) {
  write("main.cu", "#include \"work.cu\"\n");
  write("work.cu", "  #  include \"./kernel.cu\" // the kernel\n");
  write("kernel.cu", "");
  EXPECT_THAT(find("kernel.cu"), ElementsAre("main.cu", "work.cu"));
  EXPECT_THAT(find("work.cu"), ElementsAre("main.cu"));
  EXPECT_THAT(find("main.cu"), IsEmpty());
}

TEST_F(Includers, ThroughHeadersAndFromFoldersAbove) {
  write("app/run.cpp", "#include \"../device/api.h\"\n");
  write("app/run.cu", "#include \"../device/api.h\"\n");
  write("device/api.h", "#include \"detail/part.cuh\"\n");
  write("device/detail/part.cuh", "");
  EXPECT_THAT(find("device/detail/part.cuh"),
              ElementsAre("app/run.cu", "app/run.cpp", "device/api.h"));
  EXPECT_THAT(find("device/detail/part.cuh", {"app/run.cu", "app/run.cpp"}),
              ElementsAre("app/run.cpp", "app/run.cu", "device/api.h"));
  EXPECT_THAT(find("device/api.h"), ElementsAre("app/run.cu", "app/run.cpp"));
}

TEST_F(Includers, NamesAreFollowedAsThePreprocessorDoes) {
  write("a/part.cu", "");
  write("b/part.cu", "");
  write("b/main.cu", "#include \"part.cu\"\n");
  write("c/main.cu", "#include <part.cu>\n");
  write("d/main.cu", "// #include \"../a/part.cu\"\n");
  EXPECT_THAT(find("a/part.cu"), IsEmpty());
  EXPECT_THAT(find("a/part.cu", {}, {"a"}), ElementsAre("c/main.cu"));
  EXPECT_THAT(find("a/part.cu", {}, {"b", "a"}), IsEmpty());
}

TEST_F(Includers, FilesThatIncludeEachOther) {
  write("a.cuh", "#include \"b.cuh\"\n");
  write("b.cuh", "#include \"a.cuh\"\n");
  EXPECT_THAT(find("a.cuh"), ElementsAre("b.cuh"));
}

TEST(IncludeFolders, OfACommand) {
  EXPECT_THAT(includeFolders(Words{"clang++", "-Ia", "-I", "/b", "-isystem",
                                   "c", "-iquote", "d", "-DI", "x.cu"},
                             "/at"),
              ElementsAre("/at/a", "/b", "/at/c", "/at/d"));
}

} // namespace
