//===- main.cpp - The warp-tidy program -----------------------------------===//
// Reads the options, lints each file by itself so that a broken one costs no
// other, and reports.
//===----------------------------------------------------------------------===//
#include "tool/FileRun.h"
#include "tool/Options.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace warptidy;

/// Exit codes: see the README.
enum ExitCode { Clean = 0, Failed = 1, WrongUse = 2 };

static bool writeFile(StringRef Path, StringRef Text) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (!EC) {
    OS << Text;
    OS.flush();
    EC = OS.error();
    OS.clear_error();
  }
  if (EC)
    errs() << "warp-tidy: error: cannot write '" << Path
           << "': " << EC.message() << "\n";
  return !EC;
}

int main(int argc, const char **argv) {
  InitLLVM Init(argc, argv);
  Expected<ToolOptions> Options = parseOptions(argc, argv);
  if (!Options) {
    errs() << "warp-tidy: error: " << toString(Options.takeError()) << "\n";
    return WrongUse;
  }
  if (Options->Done)
    return Clean;
  Session &S = Session::get();
  S.Arch = Options->Arch;
  S.Overrides = Options->Overrides;
  S.PrintFacts = Options->PrintFacts;
  RunTotals Totals;
  std::vector<FilePredictions> Predictions;
  for (const std::string &File : Options->Files)
    lintFile(File, *Options, Totals, Predictions);
  if (Options->Statistics)
    printStatistics(Totals, outs());
  if (!Options->PredictionsFile.empty() &&
      !writeFile(Options->PredictionsFile,
                 predictionsJson(Predictions, *S.Arch, WARPTIDY_VERSION)))
    return Failed;
  return Totals.FailedFiles || Totals.Errors ? Failed : Clean;
}
