//===- PatternReplayTest.cpp - Random patterns measured on hardware -------===//
// Replays the rows that integration/patterns/measure.sh recorded: one warp and
// one access a row, with the hardware's counters. Files patterns_* were read
// with CUPTI, files ncu_* with Nsight Compute and fewer counters.
//===----------------------------------------------------------------------===//
#include "HardwareTest.h"
#include "PatternRows.h"
#include <map>

using namespace warptidy;

namespace {

/// What the model says of a row, counter by counter; fewer than the row has
/// where there is no rule.
using Model = std::function<std::vector<unsigned>(const PatternRow &)>;

/// How many counters of an operation were compared, and how many differed.
struct Tally {
  unsigned Rows = 0, Compared = 0, Differ = 0;
};

/// Replays the rows of every operation that begins with Prefix; those that
/// differ are failures unless MayDiffer.
Tally replay(const std::string &File, const std::string &Prefix,
             const Model &Says, bool MayDiffer = false) {
  Tally T;
  for (const PatternRow &Row : readPatternRows(File)) {
    if (Row.Op.rfind(Prefix, 0) != 0)
      continue;
    ++T.Rows;
    const std::vector<unsigned> Said = Says(Row);
    bool Same = true;
    for (size_t I = 0; I < Said.size(); ++I) {
      if (!Row.Counters.at(I))
        continue;
      ++T.Compared;
      T.Differ += *Row.Counters[I] != Said[I];
      Same &= *Row.Counters[I] == Said[I];
    }
    EXPECT_TRUE(Same || MayDiffer)
        << File << " line " << Row.Line << " (" << Row.Op << ")";
  }
  return T;
}

/// Expects that all rows agree in all counters, with so many rows in the file
/// of CUPTI and in that of Nsight Compute.
void expectExact(const std::string &Kind, const std::string &Prefix,
                 const Model &Says, unsigned Cupti, unsigned Ncu) {
  EXPECT_EQ(replay("patterns_" + Kind + "_sm90.tsv", Prefix, Says).Rows, Cupti)
      << Prefix;
  EXPECT_EQ(replay("ncu_" + Kind + "_sm90.tsv", Prefix, Says).Rows, Ncu)
      << Prefix;
}

Model wavefronts(SharedOp Op) {
  return [Op](const PatternRow &Row) {
    return std::vector{sharedWavefronts(hopper(), Row.Lanes, Op)};
  };
}

std::vector<unsigned> all(const TagCounts &C) {
  return {C.Sectors, C.Lookups, C.Wavefronts};
}

TEST(PatternReplay, SharedLoadsAndStores) {
  expectExact("shared", "shared load", wavefronts(SharedOp::Load), 2080, 260);
  expectExact("shared", "shared store", wavefronts(SharedOp::Store), 2080, 260);
}

TEST(PatternReplay, SharedAtomics) {
  for (const char *Op : {"atom-inc-u32", "red-add-u32", "atom-add-u32",
                         "atom-max-s32", "atom-exch-b32", "atom-exch-b64"})
    expectExact("shared", std::string("shared_atomic ") + Op,
                wavefronts(SharedOp::Atomic), 416, 52);
  expectExact("shared", "shared_atomic red-inc-u32",
              wavefronts(SharedOp::Increment), 416, 52);
  for (const char *Op : {"atom-cas-b32", "atom-cas-b64"})
    expectExact("shared", std::string("shared_atomic ") + Op,
                wavefronts(SharedOp::CompareSwap), 416, 52);
}

TEST(PatternReplay, SharedCompareSwapLoops) {
  const Model Loop = wavefronts(SharedOp::CompareSwapLoop);
  for (const char *Op :
       {"red-add-f32", "atom-add-f32", "red-add-u64", "atom-add-u64"})
    expectExact("shared", std::string("shared_atomic ") + Op, Loop, 416, 52);
  // Read with CUPTI only.
  expectExact("shared", "shared_atomic red-add-f64", Loop, 416, 0);
  // The word may stay as it is when something is added to a large double; then
  // a second swap of the round succeeds too.
  const std::string Double = "shared_atomic atom-add-f64";
  const Tally T = replay("patterns_shared_sm90.tsv", Double, Loop, true);
  EXPECT_EQ(T.Rows, 416u);
  EXPECT_EQ(T.Differ, 14u);
  EXPECT_EQ(replay("ncu_shared_sm90.tsv", Double, Loop).Rows, 52u);
}

/// Loops that leave off where the word is as it should be: how many swaps are
/// made depends on what is in memory. No rule; never above that of additions.
TEST(PatternReplay, SharedMinimumAndMaximumOf64Bits) {
  unsigned Rows = 0;
  for (const PatternRow &Row : readPatternRows("patterns_shared_sm90.tsv")) {
    if (Row.Op != "shared_atomic red-max-u64" &&
        Row.Op != "shared_atomic atom-max-u64" &&
        Row.Op != "shared_atomic atom-min-u64")
      continue;
    ++Rows;
    EXPECT_LE(*Row.Counters.at(0),
              sharedWavefronts(hopper(), Row.Lanes, SharedOp::CompareSwapLoop))
        << "line " << Row.Line;
  }
  EXPECT_EQ(Rows, 3 * 416u);
}

TEST(PatternReplay, Matrices) {
  for (unsigned Matrices : {1u, 2u, 4u})
    for (const char *Move : {"ldmatrix-x", "stmatrix-x"})
      // Plain and transposed.
      expectExact(
          "matrix", std::string("matrix ") + Move + std::to_string(Matrices),
          [Matrices](const PatternRow &Row) {
            const LaneAddresses &L = Row.Lanes;
            return std::vector{
                L.Active ? matrixWavefronts(hopper(), L, Matrices) : 0u};
          },
          832, 104);
}

TEST(PatternReplay, ConstantRequests) {
  expectExact(
      "constant", "constant load",
      [](const PatternRow &Row) {
        return std::vector{constantRequests(Row.Lanes)};
      },
      4160, 120);
}

TEST(PatternReplay, LocalSectorsAndLookups) {
  expectExact(
      "local", "local ",
      [](const PatternRow &Row) {
        return std::vector{localSectors(hopper(), Row.Lanes),
                           localLookups(hopper(), Row.Lanes)};
      },
      4160, 120);
}

/// Banks of lines go by whole addresses, of which the rows have the part from
/// the start of a region of 64 KB. That start was not recorded; that all rows
/// agree says it is a multiple of 64 KB, as of a first allocation.
TEST(PatternReplay, GlobalLoadsAndStores) {
  expectExact(
      "global", "global ",
      [](const PatternRow &Row) {
        return all(globalTags(hopper(), Row.Lanes));
      },
      5180, 180);
}

TEST(PatternReplay, GlobalAtomics) {
  const auto Says = [](const PatternRow &Row) {
    const bool Swap = Row.Op.find("-cas-") != std::string::npos;
    return all(atomicTags(hopper(), Row.Lanes, Swap));
  };
  expectExact("global", "global_atomic ", Says, 7456, 160);
}

/// Other blocks' shared memory (sm_90) is reached through the tag stage of L1,
/// as global memory is: by sectors, not by banks. Where the array lies among
/// the tag banks was not recorded, which lookups and wavefronts depend on.
TEST(PatternReplay, DistributedLoadsAndStores) {
  const Tally T =
      replay("patterns_distributed_sm90.tsv", "distributed ",
             [](const PatternRow &Row) {
               return std::vector{globalSectors(hopper(), Row.Lanes)};
             });
  EXPECT_EQ(T.Rows, 1168u);
}

TEST(PatternReplay, DistributedAtomics) {
  unsigned Rows = 0, Certain = 0, AtLeast = 0;
  for (const PatternRow &Row :
       readPatternRows("patterns_distributed_sm90.tsv")) {
    if (Row.Op.rfind("distributed_atomic ", 0) != 0)
      continue;
    ++Rows;
    const UnitRange Range = globalAtomicSectors(hopper(), Row.Lanes);
    const unsigned Measured = Row.Counters.at(0).value();
    EXPECT_LE(Range.Least, Measured) << "line " << Row.Line;
    EXPECT_GE(Range.Most, Measured) << "line " << Row.Line;
    Certain += Range.Least == Range.Most;
    AtLeast += Range.Least == Measured;
  }
  EXPECT_EQ(Rows, 1436u);
  std::printf("%u %u\n", Certain, AtLeast);
}

/// What is said when the banks of the lines are not known.
TEST(PatternReplay, GlobalAtomicsAtUnknownAddresses) {
  unsigned Certain = 0, AtLeast = 0;
  for (const PatternRow &Row : readPatternRows("patterns_global_sm90.tsv")) {
    if (Row.Op.rfind("global_atomic ", 0) != 0)
      continue;
    const UnitRange Range = globalAtomicSectors(hopper(), Row.Lanes);
    const unsigned Measured = Row.Counters.at(0).value();
    EXPECT_LE(Range.Least, Measured) << "line " << Row.Line;
    EXPECT_GE(Range.Most, Measured) << "line " << Row.Line;
    Certain += Range.Least == Range.Most;
    AtLeast += Range.Least == Measured;
  }
  EXPECT_EQ(Certain, 6400u);
  EXPECT_EQ(AtLeast, 7284u);
}

TEST(PatternReplay, CopiesThroughTheCache) {
  expectExact(
      "copy", "copy cp.async-ca",
      [](const PatternRow &Row) {
        return all(globalTags(hopper(), Row.Source));
      },
      624, 36);
}

TEST(PatternReplay, CopiesPastTheCache) {
  expectExact(
      "copy", "copy cp.async-cg",
      [](const PatternRow &Row) {
        return all(bypassCopyTags(hopper(), Row.Source, Row.Lanes));
      },
      808, 12);
}

/// The shared side of cp.async.ca was read twice, in passes of their own, and
/// the readings differ in 76 rows: some wavefronts depend on when the data come
/// into the cache. The rule is the lower reading but for 20 rows, where both
/// are higher.
TEST(PatternReplay, WavefrontsOfCopiesThroughTheCache) {
  constexpr unsigned Overhead = 3; // of every copy, l1tex..._op_misc
  unsigned Rows = 0, Differ = 0, Above = 0;
  for (const PatternRow &Row : readPatternRows("patterns_copy_sm90.tsv")) {
    if (Row.Op != "copy cp.async-ca" || !Row.Lanes.Active)
      continue;
    ++Rows;
    const unsigned First = Row.Counters.at(3).value() - Overhead;
    const unsigned Second = Row.Counters.at(4).value();
    const unsigned Said = copyWavefronts(hopper(), Row.Source, Row.Lanes);
    EXPECT_LE(Said, std::min(First, Second)) << "line " << Row.Line;
    Differ += First != Second;
    Above += Said < std::min(First, Second);
  }
  EXPECT_EQ(Rows, 612u);
  EXPECT_EQ(Differ, 76u);
  EXPECT_EQ(Above, 20u);
}

} // namespace
