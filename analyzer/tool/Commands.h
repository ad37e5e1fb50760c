//===- Commands.h - The compile command of each file ------------*- C++ -*-===//
// Chooses a file's entry in the project's compile database, or the nearest
// file's, and the architecture to predict for.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_COMMANDS_H
#define WARPTIDY_TOOL_COMMANDS_H

#include "tool/Options.h"
#include <functional>

namespace warptidy {

struct FileCommand {
  std::string Directory;
  std::vector<std::string> Arguments;
  const ArchInfo *Arch = nullptr;
};

/// Tells the user something. Texts of one key are for one line a run.
using NoteSink =
    std::function<void(const std::string &Key, const std::string &Text)>;

FileCommand commandFor(const std::string &File, const ToolOptions &Options,
                       const NoteSink &Note);

/// The files that the database compiles as CUDA, sorted.
std::vector<std::string>
cudaFiles(const clang::tooling::CompilationDatabase &Database);

/// These and its C++ files, sorted.
std::vector<std::string>
sourceFiles(const clang::tooling::CompilationDatabase &Database);

/// An architecture as both sides know it.
struct ChosenArch {
  const ArchInfo *Model = nullptr;
  std::string ClangName; ///< With the suffix of features: sm_90a.
};

/// The highest of the names (sm_90a, compute_80), or Default when none of them
/// says. One that is not in the model gives way to the nearest below, or to the
/// lowest.
ChosenArch chooseArch(const std::vector<std::string> &Names,
                      const std::string &Default, const NoteSink &Note);

} // namespace warptidy

#endif
