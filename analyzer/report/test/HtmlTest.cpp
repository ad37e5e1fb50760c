//===- HtmlTest.cpp - The pages of --html ---------------------------------===//
// Escaping, and the effect of a fix beside what is there.
//===----------------------------------------------------------------------===//
#include "report/ExplainText.h"
#include "report/HtmlReport.h"
#include "report/HtmlText.h"
#include "gtest/gtest.h"

using namespace warptidy;

namespace {

TEST(HtmlText, Escapes) {
  EXPECT_EQ(htmlText("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
  EXPECT_EQ(htmlText("tab\tline\n"), "tab\tline\n");
  EXPECT_EQ(htmlText("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x99\x82"),
            "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x99\x82");
}

TEST(HtmlText, ReplacesWhatIsNoText) {
  const std::string Bad = "\xEF\xBF\xBD";
  EXPECT_EQ(htmlText(std::string_view("a\0b", 3)), "a" + Bad + "b");
  EXPECT_EQ(htmlText("\xFF"), Bad);
  EXPECT_EQ(htmlText("\xC3"), Bad);                     // Cut off.
  EXPECT_EQ(htmlText("\xC0\xBC"), Bad + Bad);           // '<' in two bytes.
  EXPECT_EQ(htmlText("\xED\xA0\x80"), Bad + Bad + Bad); // A surrogate.
  EXPECT_EQ(htmlText("\xC3<"), Bad + "&lt;");
  EXPECT_EQ(htmlText("\x1B[1m"), Bad + "[1m");
  EXPECT_EQ(htmlText("\xE2\x80\xAE"), "[U+202E]");
}

/// A run with one shared load of a source with one line.
class OneAccess : public testing::Test {
protected:
  OneAccess() {
    KernelPredictions K;
    K.Facts.Name = "kernel";
    K.Facts.Where.File = "k.cu";
    K.Facts.Where.Line = 1;
    AccessFact A;
    A.Id = "k.cu:1:3:load:0@kernel";
    A.Where = {"k.cu", 1, 3, 1, 7, 0};
    A.Space = AddressSpace::Shared;
    A.WidthBytes = 4;
    A.Words.Text = "s[i]";
    K.Facts.Accesses.push_back(A);
    K.Launches.emplace_back();
    K.Accesses.resize(1);
    K.Accesses[0].PerLaunch.push_back(columns(32));
    K.UnsureCompiled.push_back(false);
    Files.push_back({"k.cu", "sm_90", "/d", {}, {}});
    Files[0].Kernels.push_back(std::move(K));
    Report.SourceRoot = "/d";
    ReportedFinding F;
    F.Rule = "gpu-shared-bank-conflict";
    F.Message = "many wavefronts";
    F.Where = {"/d/k.cu", {1, 3, 3}, {1, 7, 7}};
    Report.Findings.push_back(F);
  }

  /// Lanes that are Words words apart.
  static Prediction columns(unsigned Words) {
    Prediction P;
    P.Kind = Pattern::Exact;
    P.Units = Unit::Wavefronts;
    P.Min = P.Max = Words == 32 ? 32 : 1;
    P.Ideal = 1;
    P.MinRatio = P.MaxRatio = P.MeanRatio = P.Max;
    P.ActiveLanes = 32;
    P.Request.emplace();
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
      P.Request->Byte[Lane] = 4 * Words * Lane;
    return P;
  }

  FixEffect effect(const char *Id) const {
    return {Id, columns(33), Files[0].Kernels[0].Facts.Accesses[0]};
  }

  PictureInput input() {
    return {Report, Files, *findArch("sm_90"),
            [](const std::string &File, const std::string &) {
              return "/d/" + File;
            },
            [this](const std::string &) {
              return std::optional<std::string_view>(Source);
            }};
  }

  std::string page() {
    std::string Out;
    htmlReport(input(), [&](const std::string &Name, const std::string &Text) {
      if (Name != "index.html")
        Out += Text;
    });
    return Out;
  }

  static size_t count(const std::string &Text, const std::string &Word) {
    size_t N = 0;
    for (size_t At = 0; (At = Text.find(Word, At)) != Text.npos; ++At)
      ++N;
    return N;
  }

  RunReport Report;
  std::vector<FilePredictions> Files;
  std::string_view Source = "x=s[i];\n";
};

TEST_F(OneAccess, MarksTheSource) {
  const std::string Page = page();
  EXPECT_NE(Page.find("x=<span class=\"x severe\">s[i]</span><a class=\"b "
                      "severe\" href=\"#a1-3-1-7\""),
            Page.npos);
  EXPECT_EQ(count(Page, "<svg class=\"lanes\""), 1u);
  EXPECT_EQ(count(Page, "With the fix"), 0u);
}

TEST_F(OneAccess, ShowsWhatAFixMakesOfIt) {
  Report.Findings[0].Effects.push_back(effect("k.cu:1:3:load:0@kernel"));
  const std::string Page = page();
  EXPECT_EQ(count(Page, "<svg class=\"lanes\""), 2u);
  EXPECT_NE(Page.find("<strong>As it is:</strong> 32 lanes use 1 of 32 banks"),
            Page.npos);
  EXPECT_NE(Page.find("<strong>With the fix:</strong> 1 wavefront a request, 1 "
                      "suffices"),
            Page.npos);
  EXPECT_NE(
      Page.find("<strong>With the fix:</strong> 32 lanes use 32 of 32 banks"),
      Page.npos);
}

TEST_F(OneAccess, EffectsOfOtherAccessesAreNotShown) {
  Report.Findings[0].Effects.push_back(effect("another"));
  EXPECT_EQ(count(page(), "With the fix"), 0u);
}

TEST_F(OneAccess, ASourceThatWasChangedIsShownAsItIs) {
  Source = "x\n"; // Shorter than where the access was.
  EXPECT_NE(page().find("<code>x<a class=\"b severe\""), std::string::npos);
  Source = "";
  EXPECT_EQ(count(page(), "<svg class=\"lanes\""), 0u);
}

TEST_F(OneAccess, NearestLines) {
  IndexedFile File;
  for (unsigned Line : {3, 10, 11, 30})
    File.Spots.emplace_back().Line = Line;
  EXPECT_EQ(nearestLines(File, 12, 2), (std::vector<unsigned>{10, 11}));
  EXPECT_EQ(nearestLines(File, 100, 9), (std::vector<unsigned>{3, 10, 11, 30}));
}

} // namespace
