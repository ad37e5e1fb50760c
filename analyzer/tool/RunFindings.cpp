//===- RunFindings.cpp - The findings of all files of a run ---------------===//
// See RunFindings.h.
//===----------------------------------------------------------------------===//
#include "tool/RunFindings.h"
#include "clang-tidy/ClangTidy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;
using namespace clang;

namespace warptidy {
namespace {

Severity severityOf(const tidy::ClangTidyError &E) {
  if (E.IsWarningAsError || E.DiagLevel == tooling::Diagnostic::Error)
    return Severity::Error;
  return E.DiagLevel == tooling::Diagnostic::Remark ? Severity::Remark
                                                    : Severity::Warning;
}

/// One blank between words, no comment at the end.
std::string normalized(StringRef Line) {
  SmallVector<StringRef> Words;
  Line.take_front(Line.find("//")).split(Words, ' ', -1, false);
  std::string Out;
  for (StringRef Word : Words)
    for (StringRef Part : split(Word, '\t'))
      if (!Part.trim().empty())
        Out += (Out.empty() ? "" : " ") + Part.trim().str();
  return Out;
}

/// The length of Source (whose blanks may differ) at the start of Text; 0 if it
/// is not there.
size_t lengthOf(StringRef Source, StringRef Text) {
  size_t At = 0;
  for (char C : Source) {
    if (isSpace(C))
      continue;
    while (At < Text.size() && isSpace(Text[At]))
      ++At;
    if (At == Text.size() || Text[At] != C)
      return 0;
    ++At;
  }
  return At;
}

std::string hashOf(ArrayRef<StringRef> Parts) {
  SHA256 Hash;
  for (StringRef Part : Parts) {
    Hash.update(Part);
    Hash.update(StringRef("\0", 1));
  }
  return toHex(ArrayRef(Hash.final()).take_front(8), /*LowerCase=*/true);
}

class Joiner {
public:
  Joiner(const ToolOptions &Options, SourceLines &Lines)
      : Lines(Lines),
        Filter(Options.HeaderFilter.empty() ? ".*" : Options.HeaderFilter) {}

  void add(const FileRun &Run, const tidy::ClangTidyError &E,
           Suppression Suppressed);
  std::vector<RunFinding> result();

private:
  /// Where a finding is and what makes it; offsets order those of a file.
  using Place = std::tuple<std::string, unsigned, std::string>;
  struct Candidate {
    RunFinding Finding;
    Place At;
    size_t Unit;
    double Cost;
  };
  void describe(ReportedFinding &Out, const tidy::ClangTidyError &E) const;
  void setFingerprints(std::vector<RunFinding> &All, ArrayRef<Place> Places);

  SourceLines &Lines;
  Regex Filter;
  std::vector<Candidate> Candidates;
  /// The worst finding of a place and the unit that made it.
  std::map<Place, std::pair<std::pair<Severity, double>, size_t>> Worst;
  std::map<std::string, size_t> Units;
};

FileRegion placeOf(SourceLines &Lines, const tooling::DiagnosticMessage &M,
                   const std::string &Folder, StringRef Source = "") {
  if (M.FilePath.empty())
    return {};
  std::string Path = absolutePath(M.FilePath, Folder);
  StringRef Text = Lines.text(Path);
  return Lines.region(Path, M.FileOffset,
                      lengthOf(Source, Text.drop_front(std::min<size_t>(
                                           M.FileOffset, Text.size()))));
}

void Joiner::describe(ReportedFinding &Out,
                      const tidy::ClangTidyError &E) const {
  const std::string &Folder = E.BuildDirectory;
  Out.Where = placeOf(Lines, E.Message, Folder, Out.Source);
  for (const tooling::DiagnosticMessage &N : E.Notes) {
    FileRegion Where = placeOf(Lines, N, Folder);
    Out.Notes.push_back({std::move(Where), N.Message});
  }
  if (const auto *Fix = tidy::getFixIt(E, /*AnyFix=*/false))
    for (const auto &[File, Replacements] : *Fix)
      for (const tooling::Replacement &R : Replacements) {
        std::string Path = absolutePath(R.getFilePath(), Folder);
        FileRegion Where{Path, Lines.position(Path, R.getOffset()),
                         Lines.position(Path, R.getOffset() + R.getLength())};
        Out.Fix.push_back({std::move(Where), R.getReplacementText().str()});
      }
}

void Joiner::add(const FileRun &Run, const tidy::ClangTidyError &E,
                 Suppression Suppressed) {
  RunFinding F{E, {}};
  ReportedFinding &Out = F.Report;
  Out.Rule = E.DiagnosticName;
  Out.Level = severityOf(E);
  Out.Message = E.Message.Message;
  Out.Suppressed = Suppressed;
  double Cost = 0;
  auto It = Run.Emitted.find({E.DiagnosticName, E.Message.FilePath,
                              E.Message.FileOffset, E.Message.Message});
  if (It != Run.Emitted.end()) {
    const EmittedFinding &From = It->second;
    Out.Kernel = From.Kernel;
    Out.Function = From.Function;
    Out.Source = From.Source;
    Out.FixNote = From.FixNote;
    Out.Effects = From.Effects;
    Cost = From.Cost;
    if (Suppressed != Suppression::None)
      Out.Level = From.Level;
  }
  describe(Out, E);
  // clang-tidy looks at NOLINT first, and drops what it silences.
  if (Suppressed == Suppression::InSource &&
      Out.Where.Path != absolutePath(Run.File) && !Filter.match(Out.Where.Path))
    return;
  Place At{Out.Where.Path, E.Message.FileOffset, Out.Rule};
  size_t Unit = Units.try_emplace(Run.File, Units.size()).first->second;
  std::pair<Severity, double> Weight{Out.Level, Cost};
  auto [Best, New] = Worst.try_emplace(At, Weight, Unit);
  if (!New && Weight > Best->second.first)
    Best->second = {Weight, Unit};
  Candidates.push_back({std::move(F), std::move(At), Unit, Cost});
}

void Joiner::setFingerprints(std::vector<RunFinding> &All,
                             ArrayRef<Place> Places) {
  std::vector<size_t> Order(All.size());
  for (size_t I = 0; I < Order.size(); ++I)
    Order[I] = I;
  sort(Order, [&](size_t A, size_t B) {
    return std::tie(Places[A], A) < std::tie(Places[B], B);
  });
  std::map<std::pair<std::string, std::string>, unsigned> Seen;
  for (size_t I : Order) {
    ReportedFinding &F = All[I].Report;
    const auto &[Path, Offset, Rule] = Places[I];
    std::string Line = normalized(Lines.lineAt(Path, Offset));
    F.Fingerprint = hashOf({F.Rule, F.Function, normalized(F.Source), Line});
    F.Ordinal = Seen[{Path, F.Fingerprint}]++;
  }
}

std::vector<RunFinding> Joiner::result() {
  std::vector<RunFinding> Out;
  std::vector<Place> Places;
  std::set<std::pair<Place, std::string>> Seen;
  for (Candidate &C : Candidates) {
    if (Worst.at(C.At).second != C.Unit ||
        !Seen.insert({C.At, C.Finding.Report.Message}).second)
      continue;
    Out.push_back(std::move(C.Finding));
    Places.push_back(std::move(C.At));
  }
  setFingerprints(Out, Places);
  return Out;
}

bool holds(const LineRange &Lines, const FileRegion &Where) {
  const unsigned Line = Where.Start.Line;
  bool Same = Lines.Suffix ? StringRef(Where.Path).ends_with(Lines.File)
                           : Where.Path == Lines.File;
  return Same &&
         (Lines.Ranges.empty() ? Lines.Suffix
                               : any_of(Lines.Ranges, [&](const auto &R) {
                                   return R.first <= Line && Line <= R.second;
                                 }));
}

} // namespace

std::vector<RunFinding> joinFindings(const std::vector<FileRun> &Runs,
                                     const ToolOptions &Options,
                                     SourceLines &Lines) {
  Joiner Out(Options, Lines);
  for (const FileRun &Run : Runs) {
    for (const tidy::ClangTidyError &E : Run.Errors)
      Out.add(Run, E, Suppression::None);
    for (const SuppressedFinding &S : Run.Suppressed)
      if (StringRef(S.Error.DiagnosticName).starts_with("gpu-"))
        Out.add(Run, S.Error, Suppression::InSource);
  }
  return Out.result();
}

void filterByLines(std::vector<RunFinding> &Findings,
                   const OutputOptions &Options) {
  if (!Options.LinesGiven)
    return;
  auto Passes = [&](const FileRegion &Where) {
    return any_of(Options.Lines,
                  [&](const LineRange &L) { return holds(L, Where); });
  };
  erase_if(Findings, [&](const RunFinding &F) {
    return !Passes(F.Report.Where) &&
           none_of(F.Report.Notes,
                   [&](const ReportedNote &N) { return Passes(N.Where); });
  });
}

} // namespace warptidy
