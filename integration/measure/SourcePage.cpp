//===- SourcePage.cpp - Counters of each machine instruction --------------===//
// The page lists, for each launch, each source file and each of its lines, the
// instructions of that line, all of them twice and with "..." rows where the
// addresses jump. A launch ends when the function changes or a file of it
// comes again.
//===----------------------------------------------------------------------===//
#include "measure/Pages.h"
#include "measure/Sass.h"
#include "measure/Text.h"
#include <algorithm>
#include <cstdlib>
#include <set>

namespace warptidy::measure {

namespace {
constexpr size_t None = std::string::npos;

struct Columns {
  size_t Line, Address, Sass, Executed, Threads, Sectors, SectorsIdeal,
      Wavefronts, WavefrontsIdeal, TagRequests, SectorsLocal;
};

class PageReader {
public:
  PageReader(std::string &Error) : Error(Error) {}

  std::vector<PageLaunch> read(const std::string &Csv) {
    for (const CsvRow &Row : readCsv(Csv))
      if (Error.empty())
        take(Row);
    if (Error.empty() && Launches.empty())
      Error = "the profiler's source page is empty: no kernel was profiled";
    for (PageLaunch &L : Launches)
      finish(L);
    return std::move(Launches);
  }

private:
  void take(const CsvRow &Row) {
    if (Row[0] == "File Path" || Row[0] == "File Name") {
      File = Row.size() > 1 ? Row[1] : "";
      HaveFile = true;
    } else if (Row[0] == "Function Name" || Row[0] == "Kernel Name") {
      function(Row.size() > 1 ? Row[1] : "");
    } else if (column(Row, "Address") != None &&
               column(Row, "Instructions Executed") != None) {
      header(Row);
    } else if (column(Row, "Address") != None && Row.size() > 8) {
      missing("Instructions Executed");
    } else if (!Launches.empty() && Header) {
      instruction(Row);
    }
  }

  void function(const std::string &Name) {
    if (!HaveFile)
      File.clear();
    HaveFile = false;
    bool Again = Launches.empty() || Launches.back().Function != Name ||
                 !Files.insert(File).second;
    Header = false;
    Line = 0;
    if (!Again)
      return;
    Launches.push_back({Name, {}});
    Files = {File};
    Seen.clear();
  }

  void missing(const std::string &Name) {
    Error = "the profiler's source page has no column \"" + Name +
            "\": this version of ncu names its columns differently";
  }

  void header(const CsvRow &Row) {
    At.Line = column(Row, "Line No");
    At.Address = column(Row, "Address");
    At.Sass = column(Row, "Source", At.Address);
    At.Executed = column(Row, "Instructions Executed");
    At.Threads = column(Row, "Predicated-On Thread Instructions Executed");
    At.Sectors = column(Row, "L2 Theoretical Sectors Global");
    At.SectorsIdeal = column(Row, "L2 Theoretical Sectors Global Ideal");
    At.Wavefronts = column(Row, "L1 Wavefronts Shared");
    At.WavefrontsIdeal = column(Row, "L1 Wavefronts Shared Ideal");
    At.TagRequests = column(Row, "L1 Tag Requests Global");
    At.SectorsLocal = column(Row, "L2 Theoretical Sectors Local");
    if (At.Sass == None)
      missing("Source");
    if (At.Threads == None)
      missing("Predicated-On Thread Instructions Executed");
    Header = true;
  }

  static std::string cell(const CsvRow &Row, size_t I) {
    return I < Row.size() ? Row[I] : "";
  }

  void instruction(const CsvRow &Row) {
    if (At.Line != None && wholeNumber(cell(Row, At.Line)))
      Line = static_cast<unsigned>(*wholeNumber(cell(Row, At.Line)));
    std::string Address = cell(Row, At.Address);
    if (!startsWith(Address, "0x"))
      return;
    uint64_t Value = std::strtoull(Address.c_str(), nullptr, 16);
    if (!Seen.insert(Value).second)
      return;
    Instruction I;
    I.Offset = Value;
    I.Sass = trim(cell(Row, At.Sass));
    I.File = File;
    I.Line = Line;
    SassAccess A = classify(I.Sass);
    I.Space = A.Space, I.Op = A.Op, I.SizeBits = A.SizeBits;
    I.Executed = wholeNumber(cell(Row, At.Executed)).value_or(0);
    I.Threads = wholeNumber(cell(Row, At.Threads)).value_or(0);
    counters(Row, I);
    Launches.back().Instructions.push_back(std::move(I));
  }

  void counters(const CsvRow &Row, Instruction &I) {
    auto Read = [&](size_t Column) { return wholeNumber(cell(Row, Column)); };
    if (contains(I.Space, "global") || I.Space == "generic") {
      I.Sectors = Read(At.Sectors);
      I.SectorsIdeal = Read(At.SectorsIdeal);
      I.TagRequests = Read(At.TagRequests);
    }
    if (contains(I.Space, "shared") || I.Space == "generic") {
      I.Wavefronts = Read(At.Wavefronts);
      I.WavefrontsIdeal = Read(At.WavefrontsIdeal);
    }
    if (I.Space == "local")
      I.SectorsLocal = Read(At.SectorsLocal);
    // ncu drops the columns of counters that no kernel needs: one that an
    // executed access does need has another name.
    if (!I.Executed)
      return;
    if (contains(I.Space, "global") && At.Sectors == None)
      missing("L2 Theoretical Sectors Global");
    if (contains(I.Space, "shared") && At.Wavefronts == None)
      missing("L1 Wavefronts Shared");
    if (I.Space == "local" && At.SectorsLocal == None)
      missing("L2 Theoretical Sectors Local");
  }

  /// Addresses become offsets, in order.
  static void finish(PageLaunch &L) {
    std::vector<Instruction> &All = L.Instructions;
    std::sort(All.begin(), All.end(),
              [](const Instruction &A, const Instruction &B) {
                return A.Offset < B.Offset;
              });
    for (size_t I = All.size(); I-- > 0;)
      All[I].Offset -= All[0].Offset;
  }

  std::string &Error;
  std::vector<PageLaunch> Launches;
  std::string File;
  std::set<std::string> Files; ///< Of the current launch.
  std::set<uint64_t> Seen;     ///< Addresses of the current launch.
  Columns At{};
  unsigned Line = 0;
  bool Header = false, HaveFile = false;
};
} // namespace

std::vector<PageLaunch> readSourcePage(const std::string &Csv,
                                       std::string &Error) {
  return PageReader(Error).read(Csv);
}

} // namespace warptidy::measure
