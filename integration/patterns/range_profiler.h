//===- range_profiler.h - Counters of a row of launches ---------*- C++ -*-===//
// The GPU side of CUPTI: runs launches one a range and hands back what the
// counters of a group said in each. Throws CuptiError.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_PATTERNS_RANGE_PROFILER_H
#define WARPTIDY_PATTERNS_RANGE_PROFILER_H

#include "plan.h"

#include <cuda.h>
#include <cupti_range_profiler.h>
#include <functional>

namespace patterns {

/// Who marks the ranges: CUPTI around each kernel, or the program.
enum class Ranges { Auto, User };

class RangeProfiler {
public:
  /// Of the context that is current in the calling thread.
  explicit RangeProfiler(CUcontext Context);
  ~RangeProfiler();
  RangeProfiler(const RangeProfiler &) = delete;
  RangeProfiler &operator=(const RangeProfiler &) = delete;

  /// The chip's name and what of it can be counted: for planGroups().
  const std::string &chip() const { return Chip; }
  const Image &availability() const { return Availability; }

  /// Calls Launch(0) to Launch(Count - 1), which launch one kernel each, and
  /// Wait, which waits for them; returns the counters' values of each launch.
  std::vector<std::vector<double>>
  measure(const Group &Of, Ranges Mode, size_t Count,
          const std::function<void(size_t)> &Launch,
          const std::function<void()> &Wait);

  /// Seconds spent in CUPTI before and after the launches, in all.
  double overhead() const { return Overhead; }

private:
  CUcontext Context;
  std::string Chip;
  Image Availability, Data;
  CUpti_RangeProfiler_Object *Object = nullptr;
  double Overhead = 0;

  void readAvailability();
  void enable();
  void disable();
  void makeRoom(const Group &Of, size_t Count);
  void configure(const Group &Of, Ranges Mode, size_t Count);
  void start();
  void stop(Ranges Mode);
  void push(const std::string &Name);
  void pop();
  void decode(size_t Count);
  size_t numberOf(size_t Range) const;
  std::vector<size_t> launchOfRange(size_t Count) const;
  std::vector<std::vector<double>> evaluate(const Group &Of, size_t Count);
};

} // namespace patterns

#endif
