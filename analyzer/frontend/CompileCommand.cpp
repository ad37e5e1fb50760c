//===- CompileCommand.cpp - One device compile of a file ------------------===//
// See CompileCommand.h. __NVCC__ is not defined: Clang does not define it
// either, and headers take it for nvcc's parser. CCCL's nv/target chooses its
// own `if target` syntax by it, cuda/std/__cccl/compiler.h nvcc's pragmas and
// built-ins, none of which Clang has. __CUDACC__ comes from Clang's wrapper.
//===----------------------------------------------------------------------===//
#include "frontend/CompileCommand.h"
#include "frontend/CompilerFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace warptidy {
namespace {

using Words = std::vector<std::string>;

bool isInput(StringRef Arg) {
  StringRef Ext = sys::path::extension(Arg);
  return is_contained({".cu", ".cuh", ".h", ".hpp", ".cpp", ".cc", ".c", ".cxx",
                       ".hh", ".inl", ".C", ".o", ".a", ".so"},
                      Ext);
}

/// Reads the arguments of one command, and of its response files.
class FlagReader {
public:
  FlagReader(const CommandLine &Command, ProjectFlags &Out)
      : Command(Command), Out(Out) {}
  void read(ArrayRef<std::string> Arguments);
  /// The macros and include folders among options for the host compiler, which
  /// nvcc puts before its own.
  void readHost();

private:
  void apply(const FlagMatch &M);
  void keep(const FlagMatch &M, Words &To) const;
  void readFile(const std::string &Path);
  void addArchitecture(StringRef Text);

  const CommandLine &Command;
  ProjectFlags &Out;
  Words Host;
  Words OpenFiles; ///< Response files that are being read.
};

void FlagReader::read(ArrayRef<std::string> Arguments) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const std::string &Arg = Arguments[I];
    if (Arg.empty() || Arg == "--" || Arg == "-")
      continue;
    if (Arg[0] == '@') {
      readFile(Arg.substr(1));
      continue;
    }
    if (Arg[0] != '-') {
      if (!isInput(Arg))
        Out.Unknown.push_back(Arg);
      Out.IsCuda |= StringRef(Arg).ends_with(".cu");
      continue;
    }
    FlagMatch M =
        matchFlag(Arg, I + 1 < Arguments.size() ? &Arguments[I + 1] : nullptr);
    if (M.Row)
      apply(M);
    else
      Out.Unknown.push_back(Arg);
    I += M.TookNext;
  }
}

void FlagReader::readHost() {
  Words First;
  for (size_t I = 0; I < Host.size(); ++I) {
    FlagMatch M =
        matchFlag(Host[I], I + 1 < Host.size() ? &Host[I + 1] : nullptr);
    I += M.TookNext;
    if (!M.Row || M.Row->As == "-std=")
      continue;
    if (M.Row->Does == FlagDoes::Keep || M.Row->Does == FlagDoes::KeepList)
      keep(M, First);
  }
  Out.Kept.insert(Out.Kept.begin(), First.begin(), First.end());
}

void FlagReader::apply(const FlagMatch &M) {
  switch (M.Row->Does) {
  case FlagDoes::Drop:
    return;
  case FlagDoes::Keep:
    return keep(M, Out.Kept);
  case FlagDoes::KeepList:
    if (!Command.Nvcc)
      return keep(M, Out.Kept);
    for (std::string &Part : splitList(M.Value))
      keep({M.Row, std::move(Part)}, Out.Kept);
    return;
  case FlagDoes::Define:
    Out.Kept.insert(Out.Kept.end(), {"-D", M.Row->As.str()});
    return;
  case FlagDoes::Architecture:
    return addArchitecture(M.Value);
  case FlagDoes::GenerateCode: {
    size_t At = StringRef(M.Value).find("arch=");
    if (At != StringRef::npos)
      addArchitecture(StringRef(M.Value).substr(At + 5).split(',').first);
    return;
  }
  case FlagDoes::HostList:
    append_range(Host, splitHostOptions(M.Value));
    return;
  case FlagDoes::OptionsFile:
    for (const std::string &Path : splitList(M.Value))
      readFile(Path);
    return;
  case FlagDoes::Toolkit:
    Out.Toolkit = M.Value;
    return;
  case FlagDoes::Language:
    Out.IsCuda |= M.Value == "cu" || M.Value == "cuda";
    return;
  }
}

void FlagReader::keep(const FlagMatch &M, Words &To) const {
  StringRef Name = M.Row->As;
  if (M.Row->Takes == FlagTakes::None)
    To.push_back(Name.str());
  else if (M.Row->Takes == FlagTakes::Rest || Name.ends_with("="))
    To.push_back((Name + M.Value).str());
  else
    To.insert(To.end(), {Name.str(), M.Value});
}

void FlagReader::readFile(const std::string &Path) {
  if (is_contained(OpenFiles, Path)) {
    Out.Notes.push_back("response file '" + Path + "' includes itself");
    return;
  }
  Expected<Words> Found = readResponseFile(Path, Command.Directory);
  if (!Found) {
    Out.Notes.push_back(
        "response file '" + Path + "' of the compile command cannot be read (" +
        toString(Found.takeError()) + "); its flags are missing");
    return;
  }
  OpenFiles.push_back(Path);
  read(*Found);
  OpenFiles.pop_back();
}

void FlagReader::addArchitecture(StringRef Text) {
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',');
  for (StringRef Part : Parts)
    if (Part = Part.trim(" []\"'"); !Part.empty())
      Out.Architectures.push_back(Part.str());
}

/// What Clang understands and refuses by default, and nvcc with gcc accepts or
/// did so in the language versions that older sources were written in.
constexpr const char *ToleratedExtensions[] = {
    "-Wno-c++11-narrowing",
    "-Wno-c++11-narrowing-const-reference",
    "-Wno-dynamic-exception-spec",
    "-Wno-elaborated-enum-class",
    "-Wno-gnu-array-member-paren-init",
    "-Wno-increment-bool",
    "-Wno-invalid-specialization",
    "-Wno-missing-template-arg-list-after-template-kw",
    "-Wno-register",
    "-Wno-reserved-user-defined-literal"};

bool hasHeaders(const std::string &Root) {
  return sys::fs::exists(Root + "/include/cuda_runtime.h");
}

/// The root of the toolkit whose nvcc is called by its path.
std::string toolkitOf(StringRef Compiler) {
  if (!sys::path::is_absolute(Compiler))
    return "";
  SmallString<256> Root = sys::path::parent_path(Compiler);
  sys::path::append(Root, "..");
  sys::path::remove_dots(Root, /*remove_dot_dot=*/true);
  return hasHeaders(std::string(Root)) ? std::string(Root) : "";
}

void addToolkit(const std::string &Root, const FrontendOptions &Options,
                Words &Out) {
  Out.push_back("--cuda-path=" + Root);
  // A toolkit newer than Clang knows is used as the newest one it does know.
  Out.insert(Out.end(), {"-Wno-unknown-cuda-version", "-Xclang",
                         "-target-sdk-version=12.9"});
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

ProjectFlags readFlags(const CommandLine &Command) {
  ProjectFlags Out;
  Out.Directory = Command.Directory;
  if (Command.Nvcc)
    Out.Toolkit = toolkitOf(Command.Arguments[0]);
  FlagReader Reader(Command, Out);
  Reader.read(ArrayRef(Command.Arguments).drop_front());
  Reader.readHost();
  if (!hasHeaders(Out.Toolkit))
    Out.Toolkit.clear();
  return Out;
}

Words deviceCommand(const ProjectFlags &Flags, const std::string &File,
                    const FrontendOptions &Options) {
  Words Out{"clang++", "-x", "cuda", "--cuda-device-only",
            "--cuda-gpu-arch=" + Options.GpuArch,
            // Clang takes the PTX version from an installed
            // toolkit; there may be none.
            "--cuda-feature=+ptx88", "-nocudalib", "-fgpu-rdc", "-fsyntax-only",
            "-ferror-limit=0", "-w",
            // Keeps "N warnings generated" off stderr.
            "-fno-caret-diagnostics", "-resource-dir=" + Options.ResourceDir};
  append_range(Out, ToleratedExtensions);
  std::optional<std::string> Root =
      findToolkit(Options.CudaPath.empty() ? Flags.Toolkit : Options.CudaPath);
  if (Root)
    addToolkit(*Root, Options, Out);
  else
    Out.insert(Out.end(), {"-nocudainc", "-isystem", Options.HeaderDir,
                           "-include", "warp_tidy_cuda.h"});
  // Stubs of what kernels rarely need; the real headers win where they exist.
  Out.insert(Out.end(), {"-idirafter", Options.HeaderDir + "/third_party"});
  if (none_of(Flags.Kept, [](StringRef A) { return A.starts_with("-std="); }))
    Out.push_back("-std=c++17"); // nvcc's default.
  append_range(Out, Flags.Kept);
  // As nvcc does, after the project's own folders and before the system's,
  // which may hold the headers of another toolkit.
  if (Root) {
    Out.insert(Out.end(), {"-isystem", *Root + "/include"});
    if (sys::fs::exists(*Root + "/include/cccl"))
      Out.insert(Out.end(), {"-isystem", *Root + "/include/cccl"});
  }
  Out.push_back(File);
  return Out;
}

} // namespace warptidy
