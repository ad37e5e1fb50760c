//===- MeasurementsJson.cpp - measurements.json ---------------------------===//
// See MeasurementsJson.h.
//===----------------------------------------------------------------------===//
#include "measure/MeasurementsJson.h"
#include "measure/JsonAccess.h"

namespace warptidy::measure {

static void put(Json &J, const char *Key, const Count &Value) {
  if (Value)
    J[Key] = *Value;
}

static Json instructionJson(const Instruction &I) {
  Json J{{"address_offset", I.Offset},
         {"sass", I.Sass},
         {"file", I.File},
         {"line", I.Line},
         {"space", I.Space},
         {"op", I.Op},
         {"size_bits", I.SizeBits},
         {"executed", I.Executed},
         {"threads", I.Threads}};
  put(J, "sectors", I.Sectors);
  put(J, "sectors_ideal", I.SectorsIdeal);
  put(J, "wavefronts", I.Wavefronts);
  put(J, "wavefronts_ideal", I.WavefrontsIdeal);
  put(J, "tag_requests", I.TagRequests);
  put(J, "sectors_local", I.SectorsLocal);
  return J;
}

static Json launchJson(const Launch &L) {
  Json J{{"kernel", L.Kernel},
         {"mangled", L.Mangled},
         {"index", L.Index},
         {"block", L.Block},
         {"grid", L.Grid}};
  put(J, "dynamic_shared_bytes", L.DynamicSharedBytes);
  J["lines"] = L.Lines;
  J["hardware"] = Json::object();
  for (const auto &[Name, Value] : L.Hardware)
    J["hardware"][Name] = Value;
  J["instructions"] = Json::array();
  for (const Instruction &I : L.Instructions)
    J["instructions"].push_back(instructionJson(I));
  return J;
}

static Json programJson(const Program &P) {
  Json J{{"name", P.Name}, {"file", P.File}, {"sha256", P.Sha256}};
  if (!P.Headers.empty())
    J["headers"] = Json::array();
  for (const SourceFile &H : P.Headers)
    J["headers"].push_back({{"file", H.File}, {"sha256", H.Sha256}});
  J["status"] = P.Ok ? "ok" : "failed";
  if (!P.Ok)
    J["reason"] = P.Reason;
  J["launches"] = Json::array();
  for (const Launch &L : P.Launches)
    J["launches"].push_back(launchJson(L));
  for (const Timing &T : P.Timings)
    J["timings"].push_back(
        {{"kernel", T.Kernel}, {"median_us", T.MedianMicroseconds}});
  return J;
}

/// One instruction a line: small files and readable differences.
static void dump(const Json &J, std::string &Out, unsigned Depth) {
  bool Leaf = !J.is_structured() || Depth >= 6 || J.empty() ||
              (J.is_array() && !J[0].is_structured());
  if (Leaf) {
    Out += J.dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  std::string Indent(Depth + 1, ' ');
  Out += J.is_object() ? "{\n" : "[\n";
  for (auto It = J.begin(); It != J.end(); ++It) {
    if (It != J.begin())
      Out += ",\n";
    Out += Indent;
    if (J.is_object())
      Out += Json(It.key()).dump() + ": ";
    dump(*It, Out, Depth + 1);
  }
  Out += "\n" + std::string(Depth, ' ') + (J.is_object() ? "}" : "]");
}

std::string measurementsJson(const Measurements &M) {
  Json J{{"schema", MeasurementsSchema},
         {"device", M.Device},
         {"driver", M.Driver},
         {"toolkit", M.Toolkit},
         {"profiler", M.Profiler},
         {"date", M.Date},
         {"architecture", M.Architecture},
         {"flags", M.Flags},
         {"programs", Json::array()}};
  for (const Program &P : M.Programs)
    J["programs"].push_back(programJson(P));
  std::string Out;
  dump(J, Out, 0);
  return Out + "\n";
}

static Instruction readInstruction(const Json &J) {
  Instruction I;
  I.Offset = number(J, "address_offset");
  I.Sass = text(J, "sass"), I.File = text(J, "file");
  I.Line = static_cast<unsigned>(number(J, "line"));
  I.Space = text(J, "space"), I.Op = text(J, "op");
  I.SizeBits = static_cast<unsigned>(number(J, "size_bits"));
  I.Executed = number(J, "executed"), I.Threads = number(J, "threads");
  I.Sectors = count(J, "sectors"), I.SectorsIdeal = count(J, "sectors_ideal");
  I.Wavefronts = count(J, "wavefronts");
  I.WavefrontsIdeal = count(J, "wavefronts_ideal");
  I.TagRequests = count(J, "tag_requests");
  I.SectorsLocal = count(J, "sectors_local");
  return I;
}

static Dims readDims(const Json &J) {
  Dims D{1, 1, 1};
  for (size_t I = 0; I < 3 && J.is_array() && I < J.size(); ++I)
    D[I] = count(J[I]).value_or(1);
  return D;
}

static Launch readLaunch(const Json &J) {
  Launch L;
  L.Kernel = text(J, "kernel"), L.Mangled = text(J, "mangled");
  L.Index = static_cast<unsigned>(number(J, "index"));
  L.Block = readDims(member(J, "block")), L.Grid = readDims(member(J, "grid"));
  L.DynamicSharedBytes = count(J, "dynamic_shared_bytes");
  L.Lines = text(J, "lines");
  for (const auto &[Name, Value] : member(J, "hardware").items())
    if (Count N = count(Value))
      L.Hardware[Name] = *N;
  for (const Json &I : member(J, "instructions"))
    L.Instructions.push_back(readInstruction(I));
  return L;
}

static Program readProgram(const Json &J) {
  Program P;
  P.Name = text(J, "name"), P.File = text(J, "file");
  P.Sha256 = text(J, "sha256");
  P.Ok = text(J, "status") == "ok", P.Reason = text(J, "reason");
  for (const Json &H : member(J, "headers"))
    P.Headers.push_back({text(H, "file"), text(H, "sha256")});
  for (const Json &L : member(J, "launches"))
    P.Launches.push_back(readLaunch(L));
  for (const Json &T : member(J, "timings"))
    if (const Json &Median = member(T, "median_us"); Median.is_number())
      P.Timings.push_back({text(T, "kernel"), Median.get<double>()});
  return P;
}

std::optional<Measurements> readMeasurements(const std::string &Text,
                                             std::string &Error) {
  Json J = Json::parse(Text, nullptr, false);
  if (J.is_discarded() || !member(J, "programs").is_array()) {
    Error = "the measurements are not a JSON document with programs";
    return std::nullopt;
  }
  if (number(J, "schema") != MeasurementsSchema) {
    Error = "the measurements have schema " +
            std::to_string(number(J, "schema")) + "; this tool reads schema " +
            std::to_string(MeasurementsSchema);
    return std::nullopt;
  }
  Measurements M{text(J, "device"),  text(J, "driver"),
                 text(J, "toolkit"), text(J, "profiler"),
                 text(J, "date"),    text(J, "architecture"),
                 text(J, "flags"),   {}};
  for (const Json &P : member(J, "programs"))
    M.Programs.push_back(readProgram(P));
  return M;
}

} // namespace warptidy::measure
