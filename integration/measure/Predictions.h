//===- Predictions.h - predictions.json, read -------------------*- C++ -*-===//
// What the analyzer said would happen. The contract is
// analyzer/report/predictions.schema.json; members that the comparison does
// not use are skipped.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_PREDICTIONS_H
#define WARPTIDY_MEASURE_PREDICTIONS_H

#include "measure/Measurement.h"

namespace warptidy::measure {

/// One view of one access under one launch.
struct Prediction {
  unsigned Launch = 0;
  std::string View;    ///< source or compiled.
  std::string Pattern; ///< exact, interval, symbolic, data-dependent, ...
  std::string Unit;    ///< sectors, wavefronts, requests.
  uint64_t Min = 0, Max = 0, Ideal = 0, ActiveLanes = 0;
  uint64_t Blocks = 1;               ///< Blocks that the next two cover.
  Count BlockRequests, BlockUnits;   ///< Both or none.
  Count LaunchRequests, LaunchUnits; ///< Of the whole grid; both or none.
  std::string Unknown;               ///< Reason; the rest is then unset.
  std::string Detail;
};

struct PredictedAccess {
  std::string Id, File, Space, Op, Form, Source;
  unsigned Line = 0, WidthBytes = 0;
  std::vector<Prediction> Predictions;
  bool CompiledUnsure = false; ///< What nvcc makes of it is not known.
};

/// A machine access that differs from the written ones.
struct CompiledAccess {
  std::vector<size_t> Members; ///< Indices into the kernel's accesses.
  unsigned WidthBytes = 0;
  unsigned Copies = 1;     ///< Instructions, where loops are unrolled.
  bool Eliminated = false; ///< There is no such instruction.
  std::vector<Prediction> Predictions;
};

struct PredictedLaunch {
  Dims Block{1, 1, 1};
  std::optional<Dims> Grid;
  Count DynamicSharedBytes;
  std::string ShapeSource;
  unsigned Line = 0;
};

struct PredictedKernel {
  std::string Name, Mangled, Unknown;
  std::vector<PredictedLaunch> Launches;
  std::vector<PredictedAccess> Accesses;
  std::vector<CompiledAccess> Compiled;
};

struct PredictedFile {
  std::string File;
  std::vector<PredictedKernel> Kernels;
};

struct PredictionSet {
  std::string Architecture, ToolVersion;
  std::vector<PredictedFile> Files;
};

/// Nothing, with a sentence in Error, when the text is not such a document.
std::optional<PredictionSet> readPredictions(const std::string &Text,
                                             std::string &Error);

} // namespace warptidy::measure

#endif
