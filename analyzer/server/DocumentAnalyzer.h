//===- DocumentAnalyzer.h - What the server asks of the tool ----*- C++ -*-===//
// The contract between the protocol and the analysis of one open document. The
// tool implements it; the server knows no more of compile commands and checks.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_SERVER_DOCUMENTANALYZER_H
#define WARPTIDY_SERVER_DOCUMENTANALYZER_H

#include "model/Prediction.h"
#include "rules/Rule.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warptidy {

/// Bytes [Offset, Offset + Length) of a file become Text.
struct FileEdit {
  std::string File;
  unsigned Offset = 0, Length = 0;
  std::string Text;
};

struct ProblemFix {
  std::string Title;
  std::vector<FileEdit> Edits;
};

struct ProblemNote {
  std::string File; ///< Empty: no place of its own.
  unsigned Offset = 0;
  std::string Message;
};

struct Problem {
  /// The rule, which NOLINT names, or "compile", "annotation", "analysis" for
  /// what no rule says.
  std::string Code;
  bool IsRule = true;
  Severity Level = Severity::Warning;
  std::string Message;
  std::string File; ///< Absolute.
  unsigned Offset = 0;
  std::vector<ProblemNote> Notes;
  std::vector<ProblemFix> Fixes;
};

struct DocumentAnalysis {
  std::vector<Problem> Problems; ///< In the document and in files it includes.
  std::vector<KernelPredictions> Kernels; ///< Places by absolute paths.
  const ArchInfo *Arch = nullptr;
  std::vector<std::string> Headers; ///< The user's, which it includes.
  bool HeadersReused = false;
  double HeaderMillis = 0, OwnMillis = 0;
};

using FileTexts = std::map<std::string, std::shared_ptr<const std::string>>;

class DocumentAnalyzer {
public:
  virtual ~DocumentAnalyzer() = default;

  /// Takes options as on the command line; the old ones stay on an error.
  virtual llvm::Error configure(const std::vector<std::string> &Options) = 0;
  /// Analyses File, with Open over what is on disk. Whole: look also at what
  /// seldom changes, launches in other files. When Stop becomes true, the
  /// result is not wanted any longer.
  virtual DocumentAnalysis analyze(const std::string &File,
                                   const FileTexts &Open, bool Whole,
                                   const std::atomic<bool> &Stop) = 0;
  /// Compile commands or configuration files may have changed.
  virtual void reload() = 0;
  /// Keep nothing for the file.
  virtual void forget(const std::string &File) = 0;
  /// Files outside the editor's folders to watch, absolute.
  virtual std::vector<std::string> watchedFiles() const = 0;
};

} // namespace warptidy

#endif
