//===- LaunchShape.h - How a kernel is launched -----------------*- C++ -*-===//
// One launch of a kernel as far as it is known: block shape, grid, dynamic
// shared memory and the arguments that fold to integers, with where each came
// from.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_LAUNCHSHAPE_H
#define WARPTIDY_LAUNCH_LAUNCHSHAPE_H

#include "access/AccessFact.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warptidy {

/// Where a block shape came from; the names printed are those of the
/// predictions contract.
enum class ShapeSource : uint8_t {
  LaunchSite,
  LaunchBounds,
  Annotation,
  Configuration, ///< --block on the command line or a configuration entry.
  Profiler,      ///< A launch that was measured, without a site that matches.
  Assumed,
};
const char *shapeSourceName(ShapeSource S);

struct LaunchShape {
  std::array<unsigned, 3> Block{1, 1, 1};      ///< Threads in x, y, z.
  std::optional<std::array<unsigned, 3>> Grid; ///< Blocks, when known.
  std::optional<uint64_t> DynamicSharedBytes;
  /// Values of integer kernel parameters known at this launch, by index.
  std::map<unsigned, int64_t> Arguments;
  /// Pointer parameters that this launch passes null for, by index.
  std::set<unsigned> NullArguments;
  ShapeSource Source = ShapeSource::Assumed;
  SourceSpot Where;  ///< Launch site or annotation.
  SourceSpot Caller; ///< The call that the launch site got its values from.
  /// For shapes that stand for a launch at Where whose block is not known: why.
  std::string Unread;
  /// Further launches of the kernel whose block is not known.
  unsigned UnreadLaunches = 0;
};

/// True when no launch has this block as far as is known: it is assumed, or
/// what
/// __launch_bounds__ allows.
bool isGuess(const LaunchShape &L);

/// What ptxas made of a kernel for one architecture.
struct KernelResources {
  std::string Arch;                                 ///< "sm_90".
  unsigned Registers = 0;                           ///< A thread.
  unsigned StackBytes = 0;                          ///< A thread.
  unsigned SpillStoreBytes = 0, SpillLoadBytes = 0; ///< In the code.
};

/// Whether the hardware accepts the block: no empty side, at most 1024 threads,
/// at most 64 in z.
bool isLaunchableBlock(const std::array<unsigned, 3> &Block);

/// Shapes by mangled kernel name.
using ShapesByKernel = std::map<std::string, std::vector<LaunchShape>>;

/// What an argument of a call is known to be; nothing, often.
struct CallValue {
  std::optional<int64_t> Int;
  std::array<std::optional<unsigned>, 3> Dim;
  bool Null = false;
  bool operator==(const CallValue &) const = default;
};

/// A call of a function that another unit defines.
struct OuterCall {
  std::vector<CallValue> Arguments;
  SourceSpot Where;
  bool operator==(const OuterCall &Other) const {
    return Arguments == Other.Arguments && Where.File == Other.Where.File &&
           Where.Line == Other.Where.Line && Where.Column == Other.Where.Column;
  }
};

/// By mangled name of the function.
using CallTable = std::map<std::string, std::vector<OuterCall>>;

/// Launches of the kernels of one translation unit.
struct LaunchTable {
  ShapesByKernel Shapes;
  /// Launches whose block does not fold or could not be launched: sides that
  /// are not known are 0, and the reason is in LaunchShape::Unread.
  ShapesByKernel Unread;
  /// From the configuration; before annotations and launches.
  ShapesByKernel Configured;
  /// Distinct shapes that a profiler saw, in the order of their first launch.
  ShapesByKernel Measured;
  /// Launched kernels that only this unit can launch.
  std::set<std::string> Internal;
  /// Where the unit has the definition of a kernel or of another function, as
  /// "path:line".
  std::map<std::string, std::string> Defined;
  /// Functions that launch with what their callers in other units give them.
  std::set<std::string> Open;
  CallTable Calls; ///< Of functions that other units define.
};

/// What the user fixed for all kernels: --block and --assume=NAME=VALUE.
struct LaunchOverrides {
  std::optional<std::array<unsigned, 3>> Block;
  std::map<std::string, int64_t> ArgumentValues; ///< By parameter name.
};

/// The shapes to predict for a kernel: --block, else its entry in the
/// configuration, else an annotation at the kernel, else its launches, else
/// __launch_bounds__, else assumed shapes chosen from the built-ins that the
/// kernel reads. The last two take from launches whose block is not known what
/// is. Never empty; duplicates (same block and arguments; with measured
/// launches the grid and the dynamic shared memory too) removed; source order
/// kept.
///
/// Measured launches add to this: a site or annotation of such a shape takes
/// from them what it lacks, once for each shape that it may be. A shape without
/// a site follows as it is, in place of any guess. A site that was not seen to
/// run stays, so that a comparison can say so.
std::vector<LaunchShape> shapesFor(const KernelFacts &Kernel,
                                   const LaunchTable &Table,
                                   const LaunchOverrides &Overrides);

} // namespace warptidy

#endif
