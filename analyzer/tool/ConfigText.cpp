//===- ConfigText.cpp - The text of one configuration ---------------------===//
// See ConfigText.h.
//===----------------------------------------------------------------------===//
#include "tool/ConfigText.h"
#include "clang-tidy/GlobList.h"
#include "launch/KernelSettings.h"
#include "rules/Rule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace clang;

namespace warptidy {

ConfigOwner configOwner(StringRef Path) {
  return sys::path::filename(Path) == ".clang-tidy" ? ConfigOwner::ClangTidy
                                                    : ConfigOwner::WarpTidy;
}

/// "number" or "true or false", whichever the value had to be.
static Error checkValue(StringRef Key, StringRef Value, const RuleOption &O) {
  double Number;
  bool Flag = O.Default == "true" || O.Default == "false";
  if (Flag ? Value != "true" && Value != "false" : Value.getAsDouble(Number))
    return createStringError(
        "option " + Key + ": '" + Value +
        (Flag ? "' is not true or false" : "' is not a number"));
  return Error::success();
}

Error checkOption(StringRef Key, StringRef Value) {
  auto [RuleName, Name] = Key.split('.');
  if (std::string Kernel; isKernelSetting(Key, Kernel)) {
    Expected<std::vector<AnnotationText>> Shapes = parseKernelSetting(Value);
    return Shapes ? Error::success()
                  : createStringError("option " + Key + ": " +
                                      toString(Shapes.takeError()));
  }
  if (RuleName == "warp-tidy")
    return createStringError("option " + Key + " does not exist; there is " +
                             "warp-tidy.Launch.<kernel>");
  if (!RuleName.starts_with("gpu-"))
    return Error::success();
  const RuleInfo *Rule = findRule(RuleName);
  if (!Rule)
    return createStringError("option " + Key + ": there is no rule " +
                             RuleName + "; see --list-checks");
  std::vector<std::string> Known;
  for (const RuleOption &O : Rule->Options) {
    Known.push_back(O.Name);
    if (O.Name == Name)
      return checkValue(Key, Value, O);
  }
  return createStringError("option " + Key + " does not exist; " +
                           (Known.empty()
                                ? "the rule has no options"
                                : "the rule has " + join(Known, ", ")));
}

/// Blanks the entries of a block mapping whose keys clang-tidy does not know:
/// its parser refuses a file for one of them.
static std::string withoutUnknownKeys(StringRef Text) {
  static const StringRef Known[] = {"Checks",
                                    "WarningsAsErrors",
                                    "HeaderFileExtensions",
                                    "CheckOptions",
                                    "HeaderFilterRegex",
                                    "ExcludeHeaderFilterRegex",
                                    "FormatStyle",
                                    "User",
                                    "ImplementationFileExtensions",
                                    "ExtraArgs",
                                    "ExtraArgsBefore",
                                    "RemovedArgs",
                                    "UseColor",
                                    "InheritParentConfig",
                                    "SystemHeaders",
                                    "CustomChecks"};
  std::string Out;
  bool Skip = false;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    StringRef Key = Line.take_while(
        [](char C) { return isAlnum(C) || C == '_' || C == '-'; });
    if (!Key.empty() && !Line.starts_with("---"))
      Skip = Line.substr(Key.size()).ltrim().starts_with(":") &&
             !is_contained(Known, Key);
    else if (Line.starts_with("---") || Line.starts_with("..."))
      Skip = false;
    Out += Skip ? "" : Line.str();
    Out += Rest.empty() && !Text.ends_with("\n") ? "" : "\n";
    Text = Rest;
  }
  return Out;
}

static AnnotationError problem(const std::string &Name, unsigned Line,
                               unsigned Column, const Twine &Message) {
  AnnotationError Error;
  Error.Where.File = Name;
  Error.Where.Line = Line;
  Error.Where.Column = Column;
  Error.Message = Message.str();
  return Error;
}

/// Where a word first stands outside comments.
static AnnotationError problemAt(StringRef Text, const std::string &Name,
                                 StringRef Word, const Twine &Message) {
  unsigned Number = 0;
  for (StringRef Line : split(Text, '\n')) {
    ++Number;
    size_t At = Line.find(Word);
    if (At != StringRef::npos && !Line.take_front(At).contains('#'))
      return problem(Name, Number, static_cast<unsigned>(At) + 1, Message);
  }
  return problem(Name, 1, 1, Message);
}

/// Those that begin like a rule of ours and match none.
static void checkGlobs(StringRef Text, const std::string &Name, StringRef Globs,
                       std::vector<AnnotationError> &Errors) {
  SmallVector<StringRef> Parts;
  SplitString(Globs, Parts, ",\n");
  for (StringRef Glob : Parts) {
    Glob = Glob.trim();
    Glob.consume_front("-");
    if (Glob.starts_with("gpu-") &&
        none_of(allRules(), [&](const RuleInfo *Rule) {
          return tidy::GlobList(Glob).contains(Rule->Name);
        }))
      Errors.push_back(
          problemAt(Text, Name, Glob,
                    "'" + Glob + "' matches no rule; see --list-checks"));
  }
}

static bool namesOurs(StringRef Globs) {
  SmallVector<StringRef> Parts;
  SplitString(Globs, Parts, ",\n");
  return any_of(Parts, [](StringRef Glob) {
    Glob = Glob.trim();
    Glob.consume_front("-");
    return Glob.starts_with("gpu");
  });
}

tidy::ClangTidyOptions parseConfig(StringRef Text, const std::string &Name,
                                   ConfigOwner Owner,
                                   std::vector<AnnotationError> &Errors,
                                   bool CheckAll) {
  std::string Mine =
      Owner == ConfigOwner::ClangTidy ? withoutUnknownKeys(Text) : Text.str();
  bool Said = false;
  auto Parsed = tidy::parseConfigurationWithDiags(
      MemoryBufferRef(Mine, Name), [&](const SMDiagnostic &D) {
        if (!Said)
          Errors.push_back(
              problem(Name, static_cast<unsigned>(std::max(D.getLineNo(), 1)),
                      static_cast<unsigned>(D.getColumnNo() + 1),
                      "not a valid configuration: " + D.getMessage()));
        Said = true;
      });
  if (!Parsed) {
    if (!Said)
      Errors.push_back(
          problem(Name, 1, 1,
                  "not a valid configuration: " + Parsed.getError().message()));
    return {};
  }
  if (CheckAll && Parsed->Checks)
    checkGlobs(Text, Name, *Parsed->Checks, Errors);
  if (Owner == ConfigOwner::ClangTidy && Parsed->Checks &&
      !namesOurs(*Parsed->Checks))
    Parsed->Checks.reset();
  std::vector<std::string> Keys;
  for (const auto &Option : Parsed->CheckOptions)
    Keys.push_back(Option.getKey().str());
  sort(Keys);
  for (const std::string &Key : Keys) {
    std::string Kernel;
    if (isKernelSetting(Key, Kernel) && !CheckAll)
      continue;
    if (Error E = checkOption(Key, Parsed->CheckOptions[Key].Value)) {
      Errors.push_back(problemAt(Text, Name, Key, toString(std::move(E))));
      Parsed->CheckOptions.erase(Key);
    }
  }
  return *Parsed;
}

} // namespace warptidy
