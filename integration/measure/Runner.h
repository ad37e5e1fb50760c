//===- Runner.h - Build, profile, record ------------------------*- C++ -*-===//
// The "run" command: builds the kernels of a folder, runs each under the
// profiler and gathers what it counted.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_RUNNER_H
#define WARPTIDY_MEASURE_RUNNER_H

#include "measure/Measurement.h"
#include "measure/Toolchain.h"

namespace warptidy::measure {

struct RunOptions {
  std::string Kernels = "kernels"; ///< Holds <name>/kernel.cu.
  std::string Only;                ///< One name, or empty for all.
  std::string Out = "measured";
  std::string Architecture = "sm_90";
  std::vector<std::string> NvccFlags; ///< After the standard ones.
  unsigned Jobs = 0;                  ///< 0: as many as the machine has cores.
  unsigned TimeoutSeconds = 60;       ///< For one program under the profiler.
  unsigned MaxLaunches = 0;           ///< Of one program; 0 for all.
  unsigned LaunchesEach = 2;          ///< Of each kernel of App; 0 for all.
  bool Time = true;             ///< Runs each kernel program with --time too.
  bool Keep = false;            ///< Leaves binaries and reports in Out/work.
  std::vector<std::string> App; ///< Profiled instead of the kernels.
};

/// Everything measured; failing programs say why and the others go on. Error
/// is set when nothing can be measured at all.
Measurements runAll(const RunOptions &Options, std::string &Error);

} // namespace warptidy::measure

#endif
