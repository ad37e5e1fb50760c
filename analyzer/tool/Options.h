//===- Options.h - The command line -----------------------------*- C++ -*-===//
// Parses and validates the command line of warp-tidy.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_OPTIONS_H
#define WARPTIDY_TOOL_OPTIONS_H

#include "frontend/CompileCommand.h"
#include "launch/MeasuredLaunches.h"
#include "launch/PtxasLog.h"
#include "model/Arch.h"
#include "tool/OutputOptions.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace warptidy {

struct ToolOptions {
  std::vector<std::string> Files;
  /// The user's compile commands; null when each file is compiled plainly.
  std::unique_ptr<clang::tooling::CompilationDatabase> Database;
  std::string BuildPath;        ///< Of -p.
  bool DatabaseGuessed = false; ///< Found above the first file, without -p.
  std::vector<std::string> FixedFlags; ///< After "--".
  FrontendOptions Frontend;
  const ArchInfo *Arch = nullptr; ///< The default, or what was asked for.
  bool ArchGiven = false;         ///< Goes before the compile commands'.
  unsigned SectorBytes = 32;      ///< That global requests are counted in.
  LaunchOverrides Overrides;
  MeasuredLaunches Measured; ///< From --launches.
  PtxasLog Ptxas;            ///< From --ptxas-log.
  /// Globs that go on top of the configuration's; empty for none.
  std::string Checks, WarningsAsErrors;
  std::string HeaderFilter, ExcludeHeaderFilter; ///< Empty: as configured.
  /// Of --config or --config-file, in place of the configuration files.
  std::optional<std::string> Config;
  std::string ConfigName = "--config";
  std::string PredictionsFile;
  OutputOptions Output;
  unsigned Jobs = 1;
  bool ProjectLaunches = true; ///< With -p, launches in files not given.
  bool PrintFacts = false, Statistics = false, Quiet = false;
  bool Silent = false; ///< No findings: only the predictions are wanted.
  /// --list-checks and the like: nothing to lint, and the exit status.
  bool Done = false;
  int DoneStatus = 0;
};

/// Each call starts from the defaults. An error means wrong use: one sentence
/// for the user.
/// NeedsFiles: without files or a build folder that names them it is one.
llvm::Expected<ToolOptions> parseOptions(int argc, const char **argv,
                                         bool NeedsFiles = true);

} // namespace warptidy

#endif
