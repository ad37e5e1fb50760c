//===- Places.h - Places of the analysis in the protocol's terms -*- C++
//-*-===//
// Turns files and byte offsets into URIs and ranges, by the texts that were
// analysed.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_SERVER_PLACES_H
#define WARPTIDY_SERVER_PLACES_H

#include "report/AccessText.h"
#include "server/DocumentAnalyzer.h"
#include "server/TextLines.h"

namespace warptidy {

/// The URI of a path; the path itself when it has none.
std::string uriOf(const std::string &File);

/// The texts of one analysis: what was open, else what is on disk.
class Places {
public:
  explicit Places(FileTexts Open) : Open(std::move(Open)) {}

  const TextLines &lines(const std::string &File);
  llvm::lsp::Range range(const std::string &File, size_t Offset, size_t Length);
  llvm::lsp::Range range(const SourceSpot &Spot);
  /// From a place to the end of the word there.
  llvm::lsp::Range word(const std::string &File, size_t Offset);

private:
  FileTexts Open;
  struct Entry {
    std::shared_ptr<const std::string> Text;
    TextLines Lines;
  };
  std::map<std::string, Entry> Known;
};

/// The accesses written at a place (line and column as the compiler counts) of
/// a file: those of the smallest expression there, all kernels and
/// instantiations.
std::vector<AccessRef> accessesAt(const DocumentAnalysis &Analysis,
                                  const std::string &File, unsigned Line,
                                  unsigned Column);

} // namespace warptidy

#endif
