//===- Report.h - A comparison for people and for tools ---------*- C++ -*-===//
// The table and summary of "compare", and its verdicts as JSON.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_REPORT_H
#define WARPTIDY_MEASURE_REPORT_H

#include "measure/Verdict.h"

namespace warptidy::measure {

/// Which rows to print: launched ones are those of kernels that ran.
enum class Table { Mismatches, Launched, All };

/// One line a row.
std::string tableText(const Comparison &C, Table Rows);
/// Counts of the four verdicts, of the agreements and of the reasons.
std::string summaryText(const Comparison &C);
std::string verdictsJson(const Comparison &C);

} // namespace warptidy::measure

#endif
