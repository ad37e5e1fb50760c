//===- Commands.cpp - The compile command of each file --------------------===//
// See Commands.h.
//===----------------------------------------------------------------------===//
#include "tool/Commands.h"
#include "tool/ProjectDatabase.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using clang::tooling::CompilationDatabase;
using clang::tooling::CompileCommand;

namespace warptidy {
namespace {

ProjectFlags flagsOf(const CompileCommand &Command) {
  return readFlags(compilerCommand(Command.CommandLine, Command.Directory,
                                   Command.Filename));
}

/// All commands of a file, those that compile CUDA if there are any.
std::vector<ProjectFlags> entriesOf(const CompilationDatabase &Database,
                                    StringRef File) {
  std::vector<ProjectFlags> All, Cuda;
  for (const CompileCommand &Command : Database.getCompileCommands(File)) {
    All.push_back(flagsOf(Command));
    if (All.back().IsCuda)
      Cuda.push_back(All.back());
  }
  return Cuda.empty() ? All : Cuda;
}

bool differ(const std::vector<ProjectFlags> &Entries) {
  return any_of(Entries, [&](const ProjectFlags &F) {
    return F.Kept != Entries[0].Kept ||
           F.Architectures != Entries[0].Architectures;
  });
}

/// Folders that both paths begin with.
unsigned sharedFolders(StringRef A, StringRef B) {
  A = sys::path::parent_path(A);
  B = sys::path::parent_path(B);
  unsigned Count = 0;
  auto IA = sys::path::begin(A), EA = sys::path::end(A);
  auto IB = sys::path::begin(B), EB = sys::path::end(B);
  for (; IA != EA && IB != EB && *IA == *IB; ++IA, ++IB)
    ++Count;
  return Count;
}

/// The file with an entry whose flags fit another best: a CUDA one, near it, of
/// the same name but for the extension. Empty when there is none.
std::string nearest(const CompilationDatabase &Database, StringRef File,
                    bool OnlyCuda) {
  std::vector<std::string> Candidates = cudaFiles(Database);
  if (Candidates.empty() && !OnlyCuda)
    Candidates = Database.getAllFiles();
  sort(Candidates);
  std::string Best;
  std::pair<unsigned, bool> BestRank;
  for (const std::string &C : Candidates) {
    std::pair Rank(sharedFolders(C, File),
                   sys::path::stem(C) == sys::path::stem(File));
    if (!Best.empty() && Rank <= BestRank)
      continue;
    Best = C;
    BestRank = Rank;
  }
  return Best;
}

/// The flags that the database has for a file or for the nearest one.
std::optional<ProjectFlags> databaseFlags(const std::string &File,
                                          const ToolOptions &Options,
                                          const NoteSink &Note) {
  std::string Path = absolutePath(File);
  std::vector<ProjectFlags> Entries = entriesOf(*Options.Database, Path);
  if (Entries.size() > 1 && differ(Entries))
    Note("entries " + Path, File + " has " + std::to_string(Entries.size()) +
                                " compile commands that differ; the first is "
                                "used");
  if (Entries.empty()) {
    std::string Lender =
        nearest(*Options.Database, Path, Options.DatabaseGuessed);
    if (Lender.empty())
      return std::nullopt;
    Entries = entriesOf(*Options.Database, Lender);
    Note("borrowed", "files without a compile command take the flags of the "
                     "nearest file that has one: " +
                         File + " those of " + Lender);
  }
  return Entries.empty() ? std::nullopt : std::optional(Entries[0]);
}

void noteFlags(const std::string &File, const ProjectFlags &Flags,
               const NoteSink &Note) {
  for (const std::string &Text : Flags.Notes)
    Note(Text, File + ": " + Text);
  for (const std::string &Flag : Flags.Unknown)
    Note("flag " + Flag,
         File + ": compiler flag '" + Flag + "' is not known and was dropped");
}

} // namespace

FileCommand commandFor(const std::string &File, const ToolOptions &Options,
                       const NoteSink &Note) {
  SmallString<256> Here;
  sys::fs::current_path(Here);
  CommandLine Given{std::string(Here), {"clang++"}};
  append_range(Given.Arguments, Options.FixedFlags);
  ProjectFlags Flags = readFlags(Given);
  std::optional<ProjectFlags> Found;
  if (Options.Database)
    Found = databaseFlags(File, Options, Note);
  if (Found) {
    append_range(Found->Kept, Flags.Kept);
    append_range(Found->Unknown, Flags.Unknown);
    append_range(Found->Notes, Flags.Notes);
    if (!Flags.Architectures.empty())
      Found->Architectures = Flags.Architectures;
    Flags = std::move(*Found);
  }
  noteFlags(File, Flags, Note);
  FrontendOptions Frontend = Options.Frontend;
  ChosenArch Arch = chooseArch(Options.ArchGiven ? std::vector{Frontend.GpuArch}
                                                 : Flags.Architectures,
                               Frontend.GpuArch, Note);
  Frontend.GpuArch = Arch.ClangName;
  return {Flags.Directory,
          deviceCommand(Flags, Found ? absolutePath(File) : File, Frontend),
          Arch.Model};
}

/// C++ files may launch too, with the runtime's functions or another file's.
std::vector<std::string> sourceFiles(const CompilationDatabase &Database) {
  std::vector<std::string> Out = cudaFiles(Database);
  for (const std::string &File : Database.getAllFiles())
    if (is_contained({".cpp", ".cc", ".cxx", ".c++", ".C"},
                     sys::path::extension(File)))
      Out.push_back(File);
  sort(Out);
  Out.erase(std::unique(Out.begin(), Out.end()), Out.end());
  return Out;
}

std::vector<std::string> cudaFiles(const CompilationDatabase &Database) {
  std::vector<std::string> Out;
  for (const CompileCommand &Command : Database.getAllCompileCommands()) {
    if (StringRef(Command.Filename).ends_with(".cu") || flagsOf(Command).IsCuda)
      Out.push_back(Command.Filename);
  }
  sort(Out);
  Out.erase(std::unique(Out.begin(), Out.end()), Out.end());
  return Out;
}

} // namespace warptidy
