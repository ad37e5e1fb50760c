//===- Counters.h - Which figure to believe ---------------------*- C++ -*-===//
// Relates the source page's figures of a launch to the hardware counters of
// the whole launch: a kind is the set of instructions that share a counter.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_COUNTERS_H
#define WARPTIDY_MEASURE_COUNTERS_H

#include "measure/Judge.h"

namespace warptidy::measure {

/// The page's figure of an instruction in a unit and space, if it has one.
Count pageUnits(const Instruction &I, const std::string &Space,
                const std::string &Unit);

/// Of sectors between blocks of a cluster, by accesses of that kind; reductions
/// count as atomics.
std::string distributedCounter(const std::string &Op);

class LaunchCounters {
public:
  explicit LaunchCounters(const Launch &L);

  /// The hardware counter of the kind that I belongs to in this space;
  /// empty when there is none.
  std::string kind(const Instruction &I, const std::string &Space) const;
  Evidence evidence(const Instruction &I, const std::string &Space) const;
  /// The kind's counter, where the launch has it.
  Count hardware(const std::string &Kind) const;
  /// Whether accesses of other kinds may share the counters: copies by
  /// cp.async and generic accesses.
  bool mixed() const { return Mixed; }

  /// Requests of the kernel's constant loads: the counter less one for each
  /// execution of a uniform LDC of a launch parameter, which share it (exact
  /// on the 12 kernels of the constant probes and on the recorded test).
  /// Nothing when a parameter load is indexed or the counter is missing.
  Count constantRequests() const;

private:
  const Launch &L;
  struct Kind {
    size_t Members = 0;
    uint64_t Page = 0;
    uint64_t Copies = 0;   ///< Figures of cp.async that may be counted too.
    bool Modelled = false; ///< For some member the page is a model.
    bool isBusy(uint64_t Counter) const;
  };
  std::map<std::string, Kind> Kinds;
  bool Mixed = false;
};

} // namespace warptidy::measure

#endif
