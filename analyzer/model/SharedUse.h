//===- SharedUse.h - What shared arrays are used for ------------*- C++ -*-===//
// Finds shared arrays by which no thread gives anything to another.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_SHAREDUSE_H
#define WARPTIDY_MODEL_SHAREDUSE_H

#include "model/Prediction.h"

namespace warptidy {

/// Sets KernelPredictions::OwnPlaces for the launches whose block is known.
void findOwnPlaces(KernelPredictions &K, const PredictOptions &Options);

} // namespace warptidy

#endif
