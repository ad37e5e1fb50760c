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
};

/// Distinct sectors that the active lanes of a global (or local) request
/// touch. Counter: l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st}.sum.
unsigned globalSectors(const ArchInfo &Arch, const LaneAddresses &L);
/// Sectors of a global atomic or reduction: lanes with equal addresses go in
/// successive passes whose sectors add up.
unsigned globalAtomicSectors(const ArchInfo &Arch, const LaneAddresses &L);
/// Sectors of a local access; the lanes' addresses count from the start of
/// their own array. Local memory is interleaved: word k of all lanes fills one
/// line, and each four bytes a lane are a request of their own. Counter:
/// l1tex__t_sectors_pipe_lsu_mem_local_op_{ld,st}.sum.
unsigned localSectors(const ArchInfo &Arch, const LaneAddresses &L);
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
