//===- Progress.h - A line on the terminal while files run ------*- C++ -*-===//
// "[3/60] file.cu" on standard error, if that is a terminal and there is more
// than one file; gone when the run ends.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_PROGRESS_H
#define WARPTIDY_TOOL_PROGRESS_H

#include <mutex>
#include <string>

namespace warptidy {

class Progress {
public:
  Progress(size_t Files, bool Wanted);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void start(const std::string &File);
  void again(size_t NumFiles); ///< Counts anew, for a second round.

private:
  std::mutex Lock;
  bool Wanted;
  size_t Started = 0, Files;
};

} // namespace warptidy

#endif
