//===- SharedFaults.h - Wrong uses of shared memory -------------*- C++ -*-===//
// Threads that certainly leave a shared array, and threads that read what
// another warp wrote without a barrier between.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_SHAREDFAULTS_H
#define WARPTIDY_MODEL_SHAREDFAULTS_H

#include "model/Prediction.h"

namespace warptidy {

/// Sets Prediction::Outside and KernelPredictions::Unordered for the launches
/// whose block is known.
void findSharedFaults(KernelPredictions &K, const PredictOptions &Options);

} // namespace warptidy

#endif
