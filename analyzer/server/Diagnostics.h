//===- Diagnostics.h - Problems as diagnostics and actions ------*- C++ -*-===//
// What the editor shows at the line, and what it offers to do about it.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_SERVER_DIAGNOSTICS_H
#define WARPTIDY_SERVER_DIAGNOSTICS_H

#include "server/Places.h"
#include "llvm/Support/JSON.h"

namespace warptidy {

/// What the client said it understands.
struct ClientAbilities {
  bool RelatedInformation = false, VersionedEdits = false, Progress = false,
       WatchFiles = false, Markdown = false, HintRefresh = false,
       LiteralActions = false;
};

/// The diagnostics of an analysis by file, each with its problem's index.
struct FileDiagnostic {
  llvm::lsp::Range Where;
  size_t Problem;
  llvm::json::Value Json;
};
std::map<std::string, std::vector<FileDiagnostic>>
diagnosticsOf(const DocumentAnalysis &Analysis, const std::string &Document,
              Places &Where, const ClientAbilities &Client);

/// Edits of one file as the protocol's TextEdits.
llvm::json::Array textEdits(const std::vector<FileEdit> &Edits,
                            const std::string &File, Places &Where);

/// The actions for a diagnostic: its fixes, then silencing the line.
llvm::json::Array actionsFor(const Problem &P, const FileDiagnostic &Shown,
                             const std::map<std::string, int64_t> &Versions,
                             Places &Where, const ClientAbilities &Client);

/// The edit that silences a rule in a line by the comment above it; nothing
/// where no comment can stand, as within a macro's definition.
std::optional<FileEdit> silencingEdit(const TextLines &Lines,
                                      const std::string &File, size_t Line,
                                      llvm::StringRef Rule);

} // namespace warptidy

#endif
