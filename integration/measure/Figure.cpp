//===- Figure.cpp - Predicted against measured, drawn ---------------------===//
// See Figure.h. A panel for each thing that is counted; both axes of a panel
// are logarithms to base 2 of units per request. Accesses with the same figures
// share a mark that grows with their number, which is written beside it where
// there is room. An interval is a line from its minimum to its maximum, at the
// height of what was measured.
//===----------------------------------------------------------------------===//
#include "measure/Figure.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

namespace warptidy::measure {

namespace {
constexpr double Left = 56, Top = 104, Side = 250, Step = 294;

struct Style {
  const char *Space, *Class;
  size_t Panel;
};
const Style Styles[] = {
    {"global", "g", 0},
    {"shared", "s", 1},
    {"constant", "c", 2},
    {"local", "l", 0},
};
const char *const Panels[] = {"sectors", "wavefronts", "requests"};

const char Head[] =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 910 462" width="910" height="462" role="img" font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="13">
<style>
.page { fill: #ffffff; }
text { fill: #1f2328; } .title { font-size: 17px; font-weight: 600; }
.panel { font-weight: 600; } .count { font-size: 11px; }
.grid { stroke: #d1d9e0; fill: none; } .axis { stroke: #59636e; fill: none; }
.equal { stroke: #59636e; stroke-dasharray: 4 3; fill: none; }
.mark { fill-opacity: 0.7; } .range { stroke-width: 2; } .miss { stroke-width: 3; }
.g { fill: #0969da; stroke: #0969da; } .s { fill: #bc4c00; stroke: #bc4c00; }
.c { fill: #1a7f37; stroke: #1a7f37; } .l { fill: #8250df; stroke: #8250df; }
.n { fill: #59636e; stroke: #59636e; }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117; } text { fill: #f0f6fc; }
.grid { stroke: #30363d; } .axis, .equal { stroke: #9198a1; }
.g { fill: #58a6ff; stroke: #58a6ff; } .s { fill: #f0883e; stroke: #f0883e; }
.c { fill: #56d364; stroke: #56d364; } .l { fill: #bc8cff; stroke: #bc8cff; }
.n { fill: #9198a1; stroke: #9198a1; }
}
</style>
<rect class="page" width="910" height="462"/>
)";

std::string format(const char *Pattern, double A, double B = 0, double C = 0,
                   double D = 0) {
  char Text[256];
  std::snprintf(Text, sizeof Text, Pattern, A, B, C, D);
  return Text;
}

std::string escape(const std::string &Text) {
  std::string Out;
  for (char C : Text)
    if (C == '<')
      Out += "&lt;";
    else if (C == '&')
      Out += "&amp;";
    else
      Out += C;
  return Out;
}

/// Attributes is what follows the place, such as a class.
std::string text(double X, double Y, const std::string &Attributes,
                 const std::string &Words) {
  return format("<text x=\"%.1f\" y=\"%.1f\"", X, Y) +
         (Attributes.empty() ? "" : " ") + Attributes + ">" + escape(Words) +
         "</text>\n";
}

class Drawing {
public:
  Drawing(const Comparison &C, const std::string &Caption)
      : C(C), Caption(Caption) {}

  std::string run() {
    gather();
    Svg = Head;
    title();
    for (size_t P = 0; P < std::size(Panels); ++P)
      axes(P);
    for (const auto &[Figures, N] : Marks)
      mark(Figures, N);
    counts();
    legend();
    return Svg + "</svg>\n";
  }

private:
  /// Style, minimum, maximum, measured, whether it is a mismatch.
  using Key = std::tuple<size_t, double, double, double, bool>;
  /// A number to be written from the place (X, Y) on.
  struct Count {
    double X, Y;
    size_t N;
  };

  void gather() {
    for (const Row &R : C.Rows) {
      bool Shown = R.Judged.Result == Verdict::Match ||
                   R.Judged.Result == Verdict::Mismatch;
      if (!Shown || R.MeasuredMean <= 0 || R.PredictedMax <= 0)
        continue;
      size_t S = 0;
      while (S < std::size(Styles) - 1 && Styles[S].Space != R.Space)
        ++S;
      ++Marks[{S, R.PredictedMin, R.PredictedMax, R.MeasuredMean,
               R.Judged.Result == Verdict::Mismatch}];
      double Most = std::max(R.PredictedMax, R.MeasuredMean);
      while (std::ldexp(1.0, Octaves) < Most)
        ++Octaves;
      ++Total;
    }
  }

  double place(double Value) const {
    double V = std::max(0.6, Value);
    return (std::log2(V) + 0.8) / (Octaves + 1.4) * Side;
  }
  double x(size_t Panel, double Value) const {
    return Left + Step * double(Panel) + place(Value);
  }
  double y(double Value) const { return Top + Side - place(Value); }

  /// How many accesses of a space are shown.
  size_t shown(size_t S) const {
    size_t N = 0;
    for (const auto &[Figures, Times] : Marks)
      N += std::get<0>(Figures) == S ? Times : 0;
    return N;
  }

  void title() {
    size_t Misses = C.count(Verdict::Mismatch);
    Svg += "<title>" + escape(Caption) + "</title>\n";
    Svg += text(16, 30, "class=\"title\"", Caption);
    Svg += text(16, 54, "",
                std::to_string(Total) +
                    " accesses, units of each for one request of a warp; " +
                    (Misses ? std::to_string(Misses) : "none") +
                    (Misses == 1 ? " differs from" : " differ from") +
                    " the prediction");
  }

  /// "global: 300, local: 4".
  std::string spaces(size_t Panel) const {
    std::string Words;
    for (size_t S = 0; S < std::size(Styles); ++S)
      if (Styles[S].Panel == Panel && (shown(S) || Words.empty()))
        Words += (Words.empty() ? "" : ", ") + std::string(Styles[S].Space) +
                 ": " + std::to_string(shown(S));
    return Words;
  }

  void axes(size_t P) {
    double Start = Left + Step * double(P);
    for (int I = 0; I <= Octaves; ++I) {
      double V = std::ldexp(1.0, I);
      std::string Number = std::to_string(1 << I);
      Svg += format("<path class=\"grid\" d=\"M%.1f %.1fV%.1f", x(P, V), Top,
                    Top + Side) +
             format("M%.1f %.1fH%.1f\"/>\n", Start, y(V), Start + Side);
      Svg += text(x(P, V), Top + Side + 18, "text-anchor=\"middle\"", Number);
      Svg += text(Start - 7, y(V) + 4, "text-anchor=\"end\"", Number);
    }
    Svg += format("<path class=\"equal\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", Start,
                  Top + Side, Start + Side, Top);
    Svg += format("<path class=\"axis\" d=\"M%.1f %.1fV%.1f", Start, Top,
                  Top + Side) +
           format("H%.1f\"/>\n", Start + Side);
    Svg += text(Start, Top - 12, "class=\"panel\"",
                Panels[P] + (" (" + spaces(P)) + ")");
    Svg += text(Start + Side / 2, Top + Side + 40, "text-anchor=\"middle\"",
                std::string("predicted ") + Panels[P]);
    if (P == 0)
      Svg += format("<text transform=\"translate(20 %.1f) rotate(-90)\" "
                    "text-anchor=\"middle\">",
                    Top + Side / 2) +
             "measured</text>\n";
  }

  void mark(const Key &Figures, size_t N) {
    const auto &[S, Min, Max, Measured, Miss] = Figures;
    size_t P = Styles[S].Panel;
    double Low = x(P, Min), High = x(P, Max), Y = y(Measured), Size = 5;
    std::string Class = std::string(" ") + Styles[S].Class + "\"";
    if (Min != Max)
      Svg += "<path class=\"range" + Class +
             format(" d=\"M%.1f %.1fv8m0 -4H%.1f", Low, Y - 4, High) +
             "m0 -4v8\"/>\n";
    if (Miss) {
      Svg += "<path class=\"miss" + Class +
             format(" d=\"M%.1f %.1fl10 10m0 -10l-10 10\"/>\n",
                    (Low + High) / 2 - 5, Y - 5);
    } else if (Min == Max) {
      Size = std::min(11.0, 3 + std::log2(double(N)));
      Svg += "<circle class=\"mark" + Class +
             format(" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", Low, Y, Size);
    }
    if (Min == Max)
      Counts.push_back({Low + 0.7 * Size + 2, Y + 0.7 * Size + 10, N});
  }

  /// Writes the larger numbers first and leaves out what has no room.
  void counts() {
    std::stable_sort(Counts.begin(), Counts.end(),
                     [](const Count &A, const Count &B) { return A.N > B.N; });
    std::vector<Count> Written;
    for (const Count &New : Counts) {
      bool Room = New.N > 1;
      for (const Count &Old : Written)
        Room = Room &&
               (std::abs(Old.X - New.X) > 22 || std::abs(Old.Y - New.Y) > 10);
      if (!Room)
        continue;
      Written.push_back(New);
      Svg += text(New.X, New.Y, "class=\"count\"", std::to_string(New.N));
    }
  }

  void legend() {
    size_t Exact = 0;
    for (const auto &[Figures, N] : Marks)
      Exact += std::get<1>(Figures) == std::get<2>(Figures) ? N : 0;
    double Y = Top + Side + 84, X = Left;
    Svg += format("<circle class=\"mark n\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/>",
                  X + 6, Y - 4) +
           text(X + 20, Y, "",
                "exact figure: " + std::to_string(Exact) + " accesses");
    X += 236;
    Svg +=
        format("<path class=\"range n\" d=\"M%.1f %.1fv8m0 -4h32m0 -4v8\"/>", X,
               Y - 8) +
        text(X + 42, Y, "",
             "interval, minimum to maximum: " + std::to_string(Total - Exact));
    X += 300;
    Svg += format("<path class=\"equal\" d=\"M%.1f %.1fl20 -12\"/>", X, Y + 2) +
           text(X + 28, Y, "", "equal");
    X += 90;
    Svg +=
        format("<path class=\"miss n\" d=\"M%.1f %.1fl10 10m0 -10l-10 10\"/>",
               X, Y - 9) +
        text(X + 18, Y, "", "mismatch");
    X += 120;
    if (shown(std::size(Styles) - 1))
      Svg +=
          format("<circle class=\"mark l\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>",
                 X, Y - 4) +
          text(X + 12, Y, "", "local");
  }

  const Comparison &C;
  const std::string &Caption;
  std::map<Key, size_t> Marks;
  std::vector<Count> Counts;
  int Octaves = 5;
  size_t Total = 0;
  std::string Svg;
};
} // namespace

std::string figureSvg(const Comparison &C, const std::string &Caption) {
  return Drawing(C, Caption).run();
}

} // namespace warptidy::measure
