//===- ChangedLines.cpp - The lines of a unified diff ---------------------===//
// See ChangedLines.h.
//===----------------------------------------------------------------------===//
#include "tool/ChangedLines.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace warptidy {

/// "12,3" or "12" of a hunk's head.
static bool parseRange(StringRef Text, unsigned &Start, unsigned &Count) {
  auto [First, Second] = Text.split(',');
  Count = 1;
  return !First.getAsInteger(10, Start) &&
         (Second.empty() || !Second.getAsInteger(10, Count));
}

/// The lines of both sides that the hunk `@@ -1,2 +3,4 @@` still has.
static bool parseHunk(StringRef Line, unsigned &Old, unsigned &New,
                      unsigned &Next) {
  unsigned Unused;
  Line.consume_front("@@ -");
  auto [Before, Rest] = Line.split(' ');
  if (!Rest.consume_front("+"))
    return false;
  return parseRange(Before, Unused, Old) &&
         parseRange(Rest.split(' ').first, Next, New) &&
         Rest.split(' ').second.starts_with("@@");
}

/// The name after "+++ ": up to a tab, without quotes and without git's "b/".
static std::string newName(StringRef Text) {
  Text = Text.split('\t').first.trim();
  if (Text.size() > 1 && Text.front() == '"' && Text.back() == '"')
    Text = Text.drop_front().drop_back();
  Text.consume_front("b/");
  return Text.str();
}

static void addLine(LineRange &To, unsigned Line) {
  if (!To.Ranges.empty() && To.Ranges.back().second + 1 == Line)
    To.Ranges.back().second = Line;
  else
    To.Ranges.emplace_back(Line, Line);
}

Expected<std::vector<LineRange>> parseUnifiedDiff(StringRef Text) {
  std::vector<LineRange> Out;
  unsigned Old = 0, New = 0, Next = 0, Number = 0;
  bool IsDiff = false, InFile = false, Deleted = false, Blank = true;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.rtrim('\r');
    ++Number;
    if (Old || New) { // Within a hunk, whatever the line looks like.
      const char Kind = Line.empty() ? ' ' : Line[0];
      if (Kind == '\\')
        continue;
      if ((Kind != ' ' && Kind != '+' && Kind != '-') ||
          (Kind != '+' && !Old) || (Kind != '-' && !New))
        return createStringError("line " + Twine(Number) +
                                 " is not of its hunk");
      if (Kind == '+' && !Deleted)
        addLine(Out.back(), Next);
      Old -= Kind != '+';
      New -= Kind != '-';
      Next += Kind != '-';
      continue;
    }
    IsDiff |= Line.starts_with("diff --git ");
    Blank &= Line.trim().empty();
    if (Line.consume_front("+++ ")) {
      Deleted = Line.starts_with("/dev/null");
      IsDiff = InFile = true;
      if (!Deleted)
        Out.push_back({newName(Line), false, {}});
    } else if (Line.starts_with("@@ ")) {
      if (!InFile || !parseHunk(Line, Old, New, Next))
        return createStringError("line " + Twine(Number) +
                                 " is not the head of a hunk of a file");
    }
  }
  if (Old || New)
    return createStringError("the last hunk is cut off");
  if (!IsDiff && !Blank)
    return createStringError("not a unified diff: there is no line '+++ FILE'");
  return Out;
}

} // namespace warptidy
