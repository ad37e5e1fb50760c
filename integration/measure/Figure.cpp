//===- Figure.cpp - Predicted against measured, drawn ---------------------===//
// See Figure.h. Both axes are logarithms to base 2 of units per request.
// Accesses with the same figures share a mark whose area grows with their
// number; an interval is a line from its minimum to its maximum.
//===----------------------------------------------------------------------===//
#include "measure/Figure.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

namespace warptidy::measure {

namespace {
constexpr double Left = 64, Top = 20, Side = 420;

struct Style {
  const char *Space, *Label, *Class;
};
const Style Styles[] = {
    {"global", "global (sectors)", "g"},
    {"shared", "shared (wavefronts)", "s"},
    {"constant", "constant (requests)", "c"},
    {"local", "local (sectors)", "l"},
};

const char Head[] =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 500" width="720" height="500" role="img" font-family="system-ui, sans-serif" font-size="13">
<style>
svg { color: #24292f; --g: #0969da; --s: #bc4c00; --c: #1a7f37; --l: #8250df; }
@media (prefers-color-scheme: dark) {
svg { color: #c9d1d9; --g: #58a6ff; --s: #f0883e; --c: #56d364; --l: #bc8cff; }
}
.g { color: var(--g); } .s { color: var(--s); } .c { color: var(--c); } .l { color: var(--l); }
text { fill: currentColor; } .grid { stroke: currentColor; stroke-opacity: 0.15; }
.axis { stroke: currentColor; stroke-opacity: 0.6; fill: none; }
.mark { fill: currentColor; fill-opacity: 0.55; stroke: currentColor; }
.range { stroke: currentColor; stroke-width: 2; stroke-opacity: 0.6; }
.miss { fill: none; stroke: currentColor; stroke-width: 2.5; }
</style>
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

class Drawing {
public:
  Drawing(const Comparison &C, const std::string &Caption)
      : C(C), Caption(Caption) {}

  std::string run() {
    gather();
    Svg = Head;
    Svg += "<title>" + escape(Caption) + "</title>\n";
    axes();
    for (const auto &[Key, N] : Marks)
      mark(Key, N);
    legend();
    return Svg + "</svg>\n";
  }

private:
  /// Style, minimum, maximum, measured, whether it is a mismatch.
  using Key = std::tuple<size_t, double, double, double, bool>;

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
    double V = std::max(0.5, Value);
    return (std::log2(V) + 1) / (Octaves + 1.5) * Side;
  }
  double x(double Value) const { return Left + place(Value); }
  double y(double Value) const { return Top + Side - place(Value); }

  void axes() {
    for (int I = 0; I <= Octaves; ++I) {
      double V = std::ldexp(1.0, I);
      Svg += format("<path class=\"grid\" d=\"M%.1f %.1fV%.1f", x(V), Top,
                    Top + Side) +
             format("M%.1f %.1fH%.1f\"/>\n", Left, y(V), Left + Side);
      Svg += format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", x(V),
                    Top + Side + 18) +
             format("%.0f</text>", V) +
             format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">",
                    Left - 8, y(V) + 4) +
             format("%.0f</text>\n", V);
    }
    Svg += format("<path class=\"axis\" d=\"M%.1f %.1fV%.1f", Left, Top,
                  Top + Side) +
           format("H%.1f\"/>\n", Left + Side);
    Svg += format("<path class=\"grid\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", Left,
                  Top + Side, Left + Side, Top);
    Svg += format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
                  Left + Side / 2, Top + Side + 42) +
           "predicted, per warp-level request</text>\n";
    Svg += format("<text transform=\"translate(18 %.1f) rotate(-90)\" "
                  "text-anchor=\"middle\">",
                  Top + Side / 2) +
           "measured</text>\n";
  }

  void mark(const Key &K, size_t N) {
    const auto &[S, Min, Max, Measured, Miss] = K;
    Svg += "<g class=\"" + std::string(Styles[S].Class) + "\">";
    if (Min != Max)
      Svg += format("<path class=\"range\" d=\"M%.1f %.1fH%.1f\"/>", x(Min),
                    y(Measured), x(Max));
    double Middle = Min > 0 ? std::sqrt(Min * Max) : Max / 2;
    double Size = std::min(12.0, 3 + 1.5 * std::log2(double(N)));
    Svg += Miss ? format("<path class=\"miss\" d=\"M%.1f %.1fl10 10m0 -10l-10 "
                         "10\"/>",
                         x(Middle) - 5, y(Measured) - 5)
                : format("<circle class=\"mark\" cx=\"%.1f\" cy=\"%.1f\" "
                         "r=\"%.1f\"/>",
                         x(Middle), y(Measured), Size);
    Svg += "</g>\n";
  }

  void legend() {
    double X = Left + Side + 24, Y = Top + 16;
    for (size_t S = 0; S < std::size(Styles); ++S) {
      size_t N = 0;
      for (const auto &[Key, Count] : Marks)
        N += std::get<0>(Key) == S ? Count : 0;
      if (!N)
        continue;
      Svg += "<g class=\"" + std::string(Styles[S].Class) + "\">" +
             format("<circle class=\"mark\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/>",
                    X, Y - 4) +
             "</g>" + format("<text x=\"%.1f\" y=\"%.1f\">", X + 14, Y) +
             Styles[S].Label + ": " + std::to_string(N) + "</text>\n";
      Y += 24;
    }
    Svg += format("<text x=\"%.1f\" y=\"%.1f\">", X - 6, Y + 8) +
           std::to_string(Total) + " accesses</text>\n";
    Svg += format("<text x=\"%.1f\" y=\"%.1f\">", X - 6, Y + 30) +
           std::to_string(C.count(Verdict::Mismatch)) +
           " mismatches (crosses)</text>\n";
  }

  const Comparison &C;
  const std::string &Caption;
  std::map<Key, size_t> Marks;
  int Octaves = 5;
  size_t Total = 0;
  std::string Svg;
};
} // namespace

std::string figureSvg(const Comparison &C, const std::string &Caption) {
  return Drawing(C, Caption).run();
}

} // namespace warptidy::measure
