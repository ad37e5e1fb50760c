//===- EstimateText.cpp - Writing estimates -------------------------------===//
// As text and as JSON. See Estimate.h.
//===----------------------------------------------------------------------===//
#include "report/AccessText.h"
#include "report/Estimate.h"
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

namespace warptidy {

using Json = nlohmann::ordered_json;

static std::string decimal(double Value, int Places) {
  char Out[64];
  std::snprintf(Out, sizeof Out, "%.*f", Places, Value);
  return Out;
}

/// "8.4 MB"; exact below a thousand.
static std::string bytesText(uint64_t Bytes) {
  static const char *const Units[] = {"bytes", "kB", "MB", "GB", "TB"};
  double Value = double(Bytes);
  size_t I = 0;
  for (; Value >= 1000 && I + 1 < std::size(Units); ++I)
    Value /= 1000;
  return decimal(Value, I ? 1 : 0) + " " + Units[I];
}

/// Microseconds for the sectors of global and local memory.
static double timeOf(const LaunchEstimate &E, const ArchInfo &Arch,
                     const EstimateDevice &Device) {
  const double Bytes =
      double(E.Global.Units + E.Local.Units) * Arch.SectorBytes;
  return Bytes / (Device.GBs * 1e3);
}

static std::string shapeText(const LaunchEstimate &E) {
  const LaunchShape &L = E.Kernel->Launches[E.Launch];
  std::string Block = blockText(L) + " threads";
  if (!E.Whole)
    return "a block of " + Block;
  const auto &G = *L.Grid;
  return std::to_string(G[0]) + "x" + std::to_string(G[1]) + "x" +
         std::to_string(G[2]) + " blocks of " + Block;
}

static std::string placeOf(const AccessFact &A) {
  return A.Where.File + ":" + std::to_string(A.Where.Line) + ":" +
         std::to_string(A.Where.Column);
}

namespace {

class Printer {
public:
  Printer(const LaunchEstimate &E, const ArchInfo &Arch,
          const EstimateDevice &Device, std::ostream &OS)
      : E(E), Arch(Arch), Device(Device), OS(OS) {}
  void print();

private:
  void printMemory(const char *Name, const TrafficTotals &T);
  void printPasses(const char *Name, const TrafficTotals &T, const char *Unit);
  void printWaste(const char *Unit, std::vector<AddressSpace> Spaces,
                  uint64_t Over);

  const LaunchEstimate &E;
  const ArchInfo &Arch;
  const EstimateDevice &Device;
  std::ostream &OS;
};

} // namespace

void Printer::printMemory(const char *Name, const TrafficTotals &T) {
  if (!T.Units)
    return;
  const uint64_t Moved = T.Units * Arch.SectorBytes;
  OS << "  " << Name << " memory: " << bytesText(T.Bytes) << " asked for, "
     << bytesText(Moved) << " moved in " << T.Units << " sectors of "
     << T.Requests << (T.Requests == 1 ? " request (" : " requests (")
     << decimal(100.0 * double(T.Bytes) / double(Moved), 0) << "% used)\n";
}

void Printer::printPasses(const char *Name, const TrafficTotals &T,
                          const char *Unit) {
  if (T.Units)
    OS << "  " << Name << " memory: " << T.Units << " " << Unit << " of "
       << T.Requests << " loads and stores, where " << T.Enough << " suffice\n";
}

/// The accesses that cost more than they need, with their shares of Over.
void Printer::printWaste(const char *Unit, std::vector<AddressSpace> Spaces,
                         uint64_t Over) {
  if (!Over)
    return;
  OS << "  " << Over << " " << Unit << " more than needed:\n";
  for (const AccessTraffic &T : E.Accesses) {
    const AccessFact &A = E.Kernel->Facts.Accesses[T.Access];
    if (!T.Totals.over() ||
        std::find(Spaces.begin(), Spaces.end(), A.Space) == Spaces.end())
      continue;
    std::string Share =
        decimal(100.0 * double(T.Totals.over()) / double(Over), 1);
    Share.insert(0, Share.size() < 5 ? 5 - Share.size() : 0, ' ');
    OS << "  " << Share << "% " << placeOf(A) << ": " << operationText(A) << " "
       << A.Words.Text;
    if (!T.Rule.empty())
      OS << " [" << T.Rule << "]";
    OS << "\n";
  }
}

void Printer::print() {
  const LaunchShape &L = E.Kernel->Launches[E.Launch];
  OS << "estimate: " << E.Kernel->Facts.Name << " (" << launchSourceText(L)
     << "), " << shapeText(E) << "\n";
  printMemory("global", E.Global);
  printMemory("local", E.Local);
  if (E.Whole && Device.GBs > 0 && E.Global.Units + E.Local.Units)
    OS << "  " << decimal(timeOf(E, Arch, Device), 1) << " us at "
       << decimal(Device.GBs, 0) << " GB/s"
       << (Device.Name.empty() ? "" : " (" + Device.Name + ")")
       << " if no cache holds any of it\n";
  printPasses("shared", E.Shared, "wavefronts");
  printPasses("constant", E.Constant, "requests");
  printWaste("sectors", {AddressSpace::Global, AddressSpace::Local},
             E.Global.over() + E.Local.over());
  printWaste("wavefronts", {AddressSpace::Shared}, E.Shared.over());
  printWaste("requests", {AddressSpace::Constant}, E.Constant.over());
  if (!E.Open.empty())
    OS << "  not in the sums:\n";
  for (size_t I : E.Open) {
    const AccessFact &A = E.Kernel->Facts.Accesses[I];
    OS << "         " << placeOf(A) << ": " << operationText(A) << " "
       << A.Words.Text << "\n";
  }
}

std::string estimatesText(const std::vector<FileEstimate> &Files,
                          const ArchInfo &Arch, const EstimateDevice &Device) {
  std::ostringstream OS;
  for (const FileEstimate &File : Files)
    for (const LaunchEstimate &E : File.Launches)
      Printer(E, Arch, Device, OS).print();
  return OS.str();
}

static Json totalsJson(const TrafficTotals &T, const char *Unit) {
  return {{"requests", T.Requests},
          {Unit, T.Units},
          {"enough", T.Enough},
          {"bytes", T.Bytes}};
}

static Json accessJson(const AccessFact &A, const AccessTraffic *T) {
  Json J = {{"id", A.Id},
            {"file", A.Where.File},
            {"line", A.Where.Line},
            {"column", A.Where.Column},
            {"space", addressSpaceName(A.Space)},
            {"op", accessOpName(A.Op)}};
  if (!T)
    return J;
  J["requests"] = T->Totals.Requests;
  J["units"] = T->Totals.Units;
  J["enough"] = T->Totals.Enough;
  J["bytes"] = T->Totals.Bytes;
  if (!T->Rule.empty())
    J["rule"] = T->Rule;
  return J;
}

static Json launchJson(const LaunchEstimate &E, const ArchInfo &Arch,
                       const EstimateDevice &Device) {
  const LaunchShape &L = E.Kernel->Launches[E.Launch];
  Json J = {{"kernel", E.Kernel->Facts.Name},
            {"mangled", E.Kernel->Facts.Mangled},
            {"launch", E.Launch},
            {"source", launchSourceText(L)},
            {"block", L.Block}};
  if (L.Grid)
    J["grid"] = *L.Grid;
  J["scope"] = E.Whole ? "launch" : "block";
  J["global"] = totalsJson(E.Global, "sectors");
  J["local"] = totalsJson(E.Local, "sectors");
  J["shared"] = totalsJson(E.Shared, "wavefronts");
  J["constant"] = totalsJson(E.Constant, "requests_made");
  if (E.Whole && Device.GBs > 0)
    J["microseconds_uncached"] = timeOf(E, Arch, Device);
  J["accesses"] = Json::array();
  for (const AccessTraffic &T : E.Accesses)
    J["accesses"].push_back(accessJson(E.Kernel->Facts.Accesses[T.Access], &T));
  J["not_counted"] = Json::array();
  for (size_t I : E.Open)
    J["not_counted"].push_back(
        accessJson(E.Kernel->Facts.Accesses[I], nullptr));
  return J;
}

std::string estimatesJson(const std::vector<FileEstimate> &Files,
                          const ArchInfo &Arch, const EstimateDevice &Device) {
  Json Out = {{"schema", 1},
              {"architecture", Arch.Name},
              {"sector_bytes", Arch.SectorBytes}};
  if (Device.GBs > 0) {
    Out["device"] = Device.Name;
    Out["gigabytes_per_second"] = Device.GBs;
  }
  Out["files"] = Json::array();
  for (const FileEstimate &File : Files) {
    Json J = {{"file", File.File->File}, {"launches", Json::array()}};
    for (const LaunchEstimate &E : File.Launches)
      J["launches"].push_back(launchJson(E, Arch, Device));
    Out["files"].push_back(std::move(J));
  }
  return Out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warptidy
