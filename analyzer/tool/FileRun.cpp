//===- FileRun.cpp - Linting one file -------------------------------------===//
// See FileRun.h.
//===----------------------------------------------------------------------===//
#include "tool/FileRun.h"
#include "clang-tidy/ClangTidy.h"
#include "launch/MangledName.h"
#include "tool/FileOptions.h"
#include "tool/TidyRun.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;
using namespace clang;

namespace warptidy {
namespace {

/// One sentence when the path is not a readable file.
std::string unreadable(const std::string &File) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(File, Status))
    return EC == std::errc::no_such_file_or_directory ? "no such file"
                                                      : EC.message();
  if (sys::fs::is_directory(Status))
    return "is a directory; name the files in it";
  auto Buffer = MemoryBuffer::getFile(File);
  return Buffer ? "" : Buffer.getError().message();
}

bool isCompileError(const tidy::ClangTidyError &E) {
  return E.DiagnosticName == "clang-diagnostic-error";
}

/// "file:line:column" of a diagnostic.
std::string placeOf(const tooling::DiagnosticMessage &M, unsigned &Line,
                    unsigned &Column) {
  Line = Column = 0;
  auto Buffer = MemoryBuffer::getFile(M.FilePath);
  if (!Buffer)
    return M.FilePath;
  StringRef Before = (*Buffer)->getBuffer().take_front(M.FileOffset);
  Line = static_cast<unsigned>(Before.count('\n')) + 1;
  size_t Start = Before.rfind('\n');
  Column = static_cast<unsigned>(
      Before.size() - (Start == StringRef::npos ? 0 : Start + 1) + 1);
  return M.FilePath + ":" + std::to_string(Line) + ":" + std::to_string(Column);
}

const char *severityName(const tidy::ClangTidyError &E) {
  if (E.IsWarningAsError || E.DiagLevel == tooling::Diagnostic::Error)
    return "error";
  return E.DiagLevel == tooling::Diagnostic::Remark ? "remark" : "warning";
}

/// Gives kernels that do not compile Clang's message about them.
void explainBrokenKernels(FileAnalysis &Analysis,
                          ArrayRef<tidy::ClangTidyError> Errors) {
  for (KernelPredictions &K : Analysis.Kernels) {
    if (K.Facts.Unknown != UnknownReason::DoesNotCompile)
      continue;
    for (const tidy::ClangTidyError &E : Errors) {
      unsigned Line, Column;
      if (!isCompileError(E))
        continue;
      std::string Place = placeOf(E.Message, Line, Column);
      if (sys::path::filename(E.Message.FilePath) ==
              sys::path::filename(K.Facts.Where.File) &&
          Line >= K.Facts.Where.Line && Line <= K.Facts.Where.EndLine) {
        K.Facts.UnknownDetail = Place + ": " + E.Message.Message;
        break;
      }
    }
    if (K.Facts.UnknownDetail.empty())
      K.Facts.UnknownDetail = "a declaration that it uses has an error";
  }
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
      for (const Prediction &P : K.Accesses[I].PerLaunch)
        if (!Worst || P.Kind > Worst->Kind)
          Worst = &P;
      if (!Worst)
        continue;
      ++Totals.Verdicts[patternName(Worst->Kind)];
      if (Worst->Kind == Pattern::Unknown)
        ++Totals.UnknownReasons[unknownReasonName(Worst->Unknown)];
    }
  }
}

/// What the compile errors of a file mean for the user.
void reportCompileErrors(const std::string &File,
                         ArrayRef<tidy::ClangTidyError> Errors,
                         const FileAnalysis &Analysis, RunTotals &Totals,
                         bool Quiet) {
  unsigned Count = 0, Sound = 0;
  const tidy::ClangTidyError *First = nullptr;
  for (const tidy::ClangTidyError &E : Errors)
    if (isCompileError(E)) {
      First = First ? First : &E;
      ++Count;
    }
  for (const KernelPredictions &K : Analysis.Kernels) {
    Sound += K.Facts.Unknown == UnknownReason::None;
    if (K.Facts.Unknown != UnknownReason::None)
      errs() << K.Facts.Where.File << ":" << K.Facts.Where.Line << ":"
             << K.Facts.Where.Column << ": kernel '" << K.Facts.Name
             << "' is not analysed: " << unknownReasonName(K.Facts.Unknown)
             << ": " << K.Facts.UnknownDetail << "\n";
  }
  if (!Count)
    return;
  unsigned Line, Column;
  std::string Place = First->Message.FilePath.empty()
                          ? File
                          : placeOf(First->Message, Line, Column);
  if (Sound == 0) {
    ++Totals.FailedFiles;
    errs() << "warp-tidy: error: " << File << ": no kernel could be analysed ("
           << Count << (Count == 1 ? " compile error" : " compile errors")
           << "; first: " << Place << ": " << First->Message.Message << ")\n";
  } else if (!Quiet) {
    errs() << "warp-tidy: note: " << File << ": " << Count
           << (Count == 1 ? " compile error" : " compile errors")
           << " tolerated (first: " << Place << ": " << First->Message.Message
           << ")\n";
  }
}

} // namespace

FileRun openFile(const std::string &File, const ToolOptions &Options) {
  FileRun Run;
  Run.File = File;
  Run.Failure = unreadable(File);
  if (Run.Failure.empty())
    Run.Command = commandFor(
        File, Options, [&](const std::string &Key, const std::string &Text) {
          Run.Notes.emplace_back(Key, Text);
        });
  return Run;
}

void runFile(FileRun &Run, const ToolOptions &Options) {
  if (!Run.Failure.empty())
    return;
  Session &S = Session::get();
  S.Arch = Run.Command.Arch;
  S.Unit = nullptr;
  S.Analysis = {};
  S.Faults.clear();
  S.File = Run.File;
  std::vector<AnnotationError> BadSettings;
  auto FS =
      makeIntrusiveRefCnt<vfs::OverlayFileSystem>(vfs::getRealFileSystem());
  auto Provider = optionsProvider(Options);
  S.Settings = settingsFor(*Provider, Run.File, BadSettings);
  tidy::ClangTidyContext Context(std::move(Provider));
  CrashRecoveryContext Recovery;
  bool Survived = Recovery.RunSafelyOnThread(
      [&] {
        Run.Errors = runTidy(Context, Run.Command.Directory,
                             Run.Command.Arguments, Run.File, FS);
      },
      256u << 20);
  if (!Survived) {
    Run.Failure = "the analysis crashed; the other files go on";
    return;
  }
  Run.Settings = S.Settings;
  Run.Analysis = std::move(S.Analysis);
  Run.Faults = std::move(S.Faults);
  explainBrokenKernels(Run.Analysis, Run.Errors);
  append_range(Run.Analysis.AnnotationErrors, BadSettings);
}

/// Prints each error of an annotation or a setting once.
static void reportAnnotations(const FileAnalysis &Analysis, RunTotals &Totals) {
  for (const AnnotationError &E : Analysis.AnnotationErrors) {
    std::string Place = "warp-tidy";
    if (!E.Where.File.empty())
      Place = E.Where.File + ":" + std::to_string(E.Where.Line) + ":" +
              std::to_string(E.Where.Column);
    std::string Text = Place + ": error: " + E.Message;
    if (!Totals.Noted.insert(Text).second)
      continue;
    ++Totals.Errors;
    errs() << Text << "\n";
  }
}

/// Which entries for kernels there are, and which of them a kernel has.
static void countSettings(const FileRun &Run, RunTotals &Totals) {
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

void reportFile(FileRun Run, const ToolOptions &Options, RunTotals &Totals,
                std::vector<FilePredictions> &Predictions) {
  ++Totals.Files;
  for (const auto &[Key, Text] : Run.Notes)
    if (Totals.Noted.insert(Key).second && !Options.Quiet)
      errs() << "warp-tidy: note: " << Text << "\n";
  reportAnnotations(Run.Analysis, Totals);
  const bool Analysed = Run.Failure.empty();
  const std::string &Failure = Analysed ? Run.Analysis.Failure : Run.Failure;
  if (!Failure.empty()) {
    ++Totals.FailedFiles;
    errs() << "warp-tidy: error: " << Run.File << ": " << Failure << "\n";
  }
  if (!Analysed)
    return;
  reportCompileErrors(Run.File, Run.Errors, Run.Analysis, Totals,
                      Options.Quiet);
  countVerdicts(Run.Analysis, Totals);
  countSettings(Run, Totals);
  erase_if(Run.Errors, isCompileError);
  FilePredictions Out;
  Out.File = Run.File;
  Out.Arch = Run.Command.Arch->Name;
  for (tidy::ClangTidyError &E : Run.Errors) {
    if (Run.Faults.count(
            {E.DiagnosticName, E.Message.FileOffset, E.Message.Message}))
      E.DiagLevel = tooling::Diagnostic::Error;
    ReportedDiagnostic D{E.DiagnosticName, severityName(E), E.Message.Message,
                         E.Message.FilePath};
    placeOf(E.Message, D.Line, D.Column);
    Totals.Errors += StringRef(severityName(E)) == "error";
    Out.Diagnostics.push_back(std::move(D));
  }
  if (!Options.PrintFacts && !Options.Silent) {
    unsigned Promoted = 0;
    tidy::ClangTidyContext Context(optionsProvider(Options));
    Context.setCurrentFile(Run.File);
    tidy::handleErrors(Run.Errors, Context, tidy::FB_NoFix, Promoted,
                       vfs::getRealFileSystem());
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
