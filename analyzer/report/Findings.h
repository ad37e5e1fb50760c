//===- Findings.h - The findings of a run -----------------------*- C++ -*-===//
// What every output of findings is made of: places in lines and columns, notes,
// fixes, why a finding is suppressed, and what the run could not do.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_FINDINGS_H
#define WARPTIDY_REPORT_FINDINGS_H

#include "rules/Rule.h"
#include <string>
#include <vector>

namespace warptidy {

/// The one diagnostic that no rule of rules/ makes.
inline constexpr const char *UnusedNolintRule = "warp-tidy-unused-nolint";

/// A position in a file, 1-based; 0 when unknown.
struct FilePosition {
  unsigned Line = 0;
  unsigned Column = 0;      ///< In bytes, as compilers print it.
  unsigned Utf16Column = 0; ///< In UTF-16 code units, as SARIF and LSP do.
};

struct FileRegion {
  std::string Path; ///< Absolute; empty for no place.
  FilePosition Start, End;
};

struct ReportedNote {
  FileRegion Where;
  std::string Message;
};

/// Replaces the region's text.
struct ReportedEdit {
  FileRegion Where;
  std::string Text;
};

/// What the fix of a finding makes of one access, as predicted of the changed
/// file. The lanes of After.Request, where there are any, are drawn beside
/// those of now.
struct FixEffect {
  std::string AccessId;
  Prediction After; ///< The costliest, as compiled.
  AccessFact Made;  ///< What makes it, for its space, width and form alone.
};

enum class Suppression { None, InSource, Baseline };

struct ReportedFinding {
  std::string Rule;
  Severity Level = Severity::Warning;
  std::string Message;
  FileRegion Where;
  std::vector<ReportedNote> Notes;
  std::vector<ReportedEdit> Fix;  ///< All of it or nothing; empty for none.
  std::string FixNote;            ///< What it does; empty if Message says so.
  std::vector<FixEffect> Effects; ///< Of Fix, on the accesses at Where.
  /// Of the innermost function and of the access; see Finding.
  std::string Kernel, Function, Source;
  /// Keeps when lines move: rule, function, access and the text of the line.
  std::string Fingerprint;
  unsigned Ordinal = 0; ///< Among those of one fingerprint in the file.
  Suppression Suppressed = Suppression::None;
};

/// Something that went wrong: a file or kernel that was not analysed, a setting
/// that was not understood.
struct RunNotice {
  Severity Level = Severity::Error;
  std::string Message;
  FileRegion Where;
};

struct RunReport {
  std::string ToolVersion;
  std::string Homepage;   ///< Where the source is; may be empty.
  std::string SourceRoot; ///< Absolute; paths below it are written relative.
  int ExitCode = 0;
  std::vector<ReportedFinding> Findings; ///< In the order of the output.
  std::vector<RunNotice> Notices;
};

const char *severityName(Severity S);

/// The path below the report's root, or the path itself.
std::string relativePath(const RunReport &Report, const std::string &Path);

} // namespace warptidy

#endif
