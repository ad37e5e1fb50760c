//===- LaneMap.cpp - Where the lanes of a request go ----------------------===//
// See LaneMap.h.
//===----------------------------------------------------------------------===//
#include "report/LaneMap.h"
#include "model/SharedPasses.h"
#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <set>

namespace warptidy {
namespace {

bool isActive(uint32_t Lanes, unsigned Lane) { return Lanes >> Lane & 1; }

/// Below an unknown base lie addresses that are negative.
int64_t blockOf(uint64_t Byte, int64_t Bytes) {
  const auto Signed = static_cast<int64_t>(Byte);
  return Signed / Bytes - (Signed % Bytes < 0);
}

/// The lanes of each touched byte.
std::map<int64_t, uint32_t> lanesOfBytes(const LaneAddresses &L) {
  std::map<int64_t, uint32_t> Out;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (isActive(L.Active, Lane))
      for (unsigned B = 0; B < L.WidthBytes; ++B)
        Out[static_cast<int64_t>(L.Byte[Lane] + B)] |= 1u << Lane;
  return Out;
}

void addByte(TouchedSector &S, unsigned At, uint32_t Lanes, bool ByLanes) {
  ++S.UsedBytes;
  S.Lanes |= Lanes;
  if (!S.Runs.empty()) {
    SectorRun &Last = S.Runs.back();
    if (Last.First + Last.Bytes == At && (!ByLanes || Last.Lanes == Lanes)) {
      ++Last.Bytes;
      Last.Lanes |= Lanes;
      return;
    }
  }
  S.Runs.push_back({At, 1, Lanes});
}

} // namespace

std::vector<TouchedSector> touchedSectors(const LaneAddresses &L,
                                          const ArchInfo &Arch) {
  std::vector<TouchedSector> Out;
  const std::map<int64_t, uint32_t> Bytes = lanesOfBytes(L);
  if (Bytes.empty())
    return Out;
  const int64_t Size = Arch.SectorBytes;
  const int64_t Start =
      blockOf(static_cast<uint64_t>(Bytes.begin()->first), Arch.LineBytes) *
      Arch.LineBytes;
  for (const auto &[Byte, Lanes] : Bytes) {
    const int64_t Number = (Byte - Start) / Size;
    if (Out.empty() || Out.back().Number != Number)
      Out.push_back({Number, {}, 0, 0});
    addByte(Out.back(), static_cast<unsigned>((Byte - Start) % Size), Lanes,
            L.WidthBytes >= 4);
  }
  return Out;
}

unsigned BankMap::wavefronts() const {
  unsigned Sum = 0;
  for (const BankPass &P : Passes)
    Sum += RowWavefronts * static_cast<unsigned>(P.Rows.size());
  return Sum;
}

/// Puts what a lane does with a word into its bank's column.
static void addWord(BankPass &Pass, std::map<unsigned, unsigned> &Heights,
                    BankCell Cell, bool Merge) {
  if (Merge)
    for (std::vector<BankCell> &Row : Pass.Rows)
      for (BankCell &Other : Row)
        if (Other.Bank == Cell.Bank && Other.Word == Cell.Word) {
          Other.Lanes |= Cell.Lanes;
          return;
        }
  const unsigned Height = Heights[Cell.Bank]++;
  if (Height == Pass.Rows.size())
    Pass.Rows.emplace_back();
  Pass.Rows[Height].push_back(Cell);
}

BankMap bankMap(const AccessFact &A, const LaneAddresses &L,
                const ArchInfo &Arch) {
  const SharedPasses Passes = sharedPassesOf(A, L);
  BankMap Out;
  Out.RowWavefronts = Passes.Wavefronts;
  Out.LanesMerge = Passes.LanesMerge;
  Out.Adds = Passes.Adds;
  const int64_t Banks = Arch.SharedBanks;
  for (uint32_t Lanes : Passes.Lanes) {
    BankPass Pass{Lanes, {}};
    std::map<unsigned, unsigned> Heights;
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
      if (!isActive(Lanes, Lane))
        continue;
      const int64_t First = blockOf(L.Byte[Lane], Arch.BankBytes);
      // Atomics are counted by the bank of their first word.
      const int64_t Last =
          Passes.LanesMerge
              ? blockOf(L.Byte[Lane] + Passes.WidthBytes - 1, Arch.BankBytes)
              : First;
      for (int64_t Word = First; Word <= Last; ++Word)
        addWord(Pass, Heights,
                {static_cast<unsigned>((Word % Banks + Banks) % Banks), Word,
                 1u << Lane},
                Passes.LanesMerge);
    }
    for (std::vector<BankCell> &Row : Pass.Rows)
      std::sort(
          Row.begin(), Row.end(),
          [](const BankCell &X, const BankCell &Y) { return X.Bank < Y.Bank; });
    Out.Passes.push_back(std::move(Pass));
  }
  return Out;
}

std::string lanesText(uint32_t Lanes) {
  std::string Out;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
    if (!isActive(Lanes, Lane))
      continue;
    unsigned Last = Lane;
    while (Last + 1 < WarpLanes && isActive(Lanes, Last + 1))
      ++Last;
    Out += (Out.empty() ? "" : ", ") + std::to_string(Lane);
    if (Last > Lane)
      Out += "-" + std::to_string(Last);
    Lane = Last;
  }
  return Out;
}

static std::string plural(unsigned Count, const std::string &Word) {
  return std::to_string(Count) + " " + Word + (Count == 1 ? "" : "s");
}

static std::string sectorSentence(const LaneAddresses &L,
                                  const ArchInfo &Arch) {
  unsigned Used = 0;
  std::set<int64_t> Lines;
  const std::vector<TouchedSector> Sectors = touchedSectors(L, Arch);
  for (const TouchedSector &S : Sectors) {
    Used += S.UsedBytes;
    Lines.insert(S.Number * Arch.SectorBytes / Arch.LineBytes);
  }
  const auto Count = static_cast<unsigned>(Sectors.size());
  return plural(static_cast<unsigned>(std::popcount(L.Active)), "lane") +
         " touch " + plural(Count, "sector") + " of " +
         std::to_string(Arch.SectorBytes) + " bytes in " +
         plural(static_cast<unsigned>(Lines.size()), "line") + " of " +
         std::to_string(Arch.LineBytes) + "; " + std::to_string(Used) + " of " +
         std::to_string(Count * Arch.SectorBytes) + " bytes are used";
}

static std::string bankSentence(const AccessFact &A, const LaneAddresses &L,
                                const ArchInfo &Arch) {
  const BankMap Map = bankMap(A, L, Arch);
  std::set<unsigned> Banks;
  size_t Most = 0;
  for (const BankPass &P : Map.Passes) {
    Most = std::max(Most, P.Rows.size());
    for (const auto &Row : P.Rows)
      for (const BankCell &C : Row)
        Banks.insert(C.Bank);
  }
  std::string Text =
      plural(static_cast<unsigned>(std::popcount(L.Active)), "lane") + " use " +
      std::to_string(Banks.size()) + " of " + std::to_string(Arch.SharedBanks) +
      " banks";
  if (Map.Passes.size() > 1)
    Text += " in " + std::to_string(Map.Passes.size()) + " passes";
  Text += "; a bank serves at most " +
          plural(static_cast<unsigned>(Most),
                 Map.LanesMerge ? "different word" : "lane");
  return Text + (Map.Passes.size() > 1 ? " in a pass" : "");
}

std::string laneSentence(const AccessFact &A, const LaneAddresses &L,
                         const ArchInfo &Arch) {
  if (!L.Active)
    return "";
  if (A.Space == AddressSpace::Shared)
    return bankSentence(A, L, Arch);
  return isBySectors(A) ? sectorSentence(L, Arch) : "";
}

static std::string padded(const std::string &Text, size_t Width) {
  return std::string(Width > Text.size() ? Width - Text.size() : 0, ' ') + Text;
}

/// A table with a cell for each lane, eight in a line.
static std::string laneTable(const LaneAddresses &L,
                             const std::function<int64_t(uint64_t)> &Cell) {
  std::array<std::string, WarpLanes> Cells;
  size_t Width = 0;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane) {
    Cells[Lane] =
        isActive(L.Active, Lane) ? std::to_string(Cell(L.Byte[Lane])) : ".";
    Width = std::max(Width, Cells[Lane].size());
  }
  std::string Out;
  for (unsigned Row = 0; Row < WarpLanes; Row += 8) {
    Out += "lanes " + padded(std::to_string(Row), 2) + "-" +
           padded(std::to_string(Row + 7), 2) + ":";
    for (unsigned Lane = Row; Lane < Row + 8; ++Lane)
      Out += " " + padded(Cells[Lane], Width);
    Out += "\n";
  }
  return Out;
}

static std::string bankTable(const LaneAddresses &L, const ArchInfo &Arch) {
  const int64_t Banks = Arch.SharedBanks;
  auto BankOf = [&](uint64_t Byte) {
    return (blockOf(Byte, Arch.BankBytes) % Banks + Banks) % Banks;
  };
  std::map<int64_t, std::set<int64_t>> Words; // By bank.
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (isActive(L.Active, Lane))
      Words[BankOf(L.Byte[Lane])].insert(blockOf(L.Byte[Lane], Arch.BankBytes));
  size_t Most = 0;
  for (const auto &[Bank, Set] : Words)
    Most = std::max(Most, Set.size());
  const bool Wide = L.WidthBytes > Arch.BankBytes;
  return std::string("bank of each lane") + (Wide ? "'s first word" : "") +
         ", of the costliest request:\n" + laneTable(L, BankOf) +
         std::to_string(Words.size()) + " of " +
         std::to_string(Arch.SharedBanks) + " banks; at most " +
         std::to_string(Most) + (Most == 1 ? " word" : " different words") +
         " of one bank\n";
}

std::string laneMap(const AccessFact &A, const LaneAddresses &L,
                    const ArchInfo &Arch) {
  if (!L.Active)
    return "";
  if (A.Space == AddressSpace::Shared)
    return bankTable(L, Arch);
  if (!isBySectors(A))
    return "";
  int64_t First = INT64_MAX;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    if (isActive(L.Active, Lane))
      First = std::min(First, blockOf(L.Byte[Lane], Arch.SectorBytes));
  return "sector of each lane, of the costliest request, from the lowest:\n" +
         laneTable(L, [&](uint64_t Byte) {
           return blockOf(Byte, Arch.SectorBytes) - First;
         });
}

} // namespace warptidy
