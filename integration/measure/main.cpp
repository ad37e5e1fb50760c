//===- main.cpp - warp-tidy-measure ---------------------------------------===//
// The command line: run (on a GPU machine); compare and figure (anywhere); read
// for pages that ncu printed before, and lines, which prints the line table
// that attribution uses.
//===----------------------------------------------------------------------===//
#include "measure/Attribution.h"
#include "measure/Compare.h"
#include "measure/Figure.h"
#include "measure/LineTable.h"
#include "measure/MeasurementsJson.h"
#include "measure/Pages.h"
#include "measure/Report.h"
#include "measure/Runner.h"
#include "measure/Text.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace warptidy::measure;

static const char Usage[] =
    R"(usage: warp-tidy-measure COMMAND ...

  run [--kernels DIR] [--only NAME] [--out DIR] [--jobs N] [--arch sm_XY]
      [--timeout SECONDS] [--max-launches N] [--launches-each N] [--nvcc-flag FLAG]... [--keep]
      [--no-time] [-- APP ARGS...]
    Builds DIR/<name>/kernel.cu (default: kernels) with nvcc, runs each program
    under ncu, then with --time, and writes OUT/measurements.json (default:
    measured). With APP it profiles that program instead (build it with
    -lineinfo).

  compare PREDICTIONS.json MEASUREMENTS.json [--sources DIR] [--only NAME]
      [--verbose] [--launched] [--json FILE]
    Judges every predicted access: MATCH, MISMATCH, AMBIGUOUS or NOT_MEASURED.
    Prints the mismatches, with --verbose all, with --launched all of kernels
    that ran. --only takes one measured program. Exit status 0 without a
    MISMATCH or a stale source, 1 with one.

  figure MEASUREMENTS.json PREDICTIONS.json OUT.svg
    Draws predicted against measured.

  read SOURCE.csv RAW.csv FILE.cu OUT.json [BINARY]
    Makes measurements of pages that ncu printed elsewhere: "--page source
    --csv --print-source cuda,sass" and "--page raw --csv". BINARY is the
    program (built with -lineinfo -no-compress), for the lines.

  lines BINARY
    Prints the line table of a binary's device code, inlining undone.
)";

static int fail(const std::string &Sentence) {
  std::fprintf(stderr, "warp-tidy-measure: %s\n", Sentence.c_str());
  return 2;
}

namespace {
/// Takes options off the front of the arguments.
class Arguments {
public:
  Arguments(int Count, char **Values) : All(Values + 2, Values + Count) {}
  bool done() const { return At >= All.size(); }
  std::string next() { return done() ? "" : All[At++]; }
  /// The value after an option; notes its absence.
  std::string value(const std::string &Option) {
    if (done() && Error.empty())
      Error = Option + " needs a value";
    return next();
  }
  unsigned number(const std::string &Option) {
    std::string Text = value(Option);
    std::optional<uint64_t> N = wholeNumber(Text);
    if ((!N || *N > 1000000) && Error.empty())
      Error = Option + " needs a number, not \"" + Text + "\"";
    return static_cast<unsigned>(N.value_or(0));
  }
  std::vector<std::string> rest() {
    std::vector<std::string> Rest(All.begin() + static_cast<long>(At),
                                  All.end());
    At = All.size();
    return Rest;
  }
  std::string Error;

private:
  std::vector<std::string> All;
  size_t At = 0;
};
} // namespace

static std::string parseRun(Arguments &A, RunOptions &O) {
  while (!A.done() && A.Error.empty()) {
    std::string Option = A.next();
    if (Option == "--")
      O.App = A.rest();
    else if (Option == "--kernels")
      O.Kernels = A.value(Option);
    else if (Option == "--only")
      O.Only = A.value(Option);
    else if (Option == "--out")
      O.Out = A.value(Option);
    else if (Option == "--arch")
      O.Architecture = A.value(Option);
    else if (Option == "--nvcc-flag")
      O.NvccFlags.push_back(A.value(Option));
    else if (Option == "--jobs")
      O.Jobs = A.number(Option);
    else if (Option == "--timeout")
      O.TimeoutSeconds = A.number(Option);
    else if (Option == "--max-launches")
      O.MaxLaunches = A.number(Option);
    else if (Option == "--launches-each")
      O.LaunchesEach = A.number(Option);
    else if (Option == "--keep")
      O.Keep = true;
    else if (Option == "--no-time")
      O.Time = false;
    else
      A.Error = "run has no option " + Option;
  }
  return A.Error;
}

static int run(Arguments &A) {
  RunOptions Options;
  std::string Error = parseRun(A, Options);
  if (!Error.empty())
    return fail(Error);
  Measurements M = runAll(Options, Error);
  if (!Error.empty())
    return fail(Error);
  std::string File = Options.Out + "/measurements.json";
  if (!writeFile(File, measurementsJson(M)))
    return fail("the file " + File + " can't be written");
  size_t Failed = 0;
  for (const Program &P : M.Programs)
    if (!P.Ok) {
      ++Failed;
      std::fprintf(stderr, "%s: %s\n", P.Name.c_str(), P.Reason.c_str());
    }
  std::fprintf(stderr, "%zu programs measured, %zu failed; wrote %s\n",
               M.Programs.size() - Failed, Failed, File.c_str());
  if (Failed == M.Programs.size())
    return 2;
  return Failed ? 1 : 0;
}

/// Reads both documents and compares them; an error sentence or nothing.
static std::string compareFiles(const std::string &PredictionsFile,
                                const std::string &MeasurementsFile,
                                const std::string &Sources,
                                const std::string &Only, Comparison &C,
                                Measurements &M) {
  std::optional<std::string> P = readFile(PredictionsFile);
  std::optional<std::string> Measured = readFile(MeasurementsFile);
  if (!P || !Measured)
    return "the file " + (P ? MeasurementsFile : PredictionsFile) +
           " can't be read";
  std::string Error;
  std::optional<PredictionSet> Predictions = readPredictions(*P, Error);
  if (!Predictions)
    return PredictionsFile + ": " + Error;
  std::optional<Measurements> Document = readMeasurements(*Measured, Error);
  if (!Document)
    return MeasurementsFile + ": " + Error;
  M = std::move(*Document);
  auto Unwanted = [&](const Program &P) {
    return !Only.empty() && P.Name != Only;
  };
  M.Programs.erase(
      std::remove_if(M.Programs.begin(), M.Programs.end(), Unwanted),
      M.Programs.end());
  if (M.Programs.empty() && !Only.empty())
    return MeasurementsFile + " has no program " + Only;
  C = compare(*Predictions, M, Sources);
  return "";
}

namespace {
struct CompareOptions {
  std::vector<std::string> Files;
  std::string Sources, JsonFile, Only;
  Table Rows = Table::Mismatches;
};
} // namespace

static std::string parseCompare(Arguments &A, CompareOptions &O) {
  bool Verbose = false, Launched = false;
  while (!A.done() && A.Error.empty()) {
    std::string Option = A.next();
    if (Option == "--sources")
      O.Sources = A.value(Option);
    else if (Option == "--json")
      O.JsonFile = A.value(Option);
    else if (Option == "--only")
      O.Only = A.value(Option);
    else if (Option == "--verbose")
      Verbose = true;
    else if (Option == "--launched")
      Launched = true;
    else if (startsWith(Option, "-"))
      A.Error = "compare has no option " + Option;
    else
      O.Files.push_back(Option);
  }
  if (A.Error.empty() && O.Files.size() != 2)
    A.Error = "compare needs PREDICTIONS.json and MEASUREMENTS.json";
  if (Launched)
    O.Rows = Table::Launched;
  else if (Verbose)
    O.Rows = Table::All;
  return A.Error;
}

static int compareCommand(Arguments &A) {
  CompareOptions O;
  std::string Error = parseCompare(A, O);
  if (!Error.empty())
    return fail(Error);
  Comparison C;
  Measurements M;
  Error = compareFiles(O.Files[0], O.Files[1], O.Sources, O.Only, C, M);
  if (!Error.empty())
    return fail(Error);
  std::fputs(tableText(C, O.Rows).c_str(), stdout);
  std::fputs(summaryText(C).c_str(), stdout);
  for (const std::string &E : C.Errors)
    std::printf("error: %s\n", E.c_str());
  if (!O.JsonFile.empty() && !writeFile(O.JsonFile, verdictsJson(C)))
    return fail("the file " + O.JsonFile + " can't be written");
  return C.passes() ? 0 : 1;
}

static int figure(Arguments &A) {
  std::vector<std::string> Files = A.rest();
  if (Files.size() != 3)
    return fail("figure needs MEASUREMENTS.json, PREDICTIONS.json and OUT.svg");
  Comparison C;
  Measurements M;
  std::string Error = compareFiles(Files[1], Files[0], "", "", C, M);
  if (!Error.empty())
    return fail(Error);
  std::string Caption =
      "Predicted against measured memory counters, " + M.Device;
  if (!writeFile(Files[2], figureSvg(C, Caption)))
    return fail("the file " + Files[2] + " can't be written");
  return 0;
}

static int readPages(Arguments &A) {
  std::vector<std::string> Files = A.rest();
  if (Files.size() != 4 && Files.size() != 5)
    return fail("read needs SOURCE.csv, RAW.csv, FILE.cu and OUT.json");
  Program P;
  P.File = Files[2], P.Name = baseName(Files[2]);
  std::optional<std::string> Text = readFile(P.File);
  if (!Text)
    return fail("the file " + P.File + " can't be read");
  P.Sha256 = sha256(*Text);
  std::vector<PageLaunch> Pages =
      readSourcePage(readFile(Files[0]).value_or(""), P.Reason);
  if (P.Reason.empty())
    P.Launches = readRawPage(readFile(Files[1]).value_or(""),
                             hardwareCounters(), P.Reason);
  if (P.Reason.empty())
    joinPages(P.Launches, std::move(Pages), P.Reason);
  if (!P.Reason.empty())
    return fail(P.Reason);
  std::vector<FunctionLines> Lines;
  for (const Cubin &Image :
       cubinsIn(Files.size() > 4 ? readFile(Files[4]).value_or("") : ""))
    for (FunctionLines &F : lineTable(Image))
      Lines.push_back(std::move(F));
  for (Launch &L : P.Launches)
    attribute(L, Lines);
  P.Ok = true;
  Measurements M;
  M.Programs.push_back(std::move(P));
  if (!writeFile(Files[3], measurementsJson(M)))
    return fail("the file " + Files[3] + " can't be written");
  return 0;
}

static int lines(Arguments &A) {
  std::string File = A.next();
  std::optional<std::string> Bytes = readFile(File);
  if (!Bytes)
    return fail("the file " + File + " can't be read");
  for (const Cubin &Image : cubinsIn(*Bytes))
    for (const FunctionLines &F : lineTable(Image)) {
      std::printf("%s\n", F.Symbol.c_str());
      for (const LineRow &R : F.Rows) {
        std::printf("  %04llx", static_cast<unsigned long long>(R.Offset));
        for (const Frame &Place : R.Frames)
          std::printf(" %s:%u", Place.File.c_str(), Place.Line);
        std::printf("\n");
      }
    }
  return 0;
}

int main(int Count, char **Values) {
  std::string Command = Count > 1 ? Values[1] : "";
  if (Command == "--help" || Command == "help") {
    std::fputs(Usage, stdout);
    return 0;
  }
  if (Command.empty()) {
    std::fputs(Usage, stderr);
    return 2;
  }
  Arguments A(Count, Values);
  if (Command == "run")
    return run(A);
  if (Command == "compare")
    return compareCommand(A);
  if (Command == "figure")
    return figure(A);
  if (Command == "read")
    return readPages(A);
  if (Command == "lines")
    return lines(A);
  return fail("there is no command " + Command +
              "; the commands are run, compare, figure, read and lines");
}
