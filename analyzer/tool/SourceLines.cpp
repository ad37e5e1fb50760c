//===- SourceLines.cpp - Offsets to lines and columns ---------------------===//
// See SourceLines.h.
//===----------------------------------------------------------------------===//
#include "tool/SourceLines.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warptidy {

std::string shortPath(const std::string &Absolute) {
  StringRef Path(Absolute);
  return Path.consume_front(absolutePath(".") + "/") ? Path.str() : Absolute;
}

const SourceLines::File &SourceLines::open(const std::string &Path) {
  auto [It, New] = Files.try_emplace(Path);
  File &F = It->second;
  if (!New)
    return F;
  F.Starts = {0};
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return F;
  F.Buffer = std::move(*Buffer);
  StringRef Text = F.Buffer->getBuffer();
  for (size_t At = 0; (At = Text.find('\n', At)) != StringRef::npos;)
    F.Starts.push_back(++At);
  return F;
}

StringRef SourceLines::text(const std::string &Path) {
  const File &F = open(Path);
  return F.Buffer ? F.Buffer->getBuffer() : StringRef();
}

StringRef SourceLines::lineAt(const std::string &Path, size_t Offset) {
  StringRef Text = text(Path);
  if (Offset > Text.size())
    return "";
  size_t Start = Text.take_front(Offset).rfind('\n') + 1;
  return Text.slice(Start, Text.find('\n', Offset)).rtrim('\r');
}

/// UTF-16 code units of UTF-8 text: two for what lies beyond the first plane.
static unsigned utf16Length(StringRef Text) {
  unsigned Units = 0;
  for (unsigned char C : Text)
    Units += (C & 0xC0) == 0x80 ? 0 : C >= 0xF0 ? 2 : 1;
  return Units;
}

FilePosition SourceLines::position(const std::string &Path, size_t Offset) {
  const File &F = open(Path);
  StringRef Text = F.Buffer ? F.Buffer->getBuffer() : StringRef();
  if (Offset > Text.size())
    return {};
  size_t Line =
      static_cast<size_t>(upper_bound(F.Starts, Offset) - F.Starts.begin());
  StringRef Before = Text.slice(F.Starts[Line - 1], Offset);
  return {static_cast<unsigned>(Line), static_cast<unsigned>(Before.size()) + 1,
          utf16Length(Before) + 1};
}

FileRegion SourceLines::region(const std::string &Path, size_t Offset,
                               size_t Length) {
  FileRegion Out{Path, position(Path, Offset), {}};
  if (Length)
    Out.End = position(Path, Offset + Length);
  return Out;
}

} // namespace warptidy
