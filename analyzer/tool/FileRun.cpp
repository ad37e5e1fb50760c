//===- FileRun.cpp - Linting one file -------------------------------------===//
// See FileRun.h.
//===----------------------------------------------------------------------===//
#include "tool/FileRun.h"
#include "clang-tidy/ClangTidy.h"
#include "frontend/Includers.h"
#include "launch/MangledName.h"
#include "tool/FileOptions.h"
#include "tool/ProjectDatabase.h"
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

/// Some errors of Clang have a name of their own, as warnings have.
bool isCompileError(const tidy::ClangTidyError &E) {
  return StringRef(E.DiagnosticName).starts_with("clang-diagnostic-") &&
         E.DiagLevel == tooling::Diagnostic::Error;
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

bool isSound(const KernelPredictions &K) {
  return K.Facts.Unknown == UnknownReason::None;
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
  return Guessed ? "not-executed-when-assumed"
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

/// What the compile errors of a file mean for the user.
void reportCompileErrors(const FileRun &Run, RunTotals &Totals, bool Quiet) {
  const std::string &File = Run.File;
  unsigned Count = 0;
  const tidy::ClangTidyError *First = nullptr;
  for (const tidy::ClangTidyError &E : Run.Errors)
    if (isCompileError(E)) {
      First = First ? First : &E;
      ++Count;
    }
  for (const KernelPredictions &K : Run.Analysis.Kernels) {
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
  if (Run.Sound == 0 && !Run.OnlyHost) {
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

/// A file in the translation unit of another, or of itself.
FileRun openIn(const std::string &Unit, const std::string &File,
               const ToolOptions &Options) {
  FileRun Run;
  Run.File = File;
  Run.Unit = Unit;
  Run.Failure = unreadable(Unit);
  if (Run.Failure.empty())
    Run.Command = commandFor(
        Unit, Options, [&](const std::string &Key, const std::string &Text) {
          Run.Notes.emplace_back(Key, Text);
        });
  return Run;
}

/// Analyses the translation unit of the file.
void runUnit(FileRun &Run, const ToolOptions &Options) {
  Session &S = Session::get();
  S.Arch = &withSectorBytes(*Run.Command.Arch, Options.SectorBytes);
  S.Unit = nullptr;
  S.Analysis = {};
  S.Faults.clear();
  S.File = Run.Unit;
  S.Part = Run.Unit == Run.File ? "" : absolutePath(Run.File);
  S.PartFound = S.OnlyHost = false;
  std::vector<AnnotationError> BadSettings;
  auto FS =
      makeIntrusiveRefCnt<vfs::OverlayFileSystem>(vfs::getRealFileSystem());
  auto Provider = optionsProvider(Options, S.Part.empty() ? "" : ".*");
  S.Settings = settingsFor(*Provider, Run.File, BadSettings);
  tidy::ClangTidyContext Context(std::move(Provider));
  CrashRecoveryContext Recovery;
  bool Survived = Recovery.RunSafelyOnThread(
      [&] {
        Run.Errors = runTidy(Context, Run.Command.Directory,
                             Run.Command.Arguments, Run.Unit, FS);
      },
      256u << 20);
  if (!Survived) {
    Run.Failure = "the analysis crashed; the other files go on";
    return;
  }
  Run.Settings = S.Settings;
  Run.Analysis = std::move(S.Analysis);
  Run.Faults = std::move(S.Faults);
  Run.OnlyHost = S.OnlyHost;
  Run.Sound = static_cast<unsigned>(count_if(Run.Analysis.Kernels, isSound));
  explainBrokenKernels(Run.Analysis, Run.Errors);
  append_range(Run.Analysis.AnnotationErrors, BadSettings);
}

bool isSame(const std::string &A, const std::string &B) {
  return A == B || sys::fs::equivalent(A, B);
}

/// Leaves what was found in the file, of all that was found in the unit.
void keepPart(FileRun &Run) {
  auto IsHere = [&](StringRef Path) {
    return Path.empty() ||
           isSame(absolutePath(Path, Run.Command.Directory), Run.File);
  };
  erase_if(Run.Analysis.Kernels, [&](const KernelPredictions &K) {
    return !IsHere(K.Facts.Where.File);
  });
  erase_if(Run.Analysis.AnnotationErrors,
           [&](const AnnotationError &E) { return !IsHere(E.Where.File); });
  erase_if(Run.Errors, [&](const tidy::ClangTidyError &E) {
    return !isCompileError(E) && !IsHere(E.Message.FilePath) &&
           none_of(E.Notes, [&](const tooling::DiagnosticMessage &Note) {
             return IsHere(Note.FilePath);
           });
  });
}

/// Whether the file, compiled by itself, gave less than it may have.
bool mayBePart(const FileRun &Run) {
  if (!Run.Failure.empty())
    return false;
  if (any_of(Run.Errors, isCompileError))
    return (!Run.Sound && !Run.OnlyHost) ||
           !all_of(Run.Analysis.Kernels, isSound);
  auto Buffer = MemoryBuffer::getFile(Run.File);
  return Run.Analysis.Kernels.empty() && Buffer &&
         ((*Buffer)->getBuffer().contains("__global__") ||
          (*Buffer)->getBuffer().contains("__device__"));
}

/// Runs the file again in the first unit that includes it and compiles; else
/// leaves the run as it is.
void runIncluders(FileRun &Run, const ToolOptions &Options) {
  std::vector<std::string> Units = unitsIncluding(
      Run.File,
      Options.Database ? cudaFiles(*Options.Database)
                       : std::vector<std::string>(),
      includeFolders(Run.Command.Arguments, Run.Command.Directory));
  constexpr size_t MostUnits = 3;
  for (size_t I = 0; I < std::min(Units.size(), MostUnits); ++I) {
    FileRun Part = openIn(Units[I], Run.File, Options);
    runUnit(Part, Options);
    if (!Part.Failure.empty() || !Session::get().PartFound || !Part.Sound)
      continue;
    Part.InOtherRun = any_of(Options.Files, [&](const std::string &File) {
      return isSame(File, Units[I]);
    });
    keepPart(Part);
    Run = std::move(Part);
    return;
  }
  if (!Units.empty())
    Run.Notes.emplace_back("part " + Run.File,
                           Run.File + ": is included by " + Units[0] +
                               ", in which nothing of it can be analysed "
                               "either");
}

} // namespace

FileRun openFile(const std::string &File, const ToolOptions &Options) {
  return openIn(File, File, Options);
}

void runFile(FileRun &Run, const ToolOptions &Options) {
  if (!Run.Failure.empty())
    return;
  runUnit(Run, Options);
  if (Run.Unit != Run.File)
    keepPart(Run);
  else if (mayBePart(Run))
    runIncluders(Run, Options);
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
  if (Run.Unit != Run.File && !Options.Quiet)
    errs() << "warp-tidy: note: " << Run.File << ": analysed as a part of "
           << Run.Unit << ", which includes it\n";
  const bool Analysed = Run.Failure.empty();
  const std::string &Failure = Analysed ? Run.Analysis.Failure : Run.Failure;
  if (!Failure.empty()) {
    ++Totals.FailedFiles;
    errs() << "warp-tidy: error: " << Run.File << ": " << Failure << "\n";
  }
  if (!Analysed)
    return;
  if (Run.InOtherRun) // Which reports all of it.
    Run.Errors.clear(), Run.Analysis.Kernels.clear();
  reportCompileErrors(Run, Totals, Options.Quiet);
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
