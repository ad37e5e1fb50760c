//===- PatternRows.cpp - Reads the recorded patterns ----------------------===//
// See PatternRows.h.
//===----------------------------------------------------------------------===//
#include "PatternRows.h"
#include <bit>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace warptidy {

static uint64_t hex(const std::string &Digits) {
  return std::stoull(Digits, nullptr, 16);
}

/// "BASE+DIGITS": equally many digits for each active lane.
static LaneAddresses parseLanes(const std::string &Text, uint32_t Active,
                                unsigned WidthBytes) {
  LaneAddresses L;
  L.WidthBytes = WidthBytes;
  L.Active = Active;
  const size_t Plus = Text.find('+');
  const unsigned Lanes = static_cast<unsigned>(std::popcount(Active));
  if (Plus == std::string::npos || Lanes == 0) {
    EXPECT_EQ(Text, "+");
    return L;
  }
  const uint64_t Low = hex(Text.substr(0, Plus));
  const std::string Digits = Text.substr(Plus + 1);
  const size_t Each = Digits.size() / Lanes;
  EXPECT_EQ(Each * Lanes, Digits.size()) << Text;
  size_t At = 0;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (Active >> Lane & 1) {
      L.Byte[Lane] = (Low + hex(Digits.substr(At, Each))) * WidthBytes;
      At += Each;
    }
  return L;
}

static PatternRow parseRow(const std::string &Line, const std::string &Op,
                           unsigned WidthBytes) {
  std::istringstream Fields(Line);
  PatternRow Row;
  Row.Op = Op;
  std::string Mask, Addresses, Counter;
  Fields >> Mask >> Addresses;
  const auto Active = static_cast<uint32_t>(hex(Mask));
  Row.Lanes = parseLanes(Addresses, Active, WidthBytes);
  if (Op.rfind("copy ", 0) == 0) {
    Fields >> Addresses;
    Row.Source = parseLanes(Addresses, Active, WidthBytes);
  }
  while (Fields >> Counter)
    Row.Counters.push_back(Counter == "-"
                               ? std::nullopt
                               : std::optional<unsigned>(std::stoul(Counter)));
  return Row;
}

std::vector<PatternRow> readPatternRows(const std::string &File) {
  std::ifstream In(std::string(WARPTIDY_TEST_DATA_DIR) + "/" + File);
  EXPECT_TRUE(In.good()) << File;
  std::vector<PatternRow> Rows;
  std::string Op;
  unsigned WidthBytes = 0, Number = 0;
  for (std::string Line; std::getline(In, Line);) {
    ++Number;
    if (Line.empty() || Line[0] == '#')
      continue;
    if (Line[0] == '=') {
      std::istringstream Fields(Line);
      std::string Sign, Kind, Name;
      Fields >> Sign >> Kind >> Name >> WidthBytes;
      Op = Kind + " " + Name;
      continue;
    }
    Rows.push_back(parseRow(Line, Op, WidthBytes));
    Rows.back().Line = Number;
  }
  return Rows;
}

} // namespace warptidy
