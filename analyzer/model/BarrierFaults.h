//===- BarrierFaults.h - Barriers that not all threads reach ----*- C++ -*-===//
// Finds barriers of a block that some of its threads certainly execute, while
// others certainly pass them by.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_BARRIERFAULTS_H
#define WARPTIDY_MODEL_BARRIERFAULTS_H

#include "model/Prediction.h"

namespace warptidy {

/// Sets KernelPredictions::Divergent for the launches whose block is known.
void findDivergentBarriers(KernelPredictions &K, const PredictOptions &Options);

} // namespace warptidy

#endif
