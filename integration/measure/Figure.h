//===- Figure.h - Predicted against measured, drawn -------------*- C++ -*-===//
// The "figure" command: a scatter plot as SVG, the same bytes for the same
// comparison, readable on light and dark pages.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_FIGURE_H
#define WARPTIDY_MEASURE_FIGURE_H

#include "measure/Verdict.h"

namespace warptidy::measure {

std::string figureSvg(const Comparison &C, const std::string &Caption);

} // namespace warptidy::measure

#endif
