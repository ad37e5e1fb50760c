//===- HtmlIndex.cpp - The first page of --html ---------------------------===//
// See HtmlIndex.h.
//===----------------------------------------------------------------------===//
#include "report/HtmlIndex.h"
#include "report/HtmlText.h"
#include <algorithm>
#include <functional>

namespace warptidy {
namespace {

std::string cell(const std::string &Text) { return "<td>" + Text + "</td>"; }
std::string count(size_t N) {
  return "<td class=\"n\">" + std::to_string(N) + "</td>";
}
std::string figure(const CostSum &Sum) {
  return "<td class=\"n\">" + Sum.text() + "</td>";
}

/// A table in a region that scrolls by itself.
std::string table(const std::string &Id, const std::string &Title,
                  const std::string &Caption,
                  const std::vector<std::string> &Heads,
                  const std::string &Rows) {
  std::string Out = "<h2 id=\"" + Id + "\">" + Title +
                    "</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                    "aria-labelledby=\"" +
                    Id + "\"><table><caption>" + Caption +
                    "</caption><thead><tr>";
  for (const std::string &H : Heads) {
    const bool Number = H[0] == '#';
    Out += std::string("<th scope=\"col\"") + (Number ? " class=\"n\">" : ">") +
           H.substr(Number) + "</th>";
  }
  return Out + "</tr></thead><tbody>\n" + Rows + "</tbody></table></div>\n";
}

class IndexPage {
public:
  IndexPage(const PictureInput &Input, const AccessIndex &Index,
            const PageNames &Pages)
      : Input(Input), Index(Index), Pages(Pages) {
    for (const IndexedKernel &K : Index.Kernels)
      for (size_t I = 0; I < K.Kernel->Facts.Accesses.size(); ++I)
        All.add({K.Kernel, I});
  }

  std::string text() {
    return pageStart("warp-tidy report", "index") +
           "<a class=\"skip\" href=\"#costs\">skip to the costs</a>"
           "<a class=\"skip\" href=\"#files\">skip to the files</a>\n<main>\n"
           "<h1>Memory accesses</h1>\n" +
           summary() + notices() + costs(true) + costs(false) + files() +
           kernels() + "</main>\n" + pageEnd(Input.Report.ToolVersion);
  }

private:
  std::string name(const std::string &Path) const {
    return relativePath(Input.Report, Path);
  }

  std::string summary() const {
    std::string Out = "<p>" + std::to_string(Index.Kernels.size()) +
                      " kernels, " + std::to_string(All.Accesses) +
                      " accesses: " + std::to_string(All.AboveIdeal) +
                      " may cost more than the ideal, " +
                      std::to_string(All.Data) + " depend on data, " +
                      std::to_string(All.Unknown) + " are unknown. " +
                      std::to_string(Input.Report.Findings.size()) +
                      " findings. Predicted for " + htmlText(Input.Arch.Name);
    if (Input.Arch.SectorBytes != ArchInfo().SectorBytes)
      Out +=
          ", in units of " + std::to_string(Input.Arch.SectorBytes) + " bytes";
    Out += ".";
    if (Input.Measured)
      Out += " Counters were measured on " + htmlText(Input.Measured->Device) +
             ", " + htmlText(Input.Measured->Date) + ".";
    return Out + "</p>\n";
  }

  std::string notices() const {
    std::string Items;
    for (const RunNotice &N : Input.Report.Notices) {
      Items += "<li>" + std::string(severityName(N.Level)) + ": ";
      if (!N.Where.Path.empty()) {
        std::string Text = name(N.Where.Path);
        if (N.Where.Start.Line)
          Text += ":" + std::to_string(N.Where.Start.Line);
        Items +=
            placeLink(Pages, N.Where.Path, N.Where.Start.Line, Text) + ": ";
      }
      Items += htmlText(N.Message) + "</li>\n";
    }
    if (Items.empty())
      return "";
    return "<h2>Not analysed, or not understood</h2>\n<ul>\n" + Items +
           "</ul>\n";
  }

  /// The places that surely cost more than the ideal, or those that may.
  std::string costs(bool Sure) const {
    struct Costly {
      const std::string *Path;
      const AccessSpot *Spot;
    };
    std::multimap<double, Costly, std::greater<double>> Places;
    for (const auto &[Path, File] : Index.Files)
      for (const AccessSpot &S : File.Spots) {
        const bool IsSure =
            S.Label.Surely > 1 && S.Label.Level != CostLevel::Ideal;
        if (IsSure == Sure && S.Label.Ratio > 1)
          Places.insert({Sure ? S.Label.Surely : S.Label.Ratio, {&Path, &S}});
      }
    constexpr size_t Shown = 25;
    std::string Rows;
    size_t Number = 0;
    for (const auto &[Ratio, Place] : Places)
      if (Number++ < Shown)
        Rows += costRow(*Place.Spot, *Place.Path);
    std::string Id = Sure ? "costs" : "may-cost";
    std::string Title = Sure ? "Where the cost is" : "Where cost may be";
    if (Rows.empty())
      return "<h2 id=\"" + Id + "\">" + Title + "</h2>\n<p>Nowhere.</p>\n";
    std::string Caption =
        Sure ? "A request of a warp, at worst / what suffices"
             : "It depends on strides, conditions or data that the source does "
               "not give";
    Caption += "; the costliest first";
    if (Number > Shown)
      Caption += ", and " + std::to_string(Number - Shown) +
                 " more on the pages of the files";
    return table(Id, Title, Caption,
                 {"cost", "access", "source", "place", "kernel"}, Rows);
  }

  std::string costRow(const AccessSpot &S, const std::string &Path) const {
    const AccessRef &A = S.Accesses.front().Ref;
    return "<tr>" + cell(badge(S, Pages.at(Path))) +
           cell(htmlText(std::string(addressSpaceName(A.fact().Space)) + " " +
                         operationText(A.fact()))) +
           cell(htmlCode(spotText(S, Path, Input))) +
           cell(placeLink(Pages, Path, S.Line,
                          name(Path) + ":" + std::to_string(S.Line))) +
           cell(htmlCode(A.Kernel->Facts.Name)) + "</tr>\n";
  }

  std::string files() const {
    std::string Rows;
    for (const auto &[Path, File] : Index.Files) {
      CostSums Sums;
      for (const AccessSpot &S : File.Spots)
        for (const PlacedAccess &A : S.Accesses)
          Sums.add(A.Ref);
      size_t Kernels =
          std::count_if(Index.Kernels.begin(), Index.Kernels.end(),
                        [&](const IndexedKernel &K) { return K.Path == Path; });
      Rows += "<tr>" + cell(placeLink(Pages, Path, 0, name(Path))) +
              count(Kernels) + sums(Sums, File.Findings.size()) + "</tr>\n";
    }
    return table("files", "Files", Caption, heads({"file", "#kernels"}), Rows);
  }

  std::string kernels() const {
    std::string Rows;
    for (const IndexedKernel &K : Index.Kernels) {
      const KernelFacts &Facts = K.Kernel->Facts;
      CostSums Sums;
      for (size_t I = 0; I < Facts.Accesses.size(); ++I)
        Sums.add({K.Kernel, I});
      size_t Findings = std::count_if(
          Input.Report.Findings.begin(), Input.Report.Findings.end(),
          [&](const ReportedFinding &F) { return F.Kernel == Facts.Name; });
      std::string Where = name(K.Path) + ":" + std::to_string(Facts.Where.Line);
      Rows += "<tr>" + cell(htmlCode(Facts.Name)) +
              cell(placeLink(Pages, K.Path, Facts.Where.Line, Where)) +
              sums(Sums, Findings) + cell(launches(*K.Kernel)) + "</tr>\n";
    }
    std::vector<std::string> Heads = heads({"kernel", "place"});
    Heads.push_back("launches");
    return table("kernels", "Kernels", Caption, Heads, Rows);
  }

  static std::string launches(const KernelPredictions &K) {
    if (K.Facts.Unknown != UnknownReason::None)
      return htmlText(
          "not analysed: " + std::string(unknownReasonName(K.Facts.Unknown)) +
          ": " + K.Facts.UnknownDetail);
    constexpr size_t Shown = 4;
    std::string Out;
    for (size_t I = 0; I < K.Launches.size() && I < Shown; ++I)
      Out += (I ? "<br>" : "") + htmlText(blockText(K.Launches[I]) + ", " +
                                          launchSourceText(K.Launches[I]));
    if (K.Launches.size() > Shown)
      Out += "<br>and " + std::to_string(K.Launches.size() - Shown) + " more";
    return Out;
  }

  static std::vector<std::string> heads(std::vector<std::string> First) {
    for (const char *Head : {"#accesses", "#findings", "#above ideal",
                             "#on data", "#unknown", "#sectors", "#wavefronts"})
      First.push_back(Head);
    return First;
  }
  static std::string sums(const CostSums &S, size_t Findings) {
    return count(S.Accesses) + count(Findings) + count(S.AboveIdeal) +
           count(S.Data) + count(S.Unknown) + figure(S.Sectors) +
           figure(S.Wavefronts);
  }

  const PictureInput &Input;
  const AccessIndex &Index;
  const PageNames &Pages;
  CostSums All;
  const std::string Caption =
      "Sectors and wavefronts: predicted / ideal, one request of each access "
      "added up, without those that depend on data";
};

} // namespace

std::string htmlIndex(const PictureInput &Input, const AccessIndex &Index,
                      const PageNames &Pages) {
  return IndexPage(Input, Index, Pages).text();
}

} // namespace warptidy
