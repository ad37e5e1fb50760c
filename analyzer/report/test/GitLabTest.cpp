//===- GitLabTest.cpp - The report for GitLab's Code Quality --------------===//
// Checks the fields that GitLab documents, and that fingerprints are unique in
// a report and hold when lines move.
//===----------------------------------------------------------------------===//
#include "report/GitLab.h"
#include "gtest/gtest.h"
#include <nlohmann/json.hpp>
#include <set>

using namespace warptidy;
using nlohmann::json;

namespace {

ReportedFinding finding(const std::string &Path, unsigned Line, Severity Level,
                        unsigned Ordinal = 0) {
  ReportedFinding F;
  F.Rule = "gpu-shared-bank-conflict";
  F.Level = Level;
  F.Message = "shared load takes 2 wavefronts where 1 suffices";
  F.Where = {Path, {Line, 5, 5}, {}};
  F.Fingerprint = "eae95cdc31157ce7";
  F.Ordinal = Ordinal;
  return F;
}

RunReport report(std::vector<ReportedFinding> Findings) {
  RunReport R;
  R.SourceRoot = "/project";
  R.Findings = std::move(Findings);
  return R;
}

json parsed(const RunReport &R) { return json::parse(gitLabReport(R)); }

TEST(GitLabReport, HasTheDocumentedFieldsAndNoOthers) {
  json Out =
      parsed(report({finding("/project/src/k.cu", 42, Severity::Warning)}));
  ASSERT_EQ(Out.size(), 1u);
  std::string Fingerprint = Out[0]["fingerprint"];
  EXPECT_EQ(Fingerprint.size(), 32u);
  EXPECT_EQ(Fingerprint.find_first_not_of("0123456789abcdef"),
            std::string::npos);
  Out[0].erase("fingerprint");
  EXPECT_EQ(
      Out[0],
      json({{"description", "shared load takes 2 wavefronts where 1 "
                            "suffices [gpu-shared-bank-conflict]"},
            {"check_name", "gpu-shared-bank-conflict"},
            {"severity", "major"},
            {"location", {{"path", "src/k.cu"}, {"lines", {{"begin", 42}}}}}}));
}

TEST(GitLabReport, NothingIsAnEmptyArray) {
  EXPECT_EQ(gitLabReport(report({})), "[]\n");
}

TEST(GitLabReport, MapsSeverities) {
  json Out = parsed(report({finding("/project/a.cu", 1, Severity::Remark),
                            finding("/project/a.cu", 2, Severity::Warning, 1),
                            finding("/project/a.cu", 3, Severity::Error, 2)}));
  ASSERT_EQ(Out.size(), 3u);
  EXPECT_EQ(Out[0]["severity"], "info");
  EXPECT_EQ(Out[1]["severity"], "major");
  EXPECT_EQ(Out[2]["severity"], "critical");
}

TEST(GitLabReport, FingerprintsAreUnique) {
  RunReport R = report({finding("/project/a.cu", 1, Severity::Warning),
                        finding("/project/a.cu", 9, Severity::Warning, 1),
                        finding("/project/b.cu", 1, Severity::Warning)});
  R.Findings.push_back(R.Findings[0]);
  R.Findings.back().Rule = "gpu-uncoalesced-global-access";
  R.Notices = {{Severity::Warning, "same", {"/project/a.cu", {1, 1, 1}, {}}},
               {Severity::Warning, "same", {"/project/a.cu", {2, 1, 1}, {}}}};
  std::set<std::string> Seen;
  for (const json &Entry : parsed(R))
    EXPECT_TRUE(Seen.insert(Entry["fingerprint"]).second) << Entry;
  EXPECT_EQ(Seen.size(), 6u);
}

TEST(GitLabReport, FingerprintsHoldWhenLinesAndFiguresMove) {
  ReportedFinding Moved = finding("/project/a.cu", 70, Severity::Error);
  Moved.Message = "shared load takes 8 wavefronts where 1 suffices";
  json Before =
      parsed(report({finding("/project/a.cu", 1, Severity::Warning)}));
  json After = parsed(report({Moved}));
  EXPECT_EQ(Before[0]["fingerprint"], After[0]["fingerprint"]);
}

TEST(GitLabReport, LeavesSuppressedFindingsOut) {
  RunReport R = report({finding("/project/a.cu", 1, Severity::Warning),
                        finding("/project/a.cu", 2, Severity::Warning, 1),
                        finding("/project/a.cu", 3, Severity::Warning, 2)});
  json All = parsed(R);
  R.Findings[0].Suppressed = Suppression::InSource;
  R.Findings[1].Suppressed = Suppression::Baseline;
  EXPECT_EQ(parsed(R), json::array({All[2]}));
}

TEST(GitLabReport, TellsWhatWasNotAnalysed) {
  RunReport R = report({});
  R.Notices = {{Severity::Error, "no such file", {"/project/gone.cu", {}, {}}},
               {Severity::Remark,
                "1 compile error tolerated",
                {"/project/a.cu", {}, {}}},
               {Severity::Error, "no place", {}}};
  json Out = parsed(R);
  ASSERT_EQ(Out.size(), 1u);
  EXPECT_EQ(Out[0]["check_name"], "warp-tidy");
  EXPECT_EQ(Out[0]["severity"], "critical");
  EXPECT_EQ(Out[0]["location"]["path"], "gone.cu");
  EXPECT_EQ(Out[0]["location"]["lines"]["begin"], 1); // GitLab has no line 0.
}

TEST(GitLabReport, ReplacesBytesThatAreNoText) {
  RunReport R = report({finding("/project/a.cu", 1, Severity::Warning)});
  R.Findings[0].Message = "index \xFF";
  EXPECT_EQ(parsed(R)[0]["description"],
            "index \xEF\xBF\xBD [gpu-shared-bank-conflict]");
}

} // namespace
