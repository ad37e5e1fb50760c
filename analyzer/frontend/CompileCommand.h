//===- CompileCommand.h - One device compile of a file ----------*- C++ -*-===//
// Turns the command line a file is compiled with (nvcc's or clang's) into the
// arguments of one device-side Clang compile.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_COMPILECOMMAND_H
#define WARPTIDY_FRONTEND_COMPILECOMMAND_H

#include "frontend/CommandLine.h"
#include <optional>
#include <string>
#include <vector>

namespace warptidy {

struct FrontendOptions {
  std::string GpuArch = "sm_90";
  /// Toolkit root: empty searches the compile command, CUDA_HOME, CUDA_PATH and
  /// /usr/local/cuda; "none" never uses one.
  std::string CudaPath;
  std::string ResourceDir; ///< Clang's own headers.
  std::string HeaderDir;   ///< The project's headers for use without a toolkit.
};

/// The toolkit to use, or nothing when there is none.
std::optional<std::string> findToolkit(const std::string &CudaPath);

/// What a command line says about the device compile.
struct ProjectFlags {
  std::vector<std::string> Kept;          ///< Passed on, in nvcc's order.
  std::vector<std::string> Architectures; ///< As written: sm_90a, native.
  std::vector<std::string> Unknown;       ///< Dropped: in no row of the table.
  std::vector<std::string> Notes;         ///< Sentences for the user.
  std::string Toolkit;   ///< The one that nvcc belongs to, or empty.
  std::string Directory; ///< What relative paths start from.
  bool IsCuda = false;   ///< Compiles CUDA, by its program or its flags.
};

ProjectFlags readFlags(const CommandLine &Command);

/// The arguments, compiler name first and File last.
std::vector<std::string> deviceCommand(const ProjectFlags &Flags,
                                       const std::string &File,
                                       const FrontendOptions &Options);

} // namespace warptidy

#endif
