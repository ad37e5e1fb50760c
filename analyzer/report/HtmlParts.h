//===- HtmlParts.h - The parts of the HTML pages ----------------*- C++ -*-===//
// What the pages of --html are put together from: links, badges, the listing of
// a source and the panels of its accesses.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_REPORT_HTMLPARTS_H
#define WARPTIDY_REPORT_HTMLPARTS_H

#include "report/ExplainText.h"
#include "report/LaneSvg.h"

namespace warptidy {

/// The names of the pages by the absolute paths of their sources.
using PageNames = std::map<std::string, std::string>;

/// Names that any file system and address takes, none of them twice.
PageNames pageNames(const AccessIndex &Index, const RunReport &Report);

/// "sectors" and "wavefronts" of accesses, a request each, added up.
struct CostSum {
  unsigned Min = 0, Max = 0, Ideal = 0;
  void add(const Prediction &P);
  std::string text() const; ///< "36 / 8", "-" for none.
};
struct CostSums {
  CostSum Sectors, Wavefronts;
  unsigned Accesses = 0, Data = 0, Unknown = 0, AboveIdeal = 0;
  void add(const AccessRef &Access);
};

/// A link to the panel of a spot, with its figure; a shape and words stand for
/// each colour.
std::string badge(const AccessSpot &Spot, const std::string &Page = "");

/// The access as written, or the text of its line.
std::string spotText(const AccessSpot &Spot, const std::string &Path,
                     const PictureInput &Input);

/// Text, as a link to a line of a page if the file has one.
std::string placeLink(const PageNames &Pages, const std::string &Path,
                      unsigned Line, const std::string &Text);

/// The findings without their access: message, notes, fix.
std::string findingBox(const ReportedFinding &Finding,
                       const PictureInput &Input, const PageNames &Pages);

/// The lines of a source, or the places of its accesses if it can't be read.
/// What Panel gives for a spot follows its line.
std::string
sourceListing(const std::string &Path, const IndexedFile &File,
              const PictureInput &Input, const PageNames &Pages,
              const std::function<std::string(const AccessSpot &)> &Panel);

/// Everything about the accesses of one place.
class PanelWriter {
public:
  PanelWriter(const PictureInput &Input, const PageNames &Pages,
              const std::string &Path, LanePictures &Pictures)
      : Input(Input), Pages(Pages), Path(Path), Pictures(Pictures) {}

  /// Before and After are the neighbours on the page; null at its ends.
  std::string panel(const AccessSpot &Spot, const AccessSpot *Before,
                    const AccessSpot *After);

private:
  std::string access(const ToldAccess &T,
                     const std::vector<const ReportedFinding *> &Findings);
  std::string view(const ExplainedView &View) const;
  std::string picture(const AccessFact &F, const Prediction &P,
                      const ArchInfo &Arch, const std::string &Title);
  std::string measured(const PlacedAccess &A) const;
  std::string launch(const ExplainedLaunch &L) const;

  const PictureInput &Input;
  const PageNames &Pages;
  const std::string &Path;
  LanePictures &Pictures;
};

} // namespace warptidy

#endif
