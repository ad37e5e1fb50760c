//===- Request.h - The cost of one warp-level request -----------*- C++ -*-===//
// Chooses the hardware rule for an access and keeps the statistics of the
// requests that one access makes under one launch.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_REQUEST_H
#define WARPTIDY_MODEL_REQUEST_H

#include "model/Hardware.h"
#include "model/Prediction.h"
#include <unordered_map>
#include <vector>

namespace warptidy {

struct RequestCost {
  unsigned Units = 0; ///< The least, where they cannot be told exactly.
  unsigned Ideal = 0;
  unsigned MostUnits = 0; ///< If more than Units.
  unsigned Bytes = 0;     ///< Distinct ones that the lanes touch.
  /// Ideal where each lane has bytes of its own, which for sectors is what the
  /// profiler calls ideal: lanes that share a word are then no waste.
  unsigned Enough = 0;
};

Unit unitOf(AddressSpace Space);

/// Cost of one request of the access with these lane addresses, of a copy with
/// those of its other side, if known; of global atomics a range
/// (globalAtomicSectors), as where arrays begin is not known. Leaves Bytes and
/// Enough out.
RequestCost requestCost(const ArchInfo &Arch, const AccessFact &Access,
                        const LaneAddresses &Lanes,
                        const LaneAddresses *Other = nullptr);

/// The same for many requests of one access, whose patterns repeat: a shift of
/// all addresses by whole lines changes no cost, of atomics and copies a shift
/// by what the banks of the tags repeat after.
class RequestCosts {
public:
  RequestCost of(const ArchInfo &Arch, const AccessFact &Access,
                 const LaneAddresses &Lanes, const LaneAddresses *Other);
  /// Call for every other access.
  void clear() { Known.clear(); }

private:
  /// Active lanes, then their addresses, of one side or both.
  using Key = std::vector<uint64_t>;
  struct Hash {
    size_t operator()(const Key &K) const;
  };
  std::unordered_map<Key, RequestCost, Hash> Known;
};

/// Bounds when nothing is known of the lane addresses but that they lie within
/// SpanBytes (0: anywhere).
void unknownAddressBounds(const ArchInfo &Arch, const AccessFact &Access,
                          uint32_t Active, uint64_t SpanBytes, unsigned &Min,
                          unsigned &Max, unsigned &Ideal);

/// Collects the requests of one access.
class RequestStatistics {
public:
  /// A request that occurs Weight times. With Judged false only the interval
  /// takes note of its cost.
  void add(const RequestCost &Cost, const LaneAddresses &Lanes,
           bool Judged = true, uint64_t Weight = 1);
  uint64_t count() const { return Requests; }
  uint64_t units() const { return Units; }
  uint64_t enough() const { return Enough; }
  uint64_t bytes() const { return Bytes; }
  /// Writes interval, ratios, lanes and totals; the verdict is the caller's.
  void finish(Prediction &P) const;
  bool exact() const { return Requests && Min == Max; }
  /// False when units() is only the least that the requests may cost.
  bool unitsCertain() const { return !UnitsOpen; }
  bool faults() const { return Misaligned != 0; }

private:
  void trackStride(const LaneAddresses &Lanes);

  unsigned Min = ~0u, Max = 0;
  unsigned WorstIdeal = 0, WorstLanes = 0, WorstBytes = 0;
  LaneAddresses Worst;
  double MinRatio = 1e30, MaxRatio = 0;
  uint64_t Requests = 0, Units = 0, Ideals = 0, Enough = 0, Bytes = 0;
  uint64_t AlwaysMisaligned = 0;
  unsigned Misaligned = 0;
  std::optional<int64_t> Stride;
  bool StrideVaries = false, UnitsOpen = false;
};

} // namespace warptidy

#endif
