//===- LaunchIndex.cpp - Launches across the files of a run ---------------===//
// See LaunchIndex.h.
//===----------------------------------------------------------------------===//
#include "tool/LaunchIndex.h"
#include "launch/LaunchReader.h"
#include "tool/TidyRun.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace clang;

namespace warptidy {
namespace {

/// Files that are parsed for their launches alone, at most.
constexpr size_t MaxFiles = 64;

class LaunchConsumer : public ASTConsumer {
public:
  explicit LaunchConsumer(LaunchTable &Out) : Out(Out) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    Out = readLaunches(Context);
  }

private:
  LaunchTable &Out;
};

class LaunchAction : public ASTFrontendAction {
public:
  explicit LaunchAction(LaunchTable &Out) : Out(Out) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 StringRef) override {
    return std::make_unique<LaunchConsumer>(Out);
  }

private:
  LaunchTable &Out;
};

class LaunchActionFactory : public tooling::FrontendActionFactory {
public:
  explicit LaunchActionFactory(LaunchTable &Out) : Out(Out) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<LaunchAction>(Out);
  }

private:
  LaunchTable &Out;
};

std::string absolute(const std::string &File) {
  SmallString<256> Path(File);
  sys::fs::make_absolute(Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

/// Where a run's relative paths start, empty for the working directory.
std::string directoryOf(const FileCommand &Command) {
  SmallString<256> Here;
  sys::fs::current_path(Here);
  return Command.Directory == Here ? "" : Command.Directory;
}

bool isWordCharacter(char C) { return isAlnum(C) || C == '_'; }

bool hasWord(StringRef Text, StringRef Word) {
  for (size_t At = Text.find(Word); At != StringRef::npos;
       At = Text.find(Word, At + 1)) {
    size_t End = At + Word.size();
    if ((At == 0 || !isWordCharacter(Text[At - 1])) &&
        (End == Text.size() || !isWordCharacter(Text[End])))
      return true;
  }
  return false;
}

/// `k` of `space::k<int>`.
std::string plainName(StringRef Name) {
  Name = Name.take_front(Name.find('<'));
  return Name.substr(Name.rfind(':') + 1).str();
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
        Names.insert(plainName(K.Facts.Name));
  return Names;
}

bool mayLaunch(const std::string &File, const std::set<std::string> &Kernels) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return false;
  StringRef Text = (*Buffer)->getBuffer();
  return (Text.contains("<<<") || Text.contains("cudaLaunch") ||
          Text.contains("cudaGraph")) &&
         any_of(Kernels,
                [&](const std::string &K) { return hasWord(Text, K); });
}

/// A file's launches, without its device code.
LaunchTable parseLaunches(const FileRun &Run) {
  LaunchTable Out;
  CrashRecoveryContext Recovery;
  Recovery.RunSafelyOnThread(
      [&] {
        OneCommand Database(Run.Command.Directory, Run.File,
                            Run.Command.Arguments);
        tooling::ClangTool Tool(Database, {Run.File});
        IgnoringDiagConsumer Ignore;
        Tool.setPrintErrorMessage(false);
        Tool.setDiagnosticConsumer(&Ignore);
        LaunchActionFactory Factory(Out);
        Tool.run(&Factory);
      },
      256u << 20);
  return Out;
}

} // namespace

bool joinsLaunches(const ToolOptions &Options) {
  bool Database = Options.Database && !Options.DatabaseGuessed;
  return (Options.Files.size() > 1 || (Database && Options.ProjectLaunches)) &&
         !Options.PrintFacts && !Options.Silent && !Options.Overrides.Block;
}

ProjectLaunches indexLaunches(const std::vector<FileRun> &Runs,
                              const ToolOptions &Options) {
  ProjectLaunches Project;
  std::set<std::string> Known;
  for (const FileRun &Run : Runs) {
    Project.add(Run.Unit, Run.Analysis.Launches, directoryOf(Run.Command));
    Known.insert(absolute(Run.Unit));
  }
  if (!Options.Database || Options.DatabaseGuessed || !Options.ProjectLaunches)
    return Project;
  std::set<std::string> Kernels = openKernels(Runs);
  size_t Parsed = 0, Left = 0;
  for (const std::string &File : cudaFiles(*Options.Database)) {
    if (Known.count(File) || !mayLaunch(File, Kernels))
      continue;
    if (Parsed == MaxFiles) {
      ++Left;
      continue;
    }
    ++Parsed;
    FileRun Other = openFile(File, Options);
    if (Other.Failure.empty())
      Project.add(File, parseLaunches(Other), directoryOf(Other.Command));
  }
  if (Left && !Options.Quiet)
    errs() << "warp-tidy: note: launches in " << Left
           << " further files of the compile database were not read\n";
  return Project;
}

bool isAffected(const FileRun &Run, const ProjectLaunches &Project,
                const LaunchOverrides &Overrides) {
  if (Run.Analysis.Kernels.empty())
    return false;
  LaunchTable Joined = Project.joined(Run.Unit, Run.Analysis.Launches);
  return any_of(Run.Analysis.Kernels, [&](const KernelPredictions &K) {
    std::vector<LaunchShape> Shapes = shapesFor(K.Facts, Joined, Overrides);
    return !std::equal(Shapes.begin(), Shapes.end(), K.Launches.begin(),
                       K.Launches.end(), sameShape);
  });
}

} // namespace warptidy
