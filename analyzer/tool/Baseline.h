//===- Baseline.h - Findings that were there before -------------*- C++ -*-===//
// --baseline and --write-baseline: findings known by file and fingerprint, with
// how often each is made, so that a project can start with none.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_BASELINE_H
#define WARPTIDY_TOOL_BASELINE_H

#include "tool/RunFindings.h"
#include "llvm/Support/Error.h"

namespace warptidy {

struct BaselineEntry {
  std::string File; ///< Relative to the source root, if below it.
  std::string Rule, Function, Source, Fingerprint;
  unsigned Count = 0;
};
using Baseline = std::vector<BaselineEntry>;

/// An error is one sentence with the file and what is wrong where.
llvm::Expected<Baseline> readBaseline(const std::string &Path);

/// The findings that NOLINT did not silence, by file and fingerprint.
Baseline makeBaseline(const std::vector<RunFinding> &Findings,
                      const RunReport &Report);

std::string baselineText(const Baseline &Entries);

/// Suppresses the findings of the baseline, of equal ones the first. Gives the
/// entries, with the count that is left over, that were not found again in the
/// files of Analysed (absolute paths).
Baseline applyBaseline(const Baseline &Entries, const RunReport &Report,
                       const std::set<std::string> &Analysed,
                       std::vector<RunFinding> &Findings);

} // namespace warptidy

#endif
