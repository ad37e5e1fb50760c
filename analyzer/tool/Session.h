//===- Session.h - One run of the tool --------------------------*- C++ -*-===//
// What the options fixed for the run, and what the files of the run gave.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_SESSION_H
#define WARPTIDY_TOOL_SESSION_H

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "launch/Annotation.h"
#include "launch/HostFacts.h"
#include "launch/KernelSettings.h"
#include "launch/MeasuredLaunches.h"
#include "launch/ProjectLaunches.h"
#include "launch/PtxasLog.h"
#include "model/Arch.h"
#include "model/Prediction.h"
#include "rules/Rule.h"
#include "clang/AST/ASTContext.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace warptidy {

/// The predictions of one translation unit.
struct FileAnalysis {
  std::vector<KernelPredictions> Kernels;
  HostFacts Host;
  std::vector<AnnotationError> AnnotationErrors;
  LaunchTable Launches; ///< Of the unit itself.
  std::string Failure;  ///< Set when device code generation gave nothing.
};

/// What clang-tidy's form of a diagnostic has no room for.
struct EmittedFinding {
  Severity Level = Severity::Warning;
  double Cost = 1;
  std::string Kernel, Function, Source; ///< See Finding.
  /// Its edits: given to clang-tidy, which looks for conflicts, those that
  /// several findings share would be in conflict with themselves.
  std::vector<clang::tooling::Replacement> Fix;
  std::string FixNote;  ///< The note that describes them.
  std::string FixArray; ///< See FindingFix::Array.
  unsigned FixLine = 0;
};
/// By rule, file, offset in the file, and message.
using EmittedFindings =
    std::map<std::tuple<std::string, std::string, unsigned, std::string>,
             EmittedFinding>;

/// A finding that a NOLINT comment silenced, with the lines on which one may
/// stand: its own, and those of the macros that it comes out of.
struct SuppressedFinding {
  clang::tidy::ClangTidyError Error;
  std::vector<std::pair<std::string, unsigned>> Lines;
};

struct Session {
  const ArchInfo *Arch = nullptr;
  LaunchOverrides Overrides;
  MeasuredLaunches Measured; ///< Empty without --launches.
  PtxasLog Ptxas;            ///< Empty without --ptxas-log.
  bool PrintFacts = false;
  bool KeepLaunches = false; ///< Also those of units without kernels.
  /// Launches of the project, to be joined with those of File; may be null.
  const ProjectLaunches *Project = nullptr;
  std::string File;
  std::vector<KernelSetting> Settings; ///< That hold for the file.
  std::string Part;       ///< A file that the unit should include, if any.
  bool PartFound = false; ///< Whether it does.
  /// Of a unit with compile errors: functions are in it, and neither device
  /// code nor an #include "..." that may have held some.
  bool OnlyHost = false;
  PredictOptions Predict;
  /// Whether changes that remove a finding are looked for, and whether findings
  /// carry them as edits: only where they are compiled before they are shown.
  enum class FixMode : uint8_t { None, Advice, Edits };
  FixMode Fixes = FixMode::Advice;
  /// Whether nobody waits for the result any longer.
  bool stopped() const { return Predict.Stop && *Predict.Stop; }
  /// The translation unit that was analysed last, and its analysis: shared by
  /// the checks of the unit, read by the caller after the run.
  const clang::ASTContext *Unit = nullptr;
  FileAnalysis Analysis;
  /// clang-tidy is told of warnings, which NOLINT can silence; the caller
  /// promotes those that are errors.
  EmittedFindings Emitted;
  std::vector<SuppressedFinding> Suppressed;
  std::set<std::string> Included; ///< Files of the unit, as Clang names them.

  /// Where the compile errors of the unit being checked are.
  std::vector<clang::SourceLocation> ErrorLocations;

  const FileAnalysis &analysisOf(clang::ASTContext &Context);

  /// The thread's, or the process's where none is in use.
  static Session &get();
};

/// Makes a session the one that get() gives in this thread.
class SessionScope {
public:
  explicit SessionScope(Session &S);
  ~SessionScope();
  SessionScope(const SessionScope &) = delete;
  SessionScope &operator=(const SessionScope &) = delete;

private:
  Session *Before;
};

/// Runs all stages over a finished AST: device IR, facts, launches,
/// predictions.
FileAnalysis analyzeUnit(clang::ASTContext &Context, const Session &S);

} // namespace warptidy

#endif
