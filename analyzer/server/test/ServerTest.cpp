//===- ServerTest.cpp - Parts of the language server ----------------------===//
// Positions, changes, frames, actions and lane maps, each by itself.
//===----------------------------------------------------------------------===//
#include "report/LaneMap.h"
#include "server/Diagnostics.h"
#include "server/Frames.h"
#include "server/Hover.h"
#include "server/Settings.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warptidy;
using lsp::Position;

namespace {

TEST(TextLines, CountsUnitsOfUtf16) {
  // One byte; two bytes, one unit; three, one; four, two; a stray byte.
  const std::string Text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z\r\n\xFFy\n";
  TextLines Lines(Text);
  EXPECT_EQ(Lines.position(size_t(0)), Position(0, 0));
  EXPECT_EQ(Lines.position(size_t(1)), Position(0, 1));
  EXPECT_EQ(Lines.position(size_t(3)), Position(0, 2));
  EXPECT_EQ(Lines.position(size_t(6)), Position(0, 3));
  EXPECT_EQ(Lines.position(size_t(10)), Position(0, 5));
  EXPECT_EQ(Lines.position(size_t(14)), Position(1, 1));
  EXPECT_EQ(Lines.position(size_t(99)), Position(2, 0));
  EXPECT_EQ(Lines.position(1u, 11u), Position(0, 5));
  for (size_t Offset : {0, 1, 3, 6, 10, 13, 14, 15, 16})
    EXPECT_EQ(Lines.offset(Lines.position(Offset)), Offset);
  EXPECT_EQ(Lines.offset(Position(0, 4)), 6u); // Within a character.
  EXPECT_EQ(Lines.offset(Position(0, 99)), 11u);
  EXPECT_EQ(Lines.offset(Position(99, 0)), Text.size());
}

std::string changed(std::string Text, const char *Change) {
  Expected<json::Value> Parsed = json::parse(Change);
  if (Error E = applyChange(Text, *Parsed))
    return "error: " + toString(std::move(E));
  return Text;
}

TEST(TextLines, AppliesChanges) {
  EXPECT_EQ(changed("abc", R"({"text": "x"})"), "x");
  EXPECT_EQ(changed("\xF0\x9F\x98\x80"
                    "ab\ncd",
                    R"({"text": "X", "range":
      {"start": {"line": 0, "character": 3}, "end": {"line": 1, "character": 1}}})"),
            "\xF0\x9F\x98\x80"
            "aXd");
  EXPECT_EQ(changed("ab", R"({"text": "X", "range":
      {"start": {"line": 0, "character": 2}, "end": {"line": 0, "character": 1}}})"),
            "error: the range of a change is not one of the text");
  EXPECT_EQ(changed("ab", "{}"), "error: a change has no text");
}

std::vector<std::string> frames(const std::string &Bytes) {
  std::FILE *In = fmemopen(const_cast<char *>(Bytes.data()), Bytes.size(), "r");
  std::vector<std::string> Out;
  while (auto Frame = readFrame(In))
    Out.push_back(*Frame);
  std::fclose(In);
  return Out;
}

TEST(Frames, GoOnAfterBrokenOnes) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(frames("Content-Length: 2\r\n\r\n{}CONTENT-LENGTH:1\nX: y\n\n7"),
            (Texts{"{}", "7"}));
  // The text of a frame that is not read stands before the next header.
  EXPECT_EQ(frames("Content-Length: x\r\n\r\n{}Content-Length: 2\r\n\r\n[]"),
            Texts{"[]"});
  EXPECT_EQ(
      frames("Content-Length: 300000000\r\n\r\nContent-Length: 1\r\n\r\n1"),
      Texts{"1"});
  EXPECT_EQ(frames(std::string(10000, 'z') + "Content-Length: 1\r\n\r\n1"),
            Texts{"1"});
  EXPECT_EQ(frames("Content-Length: 5\r\n\r\n123"), Texts{});
}

TEST(Actions, SilenceALine) {
  auto Silenced = [](const std::string &Text, size_t Line) -> std::string {
    TextLines Lines(Text);
    auto Edit = silencingEdit(Lines, "f", Line, "rule");
    return Edit ? Text.substr(0, Edit->Offset) + Edit->Text +
                      Text.substr(Edit->Offset + Edit->Length)
                : "none";
  };
  EXPECT_EQ(Silenced("a\n\t b", 1), "a\n\t // NOLINTNEXTLINE(rule)\n\t b");
  EXPECT_EQ(Silenced("// NOLINTNEXTLINE(other)\nb\n", 1),
            "// NOLINTNEXTLINE(other, rule)\nb\n");
  EXPECT_EQ(Silenced("#define X \\\n  b\n", 1), "none");
}

/// A finding with a fix, as a rule with a FixItHint gives it.
TEST(Actions, OfferFixes) {
  auto Text =
      std::make_shared<const std::string>("// \xC3\xA9\nfloat t[32];\n");
  DocumentAnalysis Analysis;
  Problem P;
  P.Code = "rule";
  P.Message = "2 wavefronts";
  P.File = "/d/k.cu";
  P.Offset = 12;
  P.Fixes = {{"pad the row", {{"/d/k.cu", 14, 2, "33"}}}};
  Analysis.Problems = {P};
  Places Where(FileTexts{{"/d/k.cu", Text}});
  ClientAbilities Client;
  auto Shown = diagnosticsOf(Analysis, "/d/k.cu", Where, Client);
  ASSERT_EQ(Shown["/d/k.cu"].size(), 1u);
  json::Array Actions =
      actionsFor(P, Shown["/d/k.cu"][0], {{"/d/k.cu", 3}}, Where, Client);
  ASSERT_EQ(Actions.size(), 2u);
  EXPECT_EQ(Actions[0].getAsObject()->getString("title"), "pad the row");
  EXPECT_EQ(Actions[0].getAsObject()->getBoolean("isPreferred"), true);
  json::Value Edit = *Actions[0].getAsObject()->get("edit");
  Expected<json::Value> Plain = json::parse(
      R"({"changes": {"file:///d/k.cu": [{"newText": "33", "range":
          {"start": {"line": 1, "character": 8},
           "end": {"line": 1, "character": 10}}}]}})");
  EXPECT_EQ(Edit, *Plain);
  Client.VersionedEdits = true;
  Actions = actionsFor(P, Shown["/d/k.cu"][0], {{"/d/k.cu", 3}}, Where, Client);
  Expected<json::Value> Versioned = json::parse(
      R"({"documentChanges": [{"textDocument":
          {"uri": "file:///d/k.cu", "version": 3},
          "edits": [{"newText": "33", "range":
          {"start": {"line": 1, "character": 8},
           "end": {"line": 1, "character": 10}}}]}]})");
  EXPECT_EQ(*Actions[0].getAsObject()->get("edit"), *Versioned);
}

TEST(Hover, MapsLanes) {
  const ArchInfo &Arch = *findArch("sm_90");
  AccessFact A;
  A.Space = AddressSpace::Shared;
  LaneAddresses L;
  for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
    L.Byte[Lane] = 8 * Lane;
  L.Active = 0x0000FFFF;
  EXPECT_EQ(laneMap(A, L, Arch),
            "bank of each lane, of the costliest request:\n"
            "lanes  0- 7:  0  2  4  6  8 10 12 14\n"
            "lanes  8-15: 16 18 20 22 24 26 28 30\n"
            "lanes 16-23:  .  .  .  .  .  .  .  .\n"
            "lanes 24-31:  .  .  .  .  .  .  .  .\n"
            "16 of 32 banks; at most 1 word of one bank\n");
  A.Space = AddressSpace::Local;
  EXPECT_EQ(laneMap(A, L, Arch), "");
}

TEST(Settings, NameWhatIsWrong) {
  auto Said = [](const char *Text) -> std::string {
    auto Settings = readSettings(*json::parse(Text));
    return Settings ? "" : toString(Settings.takeError());
  };
  EXPECT_EQ(Said("null"), "");
  EXPECT_EQ(Said(R"({"warpTidy": {"inlayHints": "all", "options": ["-p", "b"],
                                  "debounceMilliseconds": 10}})"),
            "");
  EXPECT_EQ(Said(R"({"options": "x"})"),
            "warpTidy.options is not a list of texts");
  EXPECT_EQ(Said(R"({"inlayHints": true})"),
            "warpTidy.inlayHints is none of \"off\", \"costly\", \"all\"");
  EXPECT_EQ(Said(R"({"hints": true})"),
            "warpTidy.hints does not exist; there are options, inlayHints and "
            "debounceMilliseconds");
}

} // namespace
