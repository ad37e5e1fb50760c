//===- Frames.cpp - Messages out of a stream ------------------------------===//
// See Frames.h.
//===----------------------------------------------------------------------===//
#include "server/Frames.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LSP/Logging.h"

using namespace llvm;

namespace warptidy {

/// Longer messages are taken for broken.
constexpr size_t MaxFrame = size_t(1) << 28;
/// No header line is longer; what is belongs to no header.
constexpr size_t MaxLine = 4096;

/// A line without its end. False at the end of the input.
static bool readLine(std::FILE *In, std::string &Line) {
  Line.clear();
  for (int C = std::getc(In); C != EOF; C = std::getc(In)) {
    if (C == '\n') {
      if (!Line.empty() && Line.back() == '\r')
        Line.pop_back();
      return true;
    }
    if (Line.size() == MaxLine) // Keep the tail: it may hold a header.
      Line.erase(0, MaxLine / 2);
    Line += static_cast<char>(C);
  }
  return false;
}

std::optional<std::string> readFrame(std::FILE *In) {
  static constexpr StringRef Header = "content-length:";
  size_t Length = 0;
  std::string Line;
  while (readLine(In, Line)) {
    if (Line.empty()) {
      if (!Length)
        continue;
      std::string Text(Length, '\0');
      if (std::fread(Text.data(), 1, Length, In) == Length)
        return Text;
      break;
    }
    StringRef Rest = Line;
    size_t At = StringRef(Rest.lower()).rfind(Header);
    if (At == StringRef::npos)
      continue;
    if (At)
      lsp::Logger::error("dropped what is no frame: {0}",
                         Rest.take_front(std::min<size_t>(At, 80)));
    if (Rest.drop_front(At + Header.size()).trim().getAsInteger(10, Length) ||
        Length > MaxFrame) {
      lsp::Logger::error("dropped a frame with the header {0}", Rest);
      Length = 0;
    }
  }
  return std::nullopt;
}

} // namespace warptidy
