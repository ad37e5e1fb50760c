//===- FileRun.h - Linting one file -----------------------------*- C++ -*-===//
// Runs clang-tidy's driver with the rules over one file, decides what its
// compile errors mean, and keeps the totals of the run. Running and reporting
// are apart: what is found in a file may depend on launches in others.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_FILERUN_H
#define WARPTIDY_TOOL_FILERUN_H

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "report/Findings.h"
#include "report/PredictionsJson.h"
#include "tool/Commands.h"
#include "tool/Options.h"
#include "tool/Session.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <map>
#include <set>

namespace warptidy {

struct RunTotals {
  unsigned Files = 0, FailedFiles = 0, Errors = 0;
  unsigned Kernels = 0, BrokenKernels = 0;
  std::set<std::string> Parameters; ///< Names of all kernel parameters.
  std::set<std::string> Mangled;    ///< Comparable names of all kernels.
  /// Global and shared accesses by verdict: the weakest of the launches that
  /// execute it; "not-executed-when-assumed" is none.
  std::map<std::string, unsigned> Verdicts;
  std::map<std::string, unsigned> UnknownReasons;
  std::set<std::string> Noted;    ///< Keys of notes that are made once a run.
  std::vector<RunNotice> Notices; ///< What was not analysed, and why.
  /// Entries of the configuration for kernels, by file and key; without those
  /// that some kernel has.
  std::map<std::pair<std::string, std::string>, KernelSetting> Unused;
  std::set<std::pair<std::string, std::string>> Used;
  std::set<std::string> KernelNames; ///< Without spaces and arguments.
};

/// A file and what its analysis gave, before anything is said of it.
struct FileRun {
  std::string File;
  /// The main file of the translation unit: File, or what includes it.
  std::string Unit;
  bool InOtherRun = false; ///< The unit is a file of the command line itself.
  unsigned Sound = 0;      ///< Kernels of the unit that were analysed.
  bool OnlyHost = false;   ///< The unit has errors, and no device code.
  bool PartFound = false;  ///< File is in Unit, see Session::Part.
  FileCommand Command;
  /// About the command; texts of one key are for one line a run.
  std::vector<std::pair<std::string, std::string>> Notes;
  std::string Failure; ///< One sentence when the file was not analysed.
  FileAnalysis Analysis;
  std::vector<KernelSetting> Settings; ///< That hold for the file.
  std::vector<clang::tidy::ClangTidyError> Errors;
  EmittedFindings Emitted;
  std::vector<SuppressedFinding> Suppressed;
  std::set<std::string> Included;
  bool CompileErrors = false; ///< Set by reportFile, which takes them out.
  /// What places in the file are read from.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk =
      llvm::vfs::getRealFileSystem();
};

/// Finds the command of a file. One that cannot be read has a Failure.
FileRun openFile(const std::string &File, const ToolOptions &Options);

/// Analyses a file that was opened, anew if it was before. A part that gives
/// nothing on its own is analysed in a unit that includes it.
void runFile(FileRun &Run, const ToolOptions &Options);

/// How runFile has units compiled and found.
struct UnitRunner {
  /// Runs the checks over the unit of a run, in a session that is prepared.
  std::function<std::vector<clang::tidy::ClangTidyError>(
      FileRun &, clang::tidy::ClangTidyContext &)>
      Check;
  /// The units that include a run's file, best first.
  std::function<std::vector<std::string>(const FileRun &)> Includers;
};
void runFile(FileRun &Run, const ToolOptions &Options,
             const UnitRunner &Runner);

/// Those that are found on disk: frontend/Includers.h.
std::vector<std::string> includersOf(const FileRun &Run,
                                     const ToolOptions &Options);

/// Says what could not be analysed and counts. A file that could not be read or
/// compiled gives one sentence and counts in FailedFiles. Leaves the findings
/// in Run.
void reportFile(FileRun &Run, const ToolOptions &Options, RunTotals &Totals,
                std::vector<FilePredictions> &Predictions);

/// Says on standard error that a setting or annotation is wrong, once a run.
void reportAnnotation(const AnnotationError &Error, RunTotals &Totals);

bool isCompileError(const clang::tidy::ClangTidyError &E);

/// "file:line:column" of a diagnostic.
std::string placeOf(const clang::tooling::DiagnosticMessage &M,
                    llvm::vfs::FileSystem &Disk, unsigned &Line,
                    unsigned &Column);

void printStatistics(const RunTotals &Totals, llvm::raw_ostream &OS);

} // namespace warptidy

#endif
