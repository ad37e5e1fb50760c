//===- Arch.cpp - Memory-system numbers per GPU architecture --------------===//
// The table behind findArch. Numbers common to every row are the defaults of
// ArchInfo; the limits of shared memory and of resident blocks and warps differ
// between rows.
//
// Sources:
//  * Guide: CUDA Programming Guide 13, "Features and Technical Specifications"
//    of the compute capabilities: warp size 32, 1024 threads a block, 32 shared
//    memory banks, 64 KB of constant memory and the opt-in limit ("Maximum
//    amount of shared memory per thread block"). It begins at 7.5; 7.0 and 7.2
//    are in the same table of the CUDA C++ Programming Guide 11. Compute
//    capability 10.1 is listed as 11.0 since CUDA 13, with the same limit. The
//    same table gives the maxima of resident blocks and warps and the shared
//    memory of a multiprocessor; all but 7.2 and 12.1 were compared with
//    cuda::arch_traits of the toolkit (CCCL, cuda/__device/arch_traits.h).
//  * Guide, "Shared Memory" of each compute capability from 8.0 on: 1 KB of
//  each
//    block's shared memory is reserved for the system (ReservedShared).
//  * cuda_occupancy.h of CUDA 13.0, cudaOccSMemAllocationGranularity: 256 bytes
//    on 7.x, 128 from 8.0 on (SharedGranule).
//  * Guide, "Shared Memory" of each compute capability: successive 32-bit words
//    map to successive banks, 32 bits per bank and cycle (BankBytes 4). More
//    than 48 KB a block needs dynamic shared memory and an opt-in call
//    (StaticSharedLimit).
//  * Nsight Compute documentation, "Memory Tables": a cache line is 128 bytes
//    of four 32-byte sectors (LineBytes, SectorBytes).
// sm_90 was also measured: model/test/data, replayed by PatternReplayTest.cpp.
//===----------------------------------------------------------------------===//
#include "model/Arch.h"
#include <map>

namespace warptidy {

namespace {
/// Resident on one multiprocessor.
struct Residents {
  unsigned Blocks, Warps, SharedKiB;
};
} // namespace

static ArchInfo documented(const char *Name, unsigned OptInKiB, Residents Most,
                           const char *Guide) {
  ArchInfo Arch;
  Arch.Name = Name;
  Arch.OptInSharedLimit = OptInKiB * 1024;
  Arch.MaxBlocksPerSM = Most.Blocks;
  Arch.MaxWarpsPerSM = Most.Warps;
  Arch.SharedPerSM = Most.SharedKiB * 1024;
  const bool Before80 = Arch.Name.rfind("sm_7", 0) == 0;
  Arch.ReservedShared = Before80 ? 0 : 1024;
  Arch.SharedGranule = Before80 ? 256 : 128;
  Arch.Source = std::string(Guide) +
                ", Features and Technical Specifications; sectors "
                "and lines: Nsight Compute documentation, Memory Tables; not "
                "measured here";
  return Arch;
}

static ArchInfo measured(const char *Name, unsigned OptInKiB, Residents Most,
                         const char *Guide) {
  ArchInfo Arch = documented(Name, OptInKiB, Most, Guide);
  Arch.MeasuredHere = true;
  Arch.Source =
      std::string(Guide) +
      ", Features and Technical Specifications; sectors, banks and "
      "passes measured on NVIDIA H200, CUDA 13.0, Nsight Compute 2025.3.1, "
      "2026-11";
  return Arch;
}

/// Ascending by compute capability.
static const std::vector<ArchInfo> &archTable() {
  constexpr const char *Guide11 = "CUDA C++ Programming Guide 11";
  constexpr const char *Guide13 = "CUDA Programming Guide 13";
  static const std::vector<ArchInfo> Table = {
      documented("sm_70", 96, {32, 64, 96}, Guide11),    // column 7.0
      documented("sm_72", 96, {32, 64, 96}, Guide11),    // column 7.2
      documented("sm_75", 64, {16, 32, 64}, Guide13),    // column 7.5
      documented("sm_80", 163, {32, 64, 164}, Guide13),  // column 8.0
      documented("sm_86", 99, {16, 48, 100}, Guide13),   // column 8.6
      documented("sm_87", 163, {16, 48, 164}, Guide13),  // column 8.7
      documented("sm_89", 99, {24, 48, 100}, Guide13),   // column 8.9
      measured("sm_90", 227, {32, 64, 228}, Guide13),    // column 9.0
      documented("sm_100", 227, {32, 64, 228}, Guide13), // column 10.x
      documented("sm_101", 227, {24, 48, 228}, Guide13), // column 11.0
      documented("sm_103", 227, {32, 64, 228}, Guide13), // column 10.x
      documented("sm_120", 99, {24, 48, 100}, Guide13),  // column 12.x
      documented("sm_121", 99, {24, 48, 100}, Guide13),  // column 12.x
  };
  return Table;
}

/// "compute_90a" -> "sm_90". The suffix 'a' (this chip only) or 'f' (its
/// family) chooses instructions and changes no number of the table; whether an
/// architecture has such a variant is the compiler's to check.
static std::string canonicalName(std::string Name) {
  constexpr const char *Virtual = "compute_";
  if (Name.rfind(Virtual, 0) == 0)
    Name.replace(0, std::char_traits<char>::length(Virtual), "sm_");
  if (!Name.empty() && (Name.back() == 'a' || Name.back() == 'f'))
    Name.pop_back();
  return Name;
}

const ArchInfo *findArch(const std::string &Name) {
  const std::string Canonical = canonicalName(Name);
  for (const ArchInfo &Arch : archTable())
    if (Arch.Name == Canonical)
      return &Arch;
  return nullptr;
}

const ArchInfo &withSectorBytes(const ArchInfo &Arch, unsigned Bytes) {
  static std::map<std::pair<std::string, unsigned>, ArchInfo> Views;
  if (Bytes == Arch.SectorBytes)
    return Arch;
  ArchInfo &View = Views.try_emplace({Arch.Name, Bytes}, Arch).first->second;
  View.SectorBytes = Bytes;
  return View;
}

std::vector<std::string> archNames() {
  std::vector<std::string> Names;
  for (const ArchInfo &Arch : archTable())
    Names.push_back(Arch.Name);
  return Names;
}

} // namespace warptidy
