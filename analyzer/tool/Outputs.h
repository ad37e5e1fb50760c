//===- Outputs.h - Showing and writing the findings -------------*- C++ -*-===//
// Applies the baseline, shows the findings in the format that was asked for,
// and writes the files.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_OUTPUTS_H
#define WARPTIDY_TOOL_OUTPUTS_H

#include "tool/Lint.h"

namespace warptidy {

/// Shows and writes everything that the options ask for. Gives the exit status.
int showResult(LintResult &Result, const ToolOptions &Options);

/// Writes a file at once, so that nobody reads half of it. Says on standard
/// error why it could not, and is then false.
bool writeFile(const std::string &Path, llvm::StringRef Text);

} // namespace warptidy

#endif
