//===- Profile.h - One program under the profiler ---------------*- C++ -*-===//
// Runs a built program under ncu, then reads the report's pages and the
// program's line table.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_PROFILE_H
#define WARPTIDY_MEASURE_PROFILE_H

#include "measure/LineTable.h"
#include "measure/Runner.h"

namespace warptidy::measure {

/// Runs Command and leaves the report at Report (with ".ncu-rep" added).
/// Returns why it failed, or nothing.
std::string profile(const std::vector<std::string> &Command,
                    const std::string &Report, const Toolchain &Tools,
                    const RunOptions &Options);

/// Runs a kernel program with --time, without the profiler. Nothing, with a
/// reason in Why, unless it ended well and printed "KERNEL MICROSECONDS" lines
/// only.
std::vector<Timing> timeProgram(const std::string &Program,
                                unsigned TimeoutSeconds, std::string &Why);

/// Reads the report into P.Launches, or says in P.Reason why not. Needs no
/// GPU. Functions is the line table of the program's device code.
void readReport(Program &P, const std::string &Report, const Toolchain &Tools,
                const std::vector<FunctionLines> &Functions);

/// Line tables of an executable's device code. Compressed code is unpacked
/// with cuobjdump in the folder Scratch.
std::vector<FunctionLines> deviceLines(const std::string &Executable,
                                       const Toolchain &Tools,
                                       const std::string &Scratch);

} // namespace warptidy::measure

#endif
