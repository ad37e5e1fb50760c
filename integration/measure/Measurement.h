//===- Measurement.h - What the profiler counted ----------------*- C++ -*-===//
// The recorded data, as in measurements.schema.json. Counters that the
// profiler did not give are absent, not zero.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_MEASUREMENT_H
#define WARPTIDY_MEASURE_MEASUREMENT_H

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warptidy::measure {

using Count = std::optional<uint64_t>;
using Dims = std::array<uint64_t, 3>;

/// One memory instruction of the machine code, summed over a launch.
struct Instruction {
  uint64_t Offset = 0; ///< From the kernel's first instruction, bytes.
  std::string Sass;
  std::string File;
  unsigned Line = 0;     ///< 0 when unknown.
  std::string Space;     ///< global, shared, constant, local, generic,
                         ///< distributed (of the cluster), global+shared
                         ///< (cp.async), parameter.
  std::string Op;        ///< load, store, atomic, reduction, copy.
  unsigned SizeBits = 0; ///< A lane, in one execution.
  uint64_t Executed = 0; ///< Warp-level executions.
  uint64_t Threads = 0;  ///< Lanes whose predicate held, summed.
  Count Sectors, SectorsIdeal, Wavefronts, WavefrontsIdeal, TagRequests,
      SectorsLocal;
};

struct Launch {
  std::string Kernel; ///< As the profiler prints it.
  std::string Mangled;
  unsigned Index = 1; ///< Order among the launches of this kernel.
  Dims Block{1, 1, 1}, Grid{1, 1, 1};
  Count DynamicSharedBytes;
  /// "line table" when the lines come from the program's own debug
  /// information, inlining undone; "profiler" when from the profiler's page.
  std::string Lines = "profiler";
  std::map<std::string, uint64_t> Hardware; ///< Counters of the whole launch.
  std::vector<Instruction> Instructions;
};

struct SourceFile {
  std::string File, Sha256;
};

/// What a program printed of itself under --time: the median duration of a
/// launch, without the profiler.
struct Timing {
  std::string Kernel; ///< As the program calls it.
  double MedianMicroseconds = 0;
};

struct Program {
  std::string Name, File, Sha256;
  std::vector<SourceFile> Headers; ///< The user's headers beside it.
  bool Ok = false;
  std::string Reason; ///< Why it failed.
  std::vector<Launch> Launches;
  std::vector<Timing> Timings; ///< Empty when not timed.
};

struct Measurements {
  std::string Device, Driver, Toolkit, Profiler, Date, Architecture, Flags;
  std::vector<Program> Programs;
};

} // namespace warptidy::measure

#endif
