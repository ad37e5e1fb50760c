//===- Session.h - One run of the tool --------------------------*- C++ -*-===//
// What the options fixed for the run, and what the files of the run gave.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_SESSION_H
#define WARPTIDY_TOOL_SESSION_H

#include "launch/Annotation.h"
#include "launch/KernelSettings.h"
#include "launch/MeasuredLaunches.h"
#include "launch/ProjectLaunches.h"
#include "model/Arch.h"
#include "model/Prediction.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/Error.h"
#include <set>
#include <tuple>
#include <vector>

namespace warptidy {

/// The predictions of one translation unit.
struct FileAnalysis {
  std::vector<KernelPredictions> Kernels;
  std::vector<AnnotationError> AnnotationErrors;
  LaunchTable Launches; ///< Of the unit itself.
  std::string Failure;  ///< Set when device code generation gave nothing.
};

struct Session {
  const ArchInfo *Arch = nullptr;
  LaunchOverrides Overrides;
  MeasuredLaunches Measured; ///< Empty without --launches.
  bool PrintFacts = false;
  bool KeepLaunches = false; ///< Also those of units without kernels.
  /// Launches of the project, to be joined with those of File; may be null.
  const ProjectLaunches *Project = nullptr;
  std::string File;
  std::vector<KernelSetting> Settings; ///< That hold for the file.
  std::string Part;       ///< A file that the unit should include, if any.
  bool PartFound = false; ///< Whether it does.
  /// Of a unit with compile errors: functions are in it, and neither device code
  /// nor an #include "..." that may have held some.
  bool OnlyHost = false;
  PredictOptions Predict;
  /// The translation unit that was analysed last, and its analysis: shared by
  /// the checks of the unit, read by the caller after the run.
  const clang::ASTContext *Unit = nullptr;
  FileAnalysis Analysis;
  /// Rule, file offset and message of findings that are errors: clang-tidy is
  /// told of warnings, which NOLINT can silence, and the caller promotes them.
  std::set<std::tuple<std::string, unsigned, std::string>> Faults;

  /// Where the compile errors of the unit being checked are.
  std::vector<clang::SourceLocation> ErrorLocations;

  const FileAnalysis &analysisOf(clang::ASTContext &Context);
  static Session &get();
};

/// Runs all stages over a finished AST: device IR, facts, launches,
/// predictions.
FileAnalysis analyzeUnit(clang::ASTContext &Context, const Session &S);

} // namespace warptidy

#endif
