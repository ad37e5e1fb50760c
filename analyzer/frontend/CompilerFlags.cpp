//===- CompilerFlags.cpp - The table of compiler flags --------------------===//
// See CompilerFlags.h.
//===----------------------------------------------------------------------===//
#include "frontend/CompilerFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warptidy {
namespace {

constexpr FlagRow Table[] = {
#define WARPTIDY_FLAG(Long, Short, Takes, Does, As, Meaning)                   \
  {Long, Short, FlagTakes::Takes, FlagDoes::Does, As},
#include "frontend/CompilerFlags.def"
};

bool isWord(StringRef Text) {
  return !Text.empty() && isAlnum(Text[0]) &&
         all_of(Text, [](char C) { return isAlnum(C) || C == '-'; });
}

/// The value, from what follows the spelling in the argument or from Next.
bool takeValue(FlagTakes Takes, StringRef Rest, const std::string *Next,
               FlagMatch &Out) {
  if (Takes == FlagTakes::None)
    return Rest.empty();
  if (Takes == FlagTakes::Next && !Rest.empty() && Rest[0] != '=')
    return false;
  const bool FromNext = Rest.empty() && Takes != FlagTakes::Rest && Next &&
                        (Takes != FlagTakes::Word || isWord(*Next));
  if (FromNext) {
    Out.Value = *Next;
    Out.TookNext = true;
    return true;
  }
  if (Takes != FlagTakes::Rest)
    Rest.consume_front("=");
  Out.Value = Rest.str();
  return !Rest.empty() || Takes == FlagTakes::Rest || Takes == FlagTakes::Word;
}

} // namespace

FlagMatch matchFlag(StringRef Arg, const std::string *Next) {
  FlagMatch Best;
  size_t Longest = 0;
  for (const FlagRow &Row : Table)
    for (StringRef Spelling : {Row.Long, Row.Short}) {
      FlagMatch M;
      if (Spelling.size() <= Longest || !Arg.starts_with(Spelling) ||
          !takeValue(Row.Takes, Arg.drop_front(Spelling.size()), Next, M))
        continue;
      M.Row = &Row;
      Longest = Spelling.size();
      Best = std::move(M);
    }
  return Best;
}

} // namespace warptidy
