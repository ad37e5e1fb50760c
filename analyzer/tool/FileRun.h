//===- FileRun.h - Linting one file -----------------------------*- C++ -*-===//
// Runs clang-tidy's driver with the rules over one file, decides what its
// compile errors mean, and keeps the totals of the run.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_FILERUN_H
#define WARPTIDY_TOOL_FILERUN_H

#include "report/PredictionsJson.h"
#include "tool/Options.h"
#include "tool/Session.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

namespace warptidy {

struct RunTotals {
  unsigned Files = 0, FailedFiles = 0, Errors = 0;
  unsigned Kernels = 0, BrokenKernels = 0;
  std::set<std::string> Parameters; ///< Names of all kernel parameters.
  std::set<std::string> Mangled;    ///< Comparable names of all kernels.
  /// Global and shared accesses by verdict, worst launch of each.
  std::map<std::string, unsigned> Verdicts;
  std::map<std::string, unsigned> UnknownReasons;
  std::set<std::string> Noted; ///< Keys of notes that are made once a run.
};

/// Lints File and prints its findings (not if Options.Silent). A file that
/// cannot be read or compiled gives one sentence and counts in FailedFiles.
void lintFile(const std::string &File, const ToolOptions &Options,
              RunTotals &Totals, std::vector<FilePredictions> &Predictions);

void printStatistics(const RunTotals &Totals, llvm::raw_ostream &OS);

} // namespace warptidy

#endif
