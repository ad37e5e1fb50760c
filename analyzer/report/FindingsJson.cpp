//===- FindingsJson.cpp - Findings as plain JSON --------------------------===//
// See FindingsJson.h.
//===----------------------------------------------------------------------===//
#include "report/FindingsJson.h"
#include <nlohmann/json.hpp>

namespace warptidy {

using Json = nlohmann::ordered_json;

const char *severityName(Severity S) {
  switch (S) {
  case Severity::Remark:
    return "remark";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  return "";
}

std::string relativePath(const RunReport &Report, const std::string &Path) {
  const std::string Root = Report.SourceRoot + "/";
  return Path.compare(0, Root.size(), Root) == 0 ? Path.substr(Root.size())
                                                 : Path;
}

namespace {

void addRegion(Json &J, const RunReport &Report, const FileRegion &R) {
  if (R.Path.empty())
    return;
  J["file"] = relativePath(Report, R.Path);
  J["line"] = R.Start.Line;
  J["column"] = R.Start.Column;
  if (R.End.Line) {
    J["end_line"] = R.End.Line;
    J["end_column"] = R.End.Column;
  }
}

Json notesJson(const RunReport &Report, const ReportedFinding &F) {
  Json Out = Json::array();
  for (const ReportedNote &N : F.Notes) {
    Json J{{"message", N.Message}};
    addRegion(J, Report, N.Where);
    Out.push_back(std::move(J));
  }
  return Out;
}

Json findingJson(const RunReport &Report, const ReportedFinding &F) {
  Json J{{"rule", F.Rule},
         {"severity", severityName(F.Level)},
         {"message", F.Message}};
  addRegion(J, Report, F.Where);
  if (!F.Kernel.empty())
    J["kernel"] = F.Kernel;
  if (!F.Source.empty())
    J["source"] = F.Source;
  J["fingerprint"] = F.Fingerprint;
  J["ordinal"] = F.Ordinal;
  J["notes"] = notesJson(Report, F);
  J["fix"] = Json::array();
  for (const ReportedEdit &E : F.Fix) {
    Json Edit = Json::object();
    addRegion(Edit, Report, E.Where);
    Edit["text"] = E.Text;
    J["fix"].push_back(std::move(Edit));
  }
  if (F.Suppressed != Suppression::None)
    J["suppressed"] =
        F.Suppressed == Suppression::Baseline ? "baseline" : "nolint";
  return J;
}

} // namespace

std::string findingsJson(const RunReport &Report) {
  Json Document{
      {"schema", FindingsSchema},         {"tool_version", Report.ToolVersion},
      {"source_root", Report.SourceRoot}, {"exit_code", Report.ExitCode},
      {"findings", Json::array()},        {"notices", Json::array()}};
  for (const ReportedFinding &F : Report.Findings)
    Document["findings"].push_back(findingJson(Report, F));
  for (const RunNotice &N : Report.Notices) {
    Json J{{"severity", severityName(N.Level)}, {"message", N.Message}};
    addRegion(J, Report, N.Where);
    Document["notices"].push_back(std::move(J));
  }
  // Source text may be in any encoding; bad UTF-8 becomes U+FFFD.
  return Document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warptidy
