//===- Pictures.h - --html and --explain-access -----------------*- C++ -*-===//
// Hands what a run gave, with sources and counters from disk, to the writers of
// the HTML report and of the explanation of a line.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_PICTURES_H
#define WARPTIDY_TOOL_PICTURES_H

#include "report/Measured.h"
#include "tool/Lint.h"

namespace warptidy {

/// Writes the pages into the folder of --html, each as far as it can. Says on
/// standard error what could not be written, and is then false.
bool writeHtml(const LintResult &Result, const ToolOptions &Options,
               const RunReport &Report);

/// Prints the accesses of --explain-access. Gives an exit status.
int printExplanation(const LintResult &Result, const ToolOptions &Options,
                     const RunReport &Report);

/// The counters of a measurements.json for files of these absolute paths.
llvm::Expected<MeasuredCounters>
readMeasuredCounters(llvm::StringRef Text, const std::set<std::string> &Paths);

} // namespace warptidy

#endif
