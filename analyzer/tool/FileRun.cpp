//===- FileRun.cpp - Linting one file -------------------------------------===//
// See FileRun.h.
//===----------------------------------------------------------------------===//
#include "tool/FileRun.h"
#include "frontend/Includers.h"
#include "tool/FileOptions.h"
#include "tool/ProjectDatabase.h"
#include "tool/TidyRun.h"
#include "tool/UnusedNolint.h"
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

} // namespace

/// Some errors of Clang have a name of their own, as warnings have.
bool isCompileError(const tidy::ClangTidyError &E) {
  return StringRef(E.DiagnosticName).starts_with("clang-diagnostic-") &&
         E.DiagLevel == tooling::Diagnostic::Error;
}

std::string placeOf(const tooling::DiagnosticMessage &M, vfs::FileSystem &Disk,
                    unsigned &Line, unsigned &Column) {
  Line = Column = 0;
  auto Buffer = Disk.getBufferForFile(M.FilePath);
  if (!Buffer)
    return M.FilePath;
  StringRef Before = (*Buffer)->getBuffer().take_front(M.FileOffset);
  Line = static_cast<unsigned>(Before.count('\n')) + 1;
  size_t Start = Before.rfind('\n');
  Column = static_cast<unsigned>(
      Before.size() - (Start == StringRef::npos ? 0 : Start + 1) + 1);
  return M.FilePath + ":" + std::to_string(Line) + ":" + std::to_string(Column);
}

namespace {

/// Gives kernels that do not compile Clang's message about them.
void explainBrokenKernels(FileAnalysis &Analysis,
                          ArrayRef<tidy::ClangTidyError> Errors,
                          vfs::FileSystem &Disk) {
  for (KernelPredictions &K : Analysis.Kernels) {
    if (K.Facts.Unknown != UnknownReason::DoesNotCompile)
      continue;
    for (const tidy::ClangTidyError &E : Errors) {
      unsigned Line, Column;
      if (!isCompileError(E))
        continue;
      std::string Place = placeOf(E.Message, Disk, Line, Column);
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

/// Makes errors of the findings that rules call so.
void promoteFaults(FileRun &Run) {
  for (tidy::ClangTidyError &E : Run.Errors) {
    auto It = Run.Emitted.find({E.DiagnosticName, E.Message.FilePath,
                                E.Message.FileOffset, E.Message.Message});
    if (It != Run.Emitted.end() && It->second.Level == Severity::Error)
      E.DiagLevel = tooling::Diagnostic::Error;
  }
}

/// Gives findings the edits that their rule found.
void attachFixes(FileRun &Run) {
  for (tidy::ClangTidyError &E : Run.Errors) {
    auto It = Run.Emitted.find({E.DiagnosticName, E.Message.FilePath,
                                E.Message.FileOffset, E.Message.Message});
    if (It != Run.Emitted.end())
      for (const tooling::Replacement &R : It->second.Fix)
        cantFail(E.Message.Fix[R.getFilePath()].add(R));
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
void runUnit(FileRun &Run, const ToolOptions &Options,
             const UnitRunner &Runner) {
  Session S = Session::get(); // Files may be analysed at the same time.
  S.Arch = &withSectorBytes(*Run.Command.Arch, Options.SectorBytes);
  S.Unit = nullptr;
  S.Analysis = {};
  S.Emitted.clear();
  S.File = Run.Unit;
  S.Part = Run.Unit == Run.File ? "" : absolutePath(Run.File);
  S.PartFound = S.OnlyHost = false;
  std::vector<AnnotationError> BadSettings;
  auto Provider = optionsProvider(Options, S.Part.empty() ? "" : ".*");
  S.Settings = settingsFor(*Provider, Run.File, BadSettings);
  tidy::ClangTidyContext Context(std::move(Provider));
  CrashRecoveryContext Recovery;
  bool Survived = Recovery.RunSafelyOnThread(
      [&] {
        SessionScope Scope(S);
        Run.Errors = Runner.Check(Run, Context);
      },
      256u << 20);
  if (!Survived) {
    Run.Failure = "the analysis crashed; the other files go on";
    return;
  }
  Run.Settings = S.Settings;
  Run.Analysis = std::move(S.Analysis);
  Run.Emitted = std::move(S.Emitted);
  Run.Suppressed = std::move(S.Suppressed);
  Run.Included = std::move(S.Included);
  Run.OnlyHost = S.OnlyHost;
  Run.PartFound = S.PartFound;
  Run.Sound = static_cast<unsigned>(count_if(Run.Analysis.Kernels, isSound));
  explainBrokenKernels(Run.Analysis, Run.Errors, *Run.Disk);
  append_range(Run.Analysis.AnnotationErrors, BadSettings);
  promoteFaults(Run);
  attachFixes(Run);
  if (Options.Output.WarnUnusedNolint)
    append_range(Run.Errors, unusedNolints(Run, Context));
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
  auto Buffer = Run.Disk->getBufferForFile(Run.File);
  return Run.Analysis.Kernels.empty() && Buffer &&
         ((*Buffer)->getBuffer().contains("__global__") ||
          (*Buffer)->getBuffer().contains("__device__"));
}

/// Runs the file again in the first unit that includes it and compiles; else
/// leaves the run as it is.
void runIncluders(FileRun &Run, const ToolOptions &Options,
                  const UnitRunner &Runner) {
  std::vector<std::string> Units = Runner.Includers(Run);
  constexpr size_t MostUnits = 3;
  for (size_t I = 0; I < std::min(Units.size(), MostUnits); ++I) {
    if (Session::get().stopped())
      return;
    FileRun Part = openIn(Units[I], Run.File, Options);
    runUnit(Part, Options, Runner);
    if (!Part.Failure.empty() || !Part.PartFound || !Part.Sound)
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

std::vector<std::string> includersOf(const FileRun &Run,
                                     const ToolOptions &Options) {
  return unitsIncluding(
      Run.File,
      Options.Database ? cudaFiles(*Options.Database)
                       : std::vector<std::string>(),
      includeFolders(Run.Command.Arguments, Run.Command.Directory));
}

void runFile(FileRun &Run, const ToolOptions &Options) {
  UnitRunner Runner;
  Runner.Check = [](FileRun &Of, tidy::ClangTidyContext &Context) {
    // With a working directory of its own: each command has its folder.
    auto FS = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
        vfs::createPhysicalFileSystem());
    return runTidy(Context, Of.Command.Directory, Of.Command.Arguments, Of.Unit,
                   std::move(FS));
  };
  Runner.Includers = [&](const FileRun &Of) {
    return includersOf(Of, Options);
  };
  runFile(Run, Options, Runner);
}

void runFile(FileRun &Run, const ToolOptions &Options,
             const UnitRunner &Runner) {
  if (!Run.Failure.empty())
    return;
  runUnit(Run, Options, Runner);
  if (Run.Unit != Run.File)
    keepPart(Run);
  else if (mayBePart(Run))
    runIncluders(Run, Options, Runner);
}

} // namespace warptidy
