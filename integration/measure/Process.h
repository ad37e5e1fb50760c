//===- Process.h - Running other programs -----------------------*- C++ -*-===//
// Starts a program without a shell, keeps what it prints and ends it with its
// children when it takes too long.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_PROCESS_H
#define WARPTIDY_MEASURE_PROCESS_H

#include <string>
#include <vector>

namespace warptidy::measure {

struct ProcessResult {
  int Status = -1;      ///< Exit status; 128 + the signal when killed by one.
  bool Started = false; ///< False when there is no such program.
  bool TimedOut = false;
  std::string Output;   ///< Standard output.
  std::string Messages; ///< Standard error.
};

/// Runs Command[0] (searched in PATH) with the arguments after it, in Folder
/// when that is not empty.
ProcessResult runProcess(const std::vector<std::string> &Command,
                         unsigned TimeoutSeconds,
                         const std::string &Folder = "");

/// Full path of a program in PATH, or empty.
std::string findProgram(const std::string &Name);

} // namespace warptidy::measure

#endif
