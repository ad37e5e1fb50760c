//===- Options.cpp - The command line -------------------------------------===//
// See Options.h.
//===----------------------------------------------------------------------===//
#include "tool/Options.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clang-tidy/GlobList.h"
#include "launch/KernelSettings.h"
#include "rules/Rule.h"
#include "tool/Commands.h"
#include "tool/ProjectDatabase.h"
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

cl::OptionCategory Category("warp-tidy options");
cl::list<std::string> Files(cl::Positional, cl::desc("FILE.cu... [-- flags]"),
                            cl::cat(Category));
cl::opt<std::string>
    BuildPath("p",
              cl::desc("Build folder with a compile_commands.json; without "
                       "files, all its CUDA files are linted"),
              cl::value_desc("DIR"), cl::cat(Category));
cl::opt<std::string> Checks("checks",
                            cl::desc("Comma-separated globs of rules to run, "
                                     "'-' in front to leave out"),
                            cl::init("gpu-*"), cl::cat(Category));
cl::opt<std::string>
    WarningsAsErrors("warnings-as-errors",
                     cl::desc("Globs of rules whose warnings are errors"),
                     cl::cat(Category));
cl::opt<std::string>
    Config("config",
           cl::desc("Configuration in YAML, as in a .clang-tidy file"),
           cl::cat(Category));
cl::opt<std::string> HeaderFilter(
    "header-filter", cl::init(".*"),
    cl::desc("Report in headers whose path matches this expression"),
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
cl::opt<bool> ListRules("list-checks", cl::desc("List the rules"),
                        cl::cat(Category));
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

Error loadLaunches(MeasuredLaunches &Out) {
  if (LaunchesFile.empty())
    return Error::success();
  auto Buffer = MemoryBuffer::getFile(LaunchesFile);
  if (!Buffer)
    return createStringError("--launches=" + LaunchesFile + ": " +
                             Buffer.getError().message());
  auto Launches = readMeasuredLaunches((*Buffer)->getBuffer());
  if (!Launches)
    return createStringError("--launches=" + LaunchesFile + ": " +
                             toString(Launches.takeError()));
  Out = std::move(*Launches);
  return Error::success();
}

/// Without files, all CUDA files of the build folder are meant.
Error loadDatabase(ToolOptions &Out) {
  if (!BuildPath.empty()) {
    auto Database = openDatabase(BuildPath);
    if (!Database)
      return Database.takeError();
    Out.Database = std::move(*Database);
    if (!Out.Files.empty())
      return Error::success();
    Out.Files = cudaFiles(*Out.Database);
    return Out.Files.empty()
               ? createStringError("the compile commands of '" + BuildPath +
                                   "' compile no CUDA file")
               : Error::success();
  }
  if (Out.Files.empty())
    return createStringError("no input files; try --help");
  Out.DatabaseGuessed = true;
  if (Out.FixedFlags.empty())
    Out.Database = findDatabase(Out.Files.front());
  return Error::success();
}

const RuleInfo *findRule(StringRef Name) {
  for (const RuleInfo *Rule : allRules())
    if (Rule->Name == Name)
      return Rule;
  return nullptr;
}

/// Checks one key of CheckOptions; those of other tools are not our concern.
Error checkRuleOption(StringRef Key, StringRef Value) {
  auto [RuleName, Name] = Key.split('.');
  if (std::string Kernel; isKernelSetting(Key, Kernel)) {
    Expected<std::vector<AnnotationText>> Shapes = parseKernelSetting(Value);
    return Shapes ? Error::success()
                  : createStringError("option " + Key + ": " +
                                      toString(Shapes.takeError()));
  }
  if (RuleName == "warp-tidy")
    return createStringError("option " + Key + " does not exist; there is " +
                             "warp-tidy.Launch.<kernel>");
  if (!RuleName.starts_with("gpu-"))
    return Error::success();
  const RuleInfo *Rule = findRule(RuleName);
  if (!Rule)
    return createStringError("option " + Key + ": there is no rule " +
                             RuleName + "; see --list-checks");
  std::vector<std::string> Known;
  for (const RuleOption &O : Rule->Options) {
    Known.push_back(O.Name);
    if (O.Name != Name)
      continue;
    double Number;
    bool Flag = O.Default == "true" || O.Default == "false";
    if (Flag ? Value != "true" && Value != "false" : Value.getAsDouble(Number))
      return createStringError(
          "option " + Key + ": '" + Value +
          (Flag ? "' is not true or false" : "' is not a number"));
    return Error::success();
  }
  return createStringError("option " + Key + " does not exist; " +
                           (Known.empty()
                                ? "the rule has no options"
                                : "the rule has " + join(Known, ", ")));
}

Error checkConfig() {
  if (Config.empty())
    return Error::success();
  std::string Message;
  auto Parsed = clang::tidy::parseConfigurationWithDiags(
      MemoryBufferRef(Config, "--config"), [&](const SMDiagnostic &D) {
        if (Message.empty())
          Message =
              (D.getMessage() + " at column " + Twine(D.getColumnNo() + 1))
                  .str();
      });
  if (!Parsed)
    return createStringError(
        "--config is not valid: " +
        (Message.empty() ? Parsed.getError().message() : Message));
  for (const auto &Option : Parsed->CheckOptions)
    if (Error E = checkRuleOption(Option.getKey(), Option.getValue().Value))
      return E;
  return Error::success();
}

Error checkGlobs() {
  clang::tidy::GlobList Globs("-*," + Checks);
  for (const RuleInfo *Rule : allRules())
    if (Globs.contains(Rule->Name)) {
      Regex Filter(HeaderFilter);
      std::string Message;
      if (!Filter.isValid(Message))
        return createStringError("--header-filter=" + HeaderFilter +
                                 " is not a regular expression: " + Message);
      return Error::success();
    }
  return createStringError("--checks=" + Checks +
                           " selects no rule; see --list-checks");
}

std::string headerDir(const char *Program) {
  std::string Exe =
      sys::fs::getMainExecutable(Program, reinterpret_cast<void *>(&headerDir));
  SmallString<256> Installed(sys::path::parent_path(Exe));
  sys::path::append(Installed, "..", "share", "warp-tidy", "include");
  if (sys::fs::exists(Installed + "/warp_tidy_cuda.h"))
    return std::string(Installed);
  return WARPTIDY_HEADER_DIR;
}

void listRules() {
  for (const RuleInfo *Rule : allRules())
    outs() << Rule->Name << ": " << Rule->Summary << "\n";
}

} // namespace

Expected<ToolOptions> parseOptions(int argc, const char **argv) {
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
  if (ListRules) {
    listRules();
    Out.Done = true;
    return Out;
  }
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
  if (Error E = loadLaunches(Out.Measured))
    return std::move(E);
  if (!CudaPath.empty() && !findToolkit(CudaPath) && CudaPath != "none")
    return createStringError("--cuda-path=" + CudaPath +
                             " holds no CUDA toolkit (include/cuda_runtime.h "
                             "is missing)");
  if (Error E = checkConfig())
    return std::move(E);
  if (Error E = checkGlobs())
    return std::move(E);
  Out.Files = Files;
  if (Error E = loadDatabase(Out))
    return std::move(E);
  Out.ArchGiven = GpuArch.getNumOccurrences() > 0;
  Out.Frontend = {GpuArch, CudaPath, WARPTIDY_RESOURCE_DIR, headerDir(argv[0])};
  Out.Checks = "-*," + Checks;
  Out.WarningsAsErrors = WarningsAsErrors;
  Out.Config = Config;
  Out.HeaderFilter = HeaderFilter;
  Out.PredictionsFile = PredictionsFile;
  Out.ProjectLaunches = ProjectLaunches;
  Out.PrintFacts = PrintFacts;
  Out.Statistics = Statistics;
  Out.Quiet = Quiet;
  return Out;
}

} // namespace warptidy
