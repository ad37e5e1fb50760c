//===- OutputOptions.h - What is shown, and where ---------------*- C++ -*-===//
// The part of the command line about findings: formats, files, baseline, lines,
// fixes.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_OUTPUTOPTIONS_H
#define WARPTIDY_TOOL_OUTPUTOPTIONS_H

#include "tool/ChangedLines.h"
#include "llvm/Support/CommandLine.h"
#include <optional>

namespace warptidy {

enum class OutputFormat { Text, Json, Sarif, GitLab };

struct OutputOptions {
  OutputFormat Format = OutputFormat::Text;
  std::string File; ///< Of that format; empty for standard output.
  std::string SarifFile, GitLabFile, ExportFixesFile;
  std::string BaselineFile, WriteBaselineFile;
  std::string SourceRoot; ///< Absolute.
  std::string HtmlFolder;
  bool Estimate = false;
  std::string EstimateFile; ///< JSON of --estimate; empty for text.
  double Bandwidth = 0;     ///< GB/s; 0 for that of the architecture.
  std::string MeasuredFile; ///< Counters to be shown beside predictions.
  std::string ExplainText;  ///< Of --explain-access, as given; empty for none.
  std::string ExplainFile;
  unsigned ExplainLine = 0, ExplainColumn = 0; ///< Column 0: all of the line.
  bool Fix = false, FixErrors = false;
  bool WarnUnusedNolint = true;
  std::optional<bool> Color;
  bool LinesGiven = false; ///< Report in Lines only.
  std::vector<LineRange> Lines;
  bool DiffGiven = false;
  std::vector<std::string> DiffFiles; ///< That it changes and that exist.
  /// Whether standard output is a document, and nothing else may go there.
  bool ownsStdout() const {
    return Format != OutputFormat::Text && File.empty();
  }
};

llvm::cl::OptionCategory &optionCategory();

/// Reads what was parsed. FirstFile is where the source root is looked for,
/// else at the file of --explain-access.
llvm::Expected<OutputOptions> outputOptions(llvm::StringRef FirstFile);

} // namespace warptidy

#endif
