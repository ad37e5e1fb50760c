//===- main.cpp - The warp-tidy program -----------------------------------===//
// Passes the commands on; without one, reads the options, lints each file by
// itself so that a broken one costs no other, and reports.
//===----------------------------------------------------------------------===//
#include "tool/Lint.h"
#include "tool/MeasuringHalf.h"
#include "tool/Serve.h"
#include "tool/Verify.h"
#include "llvm/Support/InitLLVM.h"

using namespace llvm;
using namespace warptidy;

/// Exit codes: see the README.
enum ExitCode { Clean = 0, Failed = 1, WrongUse = 2 };

/// The exit status of `warp-tidy measure|compare|figure|verify|lsp ...`, if it
/// is one of these.
static std::optional<int> runCommand(int argc, const char **argv) {
  StringRef Command = argc > 1 ? argv[1] : "";
  std::vector<std::string> Arguments(argv + std::min(argc, 2), argv + argc);
  if (Command == "verify")
    return verify(Arguments, argv[0]);
  if (Command == "lsp")
    return serve(Arguments, argv[0]);
  if (Command != "measure" && Command != "compare" && Command != "figure")
    return std::nullopt;
  Arguments.insert(Arguments.begin(),
                   Command == "measure" ? "run" : Command.str());
  return runMeasuringHalf(Arguments, argv[0]);
}

int main(int argc, const char **argv) {
  InitLLVM Init(argc, argv);
  if (std::optional<int> Status = runCommand(argc, argv))
    return *Status;
  Expected<ToolOptions> Options = parseOptions(argc, argv);
  if (!Options) {
    errs() << "warp-tidy: error: " << toString(Options.takeError()) << "\n";
    return WrongUse;
  }
  if (Options->Done)
    return Clean;
  LintResult Result = lintAll(*Options);
  if (Options->Statistics)
    printStatistics(Result.Totals, outs());
  if (!Options->PredictionsFile.empty() &&
      !writePredictions(Options->PredictionsFile, Result))
    return Failed;
  return Result.Totals.FailedFiles || Result.Totals.Errors ? Failed : Clean;
}
