//===- FileReport.cpp - What is said of one file --------------------------===//
// Failures, compile errors and counts; see FileRun.h. Findings are shown when
// all files are through: RunFindings.h, Outputs.h.
//===----------------------------------------------------------------------===//
#include "launch/LaunchShape.h"
#include "launch/MangledName.h"
#include "tool/FileRun.h"
#include "tool/SourceLines.h"

using namespace llvm;
using namespace clang;

namespace warptidy {
namespace {

const char *severityName(const tidy::ClangTidyError &E) {
  if (E.IsWarningAsError || E.DiagLevel == tooling::Diagnostic::Error)
    return "error";
  return E.DiagLevel == tooling::Diagnostic::Remark ? "remark" : "warning";
}

/// The verdict of an access: the weakest of the launches that execute it. Where
/// none does, a shape that was only assumed leaves that open.
std::string verdictOf(const KernelPredictions &K, size_t Access,
                      const Prediction *&Worst) {
  bool Guessed = false;
  for (const Prediction &P : K.Accesses[Access].PerLaunch) {
    Guessed |= isGuess(K.Launches[P.Launch]);
    if (P.Kind != Pattern::NotExecuted && (!Worst || P.Kind > Worst->Kind))
      Worst = &P;
  }
  if (Worst)
    return patternName(Worst->Kind);
  return Guessed && !K.Dead[Access] ? "not-executed-when-assumed"
                                    : patternName(Pattern::NotExecuted);
}

void countVerdicts(const FileAnalysis &Analysis, RunTotals &Totals) {
  for (const KernelPredictions &K : Analysis.Kernels) {
    ++Totals.Kernels;
    Totals.Mangled.insert(comparableMangled(K.Facts.Mangled));
    for (const ParamFact &P : K.Facts.Params)
      Totals.Parameters.insert(P.Name);
    Totals.BrokenKernels += K.Facts.Unknown != UnknownReason::None;
    for (size_t I = 0; I < K.Accesses.size(); ++I) {
      AddressSpace Space = K.Facts.Accesses[I].Space;
      if (Space == AddressSpace::Local || Space == AddressSpace::Constant)
        continue;
      const Prediction *Worst = nullptr;
      if (K.Accesses[I].PerLaunch.empty())
        continue;
      ++Totals.Verdicts[verdictOf(K, I, Worst)];
      if (Worst && Worst->Kind == Pattern::Unknown)
        ++Totals.UnknownReasons[unknownReasonName(Worst->Unknown)];
    }
  }
}

FileRegion regionAt(const SourceSpot &Spot, const std::string &Folder) {
  FileRegion Out;
  if (!Spot.File.empty())
    Out.Path = absolutePath(Spot.File, Folder);
  if (Spot.Line)
    Out.Start = {Spot.Line, Spot.Column, Spot.Column};
  return Out;
}

FileRegion wholeFile(const std::string &File) {
  FileRegion Out;
  Out.Path = absolutePath(File);
  return Out;
}

void reportBrokenKernels(const FileRun &Run, RunTotals &Totals) {
  for (const KernelPredictions &K : Run.Analysis.Kernels) {
    if (K.Facts.Unknown == UnknownReason::None)
      continue;
    std::string Text = "kernel '" + K.Facts.Name + "' is not analysed: " +
                       unknownReasonName(K.Facts.Unknown) + ": " +
                       K.Facts.UnknownDetail;
    errs() << K.Facts.Where.File << ":" << K.Facts.Where.Line << ":"
           << K.Facts.Where.Column << ": " << Text << "\n";
    Totals.Notices.push_back({Severity::Warning, Text,
                              regionAt(K.Facts.Where, Run.Command.Directory)});
  }
}

/// What the compile errors of a file mean for the user.
void reportCompileErrors(const FileRun &Run, RunTotals &Totals, bool Quiet) {
  auto Count = count_if(Run.Errors, isCompileError);
  if (!Count)
    return;
  const tooling::DiagnosticMessage &First =
      find_if(Run.Errors, isCompileError)->Message;
  unsigned Line, Column;
  std::string Place = First.FilePath.empty()
                          ? Run.File
                          : placeOf(First, *Run.Disk, Line, Column);
  std::string Errors = std::to_string(Count) +
                       (Count == 1 ? " compile error" : " compile errors");
  if (Run.Sound == 0 && !Run.OnlyHost) {
    ++Totals.FailedFiles;
    std::string Text = "no kernel could be analysed (" + Errors +
                       "; first: " + Place + ": " + First.Message + ")";
    errs() << "warp-tidy: error: " << Run.File << ": " << Text << "\n";
    Totals.Notices.push_back({Severity::Error, Text, wholeFile(Run.File)});
    return;
  }
  std::string Text =
      Errors + " tolerated (first: " + Place + ": " + First.Message + ")";
  Totals.Notices.push_back({Severity::Remark, Text, wholeFile(Run.File)});
  if (!Quiet)
    errs() << "warp-tidy: note: " << Run.File << ": " << Text << "\n";
}

/// Which entries for kernels there are, and which of them a kernel has.
void countSettings(const FileRun &Run, RunTotals &Totals) {
  for (const KernelPredictions &K : Run.Analysis.Kernels)
    Totals.KernelNames.insert(plainKernelName(K.Facts.Name));
  for (const KernelSetting &Setting : Run.Settings) {
    std::pair Key(Setting.File, Setting.Kernel);
    bool Here = any_of(Run.Analysis.Kernels, [&](const KernelPredictions &K) {
      return settingIsFor(Setting, K.Facts);
    });
    if (Here)
      Totals.Used.insert(Key);
    Totals.Unused.try_emplace(Key, Setting);
  }
  for (const auto &Key : Totals.Used)
    Totals.Unused.erase(Key);
}

} // namespace

void reportAnnotation(const AnnotationError &E, RunTotals &Totals) {
  std::string Place = "warp-tidy";
  if (!E.Where.File.empty())
    Place = E.Where.File + ":" + std::to_string(E.Where.Line) + ":" +
            std::to_string(E.Where.Column);
  std::string Text = Place + ": error: " + E.Message;
  if (!Totals.Noted.insert(Text).second)
    return;
  ++Totals.Errors;
  Totals.Notices.push_back({Severity::Error, E.Message, regionAt(E.Where, "")});
  errs() << Text << "\n";
}

void reportFile(FileRun &Run, const ToolOptions &Options, RunTotals &Totals,
                std::vector<FilePredictions> &Predictions) {
  ++Totals.Files;
  for (const auto &[Key, Text] : Run.Notes)
    if (Totals.Noted.insert(Key).second && !Options.Quiet)
      errs() << "warp-tidy: note: " << Text << "\n";
  for (const AnnotationError &E : Run.Analysis.AnnotationErrors)
    reportAnnotation(E, Totals);
  if (Run.Unit != Run.File && !Options.Quiet)
    errs() << "warp-tidy: note: " << Run.File << ": analysed as a part of "
           << Run.Unit << ", which includes it\n";
  const bool Analysed = Run.Failure.empty();
  const std::string &Failure = Analysed ? Run.Analysis.Failure : Run.Failure;
  if (!Failure.empty()) {
    ++Totals.FailedFiles;
    errs() << "warp-tidy: error: " << Run.File << ": " << Failure << "\n";
    Totals.Notices.push_back({Severity::Error, Failure, wholeFile(Run.File)});
  }
  if (!Analysed)
    return;
  if (Run.InOtherRun) // Which reports all of it.
    Run.Errors.clear(), Run.Analysis.Kernels.clear();
  reportBrokenKernels(Run, Totals);
  reportCompileErrors(Run, Totals, Options.Quiet);
  countVerdicts(Run.Analysis, Totals);
  countSettings(Run, Totals);
  Run.CompileErrors = any_of(Run.Errors, isCompileError);
  erase_if(Run.Errors, isCompileError);
  FilePredictions Out;
  Out.File = Run.File;
  Out.Arch = Run.Command.Arch->Name;
  Out.Directory = Run.Command.Directory;
  for (const tidy::ClangTidyError &E : Run.Errors) {
    ReportedDiagnostic D{E.DiagnosticName, severityName(E), E.Message.Message,
                         E.Message.FilePath};
    placeOf(E.Message, *Run.Disk, D.Line, D.Column);
    Out.Diagnostics.push_back(std::move(D));
  }
  Out.Kernels = std::move(Run.Analysis.Kernels);
  Predictions.push_back(std::move(Out));
}

void printStatistics(const RunTotals &T, raw_ostream &OS) {
  OS << "files: " << T.Files << " (" << T.FailedFiles << " failed)\n"
     << "kernels: " << T.Kernels << " (" << T.BrokenKernels
     << " not analysed)\n";
  unsigned Total = 0;
  for (const auto &[Name, Count] : T.Verdicts)
    Total += Count;
  OS << "global and shared accesses: " << Total << "\n";
  for (const auto &[Name, Count] : T.Verdicts)
    OS << "  " << Name << ": " << Count << "\n";
  for (const auto &[Name, Count] : T.UnknownReasons)
    OS << "    unknown, " << Name << ": " << Count << "\n";
}

} // namespace warptidy
