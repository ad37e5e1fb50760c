//===- PredictionsJson.cpp - The predictions contract ---------------------===//
// See PredictionsJson.h.
//===----------------------------------------------------------------------===//
#include "report/PredictionsJson.h"
#include <nlohmann/json.hpp>

namespace warptidy {

using Json = nlohmann::ordered_json;

static Json launchJson(const KernelFacts &Facts, const LaunchShape &L) {
  Json J{{"block", L.Block}, {"shape_source", shapeSourceName(L.Source)}};
  if (L.Grid)
    J["grid"] = *L.Grid;
  if (L.DynamicSharedBytes)
    J["dynamic_shared_bytes"] = *L.DynamicSharedBytes;
  if (L.Where.Line)
    J["line"] = L.Where.Line;
  if (L.Where.Line && L.Where.File != Facts.Where.File)
    J["file"] = L.Where.File;
  if (!L.Unread.empty())
    J["unread"] = L.Unread;
  Json Arguments = Json::object();
  for (const auto &[Index, Value] : L.Arguments)
    if (Index < Facts.Params.size())
      Arguments[Facts.Params[Index].Name] = Value;
  if (!Arguments.empty())
    J["arguments"] = std::move(Arguments);
  for (unsigned Index : L.NullArguments)
    if (Index < Facts.Params.size())
      J["null_arguments"].push_back(Facts.Params[Index].Name);
  return J;
}

static Json unknownJson(const Prediction &P) {
  Json J{{"launch", P.Launch}, {"unknown", unknownReasonName(P.Unknown)}};
  if (!P.UnknownDetail.empty())
    J["detail"] = P.UnknownDetail;
  return J;
}

/// Rounds for stable text: ratios are quotients of small integers.
static double rounded(double V) {
  return double(int64_t(V * 1000 + 0.5)) / 1000;
}

static Json predictionJson(const Prediction &P, const char *View) {
  if (P.Kind == Pattern::Unknown)
    return unknownJson(P);
  Json J{{"launch", P.Launch},
         {"view", View},
         {"pattern", patternName(P.Kind)},
         {"unit", unitName(P.Units)},
         {"min", P.Min},
         {"max", P.Max},
         {"ideal", P.Ideal},
         {"active_lanes", P.ActiveLanes}};
  if (P.Kind == Pattern::Exact || P.Kind == Pattern::Interval)
    J["mean_ratio"] = rounded(P.MeanRatio);
  if (P.BlockRequests) {
    if (P.Blocks > 1)
      J["blocks"] = P.Blocks;
    J["block_requests"] = *P.BlockRequests;
    J["block_units"] = *P.BlockUnits;
  }
  if (P.LaunchRequests) {
    J["launch_requests"] = *P.LaunchRequests;
    J["launch_units"] = *P.LaunchUnits;
  }
  if (!P.Symbol.empty())
    J["symbol"] = P.Symbol;
  for (const SymbolCase &C : P.Cases)
    J["cases"].push_back({C.Value, C.Units});
  if (!P.Formula.empty()) {
    J["formula"] = P.Formula;
    if (!P.FormulaLeast.empty())
      J["formula_least"] = P.FormulaLeast;
    J["formula_from"] = P.FormulaFrom;
    J["formula_checked"] = P.FormulaChecked;
  }
  if (P.MisalignedLanes)
    J["misaligned_lanes"] = P.MisalignedLanes;
  if (!P.Assumptions.empty())
    J["assumptions"] = P.Assumptions;
  return J;
}

static Json accessJson(const KernelPredictions &K, size_t I) {
  const AccessFact &A = K.Facts.Accesses[I];
  const AccessPredictions &P = K.Accesses[I];
  Json J{{"id", A.Id},
         {"file", A.Where.File},
         {"line", A.Where.Line},
         {"column", A.Where.Column},
         {"space", addressSpaceName(A.Space)},
         {"op", accessOpName(A.Op)},
         {"form", accessFormName(A.Form)},
         {"width_bytes", A.WidthBytes},
         {"source", A.Words.Text},
         {"index", P.IndexText}};
  J["predictions"] = Json::array();
  for (const Prediction &One : P.PerLaunch)
    J["predictions"].push_back(predictionJson(One, "source"));
  if (K.UnsureCompiled[I])
    J["compiled_unsure"] = true;
  return J;
}

/// A machine access that differs from the written ones.
static Json compiledJson(const KernelPredictions &K,
                         const CompiledPredictions &C) {
  Json J{{"members", Json::array()}};
  for (size_t M : C.Members)
    J["members"].push_back(K.Facts.Accesses[M].Id);
  if (C.Eliminated) {
    J["eliminated"] = true;
    return J;
  }
  J["width_bytes"] = C.Fact.WidthBytes;
  if (!C.Fact.PickLoops.empty())
    J["copies"] = C.Fact.Picks.size();
  J["predictions"] = Json::array();
  for (const Prediction &One : C.PerLaunch)
    J["predictions"].push_back(predictionJson(One, "compiled"));
  return J;
}

static Json kernelJson(const KernelPredictions &K) {
  Json J{{"name", K.Facts.Name},
         {"mangled", K.Facts.Mangled},
         {"line", K.Facts.Where.Line}};
  if (K.Facts.Unknown != UnknownReason::None) {
    J["unknown"] = unknownReasonName(K.Facts.Unknown);
    J["detail"] = K.Facts.UnknownDetail;
  }
  J["launches"] = Json::array();
  for (const LaunchShape &L : K.Launches)
    J["launches"].push_back(launchJson(K.Facts, L));
  J["accesses"] = Json::array();
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I)
    J["accesses"].push_back(accessJson(K, I));
  if (!K.Compiled.empty())
    J["compiled"] = Json::array();
  for (const CompiledPredictions &C : K.Compiled)
    J["compiled"].push_back(compiledJson(K, C));
  return J;
}

std::string predictionsJson(const std::vector<FilePredictions> &Files,
                            const ArchInfo &Arch,
                            const std::string &ToolVersion) {
  Json Document{{"schema", PredictionsSchema},
                {"tool_version", ToolVersion},
                {"arch", Arch.Name}};
  if (Arch.SectorBytes != ArchInfo().SectorBytes)
    Document["sector_bytes"] = Arch.SectorBytes;
  Document["files"] = Json::array();
  Document["diagnostics"] = Json::array();
  for (const FilePredictions &F : Files) {
    Json Kernels = Json::array();
    for (const KernelPredictions &K : F.Kernels)
      Kernels.push_back(kernelJson(K));
    Json File{{"file", F.File}};
    if (!F.Arch.empty() && F.Arch != Arch.Name)
      File["arch"] = F.Arch;
    File["kernels"] = std::move(Kernels);
    Document["files"].push_back(std::move(File));
    for (const ReportedDiagnostic &D : F.Diagnostics)
      Document["diagnostics"].push_back({{"rule", D.Rule},
                                         {"severity", D.Severity},
                                         {"file", D.File},
                                         {"line", D.Line},
                                         {"column", D.Column},
                                         {"message", D.Message}});
  }
  // Source text may be in any encoding; bad UTF-8 becomes U+FFFD.
  return Document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warptidy
