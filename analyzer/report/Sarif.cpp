//===- Sarif.cpp - Findings as SARIF 2.1.0 --------------------------------===//
// See Sarif.h. clang/Basic/Sarif.h is not used: it has no fixes, suppressions,
// messages of related locations, help texts, uriBaseIds or notifications, and
// every location of it hangs on a SourceManager, which is gone when the files
// of a run are joined.
//===----------------------------------------------------------------------===//
#include "report/Sarif.h"
#include "report/PageText.h"
#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace warptidy {

using Json = nlohmann::ordered_json;

namespace {

const char *levelName(Severity S) {
  return S == Severity::Remark ? "note" : severityName(S);
}

/// Percent-encodes what RFC 3986 does not allow in a path.
std::string uriPath(const std::string &Path) {
  static const char Hex[] = "0123456789ABCDEF";
  std::string Out;
  for (unsigned char C : Path) {
    if (std::isalnum(C) ||
        std::string_view("-._~/!$&'()*+,;=@").find(C) != std::string_view::npos)
      Out += char(C);
    else
      Out += {'%', Hex[C >> 4], Hex[C & 15]};
  }
  return Out;
}

Json artifactJson(const RunReport &Report, const std::string &Path) {
  std::string Relative = relativePath(Report, Path);
  if (Relative == Path)
    return {{"uri", "file://" + uriPath(Path)}};
  return {{"uri", uriPath(Relative)}, {"uriBaseId", "SRCROOT"}};
}

Json regionJson(const FileRegion &R) {
  Json J{{"startLine", R.Start.Line}, {"startColumn", R.Start.Utf16Column}};
  if (R.End.Line) {
    J["endLine"] = R.End.Line;
    J["endColumn"] = R.End.Utf16Column;
  }
  return J;
}

Json locationJson(const RunReport &Report, const FileRegion &R) {
  Json Place{{"artifactLocation", artifactJson(Report, R.Path)}};
  if (R.Start.Line)
    Place["region"] = regionJson(R);
  return {{"physicalLocation", std::move(Place)}};
}

std::string capitalized(std::string Text) {
  if (!Text.empty())
    Text[0] = char(std::toupper(static_cast<unsigned char>(Text[0])));
  return Text;
}

Json ruleJson(const RunReport &Report, const RuleInfo &Rule) {
  std::string Markdown = pageMarkdown(rulePage(Rule.Name));
  Json J{
      {"id", Rule.Name},
      {"shortDescription", {{"text", capitalized(Rule.Summary)}}},
      {"fullDescription", {{"text", firstParagraph(Markdown, "What it does")}}},
      {"help",
       {{"text", pageTerminal(Markdown, false)}, {"markdown", Markdown}}},
      {"defaultConfiguration", {{"level", levelName(Rule.Usual)}}},
      {"properties", {{"tags", {"performance", "cuda"}}}}};
  if (!Report.Homepage.empty())
    J["helpUri"] =
        Report.Homepage + "/blob/main/rules/" + Rule.Name + "/rule.md";
  return J;
}

/// A diagnostic that no rule of rules/ makes.
Json otherRuleJson(const std::string &Name) {
  std::string Short = "Reported by clang-tidy itself";
  std::string Full =
      "A comment or file that clang-tidy's libraries complain of.";
  std::string Help = "The message says what is wrong.";
  if (Name == UnusedNolintRule) {
    Short = "NOLINT silences nothing";
    Full = "A NOLINT comment names a rule of warp-tidy that reports nothing "
           "there, or that does not exist.";
    Help = "Remove the comment, or correct the name of the rule. "
           "--warn-unused-nolint=0 turns this off.";
  }
  return {{"id", Name},
          {"shortDescription", {{"text", Short}}},
          {"fullDescription", {{"text", Full}}},
          {"help", {{"text", Help}, {"markdown", Help}}},
          {"defaultConfiguration", {{"level", "warning"}}},
          {"properties", {{"tags", Json::array({"maintainability"})}}}};
}

Json fixJson(const RunReport &Report, const ReportedFinding &F) {
  Json Changes = Json::array();
  std::string Last;
  for (const ReportedEdit &E : F.Fix) {
    if (Changes.empty() || E.Where.Path != Last)
      Changes.push_back(
          {{"artifactLocation", artifactJson(Report, E.Where.Path)},
           {"replacements", Json::array()}});
    Last = E.Where.Path;
    Json Replacement{{"deletedRegion", regionJson(E.Where)}};
    if (!E.Text.empty())
      Replacement["insertedContent"] = {{"text", E.Text}};
    Changes.back()["replacements"].push_back(std::move(Replacement));
  }
  return {
      {"description", {{"text", F.FixNote.empty() ? F.Message : F.FixNote}}},
      {"artifactChanges", std::move(Changes)}};
}

/// SARIF wants each location of a result once.
Json relatedJson(const RunReport &Report, const ReportedFinding &F) {
  Json Related = Json::array();
  for (const ReportedNote &N : F.Notes) {
    Json L = locationJson(Report, N.Where.Path.empty() ? F.Where : N.Where);
    L["message"] = {{"text", N.Message}};
    if (std::find(Related.begin(), Related.end(), L) == Related.end())
      Related.push_back(std::move(L));
  }
  for (size_t I = 0; I < Related.size(); ++I)
    Related[I]["id"] = I;
  return Related;
}

Json suppressionJson(Suppression S) {
  if (S == Suppression::InSource)
    return {{"kind", "inSource"}, {"justification", "NOLINT comment"}};
  return {{"kind", "external"}, {"justification", "in the baseline"}};
}

Json resultJson(const RunReport &Report, const ReportedFinding &F,
                size_t RuleIndex) {
  Json J{{"ruleId", F.Rule},
         {"ruleIndex", RuleIndex},
         {"level", levelName(F.Level)},
         {"message", {{"text", F.Message}}},
         {"locations", Json::array()}};
  J["locations"].push_back(locationJson(Report, F.Where));
  if (!F.Kernel.empty())
    J["locations"][0]["logicalLocations"] =
        Json::array({{{"fullyQualifiedName", F.Kernel}, {"kind", "function"}}});
  if (Json Related = relatedJson(Report, F); !Related.empty())
    J["relatedLocations"] = std::move(Related);
  J["partialFingerprints"] = {
      {"warpTidy/v1", F.Fingerprint + ":" + std::to_string(F.Ordinal)}};
  if (!F.Fix.empty())
    J["fixes"] = Json::array({fixJson(Report, F)});
  // An empty array says that suppression was looked for and not found.
  J["suppressions"] = Json::array();
  if (F.Suppressed != Suppression::None)
    J["suppressions"].push_back(suppressionJson(F.Suppressed));
  return J;
}

Json invocationJson(const RunReport &Report) {
  Json Notices = Json::array();
  bool Failed = false;
  for (const RunNotice &N : Report.Notices) {
    Json J{{"level", levelName(N.Level)}, {"message", {{"text", N.Message}}}};
    if (!N.Where.Path.empty())
      J["locations"] = Json::array({locationJson(Report, N.Where)});
    Failed |= N.Level == Severity::Error;
    Notices.push_back(std::move(J));
  }
  Json J{{"executionSuccessful", !Failed}, {"exitCode", Report.ExitCode}};
  if (!Notices.empty())
    J["toolExecutionNotifications"] = std::move(Notices);
  return J;
}

/// The rules by their index: ours, and whatever else was reported.
std::vector<std::string> ruleNames(const RunReport &Report) {
  std::vector<std::string> Names;
  for (const RuleInfo *Rule : allRules())
    Names.push_back(Rule->Name);
  Names.push_back(UnusedNolintRule);
  for (const ReportedFinding &F : Report.Findings)
    if (std::find(Names.begin(), Names.end(), F.Rule) == Names.end())
      Names.push_back(F.Rule);
  return Names;
}

Json driverJson(const RunReport &Report,
                const std::vector<std::string> &Names) {
  Json Rules = Json::array();
  for (const std::string &Name : Names) {
    const RuleInfo *Rule = findRule(Name);
    Rules.push_back(Rule ? ruleJson(Report, *Rule) : otherRuleJson(Name));
  }
  Json J{{"name", "warp-tidy"}, {"semanticVersion", Report.ToolVersion}};
  if (!Report.Homepage.empty())
    J["informationUri"] = Report.Homepage;
  J["rules"] = std::move(Rules);
  return J;
}

} // namespace

std::string sarifLog(const RunReport &Report) {
  const std::vector<std::string> Names = ruleNames(Report);
  Json Results = Json::array();
  for (const ReportedFinding &F : Report.Findings) {
    auto Index = std::find(Names.begin(), Names.end(), F.Rule) - Names.begin();
    Results.push_back(resultJson(Report, F, static_cast<size_t>(Index)));
  }
  Json Run{
      {"tool", {{"driver", driverJson(Report, Names)}}},
      {"invocations", Json::array()},
      {"originalUriBaseIds",
       {{"SRCROOT", {{"uri", "file://" + uriPath(Report.SourceRoot) + "/"}}}}},
      {"columnKind", "utf16CodeUnits"},
      {"results", std::move(Results)}};
  Run["invocations"].push_back(invocationJson(Report));
  Json Document{{"$schema",
                 "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
                 "schemas/sarif-schema-2.1.0.json"},
                {"version", "2.1.0"},
                {"runs", Json::array()}};
  Document["runs"].push_back(std::move(Run));
  // Source text may be in any encoding; bad UTF-8 becomes U+FFFD.
  return Document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warptidy
