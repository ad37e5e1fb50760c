//===- Predictions.cpp - predictions.json, read ---------------------------===//
// See Predictions.h.
//===----------------------------------------------------------------------===//
#include "measure/Predictions.h"
#include "measure/JsonAccess.h"
#include <algorithm>

namespace warptidy::measure {

constexpr uint64_t PredictionsSchema = 1;

static Dims readDims(const Json &J) {
  Dims D{1, 1, 1};
  for (size_t I = 0; I < 3 && J.is_array() && I < J.size(); ++I)
    D[I] = count(J[I]).value_or(1);
  return D;
}

static Prediction readPrediction(const Json &J) {
  Prediction P;
  P.Launch = static_cast<unsigned>(number(J, "launch"));
  P.View = text(J, "view"), P.Pattern = text(J, "pattern");
  P.Unit = text(J, "unit"), P.Unknown = text(J, "unknown");
  P.Detail = text(J, "detail");
  P.Min = number(J, "min"), P.Max = number(J, "max");
  P.Ideal = number(J, "ideal"), P.ActiveLanes = number(J, "active_lanes");
  P.Blocks = std::max<uint64_t>(1, count(J, "blocks").value_or(1));
  P.BlockRequests = count(J, "block_requests");
  P.BlockUnits = count(J, "block_units");
  if (!P.BlockRequests || !P.BlockUnits)
    P.BlockRequests = P.BlockUnits = std::nullopt;
  P.LaunchRequests = count(J, "launch_requests");
  P.LaunchUnits = count(J, "launch_units");
  if (!P.LaunchRequests || !P.LaunchUnits)
    P.LaunchRequests = P.LaunchUnits = std::nullopt;
  if (P.Unknown.empty() && P.Pattern.empty())
    P.Unknown = "not given";
  return P;
}

static PredictedAccess readAccess(const Json &J) {
  PredictedAccess A;
  A.Id = text(J, "id"), A.File = text(J, "file");
  A.Space = text(J, "space"), A.Op = text(J, "op");
  A.Form = text(J, "form"), A.Source = text(J, "source");
  A.Line = static_cast<unsigned>(number(J, "line"));
  A.WidthBytes = static_cast<unsigned>(number(J, "width_bytes"));
  for (const Json &P : member(J, "predictions"))
    A.Predictions.push_back(readPrediction(P));
  A.CompiledUnsure = member(J, "compiled_unsure") == true;
  return A;
}

/// Members are given by their ids.
static CompiledAccess readCompiled(const Json &J, const PredictedKernel &K) {
  CompiledAccess C;
  for (const Json &Id : member(J, "members"))
    for (size_t A = 0; A < K.Accesses.size(); ++A)
      if (Id == K.Accesses[A].Id)
        C.Members.push_back(A);
  C.WidthBytes = static_cast<unsigned>(number(J, "width_bytes"));
  C.Copies = std::max(1u, static_cast<unsigned>(number(J, "copies")));
  C.Eliminated = member(J, "eliminated") == true;
  for (const Json &P : member(J, "predictions"))
    C.Predictions.push_back(readPrediction(P));
  return C;
}

static PredictedKernel readKernel(const Json &J) {
  PredictedKernel K;
  K.Name = text(J, "name"), K.Mangled = text(J, "mangled");
  K.Unknown = text(J, "unknown");
  for (const Json &L : member(J, "launches")) {
    PredictedLaunch P;
    P.Block = readDims(member(L, "block"));
    if (member(L, "grid").is_array())
      P.Grid = readDims(member(L, "grid"));
    P.DynamicSharedBytes = count(L, "dynamic_shared_bytes");
    P.ShapeSource = text(L, "shape_source");
    P.Line = static_cast<unsigned>(number(L, "line"));
    K.Launches.push_back(P);
  }
  for (const Json &A : member(J, "accesses"))
    K.Accesses.push_back(readAccess(A));
  for (const Json &C : member(J, "compiled"))
    K.Compiled.push_back(readCompiled(C, K));
  return K;
}

std::optional<PredictionSet> readPredictions(const std::string &Text,
                                             std::string &Error) {
  Json J = Json::parse(Text, nullptr, false);
  if (J.is_discarded() || !member(J, "files").is_array()) {
    Error = "the predictions are not a JSON document with files";
    return std::nullopt;
  }
  if (number(J, "schema") != PredictionsSchema) {
    Error = "the predictions have schema " +
            std::to_string(number(J, "schema")) + "; this tool reads schema " +
            std::to_string(PredictionsSchema);
    return std::nullopt;
  }
  PredictionSet Set{text(J, "arch"), text(J, "tool_version"), {}};
  for (const Json &F : member(J, "files")) {
    PredictedFile P{text(F, "file"), {}};
    for (const Json &K : member(F, "kernels"))
      P.Kernels.push_back(readKernel(K));
    Set.Files.push_back(std::move(P));
  }
  return Set;
}

} // namespace warptidy::measure
