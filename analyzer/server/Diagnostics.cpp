//===- Diagnostics.cpp - Problems as diagnostics and actions --------------===//
// See Diagnostics.h.
//===----------------------------------------------------------------------===//
#include "server/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warptidy {
namespace {

int severityOf(Severity Level) {
  switch (Level) {
  case Severity::Error:
    return 1;
  case Severity::Warning:
    return 2;
  case Severity::Remark:
    return 3;
  }
  return 3;
}

json::Value location(const std::string &File, const lsp::Range &Range) {
  return json::Object{{"uri", uriOf(File)}, {"range", toJSON(Range)}};
}

/// The access that a finding is about gives it its extent.
lsp::Range rangeOf(const Problem &P, const DocumentAnalysis &Analysis,
                   Places &Where) {
  lsp::Range Range = Where.word(P.File, P.Offset);
  for (const KernelPredictions &K : Analysis.Kernels)
    for (const AccessFact &A : K.Facts.Accesses)
      if (A.Where.EndLine && A.Where.File == P.File)
        if (lsp::Range Whole = Where.range(A.Where);
            Whole.start == Range.start && Range.end < Whole.end)
          Range = Whole;
  return Range;
}

json::Value diagnostic(const Problem &P, const lsp::Range &Range, Places &Where,
                       const ClientAbilities &Client) {
  json::Object D{{"range", toJSON(Range)},
                 {"severity", severityOf(P.Level)},
                 {"code", P.Code},
                 {"source", "warp-tidy"}};
  std::string Message = P.Message;
  json::Array Related;
  for (const ProblemNote &N : P.Notes) {
    bool Placed = !N.File.empty() && Client.RelatedInformation;
    if (Placed) // A note at the finding itself reads as part of it.
      Placed = N.File != P.File || N.Offset != P.Offset;
    if (Placed)
      Related.push_back(json::Object{
          {"location", location(N.File, Where.word(N.File, N.Offset))},
          {"message", N.Message}});
    else
      Message += "\n" + N.Message;
  }
  D["message"] = Message;
  if (!Related.empty())
    D["relatedInformation"] = std::move(Related);
  return D;
}

json::Value workspaceEdit(const std::vector<FileEdit> &Edits,
                          const std::map<std::string, int64_t> &Versions,
                          Places &Where, const ClientAbilities &Client) {
  std::map<std::string, json::Array> ByFile;
  for (const FileEdit &E : Edits)
    if (!ByFile.count(E.File))
      ByFile[E.File] = textEdits(Edits, E.File, Where);
  if (!Client.VersionedEdits) {
    json::Object Changes;
    for (auto &[File, List] : ByFile)
      Changes[uriOf(File)] = std::move(List);
    return json::Object{{"changes", std::move(Changes)}};
  }
  json::Array Documents;
  for (auto &[File, List] : ByFile) {
    auto Version = Versions.find(File);
    Documents.push_back(json::Object{
        {"textDocument",
         json::Object{{"uri", uriOf(File)},
                      {"version", Version == Versions.end()
                                      ? json::Value(nullptr)
                                      : json::Value(Version->second)}}},
        {"edits", std::move(List)}});
  }
  return json::Object{{"documentChanges", std::move(Documents)}};
}

} // namespace

std::map<std::string, std::vector<FileDiagnostic>>
diagnosticsOf(const DocumentAnalysis &Analysis, const std::string &Document,
              Places &Where, const ClientAbilities &Client) {
  std::map<std::string, std::vector<FileDiagnostic>> Out;
  Out[Document]; // Also when there are none: the old ones go.
  for (size_t I = 0; I < Analysis.Problems.size(); ++I) {
    const Problem &P = Analysis.Problems[I];
    lsp::Range Range = rangeOf(P, Analysis, Where);
    Out[P.File].push_back({Range, I, diagnostic(P, Range, Where, Client)});
  }
  return Out;
}

json::Array textEdits(const std::vector<FileEdit> &Edits,
                      const std::string &File, Places &Where) {
  json::Array Out;
  for (const FileEdit &E : Edits)
    if (E.File == File)
      Out.push_back(
          json::Object{{"range", toJSON(Where.range(File, E.Offset, E.Length))},
                       {"newText", E.Text}});
  return Out;
}

std::optional<FileEdit> silencingEdit(const TextLines &Lines,
                                      const std::string &File, size_t Line,
                                      StringRef Rule) {
  static constexpr StringRef Word = "NOLINTNEXTLINE(";
  size_t Start = Lines.line(Line).data() - Lines.text().data();
  if (Line > 0) {
    StringRef Above = Lines.line(Line - 1);
    if (Above.ends_with("\\"))
      return std::nullopt;
    size_t At = Above.find(Word);
    size_t End = Above.find(')', At);
    if (At != StringRef::npos && End != StringRef::npos)
      return FileEdit{
          File, static_cast<unsigned>(Above.data() + End - Lines.text().data()),
          0, ", " + Rule.str()};
  }
  StringRef Text = Lines.line(Line);
  StringRef Indent =
      Text.take_while([](char C) { return C == ' ' || C == '\t'; });
  return FileEdit{File, static_cast<unsigned>(Start), 0,
                  (Indent + "// " + Word + Rule + ")\n").str()};
}

json::Array actionsFor(const Problem &P, const FileDiagnostic &Shown,
                       const std::map<std::string, int64_t> &Versions,
                       Places &Where, const ClientAbilities &Client) {
  json::Array Out;
  auto Add = [&](const std::string &Title, const std::vector<FileEdit> &Edits,
                 bool Preferred) {
    json::Object Action{
        {"title", Title},
        {"kind", "quickfix"},
        {"diagnostics", json::Array{Shown.Json}},
        {"edit", workspaceEdit(Edits, Versions, Where, Client)}};
    if (Preferred)
      Action["isPreferred"] = true;
    Out.push_back(std::move(Action));
  };
  for (size_t I = 0; I < P.Fixes.size(); ++I)
    Add(P.Fixes[I].Title, P.Fixes[I].Edits, I == 0);
  if (!P.IsRule)
    return Out;
  if (auto Edit =
          silencingEdit(Where.lines(P.File), P.File,
                        static_cast<size_t>(Shown.Where.start.line), P.Code))
    Add("suppress with NOLINTNEXTLINE(" + P.Code + ")", {*Edit}, false);
  return Out;
}

} // namespace warptidy
