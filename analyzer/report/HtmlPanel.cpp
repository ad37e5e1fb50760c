//===- HtmlPanel.cpp - What is told of one place --------------------------===//
// The panel of an access: findings, predictions by launch and view with their
// reasons, the picture of the costliest request, counters.
//===----------------------------------------------------------------------===//
#include "report/HtmlParts.h"
#include "report/HtmlText.h"
#include <algorithm>

namespace warptidy {
namespace {

/// Of accesses of which different things are to be said; the others are
/// counted.
constexpr size_t MaxTold = 8;
constexpr size_t MaxKernels = 12;

std::string kernelList(const std::vector<std::string> &Kernels) {
  std::string Out;
  for (size_t I = 0; I < Kernels.size() && I < MaxKernels; ++I)
    Out += (I ? ", " : "") + htmlCode(Kernels[I]);
  if (Kernels.size() > MaxKernels)
    Out += " and " + std::to_string(Kernels.size() - MaxKernels) + " more";
  return Out;
}

std::string dims(const std::array<unsigned, 3> &D) {
  return std::to_string(D[0]) + "x" + std::to_string(D[1]) + "x" +
         std::to_string(D[2]);
}

std::string key(const char *Class, const std::string &Words) {
  return std::string("<span class=\"key ") + Class + "\"></span>" + Words;
}

/// How the picture is read.
std::string legend(const AccessFact &F, const LaneAddresses &Lanes,
                   const ArchInfo &Arch) {
  if (isBySectors(F)) {
    std::string Text = "A row is a line of " + std::to_string(Arch.LineBytes) +
                       " bytes, by its bytes from the first; " +
                       key("u", "bytes of the lane with that number") + ", " +
                       key("w", "moved and not used") + ".";
    if (F.Op == AccessOp::Atomic || F.Op == AccessOp::Reduction)
      Text += " Lanes with the same address go one after the other, and each "
              "turn counts its sectors.";
    return Text;
  }
  const BankMap Map = bankMap(F, Lanes, Arch);
  std::string Each =
      !Map.Adds ? "A row is a turn of the fullest bank"
      : Map.RowWavefronts == 1
          ? "A row is a wavefront"
          : "A row is " + std::to_string(Map.RowWavefronts) + " wavefronts";
  return Each + "; a column is a bank; " +
         key("u", "the lane, or how many, of the bank's first word") + ", " +
         key("c", Map.LanesMerge ? "of a further word: a conflict"
                                 : "a further lane, which waits") +
         ".";
}

} // namespace

std::string PanelWriter::launch(const ExplainedLaunch &L) const {
  std::string Out =
      "<tr><td>" + htmlText(L.Launch) + "</td><td>" + htmlText(L.Figure);
  if (!L.Why.empty()) {
    Out += "<ul class=\"why\">";
    for (const std::string &Why : L.Why)
      Out += "<li>" + htmlText(Why) + "</li>";
    Out += "</ul>";
  }
  return Out + "</td></tr>\n";
}

std::string PanelWriter::view(const ExplainedView &View) const {
  std::string Out = "<h4>" + htmlText(View.Name) + "</h4>\n";
  for (const std::string &Note : View.Notes)
    Out += "<p class=\"dim\">" + htmlText(Note) + "</p>\n";
  if (View.Launches.empty())
    return Out;
  Out += "<table><thead><tr><th scope=\"col\">launch</th><th scope=\"col\">"
         "prediction</th></tr></thead><tbody>\n";
  for (const ExplainedLaunch &L : View.Launches)
    Out += launch(L);
  return Out + "</tbody></table>\n";
}

std::string PanelWriter::picture(const AccessFact &F, const Prediction &P,
                                 const ArchInfo &Arch,
                                 const std::string &Title) {
  const LaneAddresses &Lanes = *P.Request;
  std::string Sentence = laneSentence(F, Lanes, Arch);
  std::string Svg = Pictures.use(F, Lanes, Arch, Title + ": " + Sentence);
  if (Svg.empty())
    return "";
  return "<figure>\n<figcaption><strong>" + htmlText(Title) + ":</strong> " +
         htmlText(Sentence) +
         ".</figcaption>\n<div class=\"wide\" tabindex=\"0\">" + Svg +
         "</div><p class=\"dim\">" + legend(F, Lanes, Arch) +
         "</p>\n<details><summary>lanes as text</summary><pre class=\"map\" "
         "tabindex=\"0\">" +
         htmlText(laneMap(F, Lanes, Arch)) + "</pre></details>\n</figure>\n";
}

std::string PanelWriter::measured(const PlacedAccess &A) const {
  if (!Input.Measured)
    return "";
  const MeasuredCounters &M = *Input.Measured;
  if (M.Stale.count(Path))
    return "<p class=\"dim\">Measured counters are not shown: the file was "
           "changed since they were taken.</p>\n";
  const std::vector<MeasuredRow> *Rows = M.of(A.Ref, Path);
  if (!Rows)
    return "<p class=\"dim\">Nothing was measured of it.</p>\n";
  std::string Out =
      "<table><caption>Measured on " + htmlText(M.Device) + ", " +
      htmlText(M.Date) +
      ": all instructions of this kind on the line</caption><thead><tr><th "
      "scope=\"col\">launch</th><th scope=\"col\" class=\"n\">requests</th><th "
      "scope=\"col\" class=\"n\">in all</th><th scope=\"col\" "
      "class=\"n\">a request</th><th scope=\"col\" class=\"n\">predicted</th>"
      "<th scope=\"col\">counter</th></tr></thead><tbody>\n";
  for (const MeasuredRow &R : *Rows) {
    std::string Predicted = predictedFor(A.Ref, R);
    Out += "<tr><td>" + dims(R.Block) + ", grid " + dims(R.Grid) +
           "</td><td class=\"n\">" + std::to_string(R.Requests) +
           "</td><td class=\"n\">" + std::to_string(R.Units) +
           "</td><td class=\"n\"><strong>" + perRequestText(R) +
           "</strong></td><td class=\"n\">" +
           (Predicted.empty() ? "-" : htmlText(Predicted)) + "</td><td>" +
           htmlText(R.Counter) + "</td></tr>\n";
  }
  return "<div class=\"wide\" tabindex=\"0\">" + Out +
         "</tbody></table></div>\n";
}

std::string
PanelWriter::access(const ToldAccess &T,
                    const std::vector<const ReportedFinding *> &Findings) {
  const ExplainedAccess &E = T.What;
  std::string Out = "<h3>" + htmlText(E.Head) + "</h3>\n<dl>\n<dt>in</dt><dd>" +
                    kernelList(T.Kernels) + "</dd>\n";
  for (const std::string &Call : E.Calls)
    Out += "<dt>inlined from</dt><dd>" + htmlText(Call) + "</dd>\n";
  if (!E.Index.empty())
    Out += "<dt>byte offset</dt><dd>" + htmlCode(E.Index) + "</dd>\n";
  if (!E.Unknown.empty())
    Out += "<dt>prediction</dt><dd>" + htmlText(E.Unknown) + "</dd>\n";
  Out += "</dl>\n";
  std::string After;
  for (const ReportedFinding *F : Findings)
    for (const FixEffect &Effect : F->Effects)
      if (Effect.AccessId == T.First.Ref.fact().Id) {
        After += "<p><strong>With the fix:</strong> " +
                 htmlText(figureText(Effect.After)) + "</p>\n";
        if (Effect.After.Request)
          After +=
              picture(Effect.Made, Effect.After, *T.First.Arch, "With the fix");
      }
  if (E.Mapped)
    Out +=
        picture(*E.MappedFact, *E.Mapped, *T.First.Arch,
                (After.empty() ? "The costliest request" : "As it is") +
                    std::string(E.Mapped->Kind == Pattern::Symbolic
                                    ? ", for values of '" + E.Mapped->Symbol +
                                          "' at which it costs most"
                                    : ""));
  Out += After;
  for (const ExplainedView &View : E.Views)
    Out += view(View);
  return Out + measured(T.First);
}

static std::string navigation(const AccessSpot &S, const AccessSpot *Before,
                              const AccessSpot *After) {
  const std::string Line = std::to_string(S.Line);
  std::string Out = "<p class=\"nav\"><a href=\"#L" + Line +
                    "\">close, back to line " + Line + "</a>";
  if (Before)
    Out += "<a href=\"#" + Before->id() + "\">access before</a>";
  if (After)
    Out += "<a href=\"#" + After->id() + "\">next access</a>";
  return Out + "</p>\n";
}

std::string PanelWriter::panel(const AccessSpot &S, const AccessSpot *Before,
                               const AccessSpot *After) {
  const std::vector<ToldAccess> Told = toldAccesses(S);
  const std::string Source = spotText(S, Path, Input);
  const std::string Id = S.id();
  std::string Out =
      "<div class=\"p\" id=\"" + Id +
      "\" tabindex=\"-1\"><section aria-labelledby=\"" + Id + "-h\">\n" +
      navigation(S, Before, After) + "<h2 id=\"" + Id + "-h\">" +
      (Source.empty() ? "access" : htmlCode(Source)) +
      " <span class=\"dim\">line " + std::to_string(S.Line) + "</span></h2>\n";
  for (const ReportedFinding *F : S.Findings)
    Out += findingBox(*F, Input, Pages);
  for (size_t I = 0; I < Told.size() && I < MaxTold; ++I)
    Out += access(Told[I], S.Findings);
  if (Told.size() > MaxTold)
    Out += "<p>and " + std::to_string(Told.size() - MaxTold) +
           " further accesses, of other kernels or instantiations, none of "
           "them costlier</p>\n";
  return Out + "</section></div>\n";
}

} // namespace warptidy
