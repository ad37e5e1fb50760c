//===- Options.cpp - The command line -------------------------------------===//
// See Options.h.
//===----------------------------------------------------------------------===//
#include "tool/Options.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clang-tidy/GlobList.h"
#include "report/PageText.h"
#include "rules/Rule.h"
#include "tool/Commands.h"
#include "tool/ConfigText.h"
#include "tool/FileOptions.h"
#include "tool/Installed.h"
#include "tool/ProjectDatabase.h"
#include "tool/SourceLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warptidy {
namespace {

cl::OptionCategory &Category = optionCategory();
cl::list<std::string> Files(cl::Positional, cl::desc("FILE.cu... [-- flags]"),
                            cl::cat(Category));
cl::opt<std::string>
    BuildPath("p",
              cl::desc("Build folder with a compile_commands.json; without "
                       "files, all its CUDA files are linted"),
              cl::value_desc("DIR"), cl::cat(Category));
cl::opt<std::string>
    Checks("checks",
           cl::desc("Comma-separated globs of rules to run, in place of the "
                    "configuration's; a first one with '-' in front leaves "
                    "out of these"),
           cl::cat(Category));
cl::opt<std::string>
    WarningsAsErrors("warnings-as-errors",
                     cl::desc("Globs of rules whose warnings are errors"),
                     cl::cat(Category));
cl::opt<std::string>
    Config("config",
           cl::desc("Configuration in YAML, as in a .clang-tidy file, in place "
                    "of such files"),
           cl::cat(Category));
cl::opt<std::string> ConfigFile("config-file",
                                cl::desc("File with such a configuration"),
                                cl::value_desc("FILE"), cl::cat(Category));
cl::opt<bool> DumpConfig("dump-config",
                         cl::desc("Print the configuration of the first file"),
                         cl::cat(Category));
cl::opt<bool> VerifyConfig("verify-config",
                           cl::desc("Check the configuration files and stop"),
                           cl::cat(Category));
cl::opt<std::string> HeaderFilter(
    "header-filter",
    cl::desc("Report in headers whose path matches this expression "
             "(default: .*)"),
    cl::cat(Category));
cl::opt<std::string> ExcludeHeaderFilter(
    "exclude-header-filter",
    cl::desc("Do not report in headers whose path matches this expression"),
    cl::cat(Category));
cl::opt<std::string>
    GpuArch("gpu-arch", cl::init("sm_90"),
            cl::desc("GPU architecture to predict for (default: the "
                     "compile command's, or sm_90)"),
            cl::value_desc("sm_XY"), cl::cat(Category));
cl::opt<std::string> SectorBytes(
    "sector-bytes", cl::init("32"),
    cl::desc("Count global accesses in units of 32 (the hardware's sectors), "
             "64 or 128 bytes (whole cache lines)"),
    cl::value_desc("N"), cl::cat(Category));
cl::opt<std::string> CudaPath(
    "cuda-path",
    cl::desc("CUDA toolkit to take headers from; 'none' for the built-in "
             "declarations (default: CUDA_HOME, CUDA_PATH, /usr/local/cuda)"),
    cl::value_desc("DIR"), cl::cat(Category));
cl::opt<std::string> Block("block", cl::desc("Block shape of every kernel"),
                           cl::value_desc("X[,Y[,Z]]"), cl::cat(Category));
cl::list<std::string>
    Assume("assume", cl::desc("Value of the kernel arguments of this name"),
           cl::value_desc("NAME=VALUE"), cl::cat(Category));
cl::opt<std::string>
    PredictionsFile("predictions",
                    cl::desc("Write the predictions of every access (JSON)"),
                    cl::value_desc("FILE"), cl::cat(Category));
cl::opt<std::string>
    LaunchesFile("launches",
                 cl::desc("Launch shapes that a profiler saw: a "
                          "measurements.json of 'warp-tidy measure'"),
                 cl::value_desc("FILE"), cl::cat(Category));
cl::opt<std::string>
    PtxasFile("ptxas-log",
              cl::desc("What nvcc printed with -Xptxas -v: registers and "
                       "spills of kernels"),
              cl::value_desc("FILE"), cl::cat(Category));
cl::opt<bool> ProjectLaunches(
    "project-launches", cl::init(true),
    cl::desc("With -p, read launches in the project's other files as well"),
    cl::cat(Category));
cl::opt<bool> PrintFacts("print-facts",
                         cl::desc("Print the access facts and no findings"),
                         cl::cat(Category));
cl::opt<bool> Statistics("statistics",
                         cl::desc("Print counts of verdicts and of the "
                                  "reasons for unknown ones"),
                         cl::cat(Category));
cl::opt<bool> ListRules("list-checks", cl::desc("List the enabled rules"),
                        cl::cat(Category));
cl::opt<std::string> Explain("explain", cl::desc("Print the page of a rule"),
                             cl::value_desc("RULE"), cl::cat(Category));
cl::opt<std::string> Jobs("j", cl::init("1"), cl::Prefix,
                          cl::desc("Files to analyse at once; 0 for as many as "
                                   "there are cores"),
                          cl::value_desc("N"), cl::cat(Category));
cl::opt<bool> Quiet("quiet", cl::desc("No summary lines"), cl::cat(Category));

Expected<std::array<unsigned, 3>> parseBlock(StringRef Text,
                                             const ArchInfo &Arch) {
  std::array<unsigned, 3> Out{1, 1, 1};
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',');
  bool Ok = Parts.size() <= 3;
  for (size_t I = 0; Ok && I < Parts.size(); ++I)
    Ok = !Parts[I].trim().getAsInteger(10, Out[I]) && Out[I] > 0 &&
         Out[I] <= Arch.MaxThreadsPerBlock;
  if (!Ok || !isLaunchableBlock(Out))
    return createStringError("--block=" + Text +
                             " is not a block shape: write X, X,Y or X,Y,Z "
                             "with at most " +
                             Twine(Arch.MaxThreadsPerBlock) +
                             " threads, 64 of them in z");
  return Out;
}

Error parseAssumptions(LaunchOverrides &Out) {
  for (const std::string &Text : Assume) {
    auto [Name, Value] = StringRef(Text).split('=');
    int64_t V;
    if (Name.empty() || Value.trim().getAsInteger(0, V))
      return createStringError("--assume=" + Text +
                               " is not of the form NAME=INTEGER");
    Out.ArgumentValues[Name.str()] = V;
  }
  return Error::success();
}

/// Those of --launches, or else of the counters.
Error loadLaunches(const OutputOptions &Output, MeasuredLaunches &Out) {
  const std::string &File =
      LaunchesFile.empty() ? Output.MeasuredFile : LaunchesFile;
  if (File.empty())
    return Error::success();
  const std::string What =
      (LaunchesFile.empty() ? "--measured=" : "--launches=") + File + ": ";
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError(What + Buffer.getError().message());
  auto Launches = readMeasuredLaunches((*Buffer)->getBuffer());
  if (!Launches)
    return createStringError(What + toString(Launches.takeError()));
  Out = std::move(*Launches);
  return Error::success();
}

Error loadPtxas(PtxasLog &Out) {
  if (PtxasFile.empty())
    return Error::success();
  auto Buffer = MemoryBuffer::getFile(PtxasFile);
  if (!Buffer)
    return createStringError("--ptxas-log=" + PtxasFile + ": " +
                             Buffer.getError().message());
  Expected<PtxasLog> Log = readPtxasLog((*Buffer)->getBuffer());
  if (!Log)
    return createStringError("--ptxas-log=" + PtxasFile + ": " +
                             toString(Log.takeError()));
  Out = std::move(*Log);
  return Error::success();
}

/// Without files, all CUDA files of the build folder are meant.
Error loadDatabase(ToolOptions &Out, bool NeedsFiles) {
  if (!BuildPath.empty()) {
    auto Database = openDatabase(BuildPath);
    if (!Database)
      return Database.takeError();
    Out.Database = std::move(*Database);
    if (!Out.Files.empty() || !NeedsFiles)
      return Error::success();
    Out.Files = cudaFiles(*Out.Database);
    return Out.Files.empty()
               ? createStringError("the compile commands of '" + BuildPath +
                                   "' compile no CUDA file")
               : Error::success();
  }
  if (Out.Files.empty() && NeedsFiles && !Out.Output.DiffGiven)
    return createStringError("no input files; try --help");
  Out.DatabaseGuessed = true;
  if (Out.FixedFlags.empty() && !Out.Files.empty())
    Out.Database = findDatabase(Out.Files.front());
  return Error::success();
}

Error readConfig(ToolOptions &Out) {
  if (!Config.empty() && !ConfigFile.empty())
    return createStringError("--config and --config-file do not go together");
  if (!ConfigFile.empty()) {
    auto Buffer = MemoryBuffer::getFile(ConfigFile);
    if (!Buffer)
      return createStringError("--config-file=" + ConfigFile + ": " +
                               Buffer.getError().message());
    Out.Config = (*Buffer)->getBuffer().str();
    Out.ConfigName = ConfigFile;
  } else if (!Config.empty()) {
    Out.Config = Config;
  }
  if (!Out.Config)
    return Error::success();
  std::vector<AnnotationError> Errors;
  parseConfig(*Out.Config, Out.ConfigName, configOwner(Out.ConfigName), Errors,
              /*CheckAll=*/true);
  if (Errors.empty())
    return Error::success();
  const AnnotationError &First = Errors.front();
  return createStringError(Out.ConfigName + ":" + Twine(First.Where.Line) +
                           ":" + Twine(First.Where.Column) + ": " +
                           First.Message);
}

Error checkRegex(StringRef Option, const std::string &Text) {
  std::string Message;
  if (Text.empty() || Regex(Text).isValid(Message))
    return Error::success();
  return createStringError(Option + Text +
                           " is not a regular expression: " + Message);
}

/// Globs go in place of the configuration's, unless the first only takes away.
std::string ruleGlobs() {
  StringRef Given(Checks);
  bool Removes = Given.starts_with("-") && !Given.starts_with("-*");
  return Given.empty() || Removes ? Given.str() : "-*," + Given.str();
}

bool isEnabled(const RuleInfo *Rule) {
  return clang::tidy::GlobList(defaultChecks() + "," + ruleGlobs())
      .contains(Rule->Name);
}

Error checkGlobs() {
  if (Error E = checkRegex("--header-filter=", HeaderFilter))
    return E;
  if (Error E = checkRegex("--exclude-header-filter=", ExcludeHeaderFilter))
    return E;
  return any_of(allRules(), isEnabled)
             ? Error::success()
             : createStringError("--checks=" + Checks +
                                 " selects no rule; see --list-checks");
}

void listRules() {
  for (const RuleInfo *Rule : allRules())
    if (isEnabled(Rule))
      outs() << Rule->Name << ": " << Rule->Summary << "\n";
}

Error explainRule() {
  if (!findRule(Explain)) {
    std::vector<std::string> Names;
    for (const RuleInfo *Rule : allRules())
      Names.push_back(Rule->Name);
    return createStringError("--explain=" + Explain +
                             ": there is no such rule; one of " +
                             join(Names, ", "));
  }
  outs() << pageTerminal(pageMarkdown(rulePage(Explain)), outs().has_colors());
  return Error::success();
}

/// With a diff, its CUDA files are those of the run if none were named.
Error readOutput(ToolOptions &Out) {
  Expected<OutputOptions> Output =
      outputOptions(Out.Files.empty() ? "" : StringRef(Out.Files[0]));
  if (!Output)
    return Output.takeError();
  Out.Output = std::move(*Output);
  if (!Out.Files.empty() || !BuildPath.empty())
    return Error::success();
  if (!Out.Output.ExplainFile.empty() && !Out.Output.DiffGiven)
    Out.Files = {Out.Output.ExplainFile};
  for (const std::string &File : Out.Output.DiffFiles)
    if (StringRef(File).ends_with(".cu"))
      Out.Files.push_back(shortPath(File));
  return Error::success();
}

/// The options that need no file, or only its name. True when one was given.
Expected<bool> answer(ToolOptions &Out) {
  if (ListRules)
    listRules();
  else if (!Explain.empty()) {
    if (Error E = explainRule())
      return std::move(E);
  } else if (DumpConfig) {
    outs() << dumpConfig(Out);
  } else if (VerifyConfig) {
    for (const AnnotationError &E :
         configErrors(Out, Out.Files, /*CheckAll=*/true)) {
      Out.DoneStatus = 1;
      errs() << E.Where.File << ":" << E.Where.Line << ":" << E.Where.Column
             << ": error: " << E.Message << "\n";
    }
    if (Out.DoneStatus == 0)
      outs() << "No config errors detected.\n";
  } else {
    return false;
  }
  return true;
}

} // namespace

Expected<ToolOptions> parseOptions(int argc, const char **argv,
                                   bool NeedsFiles) {
  ToolOptions Out;
  int Own = argc;
  for (int I = 1; I < argc; ++I)
    if (StringRef(argv[I]) == "--") {
      Out.FixedFlags.assign(argv + I + 1, argv + argc);
      Own = I;
      break;
    }
  cl::ResetAllOptionOccurrences();
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter(
      [](raw_ostream &OS) { OS << "warp-tidy " << WARPTIDY_VERSION << "\n"; });
  std::string Message;
  raw_string_ostream OS(Message);
  if (!cl::ParseCommandLineOptions(
          Own, argv,
          "warp-tidy: what the GPU's memory system does with each access of "
          "your CUDA kernels\n",
          &OS)) {
    StringRef First = StringRef(Message).trim().split('\n').first;
    First.consume_front(StringRef(argv[0]));
    First.consume_front(sys::path::filename(argv[0]));
    First.consume_front(":");
    return createStringError(First.trim());
  }
  Out.Files = Files;
  Out.Checks = ruleGlobs();
  Out.WarningsAsErrors = WarningsAsErrors;
  Out.HeaderFilter = HeaderFilter;
  Out.ExcludeHeaderFilter = ExcludeHeaderFilter;
  if (Error E = readConfig(Out))
    return std::move(E);
  if (Error E = checkGlobs())
    return std::move(E);
  Expected<bool> Answered = answer(Out);
  if (!Answered)
    return Answered.takeError();
  if (*Answered) {
    Out.Done = true;
    return Out;
  }
  if (Error E = readOutput(Out))
    return std::move(E);
  Out.Arch = findArch(GpuArch);
  if (!Out.Arch)
    return createStringError("--gpu-arch=" + GpuArch +
                             " is not known; one of " +
                             join(archNames(), ", "));
  if (SectorBytes != "32" && SectorBytes != "64" && SectorBytes != "128")
    return createStringError("--sector-bytes=" + SectorBytes +
                             " is not 32, 64 or 128");
  StringRef(SectorBytes).getAsInteger(10, Out.SectorBytes);
  if (!Block.empty()) {
    auto Shape = parseBlock(Block, *Out.Arch);
    if (!Shape)
      return Shape.takeError();
    Out.Overrides.Block = *Shape;
  }
  if (Error E = parseAssumptions(Out.Overrides))
    return std::move(E);
  if (Error E = loadLaunches(Out.Output, Out.Measured))
    return std::move(E);
  if (Error E = loadPtxas(Out.Ptxas))
    return std::move(E);
  if (!CudaPath.empty() && !findToolkit(CudaPath) && CudaPath != "none")
    return createStringError("--cuda-path=" + CudaPath +
                             " holds no CUDA toolkit (include/cuda_runtime.h "
                             "is missing)");
  if (Error E = loadDatabase(Out, NeedsFiles))
    return std::move(E);
  Out.ArchGiven = GpuArch.getNumOccurrences() > 0;
  Out.Frontend = {GpuArch, CudaPath, WARPTIDY_RESOURCE_DIR,
                  sharedFolder("include", argv[0])};
  if (Error E = checkHeaders(Out.Frontend.HeaderDir, Out.Frontend.ResourceDir))
    return std::move(E);
  Out.PredictionsFile = PredictionsFile;
  Out.ProjectLaunches = ProjectLaunches;
  Out.PrintFacts = PrintFacts;
  if (PrintFacts && Out.Output.Format != OutputFormat::Text)
    return createStringError("--print-facts prints no findings: it does not go "
                             "with --output-format");
  if (StringRef(Jobs).getAsInteger(10, Out.Jobs))
    return createStringError("-j " + Jobs + " is not a number of files");
  if (PrintFacts) // They are printed as they are found.
    Out.Jobs = 1;
  Out.Statistics = Statistics;
  Out.Quiet = Quiet;
  Out.BuildPath = BuildPath;
  return Out;
}

} // namespace warptidy
