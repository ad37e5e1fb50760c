//===- HtmlReport.cpp - The pages of --html -------------------------------===//
// See HtmlReport.h.
//===----------------------------------------------------------------------===//
#include "report/HtmlReport.h"
#include "report/HtmlIndex.h"
#include "report/HtmlParts.h"
#include "report/HtmlText.h"

namespace warptidy {
namespace {

std::string counted(size_t Count, const std::string &Word) {
  return std::to_string(Count) + " " + Word + (Count == 1 ? "" : "s");
}

/// How badges are read; shown as long as no access is chosen.
const char *const Legend =
    "<h2>How to read it</h2>\n<p>Behind each access stands what one request of "
    "a warp costs at worst: sectors of global memory, wavefronts of shared "
    "memory; after a slash, what would suffice. Choose a figure to see where "
    "the lanes go.</p>\n<ul>\n"
    "<li><span class=\"b ideal\">4 \xE2\x9C\x93</span> ideal</li>\n"
    "<li><span class=\"b slight\">\xE2\x96\xB5 5/4</span> less than twice the "
    "ideal</li>\n"
    "<li><span class=\"b costly\">\xE2\x96\xB2 8/4</span> at least twice</li>\n"
    "<li><span class=\"b severe\">\xE2\x96\xB2\xE2\x96\xB2 32/4</span> at "
    "least "
    "eight times</li>\n"
    "<li><span class=\"b data\">\xE2\x89\x88 4 to 32</span> depends on data; a "
    "dashed frame with a triangle: on a stride that no launch gives</li>\n"
    "<li><span class=\"b unknown\">? unknown</span> no figure, with a "
    "reason</li>\n"
    "<li><span class=\"b idle\">\xE2\x80\x93 not executed</span> no lane makes "
    "it, or it is no access of its own</li>\n"
    "<li>\xE2\x9A\x91 there is a finding on it</li>\n</ul>\n";

class FilePage {
public:
  FilePage(const PictureInput &Input, const PageNames &Pages,
           const std::string &Path, const IndexedFile &File)
      : Input(Input), Pages(Pages), Path(Path), File(File),
        Panels(Input, Pages, Path, Pictures) {}

  std::string text() {
    const std::string Name = relativePath(Input.Report, Path);
    const std::string Source =
        sourceListing(Path, File, Input, Pages, [this](const AccessSpot &S) {
          const AccessSpot *First = File.Spots.data();
          const AccessSpot *Last = First + File.Spots.size() - 1;
          return Panels.panel(S, &S == First ? nullptr : &S - 1,
                              &S == Last ? nullptr : &S + 1);
        });
    return pageStart(Name + " - warp-tidy", "file") +
           "<a class=\"skip\" href=\"#source\">skip to the source</a>"
           "<a class=\"skip\" href=\"#about\">skip to the findings</a>\n" +
           Pictures.definitions() +
           "<header><p class=\"nav\"><a href=\"index.html\">all files</a>"
           "<a href=\"#about\">findings and legend</a></p>\n<h1>" +
           htmlText(Name) + "</h1><p class=\"dim\">" + summary() +
           "</p></header>\n<main id=\"source\" tabindex=\"-1\" "
           "aria-label=\"source\">\n<div class=\"src\">\n" +
           Source +
           "</div>\n</main>\n<aside aria-label=\"findings and legend\">\n" +
           about() + "</aside>\n" + pageEnd(Input.Report.ToolVersion);
  }

private:
  std::string summary() const {
    CostSums Sums;
    for (const AccessSpot &S : File.Spots)
      for (const PlacedAccess &A : S.Accesses)
        Sums.add(A.Ref);
    std::string Out = counted(File.Spots.size(), "access place") + ", " +
                      counted(File.Findings.size(), "finding");
    if (Sums.Unknown)
      Out += ", " + std::to_string(Sums.Unknown) + " unknown";
    return Out;
  }

  std::string about() const {
    std::string Out = "<section class=\"intro\" id=\"about\" "
                      "tabindex=\"-1\">\n<h2>Findings</h2>\n";
    std::string Items;
    for (const ReportedFinding *F : File.Findings) {
      std::string Anchor = "#L" + std::to_string(F->Where.Start.Line);
      for (const AccessSpot &S : File.Spots)
        for (const ReportedFinding *Mine : S.Findings)
          if (Mine == F)
            Anchor = "#" + S.id();
      Items += "<li>" + std::string(severityName(F->Level)) + ", <a href=\"" +
               Anchor + "\">line " + std::to_string(F->Where.Start.Line) +
               "</a>: " + htmlText(F->Message) +
               (F->Suppressed == Suppression::None ? "" : " (suppressed)") +
               "</li>\n";
    }
    Out += Items.empty() ? "<p>None.</p>\n" : "<ul>\n" + Items + "</ul>\n";
    if (!File.Placeless.empty())
      Out += "<p>" + counted(File.Placeless.size(), "access") +
             " without a place in the source.</p>\n";
    return Out + Legend + "</section>\n";
  }

  const PictureInput &Input;
  const PageNames &Pages;
  const std::string &Path;
  const IndexedFile &File;
  LanePictures Pictures;
  PanelWriter Panels;
};

} // namespace

void htmlReport(const PictureInput &Input,
                const std::function<void(const std::string &,
                                         const std::string &)> &Write) {
  const AccessIndex Index(Input);
  const PageNames Pages = pageNames(Index, Input.Report);
  Write("index.html", htmlIndex(Input, Index, Pages));
  for (const auto &[Path, File] : Index.Files)
    Write(Pages.at(Path), FilePage(Input, Pages, Path, File).text());
}

} // namespace warptidy
