//===- CompileCommand.cpp - One device compile of a file ------------------===//
// A table with one row a flag: how it takes its value, and what becomes of it.
//===----------------------------------------------------------------------===//
#include "frontend/CompileCommand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace warptidy {
namespace {

/// How a flag takes its value.
enum class Arity : uint8_t {
  None,     ///< -G
  Separate, ///< -ccbin X, also as -ccbin=X
  Joined,   ///< -Idir, -I dir, -I=dir
  Prefix,   ///< -fanything: everything after the prefix belongs to it.
};
enum class Action : uint8_t { Drop, Keep, Rename };

struct FlagRow {
  const char *Spelling;
  Arity Takes;
  Action Do;
  const char *NewName = nullptr; ///< Rename: the flag Clang knows it by.
};

// nvcc: "NVIDIA CUDA Compiler Driver", chapter "NVCC Command Options".
const FlagRow Table[] = {
    {"-I", Arity::Joined, Action::Keep},
    {"--include-path", Arity::Separate, Action::Rename, "-I"},
    {"-D", Arity::Joined, Action::Keep},
    {"--define-macro", Arity::Separate, Action::Rename, "-D"},
    {"-U", Arity::Joined, Action::Keep},
    {"--undefine-macro", Arity::Separate, Action::Rename, "-U"},
    {"-isystem", Arity::Separate, Action::Keep},
    {"--system-include", Arity::Separate, Action::Rename, "-isystem"},
    {"-iquote", Arity::Separate, Action::Keep},
    {"-idirafter", Arity::Separate, Action::Keep},
    {"-isysroot", Arity::Separate, Action::Keep},
    {"-include", Arity::Separate, Action::Keep},
    {"--pre-include", Arity::Separate, Action::Rename, "-include"},
    {"-std", Arity::Separate, Action::Rename, "-std="},
    {"--std", Arity::Separate, Action::Rename, "-std="},
    {"-nostdinc", Arity::Prefix, Action::Keep},
    {"-stdlib=", Arity::Prefix, Action::Keep},
    {"-m64", Arity::None, Action::Drop},
    {"-m32", Arity::None, Action::Drop},
    {"-x", Arity::Separate, Action::Drop},
    {"--x", Arity::Separate, Action::Drop},
    {"-c", Arity::None, Action::Drop},
    {"-S", Arity::None, Action::Drop},
    {"-E", Arity::None, Action::Drop},
    {"-dc", Arity::None, Action::Drop},
    {"-dw", Arity::None, Action::Drop},
    {"-dlink", Arity::None, Action::Drop},
    {"-rdc", Arity::Separate, Action::Drop},
    {"--relocatable-device-code", Arity::Separate, Action::Drop},
    {"-o", Arity::Joined, Action::Drop},
    {"--output-file", Arity::Separate, Action::Drop},
    {"-MD", Arity::None, Action::Drop},
    {"-MMD", Arity::None, Action::Drop},
    {"-M", Arity::None, Action::Drop},
    {"-MP", Arity::None, Action::Drop},
    {"-MF", Arity::Separate, Action::Drop},
    {"-MT", Arity::Separate, Action::Drop},
    {"-MQ", Arity::Separate, Action::Drop},
    {"-O", Arity::Prefix, Action::Drop},
    {"-g", Arity::Prefix, Action::Drop},
    {"-G", Arity::None, Action::Drop},
    {"-w", Arity::None, Action::Drop},
    {"-W", Arity::Prefix, Action::Drop},
    {"-Werror", Arity::None, Action::Drop},
    {"-pedantic", Arity::None, Action::Drop},
    {"-f", Arity::Prefix, Action::Drop},
    {"-m", Arity::Prefix, Action::Drop},
    {"-l", Arity::Joined, Action::Drop},
    {"-L", Arity::Joined, Action::Drop},
    {"-arch", Arity::Separate, Action::Drop},
    {"--gpu-architecture", Arity::Separate, Action::Drop},
    {"-code", Arity::Separate, Action::Drop},
    {"--gpu-code", Arity::Separate, Action::Drop},
    {"-gencode", Arity::Separate, Action::Drop},
    {"--generate-code", Arity::Separate, Action::Drop},
    {"--cuda-gpu-arch", Arity::Separate, Action::Drop},
    {"--offload-arch", Arity::Separate, Action::Drop},
    {"--cuda-device-only", Arity::None, Action::Drop},
    {"--cuda-host-only", Arity::None, Action::Drop},
    {"--cuda-path", Arity::Separate, Action::Drop},
    {"-nocudainc", Arity::None, Action::Drop},
    {"-nocudalib", Arity::None, Action::Drop},
    {"-ccbin", Arity::Separate, Action::Drop},
    {"--compiler-bindir", Arity::Separate, Action::Drop},
    {"-Xcompiler", Arity::Separate, Action::Drop},
    {"--compiler-options", Arity::Separate, Action::Drop},
    {"-Xptxas", Arity::Separate, Action::Drop},
    {"--ptxas-options", Arity::Separate, Action::Drop},
    {"-Xcudafe", Arity::Separate, Action::Drop},
    {"-Xfatbin", Arity::Separate, Action::Drop},
    {"-Xnvlink", Arity::Separate, Action::Drop},
    {"-Xlinker", Arity::Separate, Action::Drop},
    {"--linker-options", Arity::Separate, Action::Drop},
    {"-lineinfo", Arity::None, Action::Drop},
    {"--generate-line-info", Arity::None, Action::Drop},
    {"-use_fast_math", Arity::None, Action::Drop},
    {"--use_fast_math", Arity::None, Action::Drop},
    {"--expt-relaxed-constexpr", Arity::None, Action::Drop},
    {"-expt-relaxed-constexpr", Arity::None, Action::Drop},
    {"--extended-lambda", Arity::None, Action::Drop},
    {"-extended-lambda", Arity::None, Action::Drop},
    {"--expt-extended-lambda", Arity::None, Action::Drop},
    {"-maxrregcount", Arity::Separate, Action::Drop},
    {"--maxrregcount", Arity::Separate, Action::Drop},
    {"--threads", Arity::Separate, Action::Drop},
    {"-t", Arity::Joined, Action::Drop},
    {"--default-stream", Arity::Separate, Action::Drop},
    {"-default-stream", Arity::Separate, Action::Drop},
    {"-cudart", Arity::Separate, Action::Drop},
    {"--cudart", Arity::Separate, Action::Drop},
    {"-diag-suppress", Arity::Separate, Action::Drop},
    {"--diag-suppress", Arity::Separate, Action::Drop},
    {"-fsyntax-only", Arity::None, Action::Drop},
    {"-keep", Arity::None, Action::Drop},
    {"--keep", Arity::None, Action::Drop},
    {"--keep-dir", Arity::Separate, Action::Drop},
    {"--restrict", Arity::None, Action::Drop},
    {"-restrict", Arity::None, Action::Drop},
    {"--ftz", Arity::Separate, Action::Drop},
    {"--prec-div", Arity::Separate, Action::Drop},
    {"--prec-sqrt", Arity::Separate, Action::Drop},
    {"--fmad", Arity::Separate, Action::Drop},
    {"-pthread", Arity::None, Action::Drop},
    {"-forward-unknown-to-host-compiler", Arity::None, Action::Drop},
    {"--forward-unknown-to-host-compiler", Arity::None, Action::Drop},
    {"-resource-dir", Arity::Separate, Action::Drop},
};

/// The value of a flag: joined, after '=', or the next argument.
struct Match {
  const FlagRow *Row = nullptr;
  std::string Value;
  bool TookNext = false;
};

bool matchRow(const FlagRow &Row, StringRef Arg, const std::string *Next,
              Match &Out) {
  StringRef Flag = Row.Spelling;
  if (!Arg.starts_with(Flag))
    return false;
  StringRef Rest = Arg.drop_front(Flag.size());
  switch (Row.Takes) {
  case Arity::None:
    return Rest.empty();
  case Arity::Prefix:
    Out.Value = Rest.str();
    return true;
  case Arity::Separate:
    if (!Rest.empty() && Rest[0] != '=')
      return false;
    break;
  case Arity::Joined:
    break;
  }
  if (!Rest.empty()) {
    Rest.consume_front("=");
    Out.Value = Rest.str();
    return true;
  }
  if (!Next)
    return false;
  Out.Value = *Next;
  Out.TookNext = true;
  return true;
}

/// The row with the longest spelling that fits.
Match findRow(StringRef Arg, const std::string *Next) {
  Match Best;
  for (const FlagRow &Row : Table) {
    Match M;
    if (!matchRow(Row, Arg, Next, M))
      continue;
    M.Row = &Row;
    if (!Best.Row ||
        StringRef(Row.Spelling).size() > StringRef(Best.Row->Spelling).size())
      Best = M;
  }
  return Best;
}

void keep(const Match &M, std::vector<std::string> &Out) {
  StringRef Name =
      M.Row->Do == Action::Rename ? M.Row->NewName : M.Row->Spelling;
  if (M.Row->Takes == Arity::None) {
    Out.push_back(Name.str());
  } else if (M.Row->Takes == Arity::Prefix || Name.ends_with("=")) {
    Out.push_back((Name + M.Value).str());
  } else {
    Out.push_back(Name.str());
    Out.push_back(M.Value);
  }
}

bool isSource(StringRef Arg) {
  StringRef Ext = sys::path::extension(Arg);
  return is_contained({".cu", ".cuh", ".h", ".hpp", ".cpp", ".cc", ".c", ".cxx",
                       ".hh", ".inl", ".o", ".a", ".so"},
                      Ext);
}

bool hasHeaders(const std::string &Root) {
  return sys::fs::exists(Root + "/include/cuda_runtime.h");
}

void addToolkit(const std::string &Root, const FrontendOptions &Options,
                std::vector<std::string> &Out) {
  Out.push_back("--cuda-path=" + Root);
  // A toolkit newer than Clang knows is used as the newest one it does know.
  Out.insert(Out.end(), {"-Wno-unknown-cuda-version", "-Xclang",
                         "-target-sdk-version=12.9"});
  if (sys::fs::exists(Root + "/include/cccl"))
    Out.insert(Out.end(), {"-isystem", Root + "/include/cccl"});
  std::string Compat = Options.HeaderDir + "/warp_tidy_compat.h";
  if (sys::fs::exists(Compat))
    Out.insert(Out.end(), {"-include", Compat});
}

} // namespace

std::optional<std::string> findToolkit(const std::string &CudaPath) {
  if (CudaPath == "none")
    return std::nullopt;
  if (!CudaPath.empty())
    return hasHeaders(CudaPath) ? std::optional(CudaPath) : std::nullopt;
  for (const char *Variable : {"CUDA_HOME", "CUDA_PATH"})
    if (auto Value = sys::Process::GetEnv(Variable);
        Value && hasHeaders(*Value))
      return Value;
  if (hasHeaders("/usr/local/cuda"))
    return "/usr/local/cuda";
  return std::nullopt;
}

std::vector<std::string> deviceCommand(const std::vector<std::string> &Original,
                                       const std::string &File,
                                       const FrontendOptions &Options,
                                       std::vector<std::string> &Unknown) {
  std::vector<std::string> Kept;
  for (size_t I = 1; I < Original.size(); ++I) {
    const std::string &Arg = Original[I];
    if (Arg.empty() || Arg[0] != '-') {
      if (!isSource(Arg) && Arg != File)
        Unknown.push_back(Arg);
      continue;
    }
    if (Arg == "--" || Arg == "-")
      continue;
    const std::string *Next =
        I + 1 < Original.size() ? &Original[I + 1] : nullptr;
    Match M = findRow(Arg, Next);
    if (!M.Row) {
      Unknown.push_back(Arg);
      continue;
    }
    I += M.TookNext;
    if (M.Row->Do != Action::Drop)
      keep(M, Kept);
  }
  std::vector<std::string> Out{
      "clang++", "-x", "cuda", "--cuda-device-only",
      "--cuda-gpu-arch=" + Options.GpuArch,
      // Clang takes the PTX version from an installed
      // toolkit; there may be none.
      "--cuda-feature=+ptx88", "-nocudalib", "-fgpu-rdc", "-fsyntax-only",
      "-ferror-limit=0", "-w",
      // Keeps "N warnings generated" off stderr.
      "-fno-caret-diagnostics", "-resource-dir=" + Options.ResourceDir};
  if (std::optional<std::string> Root = findToolkit(Options.CudaPath))
    addToolkit(*Root, Options, Out);
  else
    Out.insert(Out.end(), {"-nocudainc", "-isystem", Options.HeaderDir,
                           "-include", "warp_tidy_cuda.h"});
  // Stubs of what kernels rarely need; the real headers win where they exist.
  Out.insert(Out.end(), {"-idirafter", Options.HeaderDir + "/third_party"});
  if (none_of(Kept, [](StringRef A) { return A.starts_with("-std="); }))
    Out.push_back("-std=c++17"); // nvcc's default.
  Out.insert(Out.end(), Kept.begin(), Kept.end());
  Out.push_back(File);
  return Out;
}

} // namespace warptidy
