//===- FileRun.cpp - Linting one file -------------------------------------===//
// See FileRun.h.
//===----------------------------------------------------------------------===//
#include "tool/FileRun.h"
#include "tool/FileOptions.h"
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

bool isCompileError(const tidy::ClangTidyError &E) {
  return E.DiagnosticName == "clang-diagnostic-error";
}

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

namespace {

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

/// Makes errors of the findings that rules call so.
void promoteFaults(FileRun &Run) {
  for (tidy::ClangTidyError &E : Run.Errors) {
    auto It = Run.Emitted.find({E.DiagnosticName, E.Message.FilePath,
                                E.Message.FileOffset, E.Message.Message});
    if (It != Run.Emitted.end() && It->second.Level == Severity::Error)
      E.DiagLevel = tooling::Diagnostic::Error;
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
  Session S = Session::get(); // Files may be analysed at the same time.
  S.Arch = Run.Command.Arch;
  S.Unit = nullptr;
  S.Analysis = {};
  S.Emitted.clear();
  S.File = Run.File;
  std::vector<AnnotationError> BadSettings;
  // With a working directory of its own: each command has its folder.
  auto FS = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
      vfs::createPhysicalFileSystem());
  auto Provider = optionsProvider(Options);
  S.Settings = settingsFor(*Provider, Run.File, BadSettings);
  tidy::ClangTidyContext Context(std::move(Provider));
  CrashRecoveryContext Recovery;
  bool Survived = Recovery.RunSafelyOnThread(
      [&] {
        SessionScope Scope(S);
        Run.Errors = runTidy(Context, Run.Command.Directory,
                             Run.Command.Arguments, Run.File, FS);
      },
      256u << 20);
  if (!Survived) {
    Run.Failure = "the analysis crashed; the other files go on";
    return;
  }
  Run.Analysis = std::move(S.Analysis);
  Run.Emitted = std::move(S.Emitted);
  Run.Suppressed = std::move(S.Suppressed);
  Run.Included = std::move(S.Included);
  explainBrokenKernels(Run.Analysis, Run.Errors);
  append_range(Run.Analysis.AnnotationErrors, BadSettings);
  promoteFaults(Run);
  if (Options.Output.WarnUnusedNolint)
    append_range(Run.Errors, unusedNolints(Run, Context));
}

} // namespace warptidy
