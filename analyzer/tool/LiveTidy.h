//===- LiveTidy.h - The checks over a file that is being edited -*- C++ -*-===//
// Like TidyRun.h, but with the headers of the last run, over unsaved text, and
// given up when its result is no longer wanted.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_LIVETIDY_H
#define WARPTIDY_TOOL_LIVETIDY_H

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "frontend/LiveParse.h"

namespace warptidy {

/// Runs the enabled checks over the file. Session::Stop ends it early, with
/// whatever was found.
llvm::Expected<std::vector<clang::tidy::ClangTidyError>>
runLiveTidy(clang::tidy::ClangTidyContext &Context, LiveParse &Parse,
            const LiveSource &Source);

} // namespace warptidy

#endif
