//===- Lint.cpp - All files of a run --------------------------------------===//
// See Lint.h.
//===----------------------------------------------------------------------===//
#include "tool/Lint.h"
#include "tool/FileOptions.h"
#include "tool/FixCheck.h"
#include "tool/LaunchIndex.h"
#include "tool/Outputs.h"
#include "tool/Progress.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ThreadPool.h"

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

/// Runs Work for all files, several at once; what it writes must be the file's.
static void forFiles(std::vector<FileRun *> Runs, const ToolOptions &Options,
                     Progress &Shown,
                     const std::function<void(FileRun &)> &Work) {
  if (Options.Jobs == 1 || Runs.size() < 2) {
    for (FileRun *Run : Runs) {
      Shown.start(Run->File);
      Work(*Run);
    }
    return;
  }
  DefaultThreadPool Pool(hardware_concurrency(Options.Jobs));
  for (FileRun *Run : Runs)
    Pool.async([Run, &Shown, &Work] {
      Shown.start(Run->File);
      Work(*Run);
    });
  Pool.wait();
}

/// Files whose findings depend on launches in others are run once more, and so
/// are those with fixes, to see that they hold.
static std::vector<FileRun> runFiles(const ToolOptions &Options) {
  Session &S = Session::get();
  const bool Join = joinsLaunches(Options);
  S.KeepLaunches = Join;
  S.Project = nullptr;
  std::vector<FileRun> Runs;
  std::vector<FileRun *> All;
  for (const std::string &File : Options.Files)
    Runs.push_back(openFile(File, Options));
  for (FileRun &Run : Runs)
    All.push_back(&Run);
  Progress Shown(All.size(), !Options.Quiet);
  auto Again = [&](function_ref<bool(FileRun &)> Which,
                   const std::function<void(FileRun &)> &Work) {
    std::vector<FileRun *> Chosen;
    copy_if(All, std::back_inserter(Chosen),
            [&](FileRun *Run) { return Which(*Run); });
    Shown.again(Chosen.size());
    forFiles(Chosen, Options, Shown, Work);
  };
  auto Lint = [&](FileRun &Run) { runFile(Run, Options); };
  forFiles(All, Options, Shown, Lint);
  ProjectLaunches Project;
  if (Join) {
    Project = indexLaunches(Runs, Options);
    S.Project = &Project;
    Again(
        [&](FileRun &Run) {
          return isAffected(Run, Project, Options.Overrides);
        },
        Lint);
  }
  if (S.Fixes == Session::FixMode::Edits)
    Again(hasFixes, [&](FileRun &Run) { checkFixes(Run, Options); });
  S.Project = nullptr;
  return Runs;
}

/// Compiling a fix takes as long as the file did: only where it goes somewhere.
static Session::FixMode fixMode(const ToolOptions &Options) {
  const OutputOptions &Output = Options.Output;
  if (Options.Silent || Options.PrintFacts)
    return Session::FixMode::None;
  bool Shown = Output.Fix || !Output.ExportFixesFile.empty() ||
               Output.Format != OutputFormat::Text || !Output.SarifFile.empty();
  return Shown ? Session::FixMode::Edits : Session::FixMode::Advice;
}

/// The files that a unit without any error consists of.
static void noteAnalysed(const FileRun &Run, LintResult &Out) {
  Out.CompileErrors |= Run.CompileErrors;
  if (!Run.Failure.empty() || Run.CompileErrors)
    return;
  for (const std::string &File : Run.Included)
    Out.Analysed.insert(absolutePath(File, Run.Command.Directory));
}

static void lintFiles(const ToolOptions &Options, LintResult &Out) {
  std::vector<FileRun> Runs = runFiles(Options);
  for (FileRun &Run : Runs) {
    reportFile(Run, Options, Out.Totals, Out.Predictions);
    noteAnalysed(Run, Out);
  }
  if (Options.Silent)
    return;
  SourceLines Lines;
  Out.Findings = joinFindings(Runs, Options, Lines);
  filterByLines(Out.Findings, Options.Output);
}

LintResult lintAll(const ToolOptions &Options) {
  Session &S = Session::get();
  S.Arch = Options.Arch;
  S.Overrides = Options.Overrides;
  S.Measured = Options.Measured;
  S.Ptxas = Options.Ptxas;
  S.PrintFacts = Options.PrintFacts;
  S.Fixes = fixMode(Options);
  S.Predict.CountLaunches = Options.Silent || Options.Output.Estimate ||
                            !Options.PredictionsFile.empty();
  LintResult Out;
  Out.Arch = Options.Arch;
  for (const AnnotationError &E :
       configErrors(Options, Options.Files, /*CheckAll=*/false))
    reportAnnotation(E, Out.Totals);
  if (Options.Files.empty() && !Options.Quiet)
    errs() << "warp-tidy: note: the diff changes no CUDA file\n";
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
  return writeFile(Path, predictionsJson(Result.Predictions, *Result.Arch,
                                         WARPTIDY_VERSION));
}

} // namespace warptidy
