//===- HostFacts.h - What host code does with the runtime -------*- C++ -*-===//
// The calls of the CUDA runtime and the launches of each host function, with
// what is certain of their pointers, loops and results. Plain data: rules read
// it without Clang. What could not be seen is said to be unknown.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTFACTS_H
#define WARPTIDY_LAUNCH_HOSTFACTS_H

#include "access/AccessFact.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warptidy {

enum class HostCallKind : uint8_t {
  AllocDevice,   ///< cudaMalloc, cudaMallocPitch
  AllocManaged,  ///< cudaMallocManaged
  AllocPinned,   ///< cudaMallocHost, cudaHostAlloc
  AllocInStream, ///< cudaMallocAsync and from a pool
  FreeDevice,    ///< cudaFree
  FreePinned,    ///< cudaFreeHost
  FreeInStream,  ///< cudaFreeAsync
  Register,      ///< cudaHostRegister
  MapPinned,     ///< cudaHostGetDevicePointer
  Copy,          ///< cudaMemcpy, cudaMemcpy2D
  CopyAsync,
  CopyToSymbol, ///< Also the asynchronous form.
  CopyFromSymbol,
  Fill, ///< cudaMemset and its forms
  Prefetch,
  Synchronize, ///< With the device, a stream or an event.
  SetDevice,
  CacheConfig,      ///< cudaFuncSetCacheConfig and that of the device
  TextureReference, ///< Binds or unbinds one; a surface reference as well.
  Launch,
  Other ///< Of the runtime, but none of the above.
};

/// Which memory a pointer certainly points to.
enum class PointerOrigin : uint8_t {
  Unknown,
  Heap,   ///< malloc and its kin, new
  Vector, ///< std::vector with its usual allocator
  Stack,  ///< A local array or variable
  Pinned,
  Mapped, ///< Pinned memory of the host, by the address that kernels use.
  Device,
  Managed
};

struct HostPointer {
  PointerOrigin Origin = PointerOrigin::Unknown;
  std::string Variable;  ///< That holds it; empty for none.
  std::string Allocator; ///< In words: "malloc", "new", "std::vector".
  SourceSpot AllocatedAt;
  /// A function that is not seen, or that registers memory, has the pointer.
  bool MayBeRegistered = false;
  /// Of the variable: pointers of one number in a function are in the same. 0
  /// for none.
  unsigned Number = 0;
  bool Owned = false;    ///< No other variable leads to the memory.
  unsigned Argument = 0; ///< Of a launch: which argument of the kernel it is.
};

enum class CopyDirection : uint8_t {
  Unknown, ///< Also cudaMemcpyDefault.
  HostToHost,
  HostToDevice,
  DeviceToHost,
  DeviceToDevice
};

enum class CallResult : uint8_t { Used, Dropped, CastToVoid };

struct HostCall {
  static constexpr unsigned None = ~0u;

  HostCallKind Kind = HostCallKind::Other;
  std::string Name;   ///< Of the function; of the kernel for a launch.
  std::string Kernel; ///< Of a launch: the kernel's mangled name.
  std::string Source; ///< As written, without the macro around.
  SourceSpot Where;
  CallResult Result = CallResult::Used;
  bool ReturnsError = false; ///< The result is a cudaError_t.
  bool HasStream = false;    ///< The function takes a stream.
  bool DefaultStream = false;
  CopyDirection Direction = CopyDirection::Unknown;
  HostPointer Target, From;      ///< Of a copy; Target: what is set or freed.
  std::optional<uint64_t> Bytes; ///< Of a copy, where it is a constant.
  std::string Symbol;            ///< Of a copy, or the texture that is bound.
  std::string Config; ///< The enumerator given to a CacheConfig call.
  std::vector<HostPointer> Arguments; ///< Of a launch: those in variables.
  /// Of a pinned allocation: nothing but host code of the function has it, so
  /// that no copy and no kernel comes to it.
  bool OnlyOnHost = false;

  unsigned Loop = None; ///< The innermost around it, in HostFunction::Loops.
  /// The rest is about that loop, and true only if certain.
  bool EachIteration = false;   ///< Whenever the loop comes around.
  bool SameSize = false;        ///< The sizes do not change.
  bool SameOperands = false;    ///< Nor do the pointers.
  bool SourceUnchanged = false; ///< Nothing in the loop writes what is read.
  bool TargetUnchanged = false; ///< Nor what is written, but for the call.
  bool TargetUsed = false; ///< A launch or another call in the loop reads it.
  unsigned FreedBy = None; ///< The call that always frees it before the next.
  /// Of a blocking copy that always runs between two launches: these, if
  /// nothing between the first one and the copy waits or is not seen.
  unsigned LaunchBefore = None, LaunchAfter = None;
  /// Nor does other code there touch the memory of the copy.
  bool Untouched = false;
};

struct HostLoop {
  SourceSpot Where;
  unsigned Parent = HostCall::None;
  bool SetsDevice = false;  ///< Here or in a function that is called.
  bool CallsUnseen = false; ///< A function whose body is not in the unit.
  bool CalleesWait = false; ///< A function that is called waits or copies.
};

/// Host code reads or writes what a pointer to memory of the device or to
/// managed memory points to.
struct HostAccess {
  HostPointer Through;
  std::string Source; ///< The element, or the call of memcpy and its kin.
  SourceSpot Where;
  bool Writes = false;
  /// The loops that come to it in each iteration, if the loops within them run
  /// at least once.
  std::vector<unsigned> EachIterationOf;
};

struct HostFunction {
  std::string Name; ///< Qualified, without template arguments.
  SourceSpot Where;
  std::vector<HostLoop> Loops;
  std::vector<HostCall> Calls; ///< In the order of the source.
  std::vector<HostAccess> Accesses;
};

/// A texture or surface reference declared at file scope.
struct TextureDecl {
  std::string Name;
  std::string Source; ///< The declaration as written.
  SourceSpot Where;
  bool IsSurface = false;
};

/// A variable in constant memory, defined in the unit.
struct ConstantDecl {
  std::string Name;
  SourceSpot Where;
  uint64_t Bytes = 0;
};

/// Of a translation unit, but for its system headers. Instantiations of a
/// template are functions of their own.
struct HostFacts {
  std::vector<HostFunction> Functions;
  std::vector<TextureDecl> Textures;
  /// Some function prefetches managed memory or advises on it.
  bool Advises = false;
  std::vector<ConstantDecl> Constants; ///< In the order of the source.
  /// Kernels, by their mangled names, that host code names other than to launch
  /// them by `<<<...>>>`. More may be where code was not understood.
  std::set<std::string> NamedKernels;
  bool NamesKnown = true;
};

} // namespace warptidy

#endif
