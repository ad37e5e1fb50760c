//===- Verify.cpp - Predict, measure, compare -----------------------------===//
// See Verify.h. The measuring half builds, profiles and compares; this finds
// the sources and predicts for the launches that were seen.
//===----------------------------------------------------------------------===//
#include "tool/Verify.h"
#include "tool/Installed.h"
#include "tool/Lint.h"
#include "tool/MeasuringHalf.h"
#include "tool/VerifyOptions.h"
#include "tool/VerifySources.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warptidy {
namespace {

enum ExitCode { Agrees = 0, Differs = 1, NothingMeasured = 2 };
using Names = std::vector<std::string>;

void say(const Twine &Sentence) {
  errs() << "warp-tidy verify: " << Sentence << "\n";
}

int fail(const Twine &Sentence) {
  say("error: " + Sentence);
  return NothingMeasured;
}

class Verifier {
public:
  Verifier(const VerifyOptions &Options, const char *Program)
      : Options(Options), Program(Program) {}

  int corpus();
  int app();
  int recorded();

private:
  std::string out(StringRef Name) const {
    return Options.Out + "/" + Name.str();
  }
  std::string kernelFolder() const;
  std::string architecture() const;

  Error readMeasured(const std::string &File);
  int measure(const Names &Tail);
  Expected<ToolOptions> toolOptions(const Names &Files, bool Shapes) const;
  bool predict(const Names &Files, bool Shapes);
  bool predictProgram();
  bool predictMissing(const Names &Candidates);
  void sayMissing(const Names &Missing) const;
  int compare();
  int adviseCorpus() const;

  const VerifyOptions &Options;
  const char *Program;
  std::string MeasuredFile; ///< Set once it is there.
  MeasuredLaunches Measured;
  LintResult Predicted;
};

} // namespace

/// Where the kernels are: below the sources unless the path is absolute; those
/// that were installed if none are named and none are here.
std::string Verifier::kernelFolder() const {
  std::string Installed = sharedFolder("kernels", Program);
  if (Options.Kernels.empty() && Options.Measured.empty() &&
      !sys::fs::exists("kernels") && sys::fs::exists(Installed))
    return Installed;
  std::string Given = Options.Kernels.empty() ? "kernels" : Options.Kernels;
  if (Options.Sources == "." || sys::path::is_absolute(Given))
    return Given;
  return Options.Sources + "/" + Given;
}

std::string Verifier::architecture() const {
  if (!Options.Arch.empty())
    return Options.Arch;
  return Measured.Architecture.empty() ? "sm_90" : Measured.Architecture;
}

Error Verifier::readMeasured(const std::string &File) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError(File + ": " + Buffer.getError().message());
  auto Document = readMeasuredLaunches((*Buffer)->getBuffer());
  if (!Document)
    return createStringError(File + ": " + toString(Document.takeError()));
  MeasuredFile = File;
  Measured = std::move(*Document);
  return Error::success();
}

/// Runs the measuring half, and reads what it wrote. Agrees if there is
/// anything to compare with.
int Verifier::measure(const Names &Tail) {
  sys::fs::remove(out("measurements.json")); // Of an earlier run.
  Names Arguments{"run", "--out", Options.Out, "--arch", architecture()};
  append_range(Arguments, Options.RunOptions);
  append_range(Arguments, Tail);
  int Status = runMeasuringHalf(Arguments, Program);
  if (Status == NothingMeasured || !sys::fs::exists(out("measurements.json")))
    return NothingMeasured;
  if (Error E = readMeasured(out("measurements.json")))
    return fail(toString(std::move(E)));
  return any_of(Measured.Programs,
                [](const MeasuredProgram &P) { return P.Ok; })
             ? Agrees
             : NothingMeasured;
}

Expected<ToolOptions> Verifier::toolOptions(const Names &Files,
                                            bool Shapes) const {
  Names Words{Program, "--quiet", "--gpu-arch=" + architecture()};
  if (!Options.CudaPath.empty())
    Words.push_back("--cuda-path=" + Options.CudaPath);
  if (!Options.BuildPath.empty())
    Words.insert(Words.end(), {"-p", Options.BuildPath});
  for (const std::string &Value : Options.Assume)
    Words.push_back("--assume=" + Value);
  if (Shapes)
    Words.push_back("--launches=" + MeasuredFile);
  append_range(Words, Files);
  Names Flags = Options.NvccFlags;
  if (Options.App.empty() && Options.BuildPath.empty())
    Flags.insert(Flags.begin(), {"-std=c++17", "-I", kernelFolder()});
  if (!Flags.empty())
    Words.push_back("--");
  append_range(Words, Flags);
  std::vector<const char *> Pointers;
  for (const std::string &Word : Words)
    Pointers.push_back(Word.c_str());
  Expected<ToolOptions> Out =
      parseOptions(static_cast<int>(Pointers.size()), Pointers.data());
  if (Out)
    Out->Silent = true;
  return Out;
}

/// Predicts the files anew, with the measured shapes if Shapes, and writes the
/// document. False when that was not possible; failed files have said so.
bool Verifier::predict(const Names &Files, bool Shapes) {
  Expected<ToolOptions> Tool = toolOptions(Files, Shapes);
  if (!Tool) {
    fail(toString(Tool.takeError()));
    return false;
  }
  Predicted = lintAll(*Tool);
  return writePredictions(out("predictions.json"), Predicted);
}

/// Adds the predictions of those candidates that are not predicted yet, as long
/// as some measured kernel is in none of the files.
bool Verifier::predictMissing(const Names &Candidates) {
  Names New;
  for (const std::string &File : Candidates)
    if (none_of(Predicted.Predictions, [&](const FilePredictions &P) {
          return sys::fs::equivalent(P.File, File);
        }))
      New.push_back(File);
  if (New.empty())
    return true;
  Expected<ToolOptions> Tool = toolOptions(New, true);
  if (!Tool) {
    fail(toString(Tool.takeError()));
    return false;
  }
  if (!Predicted.Predictions.empty() &&
      unknownKernels(*Tool, Predicted.Totals).empty())
    return true;
  LintResult More = lintAll(*Tool);
  Predicted.Arch = More.Arch;
  Predicted.Totals.Mangled.merge(More.Totals.Mangled);
  for (FilePredictions &P : More.Predictions)
    Predicted.Predictions.push_back(std::move(P));
  return true;
}

void Verifier::sayMissing(const Names &Missing) const {
  if (!Missing.empty())
    say("note: " + Twine(Missing.size()) +
        (Missing.size() == 1 ? " measured kernel is"
                             : " measured kernels are") +
        " in none of the predicted files, " + Missing[0] +
        (Missing.size() == 1 ? "" : " the first of them"));
}

/// Predicts the sources of a user's program: those that the measured
/// instructions come from; where these lack a measured kernel, those that the
/// line table names, then all of the compile database.
bool Verifier::predictProgram() {
  std::set<std::string> Near, Far;
  for (const MeasuredProgram &P : Measured.Programs) {
    Near.insert(P.Sources.begin(), P.Sources.end());
    Far.insert(P.OtherSources.begin(), P.OtherSources.end());
  }
  if (Near.empty()) {
    fail("the measured instructions have no source lines: build the program "
         "with -lineinfo");
    return false;
  }
  Names There = locateAll(Near, Options.Sources);
  if (There.empty()) {
    fail("none of the measured source files is here (" + *Near.begin() +
         "): run from the folder that the paths start from, or name it with "
         "--sources");
    return false;
  }
  Expected<ToolOptions> Tool = toolOptions(There, true);
  if (!Tool) {
    fail(toString(Tool.takeError()));
    return false;
  }
  const auto *Database = Tool->Database.get();
  for (const Names &Units :
       {unitsAmong(Near, Options.Sources, Database),
        unitsAmong(Far, Options.Sources, Database), unitsOf(Database)})
    if (!predictMissing(Units))
      return false;
  if (Predicted.Predictions.empty()) {
    fail("the measured lines name no .cu file: give the program's "
         "compile_commands.json with -p");
    return false;
  }
  sayMissing(unknownKernels(*Tool, Predicted.Totals));
  return writePredictions(out("predictions.json"), Predicted);
}

int Verifier::compare() {
  Names Arguments{"compare",
                  out("predictions.json"),
                  MeasuredFile,
                  "--sources",
                  Options.Sources,
                  "--json",
                  out("comparison.json")};
  if (!Options.Only.empty())
    Arguments.insert(Arguments.end(), {"--only", Options.Only});
  bool IsApp = any_of(Measured.Programs,
                      [](const MeasuredProgram &P) { return P.File.empty(); });
  if (Options.Verbose || IsApp)
    Arguments.push_back(Options.Verbose ? "--verbose" : "--launched");
  int Status = runMeasuringHalf(Arguments, Program);
  runMeasuringHalf(
      {"figure", MeasuredFile, out("predictions.json"), out("figure.svg")},
      Program);
  outs() << "predicted for " << architecture() << "; everything is in "
         << Options.Out << "/\n";
  return Status || Predicted.Totals.FailedFiles ? Differs : Agrees;
}

int Verifier::adviseCorpus() const {
  bool Installed = kernelFolder() == sharedFolder("kernels", Program);
  say("nothing was measured, so nothing is compared. The predictions are in " +
      out("predictions.json") + ".\nTo measure elsewhere: carry " +
      (Installed ? "the program warp-tidy-measure" : "integration/") + " and " +
      kernelFolder() +
      "/ to a machine with a GPU, run 'warp-tidy-measure run --kernels " +
      (Installed ? "kernels" : kernelFolder()) + "' there" +
      (Installed ? "" : " (integration/README.md says how to build it)") +
      ", bring its measurements.json back, and judge it with\n  warp-tidy "
      "verify "
      "--measured measurements.json --kernels " +
      kernelFolder());
  return NothingMeasured;
}

int Verifier::corpus() {
  Names Files = kernelFiles(kernelFolder(), Options.Only);
  if (Files.empty())
    return fail("no " + (Options.Only.empty() ? "<name>" : Options.Only) +
                "/kernel.cu in the folder " + kernelFolder());
  // Nothing is measured for options that no prediction can be made with.
  if (Expected<ToolOptions> Tool = toolOptions(Files, false); !Tool)
    return fail(toString(Tool.takeError()));
  Names Tail{"--kernels", kernelFolder()};
  if (!Options.Only.empty())
    Tail.insert(Tail.end(), {"--only", Options.Only});
  for (const std::string &Flag : Options.NvccFlags)
    Tail.insert(Tail.end(), {"--nvcc-flag", Flag});
  if (measure(Tail) != Agrees)
    return predict(Files, false) ? adviseCorpus() : NothingMeasured;
  return predict(Files, true) ? compare() : Differs;
}

int Verifier::app() {
  Names Tail{"--"};
  append_range(Tail, Options.App);
  if (measure(Tail) != Agrees) {
    say("nothing was measured, so nothing is compared. To measure elsewhere: "
        "run 'warp-tidy-measure run -- " +
        Options.App[0] +
        " ...' on a machine with a GPU (integration/README.md says how to "
        "build it), bring its measurements.json back, and judge it where the "
        "sources are with\n  warp-tidy verify --measured measurements.json");
    return NothingMeasured;
  }
  return predictProgram() ? compare() : Differs;
}

int Verifier::recorded() {
  if (Error E = readMeasured(Options.Measured))
    return fail(toString(std::move(E)));
  if (!Options.Only.empty() &&
      none_of(Measured.Programs,
              [&](const MeasuredProgram &P) { return P.Name == Options.Only; }))
    return fail("no program " + Options.Only + " in " + Options.Measured);
  if (!sys::fs::equivalent(MeasuredFile, out("measurements.json")))
    if (std::error_code EC =
            sys::fs::copy_file(MeasuredFile, out("measurements.json")))
      return fail("cannot write '" + out("measurements.json") +
                  "': " + EC.message());
  bool IsApp = all_of(Measured.Programs,
                      [](const MeasuredProgram &P) { return P.File.empty(); });
  if (IsApp)
    return predictProgram() ? compare() : Differs;
  Names Files = Options.Kernels.empty()
                    ? programFiles(Measured, Options.Only, Options.Sources)
                    : kernelFiles(kernelFolder(), Options.Only);
  if (Files.empty())
    return fail("none of the measured sources is there: run from the folder "
                "that the recorded paths start from, or name it with "
                "--sources");
  return predict(Files, true) ? compare() : NothingMeasured;
}

int verify(const std::vector<std::string> &Arguments, const char *Program) {
  Expected<VerifyOptions> Options = parseVerify(Arguments);
  if (!Options) {
    fail(toString(Options.takeError()));
    errs() << VerifyUsage;
    return NothingMeasured;
  }
  if (Options->Help) {
    outs() << VerifyUsage;
    return Agrees;
  }
  if (std::error_code EC = sys::fs::create_directories(Options->Out))
    return fail("the folder " + Options->Out +
                " can't be made: " + EC.message());
  Verifier V(*Options, Program);
  if (!Options->Measured.empty())
    return V.recorded();
  return Options->App.empty() ? V.corpus() : V.app();
}

} // namespace warptidy
