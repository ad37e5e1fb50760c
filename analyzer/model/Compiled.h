//===- Compiled.h - Accesses as nvcc compiles them --------------*- C++ -*-===//
// nvcc unrolls loops and merges adjacent accesses of a thread into one of 64 or
// 128 bits. The rules were found by compiling families of kernels with nvcc
// 13.0 -O3 for sm_90 and reading the machine code; each says how many of them
// agreed. Where the rules do not decide, the access is left unsure.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_COMPILED_H
#define WARPTIDY_MODEL_COMPILED_H

#include "access/Polynomial.h"

namespace warptidy {

/// What becomes of a loop.
enum class Unrolling : uint8_t {
  Full,   ///< Its body is repeated, the loop is gone.
  Rolled, ///< It stays as written.
  Unsure, ///< Unrolled in part, or not decided by the rules.
};

/// One entry a loop of the kernel.
std::vector<Unrolling> planUnrolling(const KernelFacts &Facts);

/// An access in one iteration of the unrolled loops around it, or something
/// that ends a run of straight-line code.
struct CodeEvent {
  enum Kind : uint8_t {
    Access,
    Cut,      ///< A barrier, fence or call.
    Exchange, ///< A shuffle or vote.
    Split,    ///< An instruction with a rare path of its own.
    Branch,   ///< Another block.
    Loop,     ///< The start or end of a loop that stays.
  } What;
  size_t Index = 0; ///< Access: into KernelFacts::Accesses.
  /// Of the unrolled loops around the access, outermost first.
  std::vector<unsigned> Iterations;
};

/// The code with its unrolled loops written out. Empty when that would be too
/// long, or when the facts have no blocks.
std::vector<CodeEvent> expandCode(const KernelFacts &Facts,
                                  const std::vector<Unrolling> &Plan);

/// A machine-level access that differs from the written ones.
struct CompiledAccess {
  /// The fact of the first member, with the width of the request, its lowest
  /// address, and the iterations in which it is made.
  AccessFact Fact;
  std::vector<size_t> Members; ///< Accesses that it serves, ascending.
  bool Eliminated = false;     ///< Its array lives in registers: no request.
};

struct CompiledCode {
  /// Accesses that no entry names and that are not unsure stay as written.
  std::vector<CompiledAccess> Accesses;
  std::vector<bool> Unsure; ///< By access.
  /// Merged accesses that unsure ones may have become.
  std::vector<CompiledAccess> Possible;
};

CompiledCode compiledCode(KernelFacts &Facts);

} // namespace warptidy

#endif
