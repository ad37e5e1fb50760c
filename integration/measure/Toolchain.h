//===- Toolchain.h - nvcc, ncu and the GPU ----------------------*- C++ -*-===//
// Finds the toolkit and the profiler, asks them who they are, and turns their
// failures into one sentence each.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_TOOLCHAIN_H
#define WARPTIDY_MEASURE_TOOLCHAIN_H

#include "measure/Process.h"

namespace warptidy::measure {

struct Toolchain {
  std::string Nvcc, Ncu, Cuobjdump; ///< Paths; empty when not found.
  std::string Device, Driver;       ///< From nvidia-smi.
  std::string Toolkit, Profiler;    ///< Version lines.
  /// Hardware counters to ask for: those this profiler knows.
  std::vector<std::string> Counters;
};

/// Looks for everything. Error gets a sentence when the profiler or the GPU is
/// missing, or nvcc while NeedsNvcc.
Toolchain findToolchain(bool NeedsNvcc, std::string &Error);

/// The kernel-level counters that the comparison knows how to use.
const std::vector<std::string> &hardwareCounters();

/// Why nvcc failed: its first error line.
std::string compileFailure(const ProcessResult &R, unsigned TimeoutSeconds);
/// Why a run under the profiler failed; empty when it did not.
std::string profileFailure(const ProcessResult &R, unsigned TimeoutSeconds);
/// Whether that failure will meet every other program too.
bool isHopeless(const std::string &Failure);

} // namespace warptidy::measure

#endif
