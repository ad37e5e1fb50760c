//===- FindingsJson.h - Findings as plain JSON ------------------*- C++ -*-===//
// --output-format=json: one object with the findings in the order of the text
// output. integration/docs/outputs.md says what the keys mean.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_FINDINGSJSON_H
#define WARPTIDY_REPORT_FINDINGSJSON_H

#include "report/Findings.h"

namespace warptidy {

constexpr int FindingsSchema = 1;

/// The whole document, with a newline at the end.
std::string findingsJson(const RunReport &Report);

} // namespace warptidy

#endif
