//===- LaunchJudge.h - One kernel under one launch --------------*- C++ -*-===//
// Brings the predicted accesses and the measured instructions of a launch
// together by line, space and operation, and judges each group.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_LAUNCHJUDGE_H
#define WARPTIDY_MEASURE_LAUNCHJUDGE_H

#include "measure/Counters.h"

namespace warptidy::measure {

/// Rows for every access of Kernel as predicted for its launch Predicted,
/// against the launch Measured; program, kernel and launch labels are left to
/// the caller. Instructions that no access claims are added to Unclaimed.
std::vector<Row> judgeLaunch(const PredictedKernel &Kernel, unsigned Predicted,
                             const Launch &Measured,
                             std::vector<const Instruction *> &Unclaimed);

/// A row with what is predicted, without a measurement.
Row predictedRow(const PredictedAccess &A, const Prediction *P);

/// The prediction of an access for a launch in a view, or null.
const Prediction *findPrediction(const std::vector<Prediction> &All,
                                 unsigned Launch, const std::string &View);

} // namespace warptidy::measure

#endif
