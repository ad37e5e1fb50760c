//===- RunFindings.h - The findings of all files of a run -------*- C++ -*-===//
// Joins what clang-tidy's driver gave for each file: a finding in a header is
// made once a run, and each finding gets a fingerprint that holds when lines
// move.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_RUNFINDINGS_H
#define WARPTIDY_TOOL_RUNFINDINGS_H

#include "tool/FileRun.h"
#include "tool/SourceLines.h"

namespace warptidy {

/// One finding in both forms: clang-tidy's for the terminal and for fixes, ours
/// for the other outputs.
struct RunFinding {
  clang::tidy::ClangTidyError Error;
  ReportedFinding Report;
};

/// The findings of the files in the order of the command line, those that a
/// NOLINT comment silenced among them. Of one place in several units, the worst
/// unit's are kept.
std::vector<RunFinding> joinFindings(const std::vector<FileRun> &Runs,
                                     const ToolOptions &Options,
                                     SourceLines &Lines);

/// Leaves the findings that have a place (their own or a note's) in one of the
/// lines of --line-filter or --diff. All, if neither was given.
void filterByLines(std::vector<RunFinding> &Findings,
                   const OutputOptions &Options);

} // namespace warptidy

#endif
