//===- GitLab.h - Findings as a GitLab Code Quality report ------*- C++ -*-===//
// What merge requests of GitLab show: an array of problems with a description,
// a severity, a place and a fingerprint that is compared with the target
// branch's.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_GITLAB_H
#define WARPTIDY_REPORT_GITLAB_H

#include "report/Findings.h"

namespace warptidy {

/// The whole document, with a newline at the end. Suppressed findings are left
/// out, as the format has no word for them. Warnings and errors about files and
/// kernels that were not analysed are in it, where they have a place.
std::string gitLabReport(const RunReport &Report);

} // namespace warptidy

#endif
