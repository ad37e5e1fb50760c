//===- LaneMap.h - Where the lanes of a request go --------------*- C++ -*-===//
// The sectors of a global request and the banks and words of a shared one, by
// the lanes that touch them: what pictures are drawn of, and a table in text.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_LANEMAP_H
#define WARPTIDY_REPORT_LANEMAP_H

#include "model/Prediction.h"
#include <string>
#include <vector>

namespace warptidy {

/// Neighbouring bytes of a sector. Of accesses of four bytes and more: those
/// that the same lanes touch.
struct SectorRun {
  unsigned First = 0, Bytes = 0;
  uint32_t Lanes = 0;
};

struct TouchedSector {
  int64_t Number = 0; ///< Counted from the lowest touched line's start.
  std::vector<SectorRun> Runs;
  unsigned UsedBytes = 0;
  uint32_t Lanes = 0;
};

/// The touched sectors of a global request, ascending.
std::vector<TouchedSector> touchedSectors(const LaneAddresses &Lanes,
                                          const ArchInfo &Arch);

struct BankCell {
  unsigned Bank = 0;
  int64_t Word = 0;   ///< Counted as the lanes' addresses are.
  uint32_t Lanes = 0; ///< That touch it; one where lanes do not merge.
};

/// One pass of a shared request: row k has the k-th word of each bank, in the
/// order of the lanes.
struct BankPass {
  uint32_t Lanes = 0;
  std::vector<std::vector<BankCell>> Rows;
};

struct BankMap {
  std::vector<BankPass> Passes;
  unsigned RowWavefronts = 1; ///< Wavefronts that a row stands for.
  bool LanesMerge = true;
  bool Adds = true; ///< Whether the rows add up to what the request costs.
  unsigned wavefronts() const;
};

BankMap bankMap(const AccessFact &Access, const LaneAddresses &Lanes,
                const ArchInfo &Arch);

/// "0-7, 9" of the bits that are set.
std::string lanesText(uint32_t Lanes);

/// What the picture shows, in one sentence; empty for kinds of memory without
/// a picture.
std::string laneSentence(const AccessFact &Access, const LaneAddresses &Lanes,
                         const ArchInfo &Arch);

/// Which sector or bank each lane of a warp goes to, in lines of eight lanes;
/// empty for kinds of memory that have neither.
std::string laneMap(const AccessFact &Access, const LaneAddresses &Lanes,
                    const ArchInfo &Arch);

} // namespace warptidy

#endif
