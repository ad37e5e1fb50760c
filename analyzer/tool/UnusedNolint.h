//===- UnusedNolint.h - NOLINT comments that silence nothing ----*- C++ -*-===//
// --warn-unused-nolint: a comment that names a rule of ours on code that was
// analysed and has nothing to report, or a rule that does not exist. Its fix
// removes it.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_UNUSEDNOLINT_H
#define WARPTIDY_TOOL_UNUSEDNOLINT_H

#include "tool/FileRun.h"

namespace warptidy {

/// The unused comments of the run's main file. In headers none is looked for:
/// other units may need it. Neither in a file with a compile error.
std::vector<clang::tidy::ClangTidyError>
unusedNolints(const FileRun &Run, const clang::tidy::ClangTidyContext &Context);

} // namespace warptidy

#endif
