//===- CompilerFlags.h - The table of compiler flags ------------*- C++ -*-===//
// What each flag of nvcc, clang and gcc takes, and what becomes of it in the
// device compile. The rows are in CompilerFlags.def.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_COMPILERFLAGS_H
#define WARPTIDY_FRONTEND_COMPILERFLAGS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warptidy {

/// How a flag takes its value.
enum class FlagTakes : uint8_t {
  None,   ///< -G
  Next,   ///< -ccbin X, -ccbin=X
  Joined, ///< -Idir, -I dir, -I=dir
  Rest,   ///< -fanything: what follows in the same argument
  Word,   ///< -O, -O3, -O 3: the next argument only if it is a plain word
};

/// What becomes of it.
enum class FlagDoes : uint8_t {
  Drop,
  Keep,     ///< under the name As
  KeepList, ///< likewise; nvcc takes a list with commas
  Define,   ///< the macro As, as nvcc does
  Architecture,
  GenerateCode,
  HostList, ///< options for the host compiler
  OptionsFile,
  Toolkit,
  Language,
};

struct FlagRow {
  llvm::StringLiteral Long, Short;
  FlagTakes Takes;
  FlagDoes Does;
  llvm::StringLiteral As;
};

/// A flag as it was written.
struct FlagMatch {
  const FlagRow *Row = nullptr; ///< Null for an unknown flag.
  std::string Value;
  bool TookNext = false;
};

/// Reads the flag in Arg. Next is the argument after it, null for the last.
FlagMatch matchFlag(llvm::StringRef Arg, const std::string *Next);

} // namespace warptidy

#endif
