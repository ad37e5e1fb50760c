//===- Report.h - A comparison for people and for tools ---------*- C++ -*-===//
// The table and summary of "compare", and its verdicts as JSON.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_REPORT_H
#define WARPTIDY_MEASURE_REPORT_H

#include "measure/Verdict.h"

namespace warptidy::measure {

/// One line a row. Without All only MISMATCH rows.
std::string tableText(const Comparison &C, bool All);
/// Counts of the four verdicts, of the agreements and of the reasons.
std::string summaryText(const Comparison &C);
std::string verdictsJson(const Comparison &C);

} // namespace warptidy::measure

#endif
