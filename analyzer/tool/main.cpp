//===- main.cpp - The warp-tidy program -----------------------------------===//
// Passes the commands on; without one, reads the options, lints each file by
// itself so that a broken one costs no other, and reports.
//===----------------------------------------------------------------------===//
#include "tool/MeasuringHalf.h"
#include "tool/Outputs.h"
#include "tool/Serve.h"
#include "tool/Verify.h"
#include "llvm/Support/InitLLVM.h"

using namespace llvm;
using namespace warptidy;

/// The other exit codes are in the README.
enum ExitCode { WrongUse = 2 };

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
    return Options->DoneStatus;
  std::optional<Baseline> Known;
  if (!Options->Output.BaselineFile.empty()) {
    Expected<Baseline> Read = readBaseline(Options->Output.BaselineFile);
    if (!Read) {
      errs() << "warp-tidy: error: " << toString(Read.takeError()) << "\n";
      return WrongUse;
    }
    Known = std::move(*Read);
  }
  LintResult Result = lintAll(*Options);
  Result.Known = std::move(Known);
  return showResult(Result, *Options);
}
