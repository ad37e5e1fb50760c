//===- CommandLine.h - Words of a command line ------------------*- C++ -*-===//
// Finds the compiler's own command in what a build system wrote: chained
// commands, wrappers in front, response files, lists. Only text is read:
// nothing is executed.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_COMMANDLINE_H
#define WARPTIDY_FRONTEND_COMMANDLINE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warptidy {

struct CommandLine {
  std::string Directory;              ///< Where it runs.
  std::vector<std::string> Arguments; ///< The compiler first.
  bool Nvcc = false;                  ///< nvcc's dialect: lists with commas.
};

/// Whether a word names a compiler: nvcc, clang++-22, /opt/bin/x86-g++.
bool isCompilerName(llvm::StringRef Word);

/// Of commands joined by && and the like, the one that compiles File, without
/// the wrappers before the compiler. `cd DIR` is followed.
CommandLine compilerCommand(const std::vector<std::string> &Words,
                            const std::string &Directory, llvm::StringRef File);

/// The words of a response file: blanks apart, quotes and backslashes as in a
/// shell.
llvm::Expected<std::vector<std::string>>
readResponseFile(const std::string &Path, const std::string &Directory);

/// The parts of one of nvcc's lists: at commas outside double quotes; \, and \"
/// stand for the character.
std::vector<std::string> splitList(llvm::StringRef Text);

/// The options in the value of -Xcompiler: at commas and blanks.
std::vector<std::string> splitHostOptions(llvm::StringRef Text);

} // namespace warptidy

#endif
