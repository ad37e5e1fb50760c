//===- LiveProblems.h - A file's run as a document's problems ---*- C++ -*-===//
// Brings what clang-tidy's driver gave into the terms of the language server.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_LIVEPROBLEMS_H
#define WARPTIDY_TOOL_LIVEPROBLEMS_H

#include "server/DocumentAnalyzer.h"
#include "tool/FileRun.h"

namespace warptidy {

/// Findings, their notes and fixes, kernels that are not analysed, errors of
/// annotations; all paths absolute.
DocumentAnalysis documentAnalysis(FileRun Run);

} // namespace warptidy

#endif
