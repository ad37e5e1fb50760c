//===- PatternReplayTest.cpp - Random patterns measured on hardware -------===//
// Replays the rows that integration/patterns/measure.sh recorded: one warp and
// one access a row, with the hardware's counters.
//===----------------------------------------------------------------------===//
#include "model/Hardware.h"
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace warptidy;

namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string &Line, char Separator) {
  std::vector<std::string> Out;
  std::istringstream In(Line);
  for (std::string Item; std::getline(In, Item, Separator);)
    Out.push_back(Item);
  return Out;
}

std::vector<Row> readRows(const std::string &File) {
  std::ifstream In(std::string(WARPTIDY_TEST_DATA_DIR) + "/" + File);
  EXPECT_TRUE(In.good()) << File;
  std::vector<std::string> Columns;
  std::vector<Row> Rows;
  for (std::string Line; std::getline(In, Line);) {
    if (Line.empty() || Line[0] == '#')
      continue;
    std::vector<std::string> Fields = split(Line, '\t');
    if (Columns.empty()) {
      Columns = Fields;
      continue;
    }
    Row R;
    for (size_t I = 0; I < Columns.size() && I < Fields.size(); ++I)
      R[Columns[I]] = Fields[I];
    Rows.push_back(R);
  }
  return Rows;
}

LaneAddresses lanesOf(const Row &R, const char *Column) {
  LaneAddresses L;
  L.WidthBytes = std::stoul(R.at("width_bytes"));
  L.Active = std::stoul(R.at("mask_hex"), nullptr, 16);
  std::vector<std::string> Bytes = split(R.at(Column), ',');
  EXPECT_EQ(Bytes.size(), 32u);
  for (size_t I = 0; I < Bytes.size() && I < 32; ++I)
    L.Byte[I] = std::stoull(Bytes[I]);
  return L;
}

/// A counter of a row; nothing where it was not read.
std::optional<unsigned> counter(const Row &R, const std::string &Name) {
  auto It = R.find(Name);
  if (It == R.end() || It->second == "-" || It->second == "?")
    return std::nullopt;
  return static_cast<unsigned>(std::stod(It->second));
}

/// What the model says for one operation, and the counter it must equal.
struct Rule {
  std::string Counter;
  std::function<unsigned(const LaneAddresses &)> Model;
};

/// Checks every row whose "kind op" has a rule; returns how many there were.
unsigned replay(const std::string &File,
                const std::map<std::string, Rule> &Rules,
                const char *Column = "byte_address_of_each_lane") {
  unsigned Checked = 0, Number = 0;
  for (const Row &R : readRows(File)) {
    ++Number;
    auto It = Rules.find(R.at("kind") + " " + R.at("op"));
    if (It == Rules.end())
      continue;
    std::optional<unsigned> Measured = counter(R, It->second.Counter);
    if (!Measured)
      continue;
    EXPECT_EQ(It->second.Model(lanesOf(R, Column)), *Measured)
        << File << " row " << Number << " (" << It->first << ")";
    ++Checked;
  }
  return Checked;
}

const ArchInfo &hopper() { return *findArch("sm_90"); }

Rule sharedRule(const std::string &Side, SharedOp Op) {
  return {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + Side + ".sum",
          [Op](const LaneAddresses &L) {
            return sharedWavefronts(hopper(), L, Op);
          }};
}

TEST(PatternReplay, SharedLoadsAndStores) {
  EXPECT_EQ(replay("patterns_shared_sm90.tsv",
                   {{"shared load", sharedRule("ld", SharedOp::Load)},
                    {"shared store", sharedRule("st", SharedOp::Store)}}),
            520u);
}

TEST(PatternReplay, SharedAtomics) {
  std::map<std::string, Rule> Rules;
  for (const char *Op : {"atom-inc-u32", "red-add-u32", "atom-add-u32",
                         "atom-max-s32", "atom-exch-b32", "atom-exch-b64"})
    Rules[std::string("shared_atomic ") + Op] =
        sharedRule("atom", SharedOp::Atomic);
  for (const char *Op : {"atom-cas-b32", "atom-cas-b64"})
    Rules[std::string("shared_atomic ") + Op] =
        sharedRule("atom", SharedOp::CompareSwap);
  Rules["shared_atomic red-inc-u32"] = sharedRule("atom", SharedOp::Increment);
  // The rounds of a float's compare-and-swap loop add up to one of each lane.
  for (const char *Op : {"red-add-f32", "atom-add-f32"})
    Rules[std::string("shared_atomic ") + Op] =
        sharedRule("atom", SharedOp::CompareSwap);
  EXPECT_EQ(replay("patterns_shared_sm90.tsv", Rules), 11u * 52);
}

TEST(PatternReplay, Matrices) {
  std::map<std::string, Rule> Rules;
  for (unsigned Matrices : {1u, 2u, 4u})
    for (bool Store : {false, true})
      for (const char *Trans : {"", "-trans"}) {
        std::string Op = (Store ? "stmatrix-x" : "ldmatrix-x") +
                         std::to_string(Matrices) + Trans;
        Rules["matrix " + Op] = {
            std::string("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_") +
                (Store ? "st" : "ld") + ".sum",
            [Matrices](const LaneAddresses &L) {
              return L.Active ? matrixWavefronts(hopper(), L, Matrices) : 0u;
            }};
      }
  EXPECT_EQ(replay("patterns_matrix_sm90.tsv", Rules), 624u);
}

Rule sectorRule(const std::string &Space, const std::string &Side,
                std::function<unsigned(const LaneAddresses &)> Model) {
  return {"l1tex__t_sectors_pipe_lsu_mem_" + Space + "_op_" + Side + ".sum",
          std::move(Model)};
}

TEST(PatternReplay, ConstantRequests) {
  Rule R{"idc__requests.sum", constantRequests};
  EXPECT_EQ(replay("patterns_constant_sm90.tsv",
                   {{"constant load", R}, {"constant load-warm", R}}),
            120u);
}

TEST(PatternReplay, LocalSectors) {
  auto Sectors = [](const LaneAddresses &L) {
    return localSectors(hopper(), L);
  };
  EXPECT_EQ(replay("patterns_local_sm90.tsv",
                   {{"local load", sectorRule("local", "ld", Sectors)},
                    {"local store", sectorRule("local", "st", Sectors)}}),
            120u);
}

TEST(PatternReplay, GlobalSectors) {
  auto Sectors = [](const LaneAddresses &L) {
    return globalSectors(hopper(), L);
  };
  EXPECT_EQ(replay("patterns_global_sm90.tsv",
                   {{"global load", sectorRule("global", "ld", Sectors)},
                    {"global load-nc", sectorRule("global", "ld", Sectors)},
                    {"global store", sectorRule("global", "st", Sectors)}}),
            180u);
}

/// cp.async.ca; the .cg form bypasses L1 and depends on its shared side too.
TEST(PatternReplay, AsyncCopySectors) {
  auto Sectors = [](const LaneAddresses &L) {
    return globalSectors(hopper(), L);
  };
  EXPECT_EQ(replay("patterns_copy_sm90.tsv",
                   {{"copy cp.async-ca", sectorRule("global", "ld", Sectors)}},
                   "source_address_of_each_lane"),
            36u);
}

} // namespace
