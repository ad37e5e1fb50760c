//===- Lint.h - All files of a run ------------------------------*- C++ -*-===//
// Lints the files of a command line, several at once if asked, notes options
// that nothing used, and writes the predictions.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_LINT_H
#define WARPTIDY_TOOL_LINT_H

#include "tool/Baseline.h"

namespace warptidy {

struct LintResult {
  RunTotals Totals;
  std::vector<FilePredictions> Predictions;
  const ArchInfo *Arch = nullptr; ///< Of the first file.
  std::vector<RunFinding> Findings;
  std::optional<Baseline> Known;  ///< Of --baseline.
  std::set<std::string> Analysed; ///< All files of sound units, absolute.
  bool CompileErrors = false;     ///< In some file, tolerated or not.
};

LintResult lintAll(const ToolOptions &Options);

/// Demangled names of kernels that were measured in a program of one of the
/// files and that none of the files defines.
std::vector<std::string> unknownKernels(const ToolOptions &Options,
                                        const RunTotals &Totals);

/// Says on standard error why it could not, and is then false.
bool writePredictions(const std::string &Path, const LintResult &Result);

} // namespace warptidy

#endif
