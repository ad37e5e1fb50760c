//===- HtmlParts.cpp - Links, badges and findings of the pages ------------===//
// See HtmlParts.h.
//===----------------------------------------------------------------------===//
#include "report/HtmlParts.h"
#include "report/HtmlText.h"
#include <algorithm>
#include <cctype>
#include <cstdio>

namespace warptidy {

/// FNV-1a: the same on every machine.
static std::string hashText(const std::string &Text) {
  uint64_t Hash = 14695981039346656037u;
  for (unsigned char C : Text)
    Hash = (Hash ^ C) * 1099511628211u;
  char Out[20];
  std::snprintf(Out, sizeof(Out), "%016llx",
                static_cast<unsigned long long>(Hash));
  return Out;
}

PageNames pageNames(const AccessIndex &Index, const RunReport &Report) {
  constexpr size_t LongestName = 120; // File systems take 255 bytes.
  PageNames Out;
  for (const auto &[Path, File] : Index.Files) {
    const std::string Relative = relativePath(Report, Path);
    std::string Name;
    for (unsigned char C : Relative)
      Name += std::isalnum(C) || C == '.' || C == '-' ? char(C) : '_';
    if (Name.size() > LongestName)
      Name.erase(0, Name.size() - LongestName);
    Out[Path] = "src-" + Name + "-" + hashText(Relative).substr(0, 8) + ".html";
  }
  return Out;
}

void CostSum::add(const Prediction &P) {
  Min += P.Min;
  Max += P.Max;
  Ideal += P.Ideal;
}

std::string CostSum::text() const {
  if (!Max)
    return "-";
  return intervalText(Min, Max) + " / " + std::to_string(Ideal);
}

void CostSums::add(const AccessRef &A) {
  ++Accesses;
  const CostLabel Label = costLabel(A);
  Data += Label.Level == CostLevel::Data;
  Unknown += Label.Level == CostLevel::Unknown;
  const Prediction *P = worstPrediction(A);
  if (!P || P->Kind == Pattern::DataDependent)
    return;
  AboveIdeal += Label.Level != CostLevel::Ideal;
  if (P->Units == Unit::Sectors && A.fact().Space != AddressSpace::Local)
    Sectors.add(*P);
  else if (P->Units == Unit::Wavefronts)
    Wavefronts.add(*P);
}

/// What goes before the figure, so that no colour is needed.
static const char *markOf(CostLevel L) {
  switch (L) {
  case CostLevel::Ideal:
    return "";
  case CostLevel::Slight:
    return "\xE2\x96\xB5 "; // A small triangle.
  case CostLevel::Costly:
    return "\xE2\x96\xB2 "; // A triangle.
  case CostLevel::Severe:
    return "\xE2\x96\xB2\xE2\x96\xB2 ";
  case CostLevel::Data:
    return "\xE2\x89\x88 "; // About equal.
  case CostLevel::Unknown:
    return "? ";
  case CostLevel::Idle:
    return "\xE2\x80\x93 ";
  }
  return "";
}

static std::string levelWords(const CostLabel &L) {
  switch (L.Level) {
  case CostLevel::Ideal:
    return "ideal";
  case CostLevel::Slight:
    return "less than twice the ideal";
  case CostLevel::Costly:
    return "at least twice the ideal";
  case CostLevel::Severe:
    return "at least eight times the ideal";
  case CostLevel::Data:
    return "depends on data";
  default:
    return "no figure";
  }
}

std::string badge(const AccessSpot &S, const std::string &Page) {
  std::string Text = S.Label.Text;
  if (S.Label.Level == CostLevel::Ideal) // Quiet: the figure alone.
    Text = Text.substr(0, Text.find_last_of(' ')) + " \xE2\x9C\x93";
  std::string Name = S.Label.Text + " a request, " + levelWords(S.Label);
  if (!S.Label.Certain && S.Label.Level != CostLevel::Data)
    Name += ", not in every case";
  if (S.Label.Level == CostLevel::Unknown || S.Label.Level == CostLevel::Idle)
    Name = S.Label.Text;
  if (!S.Findings.empty())
    Name += ", with a finding";
  Name += ", line " + std::to_string(S.Line);
  return "<a class=\"b " + std::string(costLevelName(S.Label.Level)) +
         (S.Label.Certain ? "" : " maybe") + "\" href=\"" + Page + "#" +
         S.id() + "\" aria-label=\"" + htmlText(Name) + "\">" +
         markOf(S.Label.Level) + htmlText(Text) +
         (S.Findings.empty() ? "" : " \xE2\x9A\x91") + "</a>";
}

std::string spotText(const AccessSpot &Spot, const std::string &Path,
                     const PictureInput &Input) {
  for (const PlacedAccess &A : Spot.Accesses)
    if (!A.Ref.fact().Words.Text.empty())
      return A.Ref.fact().Words.Text;
  const std::optional<std::string_view> Text = Input.Text(Path);
  if (!Text)
    return "";
  size_t At = 0;
  for (unsigned Line = 1; Line < Spot.Line && At < Text->size(); ++Line)
    At = std::min(Text->find('\n', At), Text->size() - 1) + 1;
  std::string_view Line = Text->substr(At, Text->find('\n', At) - At);
  const size_t First = Line.find_first_not_of(" \t\r");
  if (First == Line.npos)
    return "";
  const size_t Last = Line.find_last_not_of(" \t\r");
  return std::string(Line.substr(First, Last - First + 1));
}

std::string placeLink(const PageNames &Pages, const std::string &Path,
                      unsigned Line, const std::string &Text) {
  auto It = Pages.find(Path);
  if (It == Pages.end())
    return htmlText(Text);
  std::string Anchor = Line ? "#L" + std::to_string(Line) : "";
  return "<a href=\"" + It->second + Anchor + "\">" + htmlText(Text) + "</a>";
}

static std::string suppressionText(const ReportedFinding &F) {
  if (F.Suppressed == Suppression::InSource)
    return " <em>(silenced by NOLINT)</em>";
  return F.Suppressed == Suppression::Baseline ? " <em>(in the baseline)</em>"
                                               : "";
}

std::string findingBox(const ReportedFinding &F, const PictureInput &Input,
                       const PageNames &Pages) {
  const std::string Level = severityName(F.Level);
  std::string Out = "<div class=\"find " + Level + "\"><strong>" + Level +
                    ":</strong> " + htmlText(F.Message) + " <code>[" +
                    htmlText(F.Rule) + "]</code>" + suppressionText(F);
  std::string Items;
  for (const ReportedNote &N : F.Notes) {
    Items += "<li>" + htmlText(N.Message);
    if (hasOwnPlace(N, F))
      Items += " (" +
               placeLink(Pages, N.Where.Path, N.Where.Start.Line,
                         relativePath(Input.Report, N.Where.Path) + ":" +
                             std::to_string(N.Where.Start.Line)) +
               ")";
    Items += "</li>\n";
  }
  for (const ReportedEdit &E : F.Fix)
    Items += "<li>fix, at " +
             placeLink(Pages, E.Where.Path, E.Where.Start.Line,
                       relativePath(Input.Report, E.Where.Path) + ":" +
                           std::to_string(E.Where.Start.Line)) +
             ": write " + htmlCode(E.Text) + "</li>\n";
  if (!Items.empty())
    Out += "<ul>\n" + Items + "</ul>";
  return Out + "</div>\n";
}

} // namespace warptidy
