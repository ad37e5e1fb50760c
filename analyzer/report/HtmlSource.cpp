//===- HtmlSource.cpp - The listing of a source ---------------------------===//
// Each line with its accesses marked and a badge with the figure behind each.
// Expressions nest, and so do their marks.
//===----------------------------------------------------------------------===//
#include "report/HtmlParts.h"
#include "report/HtmlText.h"
#include <algorithm>

namespace warptidy {
namespace {

constexpr size_t ToLineEnd = size_t(-1);

/// The part of a spot in one line, in bytes from 0.
struct Segment {
  size_t Start, End;
  const AccessSpot *Spot;
  bool Ends; ///< The badge follows.
};

class Listing {
public:
  Listing(const std::string &Path, const IndexedFile &File,
          const PictureInput &Input, const PageNames &Pages,
          const std::function<std::string(const AccessSpot &)> &Panel)
      : Input(Input), Pages(Pages), Panel(Panel) {
    for (const AccessSpot &S : File.Spots) {
      const unsigned End = std::max(S.EndLine, S.Line);
      for (unsigned Line = S.Line; Line <= End; ++Line) {
        size_t From = Line == S.Line ? S.Column - (S.Column > 0) : 0;
        size_t To = S.EndLine == 0      ? From
                    : Line == S.EndLine ? S.EndColumn - (S.EndColumn > 0)
                                        : ToLineEnd;
        Segments[Line].push_back({From, To, &S, Line == End});
      }
    }
    for (const ReportedFinding *F : File.Others)
      Others[F->Where.Start.Line].push_back(F);
    for (const RunNotice &N : Input.Report.Notices)
      if (N.Where.Path == Path)
        Notices[N.Where.Start.Line].push_back(&N);
  }

  std::string run(std::string_view Source) {
    unsigned Line = 0;
    std::string Out = notesOf(0);
    for (size_t At = 0; At < Source.size();) {
      size_t End = std::min(Source.find('\n', At), Source.size());
      std::string_view Text = Source.substr(At, End - At);
      if (!Text.empty() && Text.back() == '\r')
        Text.remove_suffix(1);
      Out += line(++Line, Text);
      At = End + 1;
    }
    return Out;
  }

private:
  std::string line(unsigned Number, std::string_view Text) {
    auto It = Segments.find(Number);
    const bool Has = It != Segments.end();
    std::string N = std::to_string(Number);
    std::string Out = "<div class=\"l" + std::string(Has ? " has" : "") +
                      "\" id=\"L" + N + "\"><i>" + N + "</i><code>";
    if (Has) {
      Next = 0;
      Here = &It->second;
      Out += between(Text, 0, Text.size());
    } else {
      Out += htmlText(Text);
    }
    Out += "</code></div>\n";
    if (Has)
      Out += panels(It->second);
    return Out + notesOf(Number);
  }

  std::string panels(const std::vector<Segment> &Ending) const {
    std::string Out;
    for (const Segment &S : Ending)
      if (S.Ends)
        Out += Panel(*S.Spot);
    return Out.empty() ? "" : "<div class=\"ps\">\n" + Out + "</div>\n";
  }

  /// The text from From to To with the segments that begin in it; one that ends
  /// later is cut.
  std::string between(std::string_view Text, size_t From, size_t To) {
    std::string Out;
    while (Next < Here->size()) {
      const Segment S = (*Here)[Next];
      const size_t Start = std::min(S.Start, Text.size());
      if (Start > To || (Start == To && To < Text.size()))
        break;
      ++Next;
      const size_t Begin = std::max(Start, From);
      const size_t End = std::max(Begin, std::min({S.End, To, Text.size()}));
      Out += htmlText(Text.substr(From, Begin - From));
      if (End > Begin)
        Out += "<span class=\"x " +
               std::string(costLevelName(S.Spot->Label.Level)) + "\">" +
               between(Text, Begin, End) + "</span>";
      if (S.Ends)
        Out += badge(*S.Spot);
      From = End;
    }
    return Out + htmlText(Text.substr(From, To - From));
  }

  /// What is said of a line and is on none of its accesses.
  std::string notesOf(unsigned Line) const {
    std::string Out;
    if (auto It = Notices.find(Line); It != Notices.end())
      for (const RunNotice *N : It->second)
        Out += "<div class=\"note\"><div class=\"find " +
               std::string(severityName(N->Level)) + "\"><strong>" +
               severityName(N->Level) + ":</strong> " + htmlText(N->Message) +
               "</div></div>\n";
    if (auto It = Others.find(Line); It != Others.end())
      for (const ReportedFinding *F : It->second)
        Out +=
            "<div class=\"note\">" + findingBox(*F, Input, Pages) + "</div>\n";
    return Out;
  }

  const PictureInput &Input;
  const PageNames &Pages;
  const std::function<std::string(const AccessSpot &)> &Panel;
  std::map<unsigned, std::vector<Segment>> Segments;
  std::map<unsigned, std::vector<const ReportedFinding *>> Others;
  std::map<unsigned, std::vector<const RunNotice *>> Notices;
  const std::vector<Segment> *Here = nullptr;
  size_t Next = 0; ///< Into Here.
};

} // namespace

std::string
sourceListing(const std::string &Path, const IndexedFile &File,
              const PictureInput &Input, const PageNames &Pages,
              const std::function<std::string(const AccessSpot &)> &Panel) {
  if (std::optional<std::string_view> Text = Input.Text(Path))
    return Listing(Path, File, Input, Pages, Panel).run(*Text);
  std::string Out = "<p>The file can't be read; its accesses are:</p>\n";
  for (const AccessSpot &S : File.Spots)
    Out += "<div class=\"l\">line " + std::to_string(S.Line) + " " + badge(S) +
           "</div>\n<div class=\"ps\">\n" + Panel(S) + "</div>\n";
  return Out;
}

} // namespace warptidy
