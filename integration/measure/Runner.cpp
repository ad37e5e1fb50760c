//===- Runner.cpp - Build, profile, record --------------------------------===//
// See Runner.h. Programs are built in parallel, profiled one after the other
// (the counters belong to the whole GPU), and their reports read in parallel
// while the next ones are profiled.
//===----------------------------------------------------------------------===//
#include "measure/Runner.h"
#include "measure/Profile.h"
#include "measure/Text.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <future>
#include <set>
#include <thread>

namespace warptidy::measure {

namespace fs = std::filesystem;

namespace {
constexpr unsigned CompileSeconds = 300;

std::string today() {
  char Text[16] = "";
  std::time_t Now = std::time(nullptr);
  std::strftime(Text, sizeof Text, "%Y-%m-%d", std::gmtime(&Now));
  return Text;
}

/// Paths below the current folder are recorded relative to it.
std::string recordedPath(const std::string &Path) {
  std::error_code Ignored;
  std::string Here = fs::current_path(Ignored).string() + "/";
  return startsWith(Path, Here) ? Path.substr(Here.size()) : Path;
}

std::vector<SourceFile> headersIn(const fs::path &Folder) {
  std::vector<SourceFile> Found;
  std::error_code Ignored;
  for (const auto &Entry : fs::directory_iterator(Folder, Ignored)) {
    std::string Extension = Entry.path().extension().string();
    if (Extension == ".h" || Extension == ".cuh" || Extension == ".hpp")
      Found.push_back({recordedPath(normalPath(Entry.path().string())),
                       sha256(readFile(Entry.path().string()).value_or(""))});
  }
  std::sort(Found.begin(), Found.end(),
            [](const auto &A, const auto &B) { return A.File < B.File; });
  return Found;
}

class Runner {
public:
  Runner(const RunOptions &Options, const Toolchain &Tools)
      : Options(Options), Tools(Tools), Work(Options.Out + "/work") {}

  std::vector<Program> kernels(std::string &Error) {
    if (!listKernels(Error))
      return {};
    inParallel([this](size_t I) { build(Programs[I]); });
    profileAll();
    if (Options.Time)
      timeAll();
    return std::move(Programs);
  }

  std::vector<Program> app() {
    Program P;
    P.Name = baseName(Options.App[0]);
    std::string Executable = findProgram(Options.App[0]);
    std::vector<FunctionLines> Lines;
    if (Executable.empty()) {
      P.Reason = "there is no program " + Options.App[0];
    } else {
      std::fprintf(stderr, "profiling %s\n", P.Name.c_str());
      P.Reason = profile(Options.App, report(P), Tools, Options);
      Lines = deviceLines(Executable, Tools, Work + "/cubins");
    }
    if (P.Reason.empty())
      readReport(P, report(P), Tools, Lines);
    P.Headers = sourcesOf(Lines);
    for (Launch &L : P.Launches)
      for (Instruction &I : L.Instructions)
        I.File = recordedPath(I.File);
    return {P};
  }

private:
  std::string report(const Program &P) const { return Work + "/" + P.Name; }
  std::string binary(const Program &P) const { return report(P) + ".bin"; }

  bool listKernels(std::string &Error) {
    std::error_code Failed;
    for (const auto &Entry : fs::directory_iterator(Options.Kernels, Failed)) {
      std::string Name = Entry.path().filename().string();
      std::string File = normalPath(Entry.path().string() + "/kernel.cu");
      if (!fs::exists(File) || (!Options.Only.empty() && Name != Options.Only))
        continue;
      Program P;
      P.Name = Name, P.File = File;
      P.Sha256 = sha256(readFile(File).value_or(""));
      P.Headers = headersIn(Entry.path());
      for (const char *Shared : {"", "/common"})
        for (SourceFile &H : headersIn(Options.Kernels + Shared))
          P.Headers.push_back(H);
      Programs.push_back(std::move(P));
    }
    std::sort(
        Programs.begin(), Programs.end(),
        [](const Program &A, const Program &B) { return A.Name < B.Name; });
    if (Programs.empty())
      Error = "no " + (Options.Only.empty() ? "<name>" : Options.Only) +
              "/kernel.cu in the folder " + Options.Kernels;
    return Error.empty();
  }

  void inParallel(const std::function<void(size_t)> &Do) {
    std::atomic<size_t> Next{0};
    auto Worker = [&] {
      for (size_t I = Next++; I < Programs.size(); I = Next++)
        Do(I);
    };
    unsigned Jobs = Options.Jobs
                        ? Options.Jobs
                        : std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> Threads;
    for (unsigned I = 0; I < std::min<size_t>(Jobs, Programs.size()); ++I)
      Threads.emplace_back(Worker);
    for (std::thread &T : Threads)
      T.join();
  }

  void build(Program &P) {
    std::vector<std::string> Command = {
        Tools.Nvcc,   "-O3",
        "-std=c++17", "-arch=" + Options.Architecture,
        "-lineinfo",  "-no-compress",
        "-I",         Options.Kernels};
    Command.insert(Command.end(), Options.NvccFlags.begin(),
                   Options.NvccFlags.end());
    Command.insert(Command.end(), {"-o", binary(P), P.File});
    P.Reason =
        compileFailure(runProcess(Command, CompileSeconds), CompileSeconds);
    if (P.Reason.empty())
      std::fprintf(stderr, "[%zu/%zu] built %s\n", ++Built, Programs.size(),
                   P.Name.c_str());
    else
      std::fprintf(stderr, "[%zu/%zu] %s: %s\n", ++Built, Programs.size(),
                   P.Name.c_str(), P.Reason.c_str());
  }

  void profileAll() {
    std::vector<std::future<void>> Readers;
    std::string Hopeless;
    for (size_t I = 0; I < Programs.size(); ++I) {
      Program &P = Programs[I];
      if (!P.Reason.empty())
        continue;
      P.Reason = Hopeless.empty()
                     ? profile({binary(P)}, report(P), Tools, Options)
                     : Hopeless;
      if (isHopeless(P.Reason))
        Hopeless = P.Reason;
      std::fprintf(stderr, "[%zu/%zu] %s %s\n", I + 1, Programs.size(),
                   P.Reason.empty() ? "profiled" : "failed", P.Name.c_str());
      if (P.Reason.empty())
        Readers.push_back(
            std::async(std::launch::async, [this, &P] { read(P); }));
    }
    for (std::future<void> &F : Readers)
      F.wait();
  }

  /// Alone on the GPU and without the profiler, so after everything else.
  void timeAll() {
    for (size_t I = 0; I < Programs.size(); ++I) {
      Program &P = Programs[I];
      if (!P.Ok)
        continue;
      std::string Why;
      P.Timings = timeProgram(binary(P), Options.TimeoutSeconds, Why);
      std::fprintf(stderr, "[%zu/%zu] %s %s%s\n", I + 1, Programs.size(),
                   Why.empty() ? "timed" : "not timed:", P.Name.c_str(),
                   Why.empty() ? "" : (": " + Why).c_str());
    }
  }

  void read(Program &P) {
    readReport(P, report(P), Tools,
               deviceLines(binary(P), Tools, report(P) + ".cubins"));
    for (Launch &L : P.Launches)
      for (Instruction &I : L.Instructions)
        I.File = recordedPath(I.File);
  }

  /// The user's files that some instruction comes from.
  static std::vector<SourceFile>
  sourcesOf(const std::vector<FunctionLines> &Functions) {
    std::set<std::string> Files;
    for (const FunctionLines &F : Functions)
      for (const LineRow &R : F.Rows)
        for (const Frame &Place : R.Frames)
          if (!isSystemFile(Place.File))
            Files.insert(Place.File);
    std::vector<SourceFile> Found;
    for (const std::string &File : Files)
      if (std::optional<std::string> Bytes = readFile(File))
        Found.push_back({recordedPath(File), sha256(*Bytes)});
    return Found;
  }

  const RunOptions &Options;
  const Toolchain &Tools;
  std::string Work;
  std::vector<Program> Programs;
  std::atomic<size_t> Built{0};
};
} // namespace

Measurements runAll(const RunOptions &Options, std::string &Error) {
  Measurements M;
  Toolchain Tools = findToolchain(Options.App.empty(), Error);
  std::error_code Failed;
  if (Error.empty())
    fs::create_directories(Options.Out + "/work", Failed);
  if (Error.empty() && Failed)
    Error = "the folder " + Options.Out + " can't be made";
  if (!Error.empty())
    return M;
  M.Device = Tools.Device, M.Driver = Tools.Driver;
  M.Toolkit = Tools.Toolkit, M.Profiler = Tools.Profiler;
  M.Date = today(), M.Architecture = Options.Architecture;
  M.Flags = "-O3 -std=c++17 -lineinfo";
  for (const std::string &F : Options.NvccFlags)
    M.Flags += " " + F;
  if (!Options.App.empty())
    M.Flags.clear(), M.Architecture.clear(); // Built by the user.
  Runner R(Options, Tools);
  M.Programs = Options.App.empty() ? R.kernels(Error) : R.app();
  if (!Options.Keep)
    fs::remove_all(Options.Out + "/work", Failed);
  return M;
}

} // namespace warptidy::measure
