//===- DiskCacheTest.cpp - Results kept from run to run -------------------===//
// What was put in comes back, or nothing does, whatever happens to the files.
//===----------------------------------------------------------------------===//
#include "frontend/DiskCache.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <thread>

using namespace llvm;
using namespace warptidy;

namespace {

class DiskCacheTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("disk-cache", Folder));
    Cache = DiskCache((Folder + "/made/later").str());
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  std::string get(StringRef Key) const {
    auto Buffer = Cache.load("kind", Key);
    return Buffer ? Buffer->getBuffer().str() : "none";
  }
  /// The files in the folder.
  std::vector<std::string> files() const {
    std::vector<std::string> Out;
    std::error_code EC;
    for (sys::fs::directory_iterator It(Cache.folder(), EC), End;
         It != End && !EC; It.increment(EC))
      Out.push_back(It->path());
    return Out;
  }
  std::string text(const std::string &Path) const {
    return (*MemoryBuffer::getFile(Path, false, false))->getBuffer().str();
  }
  void write(const std::string &Path, StringRef Text) const {
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    OS << Text;
  }

  SmallString<128> Folder;
  DiskCache Cache;
};

TEST_F(DiskCacheTest, GivesBackWhatWasPutInLast) {
  EXPECT_EQ(get("a"), "none");
  EXPECT_TRUE(Cache.store("kind", "a", "one"));
  EXPECT_TRUE(Cache.store("kind", "b", StringRef("\0x", 2)));
  EXPECT_EQ(get("a"), "one");
  EXPECT_EQ(get("b"), std::string("\0x", 2));
  EXPECT_TRUE(Cache.store("kind", "a", ""));
  EXPECT_EQ(get("a"), "");
  EXPECT_FALSE(Cache.load("other", "a"));
  EXPECT_EQ(files().size(), 2u);
}

TEST_F(DiskCacheTest, NeverGivesDamagedBytes) {
  ASSERT_TRUE(Cache.store("kind", "key", "twelve bytes"));
  const std::string Path = files().at(0), Whole = text(Path);
  for (size_t Length = 0; Length < Whole.size(); ++Length) {
    write(Path, StringRef(Whole).take_front(Length));
    EXPECT_EQ(get("key"), "none") << Length;
    EXPECT_FALSE(sys::fs::exists(Path));
  }
  for (size_t Bit = 0; Bit < 8 * Whole.size(); ++Bit) {
    std::string Flipped = Whole;
    Flipped[Bit / 8] ^= 1 << Bit % 8;
    write(Path, Flipped);
    EXPECT_EQ(get("key"), "none") << Bit;
  }
  write(Path, Whole + "x");
  EXPECT_EQ(get("key"), "none");
  write(Path, Whole);
  EXPECT_EQ(get("key"), "twelve bytes");
}

TEST_F(DiskCacheTest, GivesNothingOfAnotherKeyInItsFile) {
  ASSERT_TRUE(Cache.store("kind", "a", "of a"));
  const std::string Path = files().at(0), OfA = text(Path);
  ASSERT_TRUE(Cache.store("kind", "b", "of b"));
  for (const std::string &File : files())
    write(File, OfA);
  EXPECT_EQ(get("b"), "none");
  EXPECT_EQ(get("a"), "of a");
}

TEST_F(DiskCacheTest, DoesWithoutAFolder) {
  EXPECT_FALSE(DiskCache().store("kind", "a", "one"));
  EXPECT_FALSE(DiskCache().load("kind", "a"));
  write((Folder + "/file").str(), "not a folder");
  DiskCache InFile((Folder + "/file").str());
  EXPECT_FALSE(InFile.store("kind", "a", "one"));
  EXPECT_FALSE(InFile.load("kind", "a"));
  InFile.prune(1);
}

TEST_F(DiskCacheTest, IsWrittenByManyAtOnce) {
  std::vector<std::thread> Threads;
  std::atomic<unsigned> Wrong = 0;
  for (unsigned T = 0; T < 4; ++T)
    Threads.emplace_back([&, T] {
      const std::string Mine(100 + 1000 * T, static_cast<char>('a' + T));
      for (unsigned I = 0; I < 100; ++I) {
        Cache.store("kind", "key", Mine);
        auto Got = Cache.load("kind", "key");
        StringRef Text = Got ? Got->getBuffer() : "";
        Wrong += Text.empty() || Text.size() != 100 + 1000u * (Text[0] - 'a') ||
                 Text.count(Text[0]) != Text.size();
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0u);
  EXPECT_EQ(files().size(), 1u);
}

TEST_F(DiskCacheTest, KeepsWithinItsSize) {
  for (unsigned I = 0; I < 20; ++I)
    ASSERT_TRUE(Cache.store("kind", std::to_string(I), std::string(1000, 'x')));
  Cache.prune(5000);
  unsigned Left = 0;
  for (unsigned I = 0; I < 20; ++I)
    Left += get(std::to_string(I)) != "none";
  EXPECT_LE(Left, 5u);
  EXPECT_GE(Left, 1u);
}

} // namespace
