//===- MeasuringHalf.h - Running warp-tidy-measure --------------*- C++ -*-===//
// The measuring half is a program of its own, which needs no LLVM and lies
// beside this one.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_MEASURINGHALF_H
#define WARPTIDY_TOOL_MEASURINGHALF_H

#include <string>
#include <vector>

namespace warptidy {

/// Runs `warp-tidy-measure Arguments` with our streams; its exit status, or 2
/// when it is not there.
int runMeasuringHalf(const std::vector<std::string> &Arguments,
                     const char *Program);

} // namespace warptidy

#endif
