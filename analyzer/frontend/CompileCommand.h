//===- CompileCommand.h - One device compile of a file ----------*- C++ -*-===//
// Turns the command line a file is compiled with (nvcc's or clang's) into the
// arguments of one device-side Clang compile.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_COMPILECOMMAND_H
#define WARPTIDY_FRONTEND_COMPILECOMMAND_H

#include <optional>
#include <string>
#include <vector>

namespace warptidy {

struct FrontendOptions {
  std::string GpuArch = "sm_90";
  /// Toolkit root: empty searches CUDA_HOME, CUDA_PATH and /usr/local/cuda;
  /// "none" never uses one.
  std::string CudaPath;
  std::string ResourceDir; ///< Clang's own headers.
  std::string HeaderDir;   ///< The project's headers for use without a toolkit.
};

/// The toolkit to use, or nothing when there is none.
std::optional<std::string> findToolkit(const std::string &CudaPath);

/// The arguments, compiler name first and File last. Flags that do not bear on
/// parsing are dropped; those not in the table go to Unknown.
std::vector<std::string> deviceCommand(const std::vector<std::string> &Original,
                                       const std::string &File,
                                       const FrontendOptions &Options,
                                       std::vector<std::string> &Unknown);

} // namespace warptidy

#endif
