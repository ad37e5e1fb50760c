//===- Measured.h - Counters beside predictions -----------------*- C++ -*-===//
// What a profiler counted for the source lines of a run, in the form in which
// it is shown beside the predictions.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_MEASURED_H
#define WARPTIDY_REPORT_MEASURED_H

#include "report/AccessText.h"
#include <map>
#include <set>
#include <tuple>

namespace warptidy {

/// The memory instructions of one kind in one line, summed over a launch.
struct MeasuredRow {
  std::array<unsigned, 3> Block{}, Grid{};
  unsigned Instructions = 0;
  uint64_t Requests = 0; ///< Warp-level executions.
  uint64_t Units = 0;
  std::string Counter; ///< As the profiler calls it.
};

struct MeasuredCounters {
  std::string Device, Date;
  /// Kernel (comparable name), absolute path, line, space, operation.
  using Key =
      std::tuple<std::string, std::string, unsigned, std::string, std::string>;
  std::map<Key, std::vector<MeasuredRow>> Rows;
  std::set<std::string> Stale; ///< Files that were changed since, absolute.

  /// The rows of an access in the file Path; null when there are none.
  const std::vector<MeasuredRow> *of(const AccessRef &Access,
                                     const std::string &Path) const;
};

/// An atomic whose result is not used is compiled to a reduction.
std::string measuredOperation(const std::string &Op);

/// "12 a request", with two decimals where it is no whole number.
std::string perRequestText(const MeasuredRow &Row);

/// The figure, as compiled, that was predicted for a launch of this shape;
/// empty for none.
std::string predictedFor(const AccessRef &Access, const MeasuredRow &Row);

} // namespace warptidy

#endif
