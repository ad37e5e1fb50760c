//===- Lint.cpp - All files of a run --------------------------------------===//
// See Lint.h.
//===----------------------------------------------------------------------===//
#include "tool/Lint.h"
#include "tool/LaunchIndex.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace warptidy {

static bool isOf(const MeasuredProgram &Program, const ToolOptions &Options) {
  return Program.File.empty() ||
         any_of(Options.Files, [&](const std::string &File) {
           return sameMeasuredFile(Program.File, File);
         });
}

std::vector<std::string> unknownKernels(const ToolOptions &Options,
                                        const RunTotals &Totals) {
  std::vector<std::string> Names;
  for (const MeasuredProgram &P : Options.Measured.Programs)
    if (isOf(P, Options))
      for (const auto &[Kernel, Shapes] : P.Shapes)
        if (!Totals.Mangled.count(Kernel))
          Names.push_back(demangle(Kernel));
  return Names;
}

static void noteUnusedLaunches(const ToolOptions &Options,
                               const RunTotals &Totals) {
  if (Options.Measured.Programs.empty() || Options.Quiet)
    return;
  if (none_of(Options.Measured.Programs,
              [&](const MeasuredProgram &P) { return isOf(P, Options); })) {
    errs() << "warp-tidy: note: --launches: none of the measured programs is "
              "made of these files\n";
    return;
  }
  for (const std::string &Name : unknownKernels(Options, Totals))
    errs() << "warp-tidy: note: --launches: the kernel " << Name
           << " was measured and is in none of the files\n";
}

/// Whether a file of the run or of its database speaks of a kernel: then an
/// entry for it may be meant for a run with other files.
static bool isNamed(const std::string &Kernel, const ToolOptions &Options) {
  std::vector<std::string> Files = Options.Files;
  if (Options.Database)
    append_range(Files, cudaFiles(*Options.Database));
  return any_of(Files, [&](const std::string &File) {
    auto Buffer = MemoryBuffer::getFile(File);
    return Buffer && hasWord((*Buffer)->getBuffer(), Kernel);
  });
}

/// Entries of the configuration for kernels that are nowhere.
static void reportUnusedSettings(const ToolOptions &Options,
                                 const RunTotals &Totals) {
  for (const auto &[Key, Setting] : Totals.Unused) {
    std::string Name = plainKernelName(Setting.Kernel), Close;
    if (isNamed(Name, Options))
      continue;
    for (const std::string &Other : Totals.KernelNames)
      if (StringRef(Name).edit_distance(Other) <= 1 + Name.size() / 4)
        Close += (Close.empty() ? "'" : ", '") + Other + "'";
    AnnotationError Text =
        settingError(Setting, "no kernel of this name is in the files" +
                                  (Close.empty() ? "" : "; close is " + Close));
    std::string Place = Setting.File.empty()
                            ? "warp-tidy"
                            : Setting.File + ":" +
                                  std::to_string(Text.Where.Line) + ":" +
                                  std::to_string(Text.Where.Column);
    errs() << Place << ": warning: " << Text.Message << "\n";
  }
}

/// Files whose findings depend on launches in others are run once more.
static void lintFiles(const ToolOptions &Options, LintResult &Out) {
  Session &S = Session::get();
  bool Join = joinsLaunches(Options);
  S.KeepLaunches = Join;
  S.Project = nullptr;
  std::vector<FileRun> Runs;
  for (const std::string &File : Options.Files) {
    FileRun Run = openFile(File, Options);
    runFile(Run, Options);
    if (Join)
      Runs.push_back(std::move(Run));
    else
      reportFile(std::move(Run), Options, Out.Totals, Out.Predictions);
  }
  if (!Join)
    return;
  ProjectLaunches Project = indexLaunches(Runs, Options);
  S.Project = &Project;
  for (FileRun &Run : Runs) {
    if (isAffected(Run, Project, Options.Overrides))
      runFile(Run, Options);
    reportFile(std::move(Run), Options, Out.Totals, Out.Predictions);
  }
  S.Project = nullptr;
}

LintResult lintAll(const ToolOptions &Options) {
  Session &S = Session::get();
  S.Arch = Options.Arch;
  S.Overrides = Options.Overrides;
  S.Measured = Options.Measured;
  S.PrintFacts = Options.PrintFacts;
  S.Predict.CountLaunches = Options.Silent || !Options.PredictionsFile.empty();
  LintResult Out;
  Out.Arch = Options.Arch;
  lintFiles(Options, Out);
  if (!Out.Predictions.empty())
    Out.Arch = findArch(Out.Predictions.front().Arch);
  Out.Arch = &withSectorBytes(*Out.Arch, Options.SectorBytes);
  for (const auto &[Name, Value] : Options.Overrides.ArgumentValues)
    if (!Out.Totals.Parameters.count(Name))
      errs() << "warp-tidy: note: --assume=" << Name << "=" << Value
             << ": no kernel has a parameter of this name\n";
  noteUnusedLaunches(Options, Out.Totals);
  if (!Options.Silent && !Options.PrintFacts)
    reportUnusedSettings(Options, Out.Totals);
  return Out;
}

bool writePredictions(const std::string &Path, const LintResult &Result) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (!EC) {
    OS << predictionsJson(Result.Predictions, *Result.Arch, WARPTIDY_VERSION);
    OS.flush();
    EC = OS.error();
    OS.clear_error();
  }
  if (EC)
    errs() << "warp-tidy: error: cannot write '" << Path
           << "': " << EC.message() << "\n";
  return !EC;
}

} // namespace warptidy
