//===- VerifyOptions.cpp - The command line of verify ---------------------===//
// See VerifyOptions.h.
//===----------------------------------------------------------------------===//
#include "tool/VerifyOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace warptidy {

const char VerifyUsage[] =
    R"(usage: warp-tidy verify [--kernels DIR] [--only NAME] [options]
       warp-tidy verify [-p BUILD_DIR] [options] -- APP ARGS...
       warp-tidy verify --measured FILE [--kernels DIR] [--only NAME] [options]

Predicts the memory accesses of CUDA kernels, measures them under NVIDIA's
profiler and compares. The first form builds DIR/<name>/kernel.cu (default:
kernels) with nvcc; the second profiles a program of yours that was built with
-lineinfo; the third needs no GPU and judges recorded measurements anew.

  --kernels DIR         folder of the kernels
  --only NAME           one kernel of it
  --measured FILE       recorded measurements.json
  --sources DIR         folder that the recorded paths start from (default: .)
  --out DIR             where predictions.json, measurements.json,
                        comparison.json and figure.svg go (default: measured)
  --arch sm_XY          architecture to build and predict for (default: the
                        recorded one, else sm_90)
  -p DIR                use DIR/compile_commands.json
  --cuda-path DIR       toolkit whose headers the predictions use, or none
  --assume NAME=VALUE   value of the kernel arguments of this name
  --nvcc-flag FLAG      compiler flag, for nvcc and for the predictions
  --verbose             a row for each access, not only for mismatches
  --jobs N, --timeout SECONDS, --max-launches N, --launches-each N, --keep,
  --no-time
                        as for 'warp-tidy measure'

Exit status: 0 without a mismatch, 1 with a mismatch, a source that changed
since it was measured or a file that can't be analysed, 2 when nothing was
measured or on wrong use.
)";

namespace {
class Parser {
public:
  explicit Parser(const std::vector<std::string> &All) : All(All) {}
  Expected<VerifyOptions> parse();

private:
  bool option(StringRef Name);
  bool runOption(StringRef Name);
  std::string value(StringRef Name);
  Error check() const;

  const std::vector<std::string> &All;
  size_t At = 0;
  std::optional<std::string> Attached; ///< What follows '=' in an option.
  std::string Problem;
  VerifyOptions Out;
};
} // namespace

std::string Parser::value(StringRef Name) {
  if (Attached)
    return *std::exchange(Attached, std::nullopt);
  if (At < All.size())
    return All[At++];
  Problem = (Name + " needs a value").str();
  return "";
}

/// Options that the measuring half knows and checks.
bool Parser::runOption(StringRef Name) {
  if (Name == "--keep" || Name == "--no-time") {
    Out.RunOptions.push_back(Name.str());
    return true;
  }
  if (Name != "--jobs" && Name != "--timeout" && Name != "--max-launches" &&
      Name != "--launches-each")
    return false;
  Out.RunOptions.push_back(Name.str());
  Out.RunOptions.push_back(value(Name));
  return true;
}

bool Parser::option(StringRef Name) {
  const std::pair<StringRef, std::string *> Texts[] = {
      {"--kernels", &Out.Kernels},   {"--only", &Out.Only},
      {"--measured", &Out.Measured}, {"--sources", &Out.Sources},
      {"--out", &Out.Out},           {"--arch", &Out.Arch},
      {"--gpu-arch", &Out.Arch},     {"-p", &Out.BuildPath},
      {"--cuda-path", &Out.CudaPath}};
  for (const auto &[Option, Text] : Texts)
    if (Name == Option) {
      *Text = value(Name);
      if (Text->empty() && Problem.empty())
        Problem = (Name + " needs a value").str();
      return true;
    }
  if (Name == "--assume")
    Out.Assume.push_back(value(Name));
  else if (Name == "--nvcc-flag")
    Out.NvccFlags.push_back(value(Name));
  else if (Name == "--verbose")
    Out.Verbose = true;
  else if (Name == "--help" || Name == "-h")
    Out.Help = true;
  else
    return runOption(Name);
  return true;
}

Error Parser::check() const {
  if (!Problem.empty())
    return createStringError(Problem);
  if (!Out.Measured.empty() && !Out.App.empty())
    return createStringError("--measured has been run: a program after -- does "
                             "not go with it");
  if (!Out.App.empty() && !(Out.Kernels + Out.Only).empty())
    return createStringError("--kernels and --only do not go with a program "
                             "after --");
  if (Out.Measured.empty() && Out.Sources != ".")
    return createStringError("--sources goes with --measured only");
  return Error::success();
}

Expected<VerifyOptions> Parser::parse() {
  while (At < All.size() && Problem.empty()) {
    StringRef Word = All[At++];
    if (Word == "--") {
      Out.App.assign(All.begin() + static_cast<std::ptrdiff_t>(At), All.end());
      if (Out.App.empty())
        Problem = "a program is missing after --";
      break;
    }
    Attached.reset();
    StringRef Name = Word;
    if (size_t Equal = Word.find('=');
        Word.starts_with("--") && Equal != StringRef::npos) {
      Name = Word.take_front(Equal);
      Attached = Word.substr(Equal + 1).str();
    }
    if (!option(Name))
      Problem = ("there is no option " + Word).str();
    else if (Attached && Problem.empty())
      Problem = (Name + " takes no value").str();
  }
  if (Error E = check())
    return std::move(E);
  return Out;
}

Expected<VerifyOptions> parseVerify(const std::vector<std::string> &Arguments) {
  return Parser(Arguments).parse();
}

} // namespace warptidy
