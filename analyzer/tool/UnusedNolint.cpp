//===- UnusedNolint.cpp - NOLINT comments that silence nothing ------------===//
// See UnusedNolint.h. clang-tidy knows its comments, but not whether they were
// of use, and does not give them out: they are read here once more, in its way.
//===----------------------------------------------------------------------===//
#include "tool/UnusedNolint.h"
#include "clang-tidy/GlobList.h"
#include "tool/SourceLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace clang;

namespace warptidy {
namespace {

struct Comment {
  size_t Begin = 0, End = 0; ///< Offsets of `NOLINT...(...)`.
  StringRef Kind;            ///< "", "NEXTLINE", "BEGIN", "END".
  StringRef Rules;           ///< What stands in parentheses.
  unsigned Line = 0;
  unsigned First = 0, Last = 0; ///< The lines that it is for.
};

std::vector<Comment> readComments(StringRef Text) {
  constexpr StringRef Word = "NOLINT";
  std::vector<Comment> Out;
  unsigned Line = 1;
  size_t Counted = 0;
  for (size_t At = 0; (At = Text.find(Word, At)) != StringRef::npos;) {
    Comment C;
    C.Begin = At;
    At += Word.size();
    C.Kind = Text.substr(At).take_while(isAlpha);
    At += C.Kind.size();
    StringRef Rest = Text.substr(At);
    size_t Close = Rest.find_first_of("\n)");
    if (!Rest.starts_with("(") || Close == StringRef::npos ||
        Rest[Close] != ')' ||
        !is_contained({"", "NEXTLINE", "BEGIN", "END"}, C.Kind))
      continue;
    C.Rules = Rest.slice(1, Close);
    C.End = At += Close + 1;
    Line += static_cast<unsigned>(Text.slice(Counted, C.Begin).count('\n'));
    Counted = C.Begin;
    C.Line = Line;
    C.First = C.Last = C.Kind == "NEXTLINE" ? Line + 1 : Line;
    Out.push_back(C);
  }
  return Out;
}

/// Gives each BEGIN the lines up to its END, which is left out.
std::vector<Comment> joinBlocks(const std::vector<Comment> &All) {
  std::vector<Comment> Out;
  for (const Comment &C : All) {
    if (C.Kind != "END") {
      Out.push_back(C);
      continue;
    }
    for (Comment &Open : reverse(Out))
      if (Open.Kind == "BEGIN" && Open.Last == Open.Line &&
          Open.Rules == C.Rules) {
        Open.Last = C.Line;
        break;
      }
  }
  return Out;
}

/// The parts in parentheses that mean rules of ours by name.
std::vector<StringRef> namesOfOurs(const Comment &C) {
  std::vector<StringRef> Out;
  for (StringRef Part : split(C.Rules, ','))
    if (Part.trim().starts_with("gpu-"))
      Out.push_back(Part.trim());
  return Out;
}

bool contains(StringRef Globs, StringRef Rule) {
  return tidy::GlobList(Globs, /*KeepNegativeGlobs=*/false).contains(Rule);
}

class Checker {
public:
  Checker(const FileRun &Run, const tidy::ClangTidyContext &Context,
          StringRef Text)
      : Run(Run), Context(Context), Text(Text), Path(absolutePath(Run.File)) {
    for (const SuppressedFinding &S : Run.Suppressed)
      for (const auto &[File, Line] : S.Lines)
        if (isMain(File))
          Silenced.insert({Line, S.Error.DiagnosticName});
    for (const KernelPredictions &K : Run.Analysis.Kernels)
      for (size_t I = 0; I < K.Accesses.size(); ++I)
        if (isMain(K.Facts.Accesses[I].Where.File) && isJudged(K.Accesses[I]))
          Judged.insert(K.Facts.Accesses[I].Where.Line);
    for (const HostFunction &Function : Run.Analysis.Host.Functions)
      for (const HostCall &Call : Function.Calls)
        if (isMain(Call.Where.File))
          Judged.insert(Call.Where.Line);
  }

  std::vector<tidy::ClangTidyError> check() const {
    std::vector<tidy::ClangTidyError> Out;
    for (const Comment &C : joinBlocks(readComments(Text))) {
      std::vector<StringRef> Names = namesOfOurs(C);
      auto NoRule = find_if(Names, [](StringRef Name) {
        return none_of(allRules(), [&](const RuleInfo *Rule) {
          return contains(Name, Rule->Name);
        });
      });
      if (NoRule != Names.end())
        Out.push_back(
            error(C, "there is no rule '" + *NoRule + "'; see --list-checks"));
      else if (isUnused(C, Names))
        Out.push_back(error(C, "NOLINT" + C.Kind + "(" + C.Rules +
                                   ") silences nothing here"));
    }
    return Out;
  }

private:
  bool isMain(const std::string &File) const {
    return absolutePath(File, Run.Command.Directory) == Path;
  }
  static bool isJudged(const AccessPredictions &A) {
    return !A.PerLaunch.empty() && none_of(A.PerLaunch, [](const auto &P) {
      return P.Kind == Pattern::Unknown || P.Kind == Pattern::NotExecuted;
    });
  }

  /// A pattern is not about rules that run only where they are named.
  static bool isMeant(StringRef Name, const RuleInfo &Rule) {
    return Rule.OnByDefault ? contains(Name, Rule.Name)
                            : Name.trim() == Rule.Name;
  }

  /// Only where rules that ran had something to judge, and said nothing.
  bool isUnused(const Comment &C, ArrayRef<StringRef> Names) const {
    if (Names.empty() || Judged.lower_bound(C.First) == Judged.end() ||
        *Judged.lower_bound(C.First) > C.Last)
      return false;
    for (const RuleInfo *Rule : allRules())
      if (any_of(Names, [&](StringRef N) { return isMeant(N, *Rule); }) &&
          !Context.isCheckEnabled(Rule->Name))
        return false;
    return none_of(Silenced, [&](const auto &S) {
      return C.First <= S.first && S.first <= C.Last &&
             contains(C.Rules, S.second);
    });
  }

  tidy::ClangTidyError error(const Comment &C, const Twine &Message) const {
    tidy::ClangTidyError E(UnusedNolintRule, tidy::ClangTidyError::Warning,
                           /*BuildDirectory=*/"",
                           Context.treatAsError(UnusedNolintRule));
    E.Message.Message = Message.str();
    E.Message.FilePath = Run.File;
    E.Message.FileOffset = static_cast<unsigned>(C.Begin);
    if (C.Kind != "BEGIN") { // Its END would be left over.
      auto [Begin, End] = removal(C);
      tooling::Replacement Fix(Run.File, static_cast<unsigned>(Begin),
                               static_cast<unsigned>(End - Begin), "");
      cantFail(E.Message.Fix[Run.File].add(Fix));
    }
    return E;
  }

  /// The comment with the blanks before it, its line if that is all; only the
  /// words where the comment says something else as well.
  std::pair<size_t, size_t> removal(const Comment &C) const {
    size_t Start = Text.take_front(C.Begin).rfind('\n') + 1;
    size_t Stop = std::min(Text.find('\n', C.End), Text.size());
    StringRef Before = Text.slice(Start, C.Begin).rtrim();
    if (!Before.consume_back("//") || !Text.slice(C.End, Stop).trim().empty()) {
      bool Blank = C.End < Text.size() && Text[C.End] == ' ';
      return {C.Begin, C.End + Blank};
    }
    Before = Before.rtrim();
    if (Before.empty())
      return {Start, std::min(Stop + 1, Text.size())};
    size_t Tail = Text.slice(C.End, Stop).ends_with("\r");
    return {Start + Before.size(), Stop - Tail};
  }

  const FileRun &Run;
  const tidy::ClangTidyContext &Context;
  StringRef Text;
  std::string Path;
  std::set<std::pair<unsigned, std::string>> Silenced;
  std::set<unsigned> Judged; ///< Lines with an access that has a verdict.
};

} // namespace

std::vector<tidy::ClangTidyError>
unusedNolints(const FileRun &Run, const tidy::ClangTidyContext &Context) {
  bool Broken = any_of(Run.Errors, [](const tidy::ClangTidyError &E) {
    return E.DiagnosticName == "clang-diagnostic-error";
  });
  Broken |= any_of(Run.Analysis.Kernels, [](const KernelPredictions &K) {
    return K.Facts.Unknown != UnknownReason::None;
  });
  auto Buffer = Run.Disk->getBufferForFile(Run.File);
  if (Broken || !Buffer || !(*Buffer)->getBuffer().contains("NOLINT"))
    return {};
  return Checker(Run, Context, (*Buffer)->getBuffer()).check();
}

} // namespace warptidy
