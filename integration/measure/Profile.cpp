//===- Profile.cpp - One program under the profiler -----------------------===//
// See Profile.h.
//===----------------------------------------------------------------------===//
#include "measure/Profile.h"
#include "measure/Attribution.h"
#include "measure/Pages.h"
#include "measure/Text.h"
#include <cmath>
#include <cstdlib>
#include <filesystem>

namespace warptidy::measure {

constexpr unsigned ImportSeconds = 300;

std::string profile(const std::vector<std::string> &Command,
                    const std::string &Report, const Toolchain &Tools,
                    const RunOptions &Options) {
  std::string Metrics;
  for (const std::string &Name : Tools.Counters)
    Metrics += (Metrics.empty() ? "" : ",") + Name;
  std::vector<std::string> Full = {Tools.Ncu,
                                   "--clock-control",
                                   "none",
                                   "--section",
                                   "SourceCounters",
                                   "--section",
                                   "LaunchStats",
                                   "--metrics",
                                   Metrics,
                                   "-f",
                                   "-o",
                                   Report};
  if (Options.MaxLaunches) {
    Full.push_back("--launch-count");
    Full.push_back(std::to_string(Options.MaxLaunches));
  }
  if (!Options.App.empty() && Options.LaunchesEach) {
    // Any context, stream and kernel; its first launches.
    std::string First = "1";
    for (unsigned I = 2; I <= Options.LaunchesEach; ++I)
      First += "|" + std::to_string(I);
    Full.insert(Full.end(), {"--kernel-id", ":::" + First});
  }
  Full.insert(Full.end(), Command.begin(), Command.end());
  return profileFailure(runProcess(Full, Options.TimeoutSeconds),
                        Options.TimeoutSeconds);
}

/// "KERNEL MICROSECONDS"; false for any other line.
static bool readTiming(const std::string &Line, Timing &T) {
  size_t Space = Line.rfind(' ');
  if (Space == std::string::npos)
    return false;
  char *End = nullptr;
  T.Kernel = trim(Line.substr(0, Space));
  T.MedianMicroseconds = std::strtod(Line.c_str() + Space + 1, &End);
  return !T.Kernel.empty() && End != Line.c_str() + Space + 1 && !*End &&
         std::isfinite(T.MedianMicroseconds) && T.MedianMicroseconds >= 0;
}

std::vector<Timing> timeProgram(const std::string &Program,
                                unsigned TimeoutSeconds, std::string &Why) {
  ProcessResult R = runProcess({Program, "--time"}, TimeoutSeconds);
  std::vector<Timing> Timings;
  if (!R.Started)
    Why = "it can't be started";
  else if (R.TimedOut)
    Why = "it did not finish within " + std::to_string(TimeoutSeconds) + " s";
  else if (R.Status != 0)
    Why = "it ended with status " + std::to_string(R.Status);
  for (const std::string &Line : split(R.Output, '\n')) {
    if (!Why.empty() || trim(Line).empty())
      continue;
    Timing T;
    if (readTiming(trim(Line), T))
      Timings.push_back(std::move(T));
    else
      Why = "it printed \"" + trim(Line) + "\", which is no time";
  }
  if (Why.empty() && Timings.empty())
    Why = "it printed no times";
  return Why.empty() ? Timings : std::vector<Timing>();
}

namespace {
class ReportReader {
public:
  ReportReader(const std::string &Report, const Toolchain &Tools)
      : File(Report + ".ncu-rep"), Tools(Tools) {}

  std::vector<Launch> read(std::string &Error) {
    std::vector<Launch> Launches = raw(Error);
    if (!Error.empty())
      return {};
    std::vector<PageLaunch> Pages = readSourcePage(source({}), Error);
    if (!Error.empty())
      return {};
    if (Pages.size() != Launches.size())
      Pages = oneByOne(Launches.size(), Error);
    if (Error.empty())
      joinPages(Launches, std::move(Pages), Error);
    return Launches;
  }

private:
  std::string import(std::vector<std::string> Arguments) {
    Arguments.insert(Arguments.begin(), {Tools.Ncu, "--import", File, "--csv"});
    return runProcess(Arguments, ImportSeconds).Output;
  }
  std::string source(const std::vector<std::string> &Filter) {
    std::vector<std::string> Arguments = {"--page", "source", "--print-source",
                                          "cuda,sass"};
    Arguments.insert(Arguments.end(), Filter.begin(), Filter.end());
    return import(Arguments);
  }
  /// Base units and mangled names where the profiler has these options.
  std::vector<Launch> raw(std::string &Error) {
    std::string Ignored;
    std::vector<Launch> Launches =
        readRawPage(import({"--page", "raw", "--print-units", "base",
                            "--print-kernel-base", "mangled"}),
                    Tools.Counters, Ignored);
    if (!Ignored.empty())
      Launches = readRawPage(import({"--page", "raw"}), Tools.Counters, Error);
    return Launches;
  }
  /// Launches that the page runs together are asked for one at a time.
  std::vector<PageLaunch> oneByOne(size_t Count, std::string &Error) {
    std::vector<PageLaunch> Pages;
    for (size_t I = 0; I < Count && Error.empty(); ++I) {
      std::vector<PageLaunch> One = readSourcePage(
          source({"--launch-skip", std::to_string(I), "--launch-count", "1"}),
          Error);
      if (One.size() == 1)
        Pages.push_back(std::move(One[0]));
    }
    return Pages;
  }

  std::string File;
  const Toolchain &Tools;
};
} // namespace

void readReport(Program &P, const std::string &Report, const Toolchain &Tools,
                const std::vector<FunctionLines> &Functions) {
  P.Launches = ReportReader(Report, Tools).read(P.Reason);
  P.Ok = P.Reason.empty();
  for (Launch &L : P.Launches)
    attribute(L, Functions);
}

std::vector<FunctionLines> deviceLines(const std::string &Executable,
                                       const Toolchain &Tools,
                                       const std::string &Scratch) {
  std::vector<FunctionLines> All;
  auto Add = [&](const std::string &Path) {
    size_t Images = 0;
    for (const Cubin &Image : cubinsIn(readFile(Path).value_or(""))) {
      std::vector<FunctionLines> Lines = lineTable(Image);
      All.insert(All.end(), Lines.begin(), Lines.end());
      ++Images;
    }
    return Images;
  };
  Add(Executable);
  if (!All.empty() || Tools.Cuobjdump.empty())
    return All;
  std::error_code Ignored;
  std::filesystem::create_directories(Scratch, Ignored);
  runProcess({Tools.Cuobjdump, "-xelf", "all",
              std::filesystem::absolute(Executable, Ignored).string()},
             ImportSeconds, Scratch);
  for (const auto &Entry :
       std::filesystem::directory_iterator(Scratch, Ignored))
    if (Entry.path().extension() == ".cubin")
      Add(Entry.path().string());
  return All;
}

} // namespace warptidy::measure
