//===- HardwareTest.h - Lane patterns for the tests of the rules *- C++ -*-===//
// Patterns by a function of the lane, and the rules on an H200.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_TEST_HARDWARETEST_H
#define WARPTIDY_MODEL_TEST_HARDWARETEST_H

#include "model/Hardware.h"
#include <functional>
#include <gtest/gtest.h>

namespace warptidy {

inline const ArchInfo &hopper() {
  static const ArchInfo *Arch = findArch("sm_90");
  return *Arch;
}

/// Lane -> element index, of elements of WidthBytes.
using IndexOf = std::function<int64_t(int Lane)>;

inline LaneAddresses lanes(unsigned WidthBytes, const IndexOf &Index,
                           uint32_t Active = ~0u, uint64_t Base = 0) {
  LaneAddresses L;
  L.WidthBytes = WidthBytes;
  L.Active = Active;
  for (int Lane = 0; Lane < 32; ++Lane)
    L.Byte[Lane] = Base + static_cast<uint64_t>(Index(Lane)) * WidthBytes;
  return L;
}

inline unsigned loads(const LaneAddresses &L) {
  return sharedWavefronts(hopper(), L, SharedOp::Load);
}
inline unsigned stores(const LaneAddresses &L) {
  return sharedWavefronts(hopper(), L, SharedOp::Store);
}
inline unsigned atomics(const LaneAddresses &L) {
  return sharedWavefronts(hopper(), L, SharedOp::Atomic);
}
inline unsigned sectors(const LaneAddresses &L) {
  return globalSectors(hopper(), L);
}
/// Sectors of a global atomic whose lines' banks do not matter.
inline unsigned atomicSectors(const LaneAddresses &L) {
  const UnitRange Sectors = globalAtomicSectors(hopper(), L);
  EXPECT_EQ(Sectors.Least, Sectors.Most);
  return Sectors.Least;
}

} // namespace warptidy

#endif
