//===- Estimate.h - What a kernel moves in all ------------------*- C++ -*-===//
// Sums the requests of a kernel under one launch: bytes asked for and moved,
// passes of shared memory, and which accesses the difference comes from.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_ESTIMATE_H
#define WARPTIDY_REPORT_ESTIMATE_H

#include "report/Findings.h"
#include "report/PredictionsJson.h"

namespace warptidy {

/// Of some requests. Units are sectors of global and local memory, wavefronts
/// of shared, requests of constant memory; Bytes are those that lanes ask for,
/// one that several lanes of a warp share counted once; Enough is what would do
/// (RequestCost::Enough).
struct TrafficTotals {
  uint64_t Requests = 0, Units = 0, Enough = 0, Bytes = 0;
  uint64_t over() const { return Units > Enough ? Units - Enough : 0; }
  void add(const TrafficTotals &Other);
};

/// One access as the machine makes it.
struct AccessTraffic {
  size_t Access = 0; ///< Index into KernelFacts::Accesses.
  TrafficTotals Totals;
  std::string Rule; ///< Of the finding there; empty for none.
};

struct LaunchEstimate {
  const KernelPredictions *Kernel = nullptr;
  unsigned Launch = 0;
  /// The sums are of the whole launch, else of Blocks blocks of it.
  bool Whole = false;
  unsigned Blocks = 1;
  TrafficTotals Global, Shared, Constant, Local;
  std::vector<AccessTraffic> Accesses; ///< The most wasteful first.
  /// Accesses that cannot be counted, by index: what they cost depends on
  /// values that are not known.
  std::vector<size_t> Open;
};

struct FileEstimate {
  const FilePredictions *File = nullptr;
  std::vector<LaunchEstimate> Launches;
};

/// The launches of all kernels, in the order of the predictions. Findings name
/// the rules.
std::vector<FileEstimate>
estimateTraffic(const std::vector<FilePredictions> &Files,
                const std::vector<ReportedFinding> &Findings);

/// Bandwidth of device memory that times are made with; none for no times.
struct EstimateDevice {
  std::string Name;
  double GBs = 0;
};

std::string estimatesText(const std::vector<FileEstimate> &Files,
                          const ArchInfo &Arch, const EstimateDevice &Device);
/// The same as JSON: integration/docs/outputs.md says what is in it.
std::string estimatesJson(const std::vector<FileEstimate> &Files,
                          const ArchInfo &Arch, const EstimateDevice &Device);

} // namespace warptidy

#endif
