//===- Fixes.h - Applying and exporting fixes -------------------*- C++ -*-===//
// --fix and --export-fixes.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_FIXES_H
#define WARPTIDY_TOOL_FIXES_H

#include "tool/RunFindings.h"

namespace warptidy {

/// Applies the fixes of findings that are not suppressed, each once; one that
/// overlaps another's is left out. Says on standard error how many. False if a
/// file could not be written.
bool applyFixes(llvm::ArrayRef<RunFinding> Findings, bool Quiet);

/// The findings in the YAML of clang-apply-replacements.
std::string exportedFixes(llvm::ArrayRef<RunFinding> Findings,
                          const std::string &MainFile);

} // namespace warptidy

#endif
