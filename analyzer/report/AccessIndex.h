//===- AccessIndex.h - The accesses of a run by place -----------*- C++ -*-===//
// Puts the accesses of all files, with the findings on them, where they are
// written: what pages and explanations of single lines start from.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_ACCESSINDEX_H
#define WARPTIDY_REPORT_ACCESSINDEX_H

#include "report/AccessText.h"
#include "report/Findings.h"
#include "report/Measured.h"
#include "report/PredictionsJson.h"
#include <map>
#include <optional>

namespace warptidy {

/// What a run gave, and how its files are found.
struct PictureInput {
  const RunReport &Report;
  const std::vector<FilePredictions> &Files;
  const ArchInfo &Arch;
  /// The absolute form of a file's name in a folder.
  std::function<std::string(const std::string &, const std::string &)> Absolute;
  /// The text of a file; nothing if it can't be read.
  std::function<std::optional<std::string_view>(const std::string &)> Text;
  const MeasuredCounters *Measured = nullptr; ///< May be null.
};

struct PlacedAccess {
  AccessRef Ref;
  const ArchInfo *Arch;
};

/// All accesses that one expression makes, in all kernels and instantiations.
struct AccessSpot {
  unsigned Line = 0, Column = 0, EndLine = 0, EndColumn = 0;
  std::vector<PlacedAccess> Accesses; ///< The costliest first.
  std::vector<const ReportedFinding *> Findings;
  CostLabel Label; ///< Of the costliest.
  /// "a12-5": the same wherever the place is spoken of.
  std::string id() const;
};

struct IndexedFile {
  std::vector<AccessSpot> Spots; ///< By place; what nests follows.
  std::vector<const ReportedFinding *> Others;   ///< On no access.
  std::vector<const ReportedFinding *> Findings; ///< All, by line.
  std::vector<PlacedAccess> Placeless;           ///< Line 0.
};

struct IndexedKernel {
  const KernelPredictions *Kernel;
  const ArchInfo *Arch;
  std::string Path;
};

struct AccessIndex {
  explicit AccessIndex(const PictureInput &Input);
  std::map<std::string, IndexedFile> Files; ///< By absolute path.
  /// In the order of the run; one of a header once.
  std::vector<IndexedKernel> Kernels;
};

} // namespace warptidy

#endif
