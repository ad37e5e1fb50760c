//===- MeasurementsJson.h - measurements.json -------------------*- C++ -*-===//
// Writes and reads the contract of integration/measurements.schema.json.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_MEASUREMENTSJSON_H
#define WARPTIDY_MEASURE_MEASUREMENTSJSON_H

#include "measure/Measurement.h"

namespace warptidy::measure {

constexpr int MeasurementsSchema = 1;

std::string measurementsJson(const Measurements &M);

/// Nothing, with a sentence in Error, when the text is not such a document.
std::optional<Measurements> readMeasurements(const std::string &Text,
                                             std::string &Error);

} // namespace warptidy::measure

#endif
