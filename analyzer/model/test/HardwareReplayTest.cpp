//===- HardwareReplayTest.cpp - Patterns measured with Nsight Compute -----===//
// Replays two files of random patterns (test/data/*_random_sm90.tsv) that were
// measured apart from those of PatternReplayTest.cpp, by programs of their own.
//===----------------------------------------------------------------------===//
#include "HardwareTest.h"
#include <fstream>
#include <map>
#include <sstream>

using namespace warptidy;

namespace {

struct MeasuredRow {
  unsigned Number; ///< 1 for the first row below the column names.
  std::string Op;
  LaneAddresses Lanes;
  unsigned Hardware;
};

LaneAddresses parseLanes(unsigned WidthBytes, const std::string &MaskHex,
                         const std::string &Indices) {
  std::vector<int64_t> Index;
  std::istringstream List(Indices);
  for (std::string Item; std::getline(List, Item, ',');)
    Index.push_back(std::stoll(Item));
  EXPECT_EQ(Index.size(), 32u);
  Index.resize(32);
  return lanes(
      WidthBytes, [&](int Lane) { return Index[Lane]; },
      static_cast<uint32_t>(std::stoul(MaskHex, nullptr, 16)));
}

/// The rows of a file of test/data whose fifth column is named Counter.
std::vector<MeasuredRow> readRows(const char *File, const char *Counter) {
  std::ifstream In(std::string(WARPTIDY_TEST_DATA_DIR) + "/" + File);
  EXPECT_TRUE(In.good()) << File;
  std::vector<MeasuredRow> Rows;
  bool SawColumnNames = false;
  for (std::string Line; std::getline(In, Line);) {
    if (Line.empty() || Line[0] == '#')
      continue;
    std::istringstream Fields(Line);
    std::string Width, Op, Mask, Indices, Count;
    Fields >> Width >> Op >> Mask >> Indices >> Count;
    if (!SawColumnNames) {
      EXPECT_EQ(Count, Counter) << File;
      SawColumnNames = true;
      continue;
    }
    Rows.push_back({static_cast<unsigned>(Rows.size() + 1), Op,
                    parseLanes(std::stoul(Width), Mask, Indices),
                    static_cast<unsigned>(std::stoul(Count))});
  }
  return Rows;
}

TEST(Replay, SharedWavefronts) {
  const auto Rows = readRows("wide_random_sm90.tsv", "hardware_wavefronts");
  std::map<std::string, unsigned> Count;
  for (const MeasuredRow &Row : Rows) {
    ASSERT_TRUE(Row.Op == "load" || Row.Op == "store") << Row.Op;
    const unsigned Model =
        Row.Op == "load" ? loads(Row.Lanes) : stores(Row.Lanes);
    EXPECT_EQ(Model, Row.Hardware) << "row " << Row.Number;
    ++Count[Row.Op + std::to_string(8 * Row.Lanes.WidthBytes)];
  }
  EXPECT_EQ(Rows.size(), 956u);
  const std::map<std::string, unsigned> Expected = {
      {"load32", 16},  {"load64", 128}, {"load128", 668},
      {"store32", 16}, {"store64", 64}, {"store128", 64}};
  EXPECT_EQ(Count, Expected);
}

TEST(Replay, GlobalLoadAndStoreSectors) {
  unsigned Checked = 0;
  for (const MeasuredRow &Row :
       readRows("global_random_sm90.tsv", "hardware_sectors")) {
    if (Row.Op != "load" && Row.Op != "store")
      continue;
    EXPECT_EQ(sectors(Row.Lanes), Row.Hardware) << "row " << Row.Number;
    ++Checked;
  }
  EXPECT_EQ(Checked, 405u);
}

/// Where the array began was not recorded; it decides the banks of its lines.
/// This is the lowest of the 18 places, of 256 in 64 KB, that agree with all
/// rows.
constexpr uint64_t AtomicsBegin = 512;

TEST(Replay, GlobalAtomicSectors) {
  unsigned Checked = 0, Open = 0;
  for (const MeasuredRow &Row :
       readRows("global_random_sm90.tsv", "hardware_sectors")) {
    if (Row.Op != "atomic" && Row.Op != "reduction")
      continue;
    ++Checked;
    LaneAddresses L = Row.Lanes;
    for (uint64_t &Byte : L.Byte)
      Byte += AtomicsBegin;
    EXPECT_EQ(atomicTags(hopper(), L, false).Sectors, Row.Hardware)
        << "row " << Row.Number;
    const UnitRange Range = globalAtomicSectors(hopper(), Row.Lanes);
    EXPECT_LE(Range.Least, Row.Hardware) << "row " << Row.Number;
    EXPECT_GE(Range.Most, Row.Hardware) << "row " << Row.Number;
    Open += Range.Least != Range.Most;
  }
  EXPECT_EQ(Checked, 180u);
  EXPECT_EQ(Open, 20u);
}

} // namespace
