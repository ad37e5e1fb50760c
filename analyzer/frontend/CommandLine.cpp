//===- CommandLine.cpp - Words of a command line --------------------------===//
// See CommandLine.h.
//===----------------------------------------------------------------------===//
#include "frontend/CommandLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace warptidy {
namespace {

using Words = std::vector<std::string>;

/// The commands of a shell line; what stands between them is dropped.
std::vector<Words> commandsOf(const Words &Line) {
  std::vector<Words> Out(1);
  for (const std::string &Word : Line)
    if (is_contained({"&&", "||", ";", "|", "&"}, Word))
      Out.emplace_back();
    else if (StringRef(Word).ends_with(";") && Word.size() > 1) {
      Out.back().push_back(Word.substr(0, Word.size() - 1));
      Out.emplace_back();
    } else
      Out.back().push_back(Word);
  return Out;
}

std::string absolutePath(StringRef Path, StringRef Directory) {
  SmallString<256> Out(Path);
  sys::path::make_absolute(Directory, Out);
  sys::path::remove_dots(Out, /*remove_dot_dot=*/true);
  return std::string(Out);
}

bool names(const Words &Command, StringRef Directory, StringRef File) {
  return any_of(Command, [&](const std::string &Word) {
    return Word == File || (!Word.empty() && Word[0] != '-' &&
                            absolutePath(Word, Directory) == File);
  });
}

bool onlyDepends(const Words &Command) {
  return any_of(Command, [](const std::string &Word) {
    return is_contained({"-M", "-MM", "--generate-dependencies",
                         "--generate-nonsystem-dependencies", "-dlink",
                         "--device-link"},
                        Word);
  });
}

Words withoutWrappers(const Words &Command) {
  // The "c++" of "-x c++" is a language.
  auto TakesName = [](StringRef Flag) {
    return is_contained({"-x", "--x", "-std", "--std", "-ccbin"}, Flag);
  };
  for (size_t I = 0; I < Command.size(); ++I)
    if (isCompilerName(Command[I]) && !(I && TakesName(Command[I - 1])))
      return Words(Command.begin() + static_cast<ptrdiff_t>(I), Command.end());
  return Command;
}

/// Redirections are the shell's, not the compiler's.
void dropRedirections(Words &Command) {
  Regex Redirection("^[0-9&]?>>?(&[0-9])?(.*)$");
  for (size_t I = 1; I < Command.size();) {
    SmallVector<StringRef> Parts;
    if (!Redirection.match(Command[I], &Parts)) {
      ++I;
      continue;
    }
    const bool Whole = !Parts[1].empty() || !Parts[2].empty();
    auto First = Command.begin() + static_cast<ptrdiff_t>(I);
    Command.erase(First,
                  Whole || First + 1 == Command.end() ? First + 1 : First + 2);
  }
}

/// Escapes stay as they are.
Words splitAtCommas(StringRef Text) {
  Words Out(1);
  bool Quoted = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == ',' && !Quoted) {
      Out.emplace_back();
      continue;
    }
    Quoted ^= Text[I] == '"';
    Out.back() += Text[I];
    if (Text[I] == '\\' && I + 1 < Text.size())
      Out.back() += Text[++I];
  }
  erase_if(Out, [](const std::string &Part) { return Part.empty(); });
  return Out;
}

Words tokens(StringRef Text) {
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  SmallVector<const char *> Out;
  cl::TokenizeGNUCommandLine(Text, Saver, Out);
  return Words(Out.begin(), Out.end());
}

} // namespace

bool isCompilerName(StringRef Word) {
  static const Regex Name(
      "^(crosstool_wrapper.*|nvcc[-_]wrapper|mpicc|mpic\\+\\+|mpicxx|"
      "(.*[-_])?(nvcc|clang|clang\\+\\+|gcc|g\\+\\+|cc|c\\+\\+|icpx|icpc|"
      "nvc\\+\\+)(-?[0-9.]+)?)(\\.exe|\\.sh|\\.py)?$");
  return !Word.starts_with("-") && !Word.contains('=') &&
         Name.match(sys::path::filename(Word));
}

CommandLine compilerCommand(const Words &Line, const std::string &Directory,
                            StringRef File) {
  CommandLine Best;
  int BestRank = -1;
  std::string Here = Directory;
  for (Words &Command : commandsOf(Line)) {
    if (Command.size() > 1 && Command[0] == "cd")
      Here = absolutePath(Command[1], Here);
    else if (!Command.empty()) {
      const int Rank = 4 * names(Command, Here, File) +
                       2 * any_of(Command, isCompilerName) +
                       !onlyDepends(Command);
      if (Rank > BestRank)
        Best = {Here, std::move(Command)};
      BestRank = std::max(Rank, BestRank);
    }
  }
  Best.Arguments = withoutWrappers(Best.Arguments);
  dropRedirections(Best.Arguments);
  if (Best.Arguments.empty())
    Best = {Directory, {"clang++"}};
  Best.Nvcc = sys::path::filename(Best.Arguments[0]).contains("nvcc");
  return Best;
}

Expected<Words> readResponseFile(const std::string &Path,
                                 const std::string &Directory) {
  auto Buffer = MemoryBuffer::getFile(absolutePath(Path, Directory));
  if (!Buffer)
    return errorCodeToError(Buffer.getError());
  StringRef Text = (*Buffer)->getBuffer();
  Text.consume_front("\xef\xbb\xbf");
  return tokens(Text);
}

Words splitList(StringRef Text) {
  Words Out;
  for (const std::string &Part : splitAtCommas(Text)) {
    Out.emplace_back();
    for (size_t I = 0; I < Part.size(); ++I) {
      I += Part[I] == '\\' && I + 1 < Part.size() &&
           (Part[I + 1] == ',' || Part[I + 1] == '"');
      Out.back() += Part[I];
    }
  }
  return Out;
}

Words splitHostOptions(StringRef Text) {
  Words Out;
  for (const std::string &Part : splitAtCommas(Text))
    append_range(Out, tokens(Part));
  return Out;
}

} // namespace warptidy
