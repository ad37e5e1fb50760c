//===- Totals.h - What the sum of a kernel decides --------------*- C++ -*-===//
// Where the source page can't be trusted with single instructions, the hardware
// counter of the launch still checks their sum.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_TOTALS_H
#define WARPTIDY_MEASURE_TOTALS_H

#include "measure/Counters.h"
#include "measure/Groups.h"

namespace warptidy::measure {

/// A group with the contest it was judged by.
struct JudgedGroup {
  Group Members;
  Contest Figures;
};

/// Settles the groups that were left open: when each group of a counter has
/// one exact figure, their sum must be the counter. Rows are the kernel's, by
/// access.
void settleByTotals(const Launch &L, const LaunchCounters &Counters,
                    const std::vector<JudgedGroup> &Judged,
                    std::vector<Row> &Rows);

} // namespace warptidy::measure

#endif
