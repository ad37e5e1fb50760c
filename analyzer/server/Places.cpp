//===- Places.cpp - Places of the analysis in the protocol's terms --------===//
// See Places.h.
//===----------------------------------------------------------------------===//
#include "server/Places.h"
#include "llvm/Support/MemoryBuffer.h"
#include <tuple>

using namespace llvm;

namespace warptidy {

std::string uriOf(const std::string &File) {
  Expected<lsp::URIForFile> Uri = lsp::URIForFile::fromFile(File);
  if (Uri)
    return Uri->uri().str();
  consumeError(Uri.takeError());
  return File;
}

const TextLines &Places::lines(const std::string &File) {
  auto Found = Known.find(File);
  if (Found != Known.end())
    return Found->second.Lines;
  std::shared_ptr<const std::string> Text;
  if (auto It = Open.find(File); It != Open.end()) {
    Text = It->second;
  } else {
    auto Buffer = MemoryBuffer::getFile(File);
    Text = std::make_shared<const std::string>(
        Buffer ? (*Buffer)->getBuffer().str() : "");
  }
  TextLines Lines(*Text);
  return Known.try_emplace(File, Entry{std::move(Text), std::move(Lines)})
      .first->second.Lines;
}

lsp::Range Places::range(const std::string &File, size_t Offset,
                         size_t Length) {
  const TextLines &L = lines(File);
  return lsp::Range(L.position(Offset), L.position(Offset + Length));
}

lsp::Range Places::range(const SourceSpot &Spot) {
  const TextLines &L = lines(Spot.File);
  lsp::Position Start = L.position(Spot.Line, Spot.Column);
  if (!Spot.EndLine)
    return lsp::Range(Start, Start);
  return lsp::Range(Start, L.position(Spot.EndLine, Spot.EndColumn));
}

lsp::Range Places::word(const std::string &File, size_t Offset) {
  return range(File, Offset, lines(File).endOfWord(Offset) - Offset);
}

std::vector<AccessRef> accessesAt(const DocumentAnalysis &Analysis,
                                  const std::string &File, unsigned Line,
                                  unsigned Column) {
  using Place = std::tuple<unsigned, unsigned>;
  std::vector<AccessRef> Best;
  Place BestStart, BestEnd;
  const Place Here(Line, Column);
  for (const KernelPredictions &K : Analysis.Kernels)
    for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
      const SourceSpot &W = K.Facts.Accesses[I].Where;
      Place Start(W.Line, W.Column), End(W.EndLine, W.EndColumn);
      if (W.File != File || !W.EndLine || Here < Start || Here > End)
        continue;
      // Of nested expressions the inner one begins later or ends earlier.
      if (Best.empty() || Start > BestStart ||
          (Start == BestStart && End < BestEnd)) {
        Best.clear();
        BestStart = Start;
        BestEnd = End;
      }
      if (Start == BestStart && End == BestEnd)
        Best.push_back({&K, I});
    }
  return Best;
}

} // namespace warptidy
