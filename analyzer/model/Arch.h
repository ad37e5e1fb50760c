//===- Arch.h - Memory-system numbers per GPU architecture ------*- C++ -*-===//
// The sizes and limits the hardware model needs, one row per architecture,
// each with its source.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_ARCH_H
#define WARPTIDY_MODEL_ARCH_H

#include <cstdint>
#include <string>
#include <vector>

namespace warptidy {

/// All sizes in bytes unless the name says otherwise.
struct ArchInfo {
  std::string Name;          ///< e.g. "sm_90".
  unsigned WarpSize = 32;    ///< lanes
  unsigned SectorBytes = 32; ///< granule that global requests are counted in
  unsigned LineBytes = 128;  ///< L1 cache line, four sectors
  unsigned SharedBanks = 32; ///< banks
  unsigned BankBytes = 4;    ///< bytes a bank serves per wavefront
  unsigned MaxThreadsPerBlock = 1024;
  unsigned StaticSharedLimit = 48 * 1024; ///< a block, without opting in
  unsigned OptInSharedLimit = 0;          ///< a block, after opting in
  unsigned ConstantBytes = 64 * 1024;
  unsigned SharedPerSM = 0;    ///< of a multiprocessor, for all its blocks
  unsigned ReservedShared = 0; ///< of each block's, by the driver
  unsigned SharedGranule = 0;  ///< a block's is rounded up to
  unsigned MaxBlocksPerSM = 0; ///< resident on a multiprocessor
  unsigned MaxWarpsPerSM = 0;  ///< resident on a multiprocessor
  bool MeasuredHere =
      false;          ///< True for architectures the model was checked on.
  std::string Source; ///< Where the row's numbers come from.
};

/// The row of "sm_XY" (or "compute_XY", with or without a suffix letter), or
/// null for an unknown name.
const ArchInfo *findArch(const std::string &Name);
/// The same architecture with its global requests counted in units of Bytes:
/// 128 gives transactions of whole lines, as older texts and tools count them.
const ArchInfo &withSectorBytes(const ArchInfo &Arch, unsigned Bytes);
/// All names in ascending order, for error messages.
std::vector<std::string> archNames();

} // namespace warptidy

#endif
