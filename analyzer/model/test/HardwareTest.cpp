//===- HardwareTest.cpp - The counting rules against the hardware ---------===//
// Three independent checks of model/Hardware.cpp:
//  * Replay: every random pattern measured on the hardware (test/data).
//  * Measured: the classic kernels of the probes, with the counted figures
//    written out as literals.
//  * Oracle: a byte-by-byte enumeration that shares no code or method with the
//    implementation, over classic and seeded random patterns; and closed forms.
//===----------------------------------------------------------------------===//
#include "model/Hardware.h"

#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <sstream>

using namespace warptidy;

namespace {

const ArchInfo &hopper() {
  const ArchInfo *Arch = findArch("sm_90");
  EXPECT_NE(Arch, nullptr);
  return *Arch;
}

/// Lane -> element index, of elements of WidthBytes.
using IndexOf = std::function<int64_t(int Lane)>;

LaneAddresses lanes(unsigned WidthBytes, const IndexOf &Index,
                    uint32_t Active = ~0u, uint64_t Base = 0) {
  LaneAddresses L;
  L.WidthBytes = WidthBytes;
  L.Active = Active;
  for (int Lane = 0; Lane < 32; ++Lane)
    L.Byte[Lane] = Base + static_cast<uint64_t>(Index(Lane)) * WidthBytes;
  return L;
}

unsigned loads(const LaneAddresses &L) {
  return sharedWavefronts(hopper(), L, SharedOp::Load);
}
unsigned stores(const LaneAddresses &L) {
  return sharedWavefronts(hopper(), L, SharedOp::Store);
}
unsigned atomics(const LaneAddresses &L) {
  return sharedWavefronts(hopper(), L, SharedOp::Atomic);
}
unsigned sectors(const LaneAddresses &L) { return globalSectors(hopper(), L); }

//===----------------------------------------------------------------------===//
// Replay of the measured patterns
//===----------------------------------------------------------------------===//

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

/// Rows on which the hardware counts one sector more than the rule, with the
/// measured figure. The cause is open: row 367 has no two lanes with the same
/// address.
const std::map<unsigned, unsigned> AtomicExceptions = {
    {322, 15}, {362, 23}, {367, 13}};

TEST(Replay, GlobalAtomicSectors) {
  unsigned Checked = 0, Exact = 0;
  std::map<unsigned, unsigned> Off;
  for (const MeasuredRow &Row :
       readRows("global_random_sm90.tsv", "hardware_sectors")) {
    if (Row.Op != "atomic" && Row.Op != "reduction")
      continue;
    ++Checked;
    const unsigned Model = globalAtomicSectors(hopper(), Row.Lanes);
    if (Model == Row.Hardware) {
      ++Exact;
      continue;
    }
    Off[Row.Number] = Row.Hardware;
    EXPECT_EQ(Model + 1, Row.Hardware) << "row " << Row.Number;
  }
  EXPECT_EQ(Checked, 180u);
  EXPECT_EQ(Exact, 177u);
  EXPECT_EQ(Off, AtomicExceptions);
}

//===----------------------------------------------------------------------===//
// The probes' kernels, figures per request (measured_sm90.json)
//===----------------------------------------------------------------------===//

TEST(Measured, GlobalSectors) {
  EXPECT_EQ(sectors(lanes(4, [](int T) { return T; })), 4u);      // g_unit
  EXPECT_EQ(sectors(lanes(4, [](int T) { return 2 * T; })), 8u);  // g_stride2
  EXPECT_EQ(sectors(lanes(4, [](int T) { return 3 * T; })), 12u); // g_ldg
  EXPECT_EQ(sectors(lanes(4, [](int T) { return 8 * T; })), 32u); // g_stride
  EXPECT_EQ(sectors(lanes(4, [](int T) { return T + 1; })), 5u);  // g_off1
  EXPECT_EQ(sectors(lanes(4, [](int T) { return T + 8; })), 4u);  // g_off
  EXPECT_EQ(sectors(lanes(4, [](int) { return 7; })), 1u);        // g_bcast
  EXPECT_EQ(sectors(lanes(4, [](int T) { return 6 * T; })), 24u); // g_aos
  EXPECT_EQ(sectors(lanes(4, [](int T) { return 4 * T; })), 16u); // g_aos4x
  EXPECT_EQ(sectors(lanes(4, [](int T) { return 3 * T + 2; })), 12u); // g_f3
  EXPECT_EQ(sectors(lanes(16, [](int T) { return T; })), 16u);        // g_f4
  EXPECT_EQ(sectors(lanes(8, [](int T) { return T; })), 8u);          // g_d
  EXPECT_EQ(sectors(lanes(1, [](int T) { return T; })), 1u);          // g_char
  EXPECT_EQ(sectors(lanes(4, [](int T) { return 65535 - T; })), 4u);  // g_rev
  EXPECT_EQ(sectors(lanes(4, [](int T) { return 64 * T; })), 32u); // transpose
  EXPECT_EQ(sectors(lanes(4, [](int T) { return 37 * T % 4096; })),
            32u); // g_scatter
  // g_row16: a 16x16 block on rows of 64 floats.
  EXPECT_EQ(sectors(lanes(4, [](int T) { return T / 16 * 64 + T % 16; })), 4u);
  // g_half: lanes 0 to 19.
  EXPECT_EQ(sectors(lanes(4, [](int T) { return T; }, 0xfffff)), 3u);
  // g_atomic, g_atomic_ret: no two lanes meet.
  EXPECT_EQ(
      globalAtomicSectors(hopper(), lanes(4, [](int T) { return 2 * T; })), 8u);
}

TEST(Measured, GlobalIdeal) {
  auto Ideal = [](const LaneAddresses &L) { return idealSectors(hopper(), L); };
  EXPECT_EQ(Ideal(lanes(4, [](int T) { return 8 * T; })), 4u);      // g_stride
  EXPECT_EQ(Ideal(lanes(4, [](int T) { return T + 1; })), 4u);      // g_off1
  EXPECT_EQ(Ideal(lanes(4, [](int) { return 7; })), 1u);            // g_bcast
  EXPECT_EQ(Ideal(lanes(16, [](int T) { return T; })), 16u);        // g_f4
  EXPECT_EQ(Ideal(lanes(8, [](int T) { return T; })), 8u);          // g_d
  EXPECT_EQ(Ideal(lanes(1, [](int T) { return T; })), 1u);          // g_char
  EXPECT_EQ(Ideal(lanes(4, [](int T) { return T; }, 0xfffff)), 3u); // g_half
}

TEST(Measured, SharedNarrowLoads) {
  EXPECT_EQ(loads(lanes(4, [](int T) { return T; })), 1u);       // s_unit
  EXPECT_EQ(loads(lanes(4, [](int T) { return 2 * T; })), 2u);   // s_str2
  EXPECT_EQ(loads(lanes(4, [](int T) { return 3 * T; })), 1u);   // s_str3
  EXPECT_EQ(loads(lanes(4, [](int T) { return 32 * T; })), 32u); // s_str32
  EXPECT_EQ(loads(lanes(4, [](int T) { return 33 * T; })), 1u);  // s_str33
  EXPECT_EQ(loads(lanes(4, [](int) { return 5; })), 1u);         // s_bcast
  EXPECT_EQ(loads(lanes(1, [](int T) { return T; })), 1u);       // s_char
  EXPECT_EQ(loads(lanes(1, [](int T) { return 4 * T + T / 8; })),
            1u);                                               // s_char4
  EXPECT_EQ(loads(lanes(2, [](int T) { return T; })), 1u);     // h_1
  EXPECT_EQ(loads(lanes(2, [](int T) { return 2 * T; })), 1u); // h_2
  EXPECT_EQ(loads(lanes(2, [](int T) { return 4 * T; })), 2u); // h_4
  EXPECT_EQ(loads(lanes(4, [](int T) { return 32 * T + (T ^ 5); })),
            1u);                                                      // i_xor
  EXPECT_EQ(loads(lanes(4, [](int T) { return T % 8 * 32; })), 8u);   // i_oct
  EXPECT_EQ(loads(lanes(4, [](int T) { return 4095 - 4 * T; })), 4u); // i_revd
  EXPECT_EQ(loads(lanes(4, [](int T) { return 3 * T + 1; })), 1u);    // s_f3
  // async4's read-back: s[(255 - t) * 32].
  EXPECT_EQ(loads(lanes(4, [](int T) { return (255 - T) * 32; })), 32u);
}

TEST(Measured, SharedTiles) {
  auto Column = [](int Width, int Pitch) {
    return [=](int T) { return T % Width * Pitch + T / Width; };
  };
  auto Row = [](int Width, int Pitch) {
    return [=](int T) { return T / Width * Pitch + T % Width; };
  };
  EXPECT_EQ(loads(lanes(4, Column(32, 32))), 32u); // s_col
  EXPECT_EQ(loads(lanes(4, Column(32, 33))), 1u);  // s_colpad
  EXPECT_EQ(stores(lanes(4, Row(16, 16))), 1u);    // s_col16
  EXPECT_EQ(loads(lanes(4, Column(16, 16))), 8u);
  EXPECT_EQ(stores(lanes(4, Row(16, 17))), 2u); // s_col16pad, both ways
  EXPECT_EQ(loads(lanes(4, Column(16, 17))), 2u);
  EXPECT_EQ(stores(lanes(4, Row(16, 18))), 2u); // not measured, by hand
  EXPECT_EQ(loads(lanes(4, Column(16, 18))), 1u);
}

TEST(Measured, SharedDoubleLoads) {
  EXPECT_EQ(loads(lanes(8, [](int T) { return T; })), 2u);      // s_d1
  EXPECT_EQ(loads(lanes(8, [](int T) { return 2 * T; })), 4u);  // s_d2
  EXPECT_EQ(loads(lanes(8, [](int T) { return T / 2; })), 1u);  // d_pair
  EXPECT_EQ(loads(lanes(8, [](int) { return 3; })), 1u);        // d_same
  EXPECT_EQ(loads(lanes(8, [](int T) { return T % 16; })), 2u); // d_halves
  EXPECT_EQ(loads(lanes(8, [](int T) { return T < 16 ? T : 31 - T; })),
            2u);                                               // d_halves_rev
  EXPECT_EQ(loads(lanes(8, [](int T) { return T / 4; })), 1u); // d_quarter
  EXPECT_EQ(loads(lanes(8, [](int T) { return T % 16 * 16; })),
            32u); // s_d_half
  EXPECT_EQ(loads(lanes(8, [](int T) { return T % 16 * 16 + T / 16; })),
            32u); // s_f2s
  // d_2addr: the source page says 4; the hardware counter follows rule P.
  EXPECT_EQ(loads(lanes(8, [](int T) { return T % 2 * 16; })), 2u);
}

TEST(Measured, SharedFloat4Loads) {
  EXPECT_EQ(loads(lanes(16, [](int T) { return T; })), 4u);       // s_f4
  EXPECT_EQ(loads(lanes(16, [](int T) { return 2 * T; })), 8u);   // s_f4s2
  EXPECT_EQ(loads(lanes(16, [](int) { return 3; })), 2u);         // f4_same
  EXPECT_EQ(loads(lanes(16, [](int T) { return T / 2; })), 2u);   // f4_pair
  EXPECT_EQ(loads(lanes(16, [](int T) { return T / 4; })), 2u);   // f4_quad
  EXPECT_EQ(loads(lanes(16, [](int T) { return T / 8; })), 2u);   // f4_oct
  EXPECT_EQ(loads(lanes(16, [](int T) { return T % 8; })), 4u);   // f4_mod8
  EXPECT_EQ(loads(lanes(16, [](int T) { return T % 4; })), 4u);   // f4_mod4
  EXPECT_EQ(loads(lanes(16, [](int T) { return T % 2; })), 2u);   // f4_mod2
  EXPECT_EQ(loads(lanes(16, [](int T) { return 511 - T; })), 4u); // f4_rev
  EXPECT_EQ(loads(lanes(16, [](int T) { return T / 2 + 16 * (T % 2); })),
            8u); // f4_evenodd
  EXPECT_EQ(loads(lanes(16, [](int T) { return T % 4 * 8; })), 16u); // s_f4bc
  // f4_2addr: the source page says 8; the hardware counter follows rule P.
  EXPECT_EQ(loads(lanes(16, [](int T) { return T % 2 * 8; })), 4u);
}

TEST(Measured, SharedStores) {
  EXPECT_EQ(stores(lanes(4, [](int T) { return T; })), 1u);       // s_unit
  EXPECT_EQ(stores(lanes(8, [](int T) { return T; })), 2u);       // s_d1
  EXPECT_EQ(stores(lanes(16, [](int T) { return T; })), 4u);      // s_f4
  EXPECT_EQ(stores(lanes(1, [](int T) { return T; })), 1u);       // s_char
  EXPECT_EQ(stores(lanes(4, [](int T) { return T % 4; })), 1u);   // st_same
  EXPECT_EQ(stores(lanes(4, [](int T) { return 32 * T; })), 32u); // st_conf
  // reduce_mod: s[2 * w * t], the first iterations.
  EXPECT_EQ(stores(lanes(4, [](int T) { return 2 * T; })), 2u);
  EXPECT_EQ(stores(lanes(4, [](int T) { return 4 * T; })), 4u);
}

TEST(Measured, SharedAtomics) {
  EXPECT_EQ(atomics(lanes(4, [](int T) { return 32 * T; })), 32u); // at_conf
  EXPECT_EQ(atomics(lanes(4, [](int) { return 0; }, 1)), 1u);      // at_same
  const LaneAddresses OneWord = lanes(4, [](int) { return 1; });
  EXPECT_EQ(sharedWavefronts(hopper(), OneWord, SharedOp::Increment),
            1u);                    // s_hist
  EXPECT_EQ(atomics(OneWord), 32u); // Lanes of one word wait for each other.
  EXPECT_EQ(sharedWavefronts(hopper(), OneWord, SharedOp::CompareSwap), 64u);
}

TEST(Measured, MatrixLoads) {
  auto Ldmatrix = [](uint64_t PitchBytes, unsigned Matrices) {
    LaneAddresses L;
    for (unsigned Lane = 0; Lane < 32; ++Lane)
      L.Byte[Lane] = Lane * PitchBytes;
    return matrixWavefronts(hopper(), L, Matrices);
  };
  // ldmat, its three launches.
  EXPECT_EQ(Ldmatrix(16, 4), 4u);
  EXPECT_EQ(Ldmatrix(128, 4), 32u);
  EXPECT_EQ(Ldmatrix(144, 4), 4u);
  // Not measured, by the rule: fewer matrices, rows in two and four places.
  EXPECT_EQ(Ldmatrix(128, 1), 8u);
  EXPECT_EQ(Ldmatrix(128, 2), 16u);
  EXPECT_EQ(Ldmatrix(64, 4), 16u);
  EXPECT_EQ(Ldmatrix(32, 2), 4u);
}

// The three measured pitches cost the same with all 32 rows in one pass, so
// that the matrices take their passes apart is the rule's word alone.
TEST(Passes, MatricesApart) {
  LaneAddresses Columns; // Matrix M: eight rows in the banks 4M to 4M + 3.
  LaneAddresses Shared;  // All matrices are the same eight rows.
  for (unsigned Lane = 0; Lane < 32; ++Lane) {
    Columns.Byte[Lane] = Lane % 8 * 128 + Lane / 8 * 16;
    Shared.Byte[Lane] = Lane % 8 * 16;
  }
  EXPECT_EQ(matrixWavefronts(hopper(), Columns, 4), 32u);
  EXPECT_EQ(matrixWavefronts(hopper(), Columns, 1), 8u);
  EXPECT_EQ(matrixWavefronts(hopper(), Shared, 4), 4u);
  Shared.WidthBytes = 4; // A row is 16 bytes, whatever the lanes say.
  EXPECT_EQ(matrixWavefronts(hopper(), Shared, 4), 4u);
  Shared.Active = 0xff; // Idle matrices do not count.
  EXPECT_EQ(matrixWavefronts(hopper(), Shared, 4), 1u);
}

/// idc__requests.sum of a launch of four warps. LaunchOverhead is what the
/// counter holds beyond the rule's requests, for each warp. It is no constant:
/// 2 in most kernels, 1 in c_lane and c_loopdiv, 3 in c_k; the cause is open.
unsigned idcRequests(const LaneAddresses &L, unsigned LaunchOverhead) {
  return 4 * (constantRequests(L) + LaunchOverhead);
}

TEST(Measured, ConstantRequests) {
  auto Far = [](int Lanes) {
    return lanes(4, [=](int T) { return T % Lanes * 64; });
  };
  EXPECT_EQ(idcRequests(Far(2), 2), 16u);   // c_d2
  EXPECT_EQ(idcRequests(Far(4), 2), 24u);   // c_d4
  EXPECT_EQ(idcRequests(Far(8), 2), 40u);   // c_d8
  EXPECT_EQ(idcRequests(Far(16), 2), 72u);  // c_d16
  EXPECT_EQ(idcRequests(Far(32), 2), 136u); // c_d32
  EXPECT_EQ(idcRequests(lanes(4, [](int T) { return T / 2; }), 2),
            72u); // c_pair
  EXPECT_EQ(idcRequests(lanes(4, [](int T) { return T % 4; }), 2),
            24u); // c_d4near
  EXPECT_EQ(idcRequests(lanes(16, [](int T) { return T; }), 2), 264u); // c_f4
  EXPECT_EQ(idcRequests(lanes(4, [](int T) { return T; }), 1), 132u);  // c_lane
  EXPECT_EQ(idcRequests(lanes(4, [](int) { return 9; }), 3), 16u);     // c_k
  // c_loopdiv: 64 iterations.
  EXPECT_EQ(4 * (64 * constantRequests(lanes(4, [](int T) { return T; })) + 1),
            8196u);
}

TEST(Measured, ConstantPieces) {
  EXPECT_EQ(constantRequests(lanes(16, [](int) { return 1; })), 2u);
  EXPECT_EQ(constantRequests(lanes(8, [](int T) { return T; })), 32u);
  EXPECT_EQ(constantRequests(lanes(8, [](int T) { return T; }, 0xff)), 8u);
  EXPECT_EQ(constantRequests(lanes(4, [](int T) { return T; }, 0)), 0u);
}

//===----------------------------------------------------------------------===//
// Oracle: enumerate every byte of every lane
//===----------------------------------------------------------------------===//

std::set<uint64_t> bytesOf(const LaneAddresses &L, int From, int To) {
  std::set<uint64_t> Bytes;
  for (int Lane = From; Lane < To; ++Lane)
    if (L.Active & (1u << Lane))
      for (unsigned Byte = 0; Byte < L.WidthBytes; ++Byte)
        Bytes.insert(L.Byte[Lane] + Byte);
  return Bytes;
}

/// Each wavefront takes from every bank at most one of the words still wanted.
unsigned oracleWavefronts(const LaneAddresses &L, int From, int To) {
  std::set<std::pair<uint64_t, uint64_t>> Wanted; // (bank, word)
  for (uint64_t Byte : bytesOf(L, From, To))
    Wanted.insert({Byte / 4 % 32, Byte / 4});
  unsigned Wavefronts = 0;
  for (; !Wanted.empty(); ++Wavefronts)
    for (uint64_t Bank = 0; Bank < 32; ++Bank) {
      auto Word = Wanted.lower_bound({Bank, 0});
      if (Word != Wanted.end() && Word->first == Bank)
        Wanted.erase(Word);
    }
  return Wavefronts;
}

/// Rule P by the sets of elements that the pairs (Lane, Lane + Distance) read.
bool oraclePaired(const LaneAddresses &L, int Distance) {
  for (int Lane = 0; Lane < 32; ++Lane) {
    if (Lane / Distance % 2 != 0)
      continue;
    std::set<uint64_t> Elements;
    for (int Member : {Lane, Lane + Distance})
      if (L.Active & (1u << Member))
        Elements.insert(L.Byte[Member]);
    if (Elements.size() > 1)
      return false;
  }
  return true;
}

int oraclePassLanes(const LaneAddresses &L, SharedOp Op) {
  const bool Merge =
      Op == SharedOp::Load && (oraclePaired(L, 1) || oraclePaired(L, 2));
  switch (L.WidthBytes) {
  case 16:
    return Merge ? 16 : 8;
  case 8:
    return Merge ? 32 : 16;
  default:
    return 32;
  }
}

unsigned oracleShared(const LaneAddresses &L, SharedOp Op) {
  const int Step = oraclePassLanes(L, Op);
  unsigned Sum = 0;
  for (int From = 0; From < 32; From += Step)
    Sum += oracleWavefronts(L, From, From + Step);
  return Sum;
}

unsigned oraclePasses(const LaneAddresses &L, SharedOp Op) {
  const int Step = oraclePassLanes(L, Op);
  unsigned Passes = 0;
  for (int From = 0; From < 32; From += Step)
    Passes += !bytesOf(L, From, From + Step).empty();
  return Passes;
}

unsigned oracleSectors(const LaneAddresses &L) {
  std::set<uint64_t> Sectors;
  for (uint64_t Byte : bytesOf(L, 0, 32))
    Sectors.insert(Byte / 32);
  return Sectors.size();
}

/// Sector S is fetched once for every pass that has a lane in it; the k-th lane
/// of an address is in pass k.
unsigned oracleAtomicSectors(const LaneAddresses &L) {
  std::map<uint64_t, unsigned> LanesOfAddress;
  std::set<std::pair<unsigned, uint64_t>> PassAndSector;
  for (int Lane = 0; Lane < 32; ++Lane)
    if (L.Active & (1u << Lane)) {
      const unsigned Pass = LanesOfAddress[L.Byte[Lane]]++;
      for (unsigned Byte = 0; Byte < L.WidthBytes; ++Byte)
        PassAndSector.insert({Pass, (L.Byte[Lane] + Byte) / 32});
    }
  return PassAndSector.size();
}

unsigned oracleConstant(const LaneAddresses &L) {
  std::set<std::pair<uint64_t, unsigned>> Requests; // (address, piece)
  for (int Lane = 0; Lane < 32; ++Lane)
    if (L.Active & (1u << Lane))
      for (unsigned Byte = 0; Byte < L.WidthBytes; ++Byte)
        Requests.insert({L.Byte[Lane], Byte / 8});
  return Requests.size();
}

/// Compares every counting function on L; shared and constant memory too.
void expectLikeOracle(const LaneAddresses &L) {
  for (SharedOp Op : {SharedOp::Load, SharedOp::Store, SharedOp::Increment}) {
    ASSERT_EQ(sharedWavefronts(hopper(), L, Op), oracleShared(L, Op))
        << "op " << static_cast<int>(Op);
    ASSERT_EQ(sharedPasses(L, Op), oraclePasses(L, Op))
        << "op " << static_cast<int>(Op);
  }
  const unsigned Bytes = bytesOf(L, 0, 32).size();
  ASSERT_EQ(sectors(L), oracleSectors(L));
  ASSERT_EQ(globalAtomicSectors(hopper(), L), oracleAtomicSectors(L));
  ASSERT_EQ(distinctBytes(L), Bytes);
  ASSERT_EQ(idealSectors(hopper(), L), Bytes / 32 + (Bytes % 32 != 0));
  ASSERT_LE(idealSectors(hopper(), L), sectors(L));
  ASSERT_EQ(constantRequests(L), oracleConstant(L));
}

constexpr unsigned Widths[] = {1, 2, 4, 8, 16};
constexpr uint32_t Masks[] = {
    0xffffffffu, 0x0000ffffu, 0xffff0000u, 0x55555555u, 0x000fffffu,
    0x80000001u, 0x00ff00ffu, 0x66666666u, 1u,          0u};

TEST(Oracle, StridesWidthsAndMasks) {
  for (unsigned Width : Widths)
    for (int Stride = -33; Stride <= 33; ++Stride)
      for (uint32_t Mask : Masks)
        for (uint64_t Base : {4096, 4100, 4097}) {
          SCOPED_TRACE(testing::Message()
                       << Width << " bytes, stride " << Stride << ", mask "
                       << Mask << ", base " << Base);
          expectLikeOracle(
              lanes(Width, [=](int T) { return Stride * T; }, Mask, Base));
        }
}

TEST(Oracle, Blocks) {
  for (unsigned Width : Widths)
    for (int BlockX : {2, 4, 8, 16, 20, 32})
      for (int Pitch = BlockX; Pitch <= BlockX + 4; ++Pitch)
        for (uint32_t Mask : Masks) {
          SCOPED_TRACE(testing::Message()
                       << Width << " bytes, " << BlockX << " wide, pitch "
                       << Pitch << ", mask " << Mask);
          expectLikeOracle(lanes(
              Width, [=](int T) { return T / BlockX * Pitch + T % BlockX; },
              Mask));
          expectLikeOracle(lanes(
              Width, [=](int T) { return T % BlockX * Pitch + T / BlockX; },
              Mask));
        }
}

TEST(Oracle, BroadcastsAndSwizzles) {
  for (unsigned Width : Widths)
    for (int Shift = 0; Shift <= 5; ++Shift)
      for (int Scale : {1, 2, 8, 16, 32})
        for (uint32_t Mask : Masks) {
          SCOPED_TRACE(testing::Message()
                       << Width << " bytes, shift " << Shift << ", scale "
                       << Scale << ", mask " << Mask);
          expectLikeOracle(
              lanes(Width, [=](int T) { return (T >> Shift) * Scale; }, Mask));
          expectLikeOracle(lanes(
              Width, [=](int T) { return T % (1 << Shift) * Scale; }, Mask));
          expectLikeOracle(lanes(
              Width, [=](int T) { return T * Scale + (T ^ Shift); }, Mask));
          expectLikeOracle(lanes(
              Width, [=](int T) { return (T & ~(1 << Shift)) * Scale; }, Mask));
        }
}

TEST(Oracle, RandomPatternsUnalignedToo) {
  std::mt19937 Random(20261130);
  for (int Trial = 0; Trial < 20000; ++Trial) {
    LaneAddresses L;
    L.WidthBytes = Widths[Random() % 5];
    L.Active =
        Trial % 3 == 0 ? ~0u : Random() | (Trial % 3 == 1 ? 0 : Random());
    const unsigned Span = 16u << Random() % 10;
    const unsigned Merge = Random() % 4; // lanes that read alike, for rule P
    const bool Aligned = Random() % 2;
    for (unsigned Lane = 0; Lane < 32; ++Lane) {
      const uint64_t Address = Random() % Span;
      L.Byte[Lane] = Aligned ? Address / L.WidthBytes * L.WidthBytes : Address;
    }
    for (unsigned Lane = 0; Lane < 32; ++Lane)
      L.Byte[Lane] = L.Byte[Lane & ~Merge];
    SCOPED_TRACE(testing::Message() << "trial " << Trial);
    expectLikeOracle(L);
  }
}

TEST(Oracle, AddressesBelowAnUnknownBase) {
  for (unsigned Width : Widths)
    for (int Offset = -40; Offset <= 0; ++Offset) {
      SCOPED_TRACE(testing::Message() << Width << " bytes, from " << Offset);
      expectLikeOracle(lanes(
          Width, [=](int T) { return T; }, ~0u,
          static_cast<uint64_t>(int64_t{Offset})));
    }
}

//===----------------------------------------------------------------------===//
// Closed forms
//===----------------------------------------------------------------------===//

// A stride S shares banks between lanes as gcd(S, lanes that span the banks).
TEST(ClosedForm, SharedStrides) {
  for (int Stride = 1; Stride <= 33; ++Stride) {
    SCOPED_TRACE(Stride);
    auto At = [=](int T) { return Stride * T; };
    const unsigned Word = std::gcd(Stride, 32), Double = std::gcd(Stride, 16),
                   Float4 = std::gcd(Stride, 8);
    EXPECT_EQ(loads(lanes(4, At)), Word);
    EXPECT_EQ(stores(lanes(4, At)), Word);
    EXPECT_EQ(atomics(lanes(4, At)), Word);
    EXPECT_EQ(loads(lanes(8, At)), 2 * Double);
    EXPECT_EQ(stores(lanes(8, At)), 2 * Double);
    EXPECT_EQ(loads(lanes(16, At)), 4 * Float4);
    EXPECT_EQ(stores(lanes(16, At)), 4 * Float4);
  }
}

TEST(ClosedForm, GlobalStrides) {
  for (int Stride = 1; Stride <= 33; ++Stride) {
    SCOPED_TRACE(Stride);
    auto At = [=](int T) { return Stride * T; };
    EXPECT_EQ(sectors(lanes(4, At)), Stride < 8 ? 4u * Stride : 32u);
    EXPECT_EQ(sectors(lanes(8, At)), Stride < 4 ? 8u * Stride : 32u);
    EXPECT_EQ(sectors(lanes(16, At)), Stride < 2 ? 16u : 32u);
  }
}

TEST(ClosedForm, AtomicsOnOneAddress) {
  auto Same = [](int) { return 5; };
  auto PerPair = [](int T) { return T / 2; };
  EXPECT_EQ(globalAtomicSectors(hopper(), lanes(4, Same)), 32u);
  EXPECT_EQ(globalAtomicSectors(hopper(), lanes(4, Same, 0xf0)), 4u);
  EXPECT_EQ(globalAtomicSectors(hopper(), lanes(4, PerPair)), 4u);
  EXPECT_EQ(sectors(lanes(4, Same)), 1u);
}

//===----------------------------------------------------------------------===//
// Rule P, passes, masks and alignment
//===----------------------------------------------------------------------===//

TEST(Passes, FullWarp) {
  auto Unit = [](int T) { return T; };
  auto Pairs = [](int T) { return T & ~1; };
  auto Alternate = [](int T) { return T & ~2; };
  auto Fours = [](int T) { return T & ~4; };
  for (unsigned Width : {1u, 2u, 4u})
    for (SharedOp Op : {SharedOp::Load, SharedOp::Store, SharedOp::Increment})
      EXPECT_EQ(sharedPasses(lanes(Width, Unit), Op), 1u);
  EXPECT_EQ(sharedPasses(lanes(8, Unit), SharedOp::Load), 2u);
  EXPECT_EQ(sharedPasses(lanes(16, Unit), SharedOp::Load), 4u);
  for (const IndexOf &Paired : {IndexOf(Pairs), IndexOf(Alternate)}) {
    EXPECT_EQ(sharedPasses(lanes(8, Paired), SharedOp::Load), 1u);
    EXPECT_EQ(sharedPasses(lanes(16, Paired), SharedOp::Load), 2u);
    EXPECT_EQ(sharedPasses(lanes(8, Paired), SharedOp::Store), 2u);
    EXPECT_EQ(sharedPasses(lanes(16, Paired), SharedOp::Store), 4u);
    EXPECT_EQ(sharedPasses(lanes(8, Paired), SharedOp::Atomic), 2u);
  }
  EXPECT_EQ(sharedPasses(lanes(8, Fours), SharedOp::Load), 2u);
  EXPECT_EQ(sharedPasses(lanes(16, Fours), SharedOp::Load), 4u);
}

TEST(Passes, OneOddPairUndoesTheWholeWarp) {
  auto OddAtTheEnd = [](int T) { return T == 31 ? 99 : T & ~1; };
  EXPECT_EQ(sharedPasses(lanes(8, OddAtTheEnd), SharedOp::Load), 2u);
  EXPECT_EQ(sharedPasses(lanes(16, OddAtTheEnd), SharedOp::Load), 4u);
  // ... unless its lane is masked off.
  EXPECT_EQ(sharedPasses(lanes(8, OddAtTheEnd, 0x7fffffff), SharedOp::Load),
            1u);
  // Half the pairs at distance 1 and half at distance 2 do not do.
  auto Mixed = [](int T) { return T < 8 ? T & ~1 : T & ~2; };
  EXPECT_EQ(sharedPasses(lanes(16, Mixed), SharedOp::Load), 4u);
}

TEST(Passes, IdlePassesAreNotCounted) {
  auto Unit = [](int T) { return T; };
  EXPECT_EQ(sharedPasses(lanes(8, Unit, 0x0000ffff), SharedOp::Load), 1u);
  EXPECT_EQ(sharedPasses(lanes(16, Unit, 0x00ff00ff), SharedOp::Load), 2u);
  EXPECT_EQ(sharedPasses(lanes(16, Unit, 0), SharedOp::Store), 0u);
  EXPECT_EQ(stores(lanes(16, Unit, 0)), 0u);
  // Every other lane: each lane's partner is inactive, so P holds.
  EXPECT_EQ(sharedPasses(lanes(8, Unit, 0x55555555), SharedOp::Load), 1u);
  EXPECT_EQ(sharedPasses(lanes(16, Unit, 0x55555555), SharedOp::Load), 2u);
}

TEST(Lanes, NoneActive) {
  const LaneAddresses L = lanes(4, [](int T) { return T; }, 0);
  EXPECT_EQ(sectors(L), 0u);
  EXPECT_EQ(globalAtomicSectors(hopper(), L), 0u);
  EXPECT_EQ(idealSectors(hopper(), L), 0u);
  EXPECT_EQ(distinctBytes(L), 0u);
  EXPECT_EQ(loads(L), 0u);
  EXPECT_EQ(matrixWavefronts(hopper(), L, 4), 0u);
  EXPECT_EQ(misalignedLanes(L), 0u);
}

TEST(Lanes, StraddlingAccesses) {
  // One lane, 16 bytes from byte 24: two sectors, and five words from byte 2.
  EXPECT_EQ(sectors(lanes(16, [](int) { return 0; }, 1, 24)), 2u);
  EXPECT_EQ(
      idealSectors(hopper(), lanes(16, [](int) { return 0; }, 1, 24)), 1u);
  // 32 unaligned words: 33 words in 32 banks.
  EXPECT_EQ(loads(lanes(4, [](int T) { return T; }, ~0u, 2)), 2u);
  // Overlapping accesses count each byte once.
  LaneAddresses Overlap;
  Overlap.Active = 3;
  Overlap.WidthBytes = 8;
  Overlap.Byte = {0, 3};
  EXPECT_EQ(distinctBytes(Overlap), 11u);
}

TEST(Lanes, Misaligned) {
  auto Unit = [](int T) { return T; };
  EXPECT_EQ(misalignedLanes(lanes(4, Unit)), 0u);
  EXPECT_EQ(misalignedLanes(lanes(1, Unit, ~0u, 3)), 0u);
  EXPECT_EQ(misalignedLanes(lanes(4, Unit, ~0u, 2)), 0xffffffffu);
  EXPECT_EQ(misalignedLanes(lanes(8, Unit, 0xf0f, 4)), 0xf0fu);
  // A float index used for float4: every lane but each fourth one.
  LaneAddresses L;
  L.WidthBytes = 16;
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    L.Byte[Lane] = 4 * Lane;
  EXPECT_EQ(misalignedLanes(L), 0xeeeeeeeeu);
}

} // namespace
