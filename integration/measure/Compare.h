//===- Compare.h - Predictions against measurements -------------*- C++ -*-===//
// The "compare" command: finds the program, kernel and launch that each
// prediction is about and judges every access. Needs neither GPU nor profiler.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_COMPARE_H
#define WARPTIDY_MEASURE_COMPARE_H

#include "measure/Measurement.h"
#include "measure/Predictions.h"
#include "measure/Verdict.h"

namespace warptidy::measure {

/// Which predicted launches a measured launch may be.
struct LaunchPair {
  std::vector<unsigned> Candidates; ///< More than one: can't be told apart.
  const Launch *Measured = nullptr;
};

/// Pairs the launches of one kernel: in order when there are as many measured
/// as predicted ones of a shape that was seen, and all shapes agree; otherwise
/// by shape. InOrder is false for a user's program, which need not launch in
/// the order of its source.
std::vector<LaunchPair>
pairLaunches(const PredictedKernel &Kernel,
             const std::vector<const Launch *> &Measured, bool InOrder);

/// Judges everything. Sources is the folder below which the recorded files are
/// looked up to compare their hashes; empty to leave that out.
Comparison compare(const PredictionSet &Predictions,
                   const Measurements &Measured, const std::string &Sources);

} // namespace warptidy::measure

#endif
