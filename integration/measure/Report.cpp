//===- Report.cpp - A comparison for people and for tools -----------------===//
// See Report.h.
//===----------------------------------------------------------------------===//
#include "measure/Report.h"
#include "measure/JsonAccess.h"
#include "measure/Text.h"
#include <algorithm>
#include <cstdio>
#include <map>

namespace warptidy::measure {

static const Verdict Verdicts[] = {Verdict::Match, Verdict::Mismatch,
                                   Verdict::Ambiguous, Verdict::NotMeasured};

/// "kernel.cu:14", from an id that starts with file:line:column.
static std::string placeText(const Row &R) {
  size_t At = R.Id.find(":" + std::to_string(R.Line) + ":");
  return (At == std::string::npos ? "" : baseName(R.Id.substr(0, At)) + ":") +
         std::to_string(R.Line);
}

static bool wanted(const Row &R, Table Rows) {
  return Rows == Table::All || R.Judged.Result == Verdict::Mismatch ||
         (Rows == Table::Launched && R.Judged.Reason != "NOT_LAUNCHED");
}

static std::vector<std::string> cells(const Row &R) {
  std::string Reason = R.Judged.Reason;
  if (R.Judged.Closeness == Agreement::Contained)
    Reason += " (contained)";
  if (!R.Evidence.empty())
    Reason += " by " + R.Evidence;
  if (R.View == "compiled")
    Reason += ", as compiled";
  if (!R.Judged.Note.empty())
    Reason += ": " + R.Judged.Note;
  return {R.Program,
          R.Kernel,
          R.Launch + (R.Times > 1 ? " (" + std::to_string(R.Times) + "x)" : ""),
          placeText(R),
          R.Space + " " + R.Op,
          R.Source,
          R.Predicted + (R.Unit.empty() ? "" : " " + R.Unit),
          R.Measured,
          verdictName(R.Judged.Result),
          Reason};
}

std::string tableText(const Comparison &C, Table Rows) {
  std::vector<std::vector<std::string>> Lines = {
      {"program", "kernel", "launch", "line", "access", "source", "predicted",
       "measured", "verdict", "reason"}};
  for (const Row &R : C.Rows)
    if (wanted(R, Rows))
      Lines.push_back(cells(R));
  if (Lines.size() == 1)
    return "";
  std::vector<size_t> Widths(Lines[0].size());
  for (const auto &Line : Lines)
    for (size_t I = 0; I < Line.size(); ++I)
      Widths[I] = std::min<size_t>(36, std::max(Widths[I], Line[I].size()));
  std::string Text;
  for (const auto &Line : Lines) {
    for (size_t I = 0; I + 1 < Line.size(); ++I) {
      Text += Line[I] + "  ";
      if (Line[I].size() < Widths[I])
        Text.append(Widths[I] - Line[I].size(), ' ');
    }
    Text += Line.back() + "\n";
  }
  if (Rows != Table::Mismatches)
    for (const Unpredicted &U : C.Unmatched)
      Text += "not predicted: " + U.Program + " " + U.Kernel + " line " +
              std::to_string(U.Line) + ": " + U.Sass + "\n";
  return Text;
}

static std::string percent(size_t Part, size_t Whole) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.1f%%",
                Whole ? 100.0 * double(Part) / double(Whole) : 0.0);
  return Text;
}

std::string summaryText(const Comparison &C) {
  std::string Text;
  for (Verdict V : Verdicts)
    Text += std::string(Text.empty() ? "" : ", ") + std::to_string(C.count(V)) +
            " " + verdictName(V);
  size_t Measured = C.Rows.size() - C.count(Verdict::NotMeasured);
  size_t Exact = C.count(Agreement::Exact), Total = C.count(Agreement::Total);
  Text += "\nof the MATCH: " + std::to_string(Exact) +
          " exact (min = max = measured), " + std::to_string(Total) +
          " with varying requests and the exact total of the launch, " +
          std::to_string(C.count(Agreement::Mean)) +
          " with the predicted mean, " +
          std::to_string(C.count(Agreement::Contained)) +
          " within [min, max]; one exact figure: " +
          percent(Exact + Total, Measured) + " of the " +
          std::to_string(Measured) + " measured\n";
  std::map<std::string, size_t> Reasons;
  for (const Row &R : C.Rows)
    ++Reasons[std::string(verdictName(R.Judged.Result)) + " " +
              R.Judged.Reason];
  for (const auto &[Reason, N] : Reasons)
    Text += "  " + Reason + ": " + std::to_string(N) + "\n";
  if (!C.Unmatched.empty())
    Text += std::to_string(C.Unmatched.size()) +
            " measured instructions without a prediction\n";
  if (!C.SourcesChecked)
    Text += "source hashes not checked (--sources DIR checks them)\n";
  return Text;
}

static Json rowJson(const Row &R) {
  Json J{{"program", R.Program},
         {"kernel", R.Kernel},
         {"launch", R.Launch},
         {"times", R.Times},
         {"id", R.Id},
         {"line", R.Line},
         {"space", R.Space},
         {"op", R.Op},
         {"view", R.View},
         {"unit", R.Unit},
         {"predicted", R.Predicted},
         {"units", R.Units},
         {"executed", R.Executed},
         {"measured", R.Measured},
         {"verdict", verdictName(R.Judged.Result)},
         {"reason", R.Judged.Reason}};
  if (R.Judged.Closeness != Agreement::None)
    J["agreement"] = agreementName(R.Judged.Closeness);
  if (!R.Evidence.empty())
    J["evidence"] = R.Evidence;
  if (!R.Judged.Note.empty())
    J["note"] = R.Judged.Note;
  return J;
}

std::string verdictsJson(const Comparison &C) {
  Json J{{"schema", 1}, {"passes", C.passes()}, {"counts", Json::object()}};
  for (Verdict V : Verdicts)
    J["counts"][verdictName(V)] = C.count(V);
  for (Agreement A : {Agreement::Exact, Agreement::Total, Agreement::Mean,
                      Agreement::Contained})
    J["counts"][agreementName(A)] = C.count(A);
  J["errors"] = C.Errors;
  J["rows"] = Json::array();
  for (const Row &R : C.Rows)
    J["rows"].push_back(rowJson(R));
  J["not_predicted"] = Json::array();
  for (const Unpredicted &U : C.Unmatched)
    J["not_predicted"].push_back({{"program", U.Program},
                                  {"kernel", U.Kernel},
                                  {"file", U.File},
                                  {"line", U.Line},
                                  {"sass", U.Sass}});
  return J.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warptidy::measure
