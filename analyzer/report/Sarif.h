//===- Sarif.h - Findings as SARIF 2.1.0 ------------------------*- C++ -*-===//
// The format that GitHub code scanning and other viewers read: rules with their
// pages, results with regions, notes, fixes, suppressions and fingerprints that
// hold when lines move.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_SARIF_H
#define WARPTIDY_REPORT_SARIF_H

#include "report/Findings.h"

namespace warptidy {

/// The whole document, with a newline at the end.
std::string sarifLog(const RunReport &Report);

} // namespace warptidy

#endif
