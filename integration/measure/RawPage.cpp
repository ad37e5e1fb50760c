//===- RawPage.cpp - Identity and counters of each launch -----------------===//
// The raw page has one row a launch: names, then units, then values.
//===----------------------------------------------------------------------===//
#include "measure/Counters.h"
#include "measure/Pages.h"
#include "measure/Text.h"
#include <cstdlib>

namespace warptidy::measure {

/// "(32, 1, 1)".
static std::optional<Dims> dims(const std::string &Text) {
  std::string Inner = replaceAll(replaceAll(Text, "(", ""), ")", "");
  std::vector<std::string> Parts = split(Inner, ',');
  Dims D{};
  if (Parts.size() != 3)
    return std::nullopt;
  for (size_t I = 0; I < 3; ++I) {
    Count N = wholeNumber(Parts[I]);
    if (!N)
      return std::nullopt;
    D[I] = *N;
  }
  return D;
}

/// Bytes of a value whose unit may be scaled ("Kbyte/block": thousands).
static Count bytes(const std::string &Value, const std::string &Unit) {
  double Scale = startsWith(Unit, "K") ? 1e3 : startsWith(Unit, "M") ? 1e6 : 1;
  if (Value.empty())
    return std::nullopt;
  double V = std::strtod(replaceAll(Value, ",", "").c_str(), nullptr) * Scale;
  return V < 0 ? Count() : Count(static_cast<uint64_t>(V + 0.5));
}

std::vector<Launch> readRawPage(const std::string &Csv,
                                const std::vector<std::string> &Counters,
                                std::string &Error) {
  std::vector<CsvRow> Rows = readCsv(Csv);
  std::vector<Launch> Launches;
  while (!Rows.empty() && column(Rows[0], "Kernel Name") == std::string::npos)
    Rows.erase(Rows.begin());
  if (Rows.size() < 3) {
    Error = "the profiler's raw page is empty: no kernel was profiled";
    return {};
  }
  auto Cell = [&](size_t Row, const std::string &Name) {
    size_t I = column(Rows[0], Name);
    if (I == std::string::npos)
      return std::string();
    return I < Rows[Row].size() ? Rows[Row][I] : std::string();
  };
  const std::string Dynamic = "launch__shared_mem_per_block_dynamic";
  std::map<std::string, unsigned> Seen;
  for (size_t R = 2; R < Rows.size(); ++R) {
    Launch L;
    L.Kernel = Cell(R, "Kernel Name");
    L.Index = ++Seen[L.Kernel];
    std::optional<Dims> Block = dims(Cell(R, "Block Size")),
                        Grid = dims(Cell(R, "Grid Size"));
    if (!Block || !Grid) {
      Error = "the profiler's raw page has no block or grid size: this version "
              "of ncu names its columns differently";
      return {};
    }
    L.Block = *Block, L.Grid = *Grid;
    L.DynamicSharedBytes = bytes(Cell(R, Dynamic), Cell(1, Dynamic));
    for (const std::string &Name : Counters)
      if (Count N = wholeNumber(Cell(R, Name)))
        L.Hardware[Name] = *N;
    Launches.push_back(std::move(L));
  }
  return Launches;
}

/// An access by a generic address that went to another block's shared memory:
/// the page has neither sectors nor wavefronts of it, a counter has the sectors.
static void findDistributed(Launch &L) {
  for (Instruction &I : L.Instructions) {
    auto Counter = L.Hardware.find(distributedCounter(I.Op));
    if (I.Space != "generic" || !I.Executed || I.Sectors.value_or(0) ||
        I.Wavefronts.value_or(0) || Counter == L.Hardware.end() ||
        !Counter->second)
      continue;
    I.Space = "distributed";
    I.TagRequests = I.Wavefronts = I.WavefrontsIdeal = std::nullopt;
  }
}

bool joinPages(std::vector<Launch> &Raw, std::vector<PageLaunch> Pages,
               std::string &Error) {
  if (Raw.size() != Pages.size()) {
    Error = "the profiler's source page lists " + std::to_string(Pages.size()) +
            " launches and its raw page " + std::to_string(Raw.size());
    return false;
  }
  for (size_t I = 0; I < Raw.size(); ++I) {
    // Asked for mangled names, the raw page gives them; the source page has
    // the readable ones.
    if (startsWith(Raw[I].Kernel, "_Z"))
      Raw[I].Mangled = Raw[I].Kernel;
    Raw[I].Kernel = Pages[I].Function;
    Raw[I].Instructions = std::move(Pages[I].Instructions);
    findDistributed(Raw[I]);
  }
  return true;
}

} // namespace warptidy::measure
