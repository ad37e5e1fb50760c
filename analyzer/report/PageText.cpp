//===- PageText.cpp - Parts of a rule's page ------------------------------===//
// See PageText.h.
//===----------------------------------------------------------------------===//
#include "report/PageText.h"
#include <algorithm>

namespace warptidy {

/// Cuts `<!-- ... -->`, with the line end when it has its line for itself.
static std::string withoutComments(std::string_view Page) {
  std::string Out;
  size_t At = 0;
  for (size_t Open; (Open = Page.find("<!--", At)) != Page.npos;) {
    Out.append(Page, At, Open - At);
    size_t Close = Page.find("-->", Open);
    At = Close == Page.npos ? Page.size() : Close + 3;
    if ((Out.empty() || Out.back() == '\n') && At < Page.size() &&
        Page[At] == '\n')
      ++At;
  }
  Out.append(Page, At, Page.npos);
  return Out;
}

/// `[text](../file)` becomes `text`: the target is not there for a reader of
/// the page alone.
static std::string withoutLocalLinks(const std::string &Line) {
  std::string Out;
  size_t At = 0;
  for (size_t Middle; (Middle = Line.find("](", At)) != Line.npos;) {
    size_t Open = Line.rfind('[', Middle);
    size_t Close = Line.find(')', Middle);
    bool Web = Line.compare(Middle + 2, 4, "http") == 0;
    if (Web || Open == Line.npos || Open < At || Close == Line.npos) {
      Out.append(Line, At, Middle + 2 - At);
      At = Middle + 2;
      continue;
    }
    Out.append(Line, At, Open - At);
    Out.append(Line, Open + 1, Middle - Open - 1);
    At = Close + 1;
  }
  return Out.append(Line, At, Line.npos);
}

/// Calls Use for each line and whether it is of a code block, fences included.
template <typename Function>
static void forLines(std::string_view Text, Function Use) {
  bool Code = false;
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find('\n', At), Text.size());
    std::string Line(Text.substr(At, End - At));
    At = End + 1;
    bool Fence = Line.rfind("```", 0) == 0;
    Use(Line, Code || Fence);
    Code ^= Fence;
  }
}

std::string pageMarkdown(std::string_view Page) {
  std::string Out;
  forLines(withoutComments(Page), [&](const std::string &Line, bool Code) {
    bool Repeats = Line.empty() && Out.size() > 1 &&
                   Out.compare(Out.size() - 2, 2, "\n\n") == 0;
    if (Code || !Repeats)
      Out += (Code ? Line : withoutLocalLinks(Line)) + "\n";
  });
  return Out;
}

std::string firstParagraph(std::string_view Markdown,
                           std::string_view Section) {
  std::string Heading = "\n## " + std::string(Section) + "\n\n";
  size_t At = Markdown.find(Heading);
  if (At == Markdown.npos)
    return "";
  At += Heading.size();
  std::string Out(Markdown.substr(At, Markdown.find("\n\n", At) - At));
  std::replace(Out.begin(), Out.end(), '\n', ' ');
  return Out;
}

std::string pageTerminal(std::string_view Markdown, bool Color) {
  std::string Out;
  forLines(Markdown, [&](std::string Line, bool Code) {
    if (Code) {
      if (Line.rfind("```", 0) != 0)
        Out += Line.empty() ? "\n" : "    " + Line + "\n";
      return;
    }
    size_t Marks = Line.find_first_not_of('#');
    if (Marks && Marks != Line.npos && Line[Marks] == ' ') {
      Line.erase(0, Marks + 1);
      if (Color)
        Line = "\x1b[1m" + Line + "\x1b[0m";
    }
    Line.erase(std::remove(Line.begin(), Line.end(), '`'), Line.end());
    Out += Line + "\n";
  });
  return Out;
}

} // namespace warptidy
