//===- MeasuredLaunches.h - Launches that a profiler saw --------*- C++ -*-===//
// Reads the launches of a measurements.json (its form is in
// integration/measurements.schema.json) and picks those of one source file.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_MEASUREDLAUNCHES_H
#define WARPTIDY_LAUNCH_MEASUREDLAUNCHES_H

#include "launch/LaunchShape.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <set>

namespace warptidy {

/// What was measured of one program.
struct MeasuredProgram {
  std::string Name;
  std::string File; ///< Its source; empty for a user's own program.
  bool Ok = false;  ///< It ran under the profiler.
  /// Files that its measured instructions come from, and further files that its
  /// line table names; sorted.
  std::set<std::string> Sources, OtherSources;
  /// Distinct shapes by comparable name, in the order of their first launch.
  ShapesByKernel Shapes;
};

struct MeasuredLaunches {
  std::string Architecture; ///< Empty for a user's own program.
  std::vector<MeasuredProgram> Programs;

  /// Launches of the kernels that File may define: those of the programs made
  /// of it and of the programs whose files are not known.
  ShapesByKernel of(llvm::StringRef File) const;
};

/// Whether both paths name the same file as far as can be told: the last two
/// components (or all of the shorter path) agree.
bool sameMeasuredFile(llvm::StringRef A, llvm::StringRef B);

/// An error is one sentence that says what is wrong with the document.
llvm::Expected<MeasuredLaunches> readMeasuredLaunches(llvm::StringRef Text);

} // namespace warptidy

#endif
