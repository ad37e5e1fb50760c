//===- LaunchIndex.cpp - Launches across the files of a run ---------------===//
// See LaunchIndex.h.
//===----------------------------------------------------------------------===//
#include "tool/LaunchIndex.h"
#include "launch/LaunchReader.h"
#include "tool/ProjectDatabase.h"
#include "tool/TidyRun.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace llvm;
using namespace clang;

namespace warptidy {
namespace {

/// Files that are parsed for their launches alone, at most.
constexpr size_t MaxFiles = 64;
/// Calls from file to file that are followed to a launch.
constexpr unsigned MaxRounds = 4;

class LaunchConsumer : public ASTConsumer {
public:
  LaunchConsumer(LaunchTable &Out, const CallTable &Calls)
      : Out(Out), Calls(Calls) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    Out = readLaunches(Context, Calls);
  }

private:
  LaunchTable &Out;
  const CallTable &Calls;
};

class LaunchAction : public ASTFrontendAction {
public:
  LaunchAction(LaunchTable &Out, const CallTable &Calls)
      : Out(Out), Calls(Calls) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 StringRef) override {
    return std::make_unique<LaunchConsumer>(Out, Calls);
  }

private:
  LaunchTable &Out;
  const CallTable &Calls;
};

class LaunchActionFactory : public tooling::FrontendActionFactory {
public:
  LaunchActionFactory(LaunchTable &Out, const CallTable &Calls)
      : Out(Out), Calls(Calls) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<LaunchAction>(Out, Calls);
  }

private:
  LaunchTable &Out;
  const CallTable &Calls;
};

/// Where a run's relative paths start, empty for the working directory.
std::string directoryOf(const FileCommand &Command) {
  SmallString<256> Here;
  sys::fs::current_path(Here);
  return Command.Directory == Here ? "" : Command.Directory;
}

/// The kernels that launches elsewhere could tell something about.
std::set<std::string> openKernels(const std::vector<FileRun> &Runs) {
  std::set<std::string> Names;
  for (const FileRun &Run : Runs)
    for (const KernelPredictions &K : Run.Analysis.Kernels)
      if (any_of(K.Launches, [](const LaunchShape &L) {
            return L.Source == ShapeSource::LaunchSite ||
                   L.Source == ShapeSource::LaunchBounds ||
                   L.Source == ShapeSource::Assumed;
          }))
        Names.insert(plainKernelName(K.Facts.Name));
  return Names;
}

/// Names of functions that launch with their parameters.
std::set<std::string> openNames(const ProjectLaunches &Project) {
  std::set<std::string> Names;
  for (const std::string &Mangled : Project.openFunctions()) {
    ItaniumPartialDemangler Demangler;
    if (Demangler.partialDemangle(Mangled.c_str())) {
      Names.insert(Mangled); // extern "C"
      continue;
    }
    char *Name = Demangler.getFunctionBaseName(nullptr, nullptr);
    if (Name)
      Names.insert(plainKernelName(Name));
    std::free(Name);
  }
  return Names;
}

/// Whether the text launches one of the kernels, or calls one of the functions.
bool mayLaunch(const std::string &File, vfs::FileSystem &Disk,
               const std::set<std::string> &Kernels,
               const std::set<std::string> &Functions) {
  auto Buffer = Disk.getBufferForFile(File);
  if (!Buffer)
    return false;
  StringRef Text = (*Buffer)->getBuffer();
  auto HasName = [&](const std::string &Name) { return hasWord(Text, Name); };
  bool Launches = Text.contains("<<<") || Text.contains("cudaLaunch") ||
                  Text.contains("cudaGraph");
  return (Launches && any_of(Kernels, HasName)) || any_of(Functions, HasName);
}

/// A file's launches, without its device code.
LaunchTable parseLaunches(const std::string &File, const FileCommand &Command,
                          const CallTable &Calls,
                          IntrusiveRefCntPtr<vfs::FileSystem> Disk) {
  LaunchTable Out;
  CrashRecoveryContext Recovery;
  Recovery.RunSafelyOnThread(
      [&] {
        OneCommand Database(Command.Directory, File, Command.Arguments);
        tooling::ClangTool Tool(Database, {File},
                                std::make_shared<PCHContainerOperations>(),
                                std::move(Disk));
        IgnoringDiagConsumer Ignore;
        Tool.setPrintErrorMessage(false);
        Tool.setDiagnosticConsumer(&Ignore);
        LaunchActionFactory Factory(Out, Calls);
        Tool.run(&Factory);
      },
      256u << 20);
  return Out;
}

/// The units of a project, read anew as calls of their functions come to be
/// known. Each round uses what all units said in the one before: the order of
/// the files does not matter.
class Indexer {
public:
  Indexer(const std::vector<FileRun> &Runs, const ToolOptions &Options,
          IntrusiveRefCntPtr<vfs::FileSystem> Disk);
  ProjectLaunches index();

private:
  struct Unit {
    FileCommand Command;
    CallTable Calls; ///< That its launches were read with.
  };
  void add(const std::string &File, Unit Of, const LaunchTable &Launches);
  bool readCallers();
  bool readAgain();

  const ToolOptions &Options;
  const IntrusiveRefCntPtr<vfs::FileSystem> Disk;
  bool UseDatabase;
  std::set<std::string> Kernels;
  std::set<std::string> Others; ///< Files of the database not read yet.
  std::map<std::string, Unit> Units;
  ProjectLaunches Project;
  size_t Parsed = 0;
};

Indexer::Indexer(const std::vector<FileRun> &Runs, const ToolOptions &Options,
                 IntrusiveRefCntPtr<vfs::FileSystem> Disk)
    : Options(Options), Disk(std::move(Disk)),
      UseDatabase(Options.Database && !Options.DatabaseGuessed &&
                  Options.ProjectLaunches),
      Kernels(openKernels(Runs)) {
  if (UseDatabase)
    for (const std::string &File : sourceFiles(*Options.Database))
      Others.insert(File);
  for (const FileRun &Run : Runs) {
    Others.erase(absolutePath(Run.Unit));
    if (Run.Failure.empty())
      add(Run.Unit, {Run.Command, {}}, Run.Analysis.Launches);
  }
}

void Indexer::add(const std::string &File, Unit Of,
                  const LaunchTable &Launches) {
  Project.add(File, Launches, directoryOf(Of.Command));
  Units[File] = std::move(Of);
}

/// Parses further files that may tell something; false when there are none.
bool Indexer::readCallers() {
  std::set<std::string> Functions = openNames(Project);
  std::vector<std::string> Found;
  for (const std::string &File : Others)
    if (mayLaunch(File, *Disk, Kernels, Functions))
      Found.push_back(File);
  bool Read = false;
  for (const std::string &File : Found) {
    if (Parsed == MaxFiles || Session::get().stopped())
      break;
    ++Parsed;
    Read = true;
    Others.erase(File);
    FileRun Other = openFile(File, Options);
    if (Other.Failure.empty())
      add(File, {Other.Command, {}},
          parseLaunches(File, Other.Command, {}, Disk));
  }
  size_t Left = count_if(
      Found, [&](const std::string &File) { return Others.count(File) != 0; });
  if (Read && Left && !Options.Quiet)
    errs() << "warp-tidy: note: launches in " << Left
           << " further files of the compile database were not read\n";
  return Read;
}

/// Reads units again whose functions are called as was not known before.
bool Indexer::readAgain() {
  std::map<std::string, CallTable> Changed;
  for (auto &[File, Of] : Units) {
    CallTable Calls = Project.callsInto(File);
    if (Calls != Of.Calls)
      Changed[File] = std::move(Calls);
  }
  for (auto &[File, Calls] : Changed) {
    if (Session::get().stopped())
      return false;
    Unit Of = Units[File];
    Of.Calls = std::move(Calls);
    LaunchTable Launches = parseLaunches(File, Of.Command, Of.Calls, Disk);
    add(File, std::move(Of), Launches);
  }
  return !Changed.empty();
}

ProjectLaunches Indexer::index() {
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    if (Session::get().stopped())
      break;
    bool More = UseDatabase && readCallers();
    More |= readAgain();
    if (!More)
      break;
  }
  return std::move(Project);
}

} // namespace

bool hasWord(StringRef Text, StringRef Word) {
  auto IsPart = [](char C) { return isAlnum(C) || C == '_'; };
  for (size_t At = Text.find(Word); At != StringRef::npos;
       At = Text.find(Word, At + 1)) {
    size_t End = At + Word.size();
    if ((At == 0 || !IsPart(Text[At - 1])) &&
        (End == Text.size() || !IsPart(Text[End])))
      return true;
  }
  return false;
}

bool joinsLaunches(const ToolOptions &Options) {
  bool Database = Options.Database && !Options.DatabaseGuessed;
  return (Options.Files.size() > 1 || (Database && Options.ProjectLaunches)) &&
         !Options.PrintFacts && !Options.Silent && !Options.Overrides.Block;
}

ProjectLaunches indexLaunches(const std::vector<FileRun> &Runs,
                              const ToolOptions &Options,
                              IntrusiveRefCntPtr<vfs::FileSystem> Disk) {
  return Indexer(Runs, Options, std::move(Disk)).index();
}

bool isAffected(const FileRun &Run, const ProjectLaunches &Project,
                const LaunchOverrides &Overrides) {
  if (Run.Analysis.Kernels.empty())
    return false;
  if (!Project.callsInto(Run.Unit).empty())
    return true;
  LaunchTable Joined = Project.joined(Run.Unit, Run.Analysis.Launches);
  return any_of(Run.Analysis.Kernels, [&](const KernelPredictions &K) {
    std::vector<LaunchShape> Shapes = shapesFor(K.Facts, Joined, Overrides);
    return !std::equal(Shapes.begin(), Shapes.end(), K.Launches.begin(),
                       K.Launches.end() - K.LargeBlock, sameShape);
  });
}

} // namespace warptidy
