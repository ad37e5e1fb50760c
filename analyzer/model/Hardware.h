//===- Hardware.h - One warp's request, counted -----------------*- C++ -*-===//
// What the memory system does with the addresses of one warp-level access:
// pure functions from lane addresses to sectors, wavefronts and requests.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_HARDWARE_H
#define WARPTIDY_MODEL_HARDWARE_H

#include "model/Arch.h"
#include <array>
#include <cstdint>

namespace warptidy {

constexpr unsigned WarpLanes = 32;

/// Byte addresses of the lanes of one warp. Bit i of Active is set when lane i
/// takes part; the addresses of inactive lanes are ignored. Each active lane
/// accesses WidthBytes from its address.
struct LaneAddresses {
  std::array<uint64_t, WarpLanes> Byte{};
  uint32_t Active = 0xffffffffu;
  unsigned WidthBytes = 4;
};

enum class SharedOp : uint8_t {
  Load,
  Store,
  Atomic,      ///< Native (add, min, max, exchange, ...): lanes don't merge.
  Increment,   ///< Adding one with no use of the result (ATOMS.POPC.INC).
  CompareSwap, ///< Twice an atomic.
  /// An atomic that nvcc makes of a loop of compare-and-swaps: float and 64-bit
  /// addition. All rounds of the loop, each counted as the hardware does.
  CompareSwapLoop,
};

/// Least and most where one figure cannot be told.
struct UnitRange {
  unsigned Least = 0, Most = 0;
};

/// What the tag stage of L1 does with one request of the warp. The counters end
/// in _pipe_lsu_mem_{global,local}_op_{ld,st,red,atom}.sum.
struct TagCounts {
  unsigned Sectors = 0;    ///< Sectors asked for: l1tex__t_sectors.
  unsigned Lookups = 0;    ///< Tags looked up: l1tex__t_set_accesses.
  unsigned Wavefronts = 0; ///< Turns this takes: l1tex__t_output_wavefronts.
};

/// The tag bank (0 to 3) of a line of 128 bytes, by its number. Fitted to the
/// lines of an aligned 64 KB; what higher bits add is not known, so that banks
/// of lines further apart cannot be compared.
unsigned tagBank(uint64_t Line);
/// Lines after which the banks repeat.
constexpr unsigned TagBankPeriod = 512;

/// Distinct sectors that the active lanes of a global (or local) request
/// touch. Counter: l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st}.sum.
unsigned globalSectors(const ArchInfo &Arch, const LaneAddresses &L);
/// A global load or store, or the global side of cp.async.ca: each line is
/// looked up once, and lines of one tag bank wait for each other.
TagCounts globalTags(const ArchInfo &Arch, const LaneAddresses &L);

/// A global atomic or reduction at known addresses (see tagBank). Each
/// pass takes of every tag bank the line of the first lane that waits, of a
/// compare-and-swap one half of that line. Its lanes go but for those behind a
/// waiting lane of the same bank and offset in the line: the stage compares no
/// more than these. So lanes with equal addresses go one after the other, and
/// now and then a lane waits for one of another line.
TagCounts atomicTags(const ArchInfo &Arch, const LaneAddresses &L,
                     bool CompareSwap);
/// The sectors of the same where the lines' banks are unknown. Least: only
/// lanes with equal addresses wait. Most: so does each lane that could. They
/// differ only if lanes of two lines have the same offset.
UnitRange globalAtomicSectors(const ArchInfo &Arch, const LaneAddresses &L);

/// The global side of cp.async.cg, which goes by both sides: one tag for each
/// source line and destination line, one sector for each destination sector
/// that a source line fills. Of lanes with the same destination one is copied:
/// that of the first turn of its tag bank, there that of the last tag.
TagCounts bypassCopyTags(const ArchInfo &Arch, const LaneAddresses &Source,
                         const LaneAddresses &Destination);
/// Wavefronts of the shared side of cp.async.ca: each takes a word from and to
/// a bank at most once, lane by lane. A lower bound: what comes late into the
/// cache adds some (20 of 612 measured rows). Counter: of l1tex__data_pipe_lsu_
/// wavefronts_mem_shared.sum what exceeds the three of each cp.async. Those of
/// cp.async.cg are in no such counter.
unsigned copyWavefronts(const ArchInfo &Arch, const LaneAddresses &Source,
                        const LaneAddresses &Destination);

/// Sectors of a local access; the lanes' addresses count from the start of
/// their own array. Local memory is interleaved: word k of all lanes fills one
/// line, and each four bytes a lane are a request of their own. Counter:
/// l1tex__t_sectors_pipe_lsu_mem_local_op_{ld,st}.sum.
unsigned localSectors(const ArchInfo &Arch, const LaneAddresses &L);
/// Tag lookups of the same: distinct words of each request. Counter:
/// l1tex__t_set_accesses_pipe_lsu_mem_local_op_{ld,st}.sum.
unsigned localLookups(const ArchInfo &Arch, const LaneAddresses &L);
/// Fewest sectors that could hold the distinct bytes that the lanes touch.
unsigned idealSectors(const ArchInfo &Arch, const LaneAddresses &L);
/// Distinct bytes touched.
unsigned distinctBytes(const LaneAddresses &L);

/// Passes a shared access is split into: one for up to 4 bytes a lane; 64- and
/// 128-bit accesses by half or quarter warps, fewer for paired loads. Passes
/// without an active lane are not counted.
unsigned sharedPasses(const LaneAddresses &L, SharedOp Op);
/// Wavefronts of a shared access. Counter:
/// l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st,atom}.sum.
unsigned sharedWavefronts(const ArchInfo &Arch, const LaneAddresses &L,
                          SharedOp Op);
/// Wavefronts of ldmatrix/stmatrix: the lanes give the addresses of 16-byte
/// rows; Matrices (1, 2 or 4) groups of eight lanes take one pass each.
unsigned matrixWavefronts(const ArchInfo &Arch, const LaneAddresses &Rows,
                          unsigned Matrices);

/// Requests of an indexed constant load: distinct addresses among the lanes,
/// for each 8-byte (at most) piece of the access. Counter: idc__requests.sum
/// less the launch overhead.
unsigned constantRequests(const LaneAddresses &L);

/// Lanes whose address is not a multiple of WidthBytes (the access faults).
uint32_t misalignedLanes(const LaneAddresses &L);

} // namespace warptidy

#endif
