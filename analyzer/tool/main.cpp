//===- main.cpp - The warp-tidy program -----------------------------------===//
// Reads the options, lints each file by itself so that a broken one costs no
// other, and reports.
//===----------------------------------------------------------------------===//
#include "tool/FileRun.h"
#include "tool/Options.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
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

/// `warp-tidy measure|compare|figure ...`: the measuring half is a program of
/// its own, which needs no LLVM and lies beside this one.
static int runMeasure(StringRef Command, ArrayRef<const char *> Arguments,
                      const char *Program) {
  std::string Exe = sys::fs::getMainExecutable(
      Program, reinterpret_cast<void *>(&runMeasure));
  SmallString<256> Tool(sys::path::parent_path(Exe));
  sys::path::append(Tool, "warp-tidy-measure");
  if (!sys::fs::can_execute(Tool)) {
    errs() << "warp-tidy: error: '" << Tool << "' is not there; build it with "
           << "the rest of the project\n";
    return WrongUse;
  }
  std::vector<StringRef> Args{Tool, Command};
  Args.insert(Args.end(), Arguments.begin(), Arguments.end());
  std::string Message;
  int Code = sys::ExecuteAndWait(Tool, Args, std::nullopt, {}, 0, 0, &Message);
  if (!Message.empty())
    errs() << "warp-tidy: error: " << Message << "\n";
  return Code < 0 ? Failed : Code;
}

int main(int argc, const char **argv) {
  InitLLVM Init(argc, argv);
  if (argc > 1)
    if (StringRef Command = argv[1];
        Command == "measure" || Command == "compare" || Command == "figure")
      return runMeasure(Command == "measure" ? "run" : Command,
                        ArrayRef(argv + 2, argc - 2), argv[0]);
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
  S.Predict.CountLaunches = !Options->PredictionsFile.empty();
  RunTotals Totals;
  std::vector<FilePredictions> Predictions;
  for (const std::string &File : Options->Files)
    lintFile(File, *Options, Totals, Predictions);
  for (const auto &[Name, Value] : Options->Overrides.ArgumentValues)
    if (!Totals.Parameters.count(Name))
      errs() << "warp-tidy: note: --assume=" << Name << "=" << Value
             << ": no kernel has a parameter of this name\n";
  if (Options->Statistics)
    printStatistics(Totals, outs());
  if (!Options->PredictionsFile.empty() &&
      !writeFile(Options->PredictionsFile,
                 predictionsJson(Predictions, *S.Arch, WARPTIDY_VERSION)))
    return Failed;
  return Totals.FailedFiles || Totals.Errors ? Failed : Clean;
}
