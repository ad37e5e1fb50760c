//===- TextLines.cpp - Bytes and UTF-16 positions -------------------------===//
// See TextLines.h. The library's own document changes count bytes.
//===----------------------------------------------------------------------===//
#include "server/TextLines.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace llvm;
using lsp::Position;

namespace warptidy {
namespace {

/// Bytes of the UTF-8 sequence that starts with this byte. What is no UTF-8
/// counts byte by byte.
unsigned sequenceLength(StringRef Text, size_t At) {
  unsigned char C = Text[At];
  unsigned Length = C < 0xC0   ? 1
                    : C < 0xE0 ? 2
                    : C < 0xF0 ? 3
                    : C < 0xF8 ? 4
                               : 1;
  for (unsigned I = 1; I < Length; ++I)
    if (At + I >= Text.size() || (Text[At + I] & 0xC0) != 0x80)
      return 1;
  return Length;
}

/// Characters beyond the basic plane take two units.
unsigned unitsOf(unsigned Length) { return Length == 4 ? 2 : 1; }

} // namespace

TextLines::TextLines(StringRef Text) : Text(Text), Starts{0} {
  for (size_t I = 0; I < Text.size(); ++I) // Also a lone \r ends a line.
    if (Text[I] == '\n' ||
        (Text[I] == '\r' && (I + 1 == Text.size() || Text[I + 1] != '\n')))
      Starts.push_back(I + 1);
}

StringRef TextLines::line(size_t Line) const {
  size_t End = Line + 1 < Starts.size() ? Starts[Line + 1] : Text.size();
  return Text.slice(Starts[Line], End).rtrim("\r\n");
}

Position TextLines::position(size_t Offset) const {
  Offset = std::min(Offset, Text.size());
  size_t Line =
      std::upper_bound(Starts.begin(), Starts.end(), Offset) - Starts.begin();
  --Line;
  unsigned Units = 0;
  for (size_t At = Starts[Line]; At < Offset;) {
    unsigned Length = sequenceLength(Text, At);
    Units += unitsOf(Length);
    At += Length;
  }
  return Position(static_cast<int>(Line), static_cast<int>(Units));
}

Position TextLines::position(unsigned Line, unsigned Column) const {
  if (Line == 0)
    return Position(0, 0);
  if (Line > Starts.size())
    return position(Text.size());
  return position(Starts[Line - 1] + (Column ? Column - 1 : 0));
}

size_t TextLines::offset(const Position &P) const {
  if (P.line < 0)
    return 0;
  if (!hasLine(P.line))
    return Text.size();
  size_t At = Starts[P.line], End = At + line(P.line).size();
  for (int Units = 0; At < End && Units < P.character;) {
    unsigned Length = sequenceLength(Text, At);
    Units += static_cast<int>(unitsOf(Length));
    if (Units > P.character)
      break; // In the middle of a character: before it.
    At += Length;
  }
  return At;
}

size_t TextLines::endOfWord(size_t Offset) const {
  size_t End = Offset;
  while (End < Text.size() && (isAlnum(Text[End]) || Text[End] == '_'))
    ++End;
  if (End == Offset && End < Text.size() && Text[End] != '\n')
    End += sequenceLength(Text, End);
  return End;
}

Error applyChange(std::string &Text, const json::Value &Change) {
  const json::Object *O = Change.getAsObject();
  auto New = O ? O->getString("text") : std::nullopt;
  if (!New)
    return createStringError("a change has no text");
  const json::Value *Where = O->get("range");
  if (!Where) {
    Text = New->str();
    return Error::success();
  }
  lsp::Range Range;
  json::Path::Root Root("range");
  if (!fromJSON(*Where, Range, Root))
    return Root.getError();
  TextLines Lines(Text);
  size_t Start = Lines.offset(Range.start), End = Lines.offset(Range.end);
  if (Range.start.line < 0 || Range.start.character < 0 || Start > End)
    return createStringError("the range of a change is not one of the text");
  Text.replace(Start, End - Start, New->str());
  return Error::success();
}

} // namespace warptidy
