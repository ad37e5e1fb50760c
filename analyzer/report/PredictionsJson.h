//===- PredictionsJson.h - The predictions contract -------------*- C++ -*-===//
// Writes predictions.json: see predictions.schema.json beside this file for
// its form. Keys keep their order, so that equal input gives equal bytes.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_PREDICTIONSJSON_H
#define WARPTIDY_REPORT_PREDICTIONSJSON_H

#include "model/Prediction.h"
#include "rules/Rule.h"
#include <string>
#include <vector>

namespace warptidy {

constexpr int PredictionsSchema = 1;

/// A diagnostic that was shown, in the contract's terms.
struct ReportedDiagnostic {
  std::string Rule, Severity, Message, File;
  unsigned Line = 0, Column = 0;
};

struct FilePredictions {
  std::string File;
  std::string Arch; ///< Empty stands for the document's.
  /// That relative names of files in Kernels start from, absolute.
  std::string Directory;
  std::vector<KernelPredictions> Kernels;
  std::vector<ReportedDiagnostic> Diagnostics;
};

/// The whole document, with a newline at the end.
std::string predictionsJson(const std::vector<FilePredictions> &Files,
                            const ArchInfo &Arch,
                            const std::string &ToolVersion);

} // namespace warptidy

#endif
