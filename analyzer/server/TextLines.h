//===- TextLines.h - Bytes and UTF-16 positions -----------------*- C++ -*-===//
// The compiler counts bytes; the protocol counts lines and, in a line, units of
// UTF-16.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_SERVER_TEXTLINES_H
#define WARPTIDY_SERVER_TEXTLINES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/LSP/Protocol.h"
#include <string>
#include <vector>

namespace warptidy {

/// Places in a text, which must outlive this.
class TextLines {
public:
  explicit TextLines(llvm::StringRef Text);

  llvm::lsp::Position position(size_t Offset) const;
  /// Of a line and column as the compiler counts them, from 1.
  llvm::lsp::Position position(unsigned Line, unsigned Column) const;
  /// The place of a position, at the end of its line when that is shorter, at
  /// the end of the text when it has fewer lines.
  size_t offset(const llvm::lsp::Position &P) const;
  bool hasLine(int Line) const {
    return Line >= 0 && static_cast<size_t>(Line) < Starts.size();
  }
  llvm::StringRef line(size_t Line) const; ///< From 0; without its end.
  llvm::StringRef text() const { return Text; }
  /// The end of the word (or the one character) at a place.
  size_t endOfWord(size_t Offset) const;

private:
  llvm::StringRef Text;
  std::vector<size_t> Starts;
};

/// Applies one element of didChange's contentChanges.
llvm::Error applyChange(std::string &Text, const llvm::json::Value &Change);

} // namespace warptidy

#endif
