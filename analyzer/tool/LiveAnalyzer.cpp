//===- LiveAnalyzer.cpp - Analysing what an editor holds ------------------===//
// See LiveAnalyzer.h.
//===----------------------------------------------------------------------===//
#include "tool/LiveAnalyzer.h"
#include "tool/FileOptions.h"
#include "tool/FixCheck.h"
#include "tool/LaunchIndex.h"
#include "tool/LiveProblems.h"
#include "tool/LiveTidy.h"
#include "tool/ProjectDatabase.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace clang;

namespace warptidy {

/// Whether an option is given of those that say what becomes of findings.
static bool isForOutput(const OutputOptions &O) {
  return O.Format != OutputFormat::Text || !O.SarifFile.empty() ||
         !O.GitLabFile.empty() || !O.ExportFixesFile.empty() ||
         !O.BaselineFile.empty() || !O.WriteBaselineFile.empty() ||
         !O.HtmlFolder.empty() || !O.ExplainText.empty() || O.Fix ||
         O.LinesGiven;
}

Error LiveAnalyzer::configure(const std::vector<std::string> &More) {
  std::vector<std::string> Words{Program};
  append_range(Words, Given);
  // What follows "--" are compiler flags: options go before it.
  Words.insert(std::find(Words.begin(), Words.end(), "--"), More.begin(),
               More.end());
  std::vector<const char *> Arguments;
  for (const std::string &Word : Words)
    Arguments.push_back(Word.c_str());
  std::lock_guard Lock(Mutex);
  Expected<ToolOptions> New =
      parseOptions(static_cast<int>(Arguments.size()), Arguments.data(),
                   /*NeedsFiles=*/false);
  if (!New)
    return New.takeError();
  if (!New->Files.empty() || New->Done || New->PrintFacts || New->Statistics ||
      !New->PredictionsFile.empty() || isForOutput(New->Output))
    return createStringError("a language server takes no files, and no options "
                             "that print, write or choose findings");
  Options = std::move(*New);
  Options.Quiet = true;
  DatabaseOf.clear();
  Files.clear();
  return Error::success();
}

void LiveAnalyzer::reload() {
  std::lock_guard Lock(Mutex);
  if (!Options.BuildPath.empty()) {
    if (auto Database = openDatabase(Options.BuildPath))
      Options.Database = std::move(*Database);
    else // It is being written: the old one serves until the next change.
      consumeError(Database.takeError());
  }
  DatabaseOf.clear();
  for (auto &[File, K] : Files) {
    K.Command.reset();
    K.Includers.reset();
  }
}

void LiveAnalyzer::forget(const std::string &File) {
  std::lock_guard Lock(Mutex);
  Files.erase(File);
}

std::vector<std::string> LiveAnalyzer::watchedFiles() const {
  if (Options.BuildPath.empty())
    return {};
  return {
      absolutePath("compile_commands.json", absolutePath(Options.BuildPath))};
}

void LiveAnalyzer::useDatabaseOf(const std::string &File) {
  if (!Options.BuildPath.empty() || !Options.FixedFlags.empty() ||
      DatabaseOf == File)
    return;
  Options.Database = findDatabase(File);
  DatabaseOf = File;
}

/// The disk, and over it the documents.
static IntrusiveRefCntPtr<vfs::FileSystem>
filesOf(const FileTexts &Open, const std::string &Directory) {
  auto Disk = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
      IntrusiveRefCntPtr<vfs::FileSystem>(vfs::createPhysicalFileSystem()));
  auto Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const auto &[File, Text] : Open) {
    auto OnDisk = MemoryBuffer::getFile(File);
    if (OnDisk && (*OnDisk)->getBuffer() == *Text)
      continue;
    // Precompiled headers are checked by size and time: a time for each text.
    time_t Time = 1 + static_cast<time_t>(xxh3_64bits(*Text) >> 32);
    Memory->addFile(File, Time, MemoryBuffer::getMemBufferCopy(*Text, File));
  }
  Disk->pushOverlay(Memory);
  if (!Directory.empty())
    Disk->setCurrentWorkingDirectory(Directory);
  return Disk;
}

void LiveAnalyzer::run(Kept &K, FileRun &Run, const FileTexts &Open,
                       bool Whole) {
  UnitRunner Runner;
  Runner.Check = [&](FileRun &Of, tidy::ClangTidyContext &Context) {
    Of.Disk = filesOf(Open, Of.Command.Directory);
    LiveSource Source{Of.Command.Directory, Of.Command.Arguments,
                      absolutePath(Of.Unit), Of.Disk};
    auto Errors = runLiveTidy(Context, K.Parses[Of.Unit], Source);
    if (Errors)
      return std::move(*Errors);
    Of.Failure = toString(Errors.takeError());
    return std::vector<tidy::ClangTidyError>();
  };
  // Where the file is included seldom changes.
  Runner.Includers = [&](const FileRun &Of) {
    if (Session::get().stopped())
      return std::vector<std::string>();
    useDatabaseOf(Of.File);
    if (Whole || !K.Includers)
      K.Includers = includersOf(Of, Options);
    return *K.Includers;
  };
  runFile(Run, Options, Runner);
}

/// Once more with the launches in other files, if they change something.
void LiveAnalyzer::joinLaunches(Kept &K, FileRun &Run, const FileTexts &Open) {
  Session &S = Session::get();
  if (!Run.Failure.empty() || S.stopped())
    return;
  std::vector<FileRun> Runs;
  Runs.push_back(std::move(Run));
  ProjectLaunches Found = indexLaunches(Runs, Options, filesOf(Open, ""));
  Run = std::move(Runs[0]);
  if (S.stopped())
    return;
  K.Project = std::move(Found);
  if (!isAffected(Run, K.Project, Options.Overrides))
    return;
  S.Project = &K.Project;
  run(K, Run, Open, /*Whole=*/false);
  S.Project = nullptr;
}

/// As the command line does before it offers a fix.
void LiveAnalyzer::checkLiveFixes(Kept &K, FileRun &Run,
                                  const FileTexts &Open) {
  if (Session::get().stopped() || !hasFixes(Run))
    return;
  Session Mine = Session::get();
  Mine.Fixes = Session::FixMode::None;
  Mine.Project = joinsLaunches(Options) ? &K.Project : nullptr;
  SessionScope Scope(Mine);
  checkFixes(Run, [&](const ChangedTexts &Texts) {
    FileTexts Changed = Open;
    for (const auto &[File, Text] : Texts)
      Changed[File] = std::make_shared<const std::string>(Text);
    FileRun Again;
    Again.File = Run.File;
    Again.Unit = Run.Unit;
    Again.Command = Run.Command;
    run(K, Again, Changed, /*Whole=*/false);
    return Again;
  });
}

/// As the command line tells once a run.
void LiveAnalyzer::addConfigErrors(FileRun &Run) const {
  auto Place = [](const AnnotationError &E) {
    return std::tie(E.Where.File, E.Where.Line, E.Message);
  };
  std::vector<AnnotationError> &All = Run.Analysis.AnnotationErrors;
  for (AnnotationError &E :
       configErrors(Options, {Run.File}, /*CheckAll=*/false))
    if (none_of(All, [&](const AnnotationError &Other) {
          return Place(Other) == Place(E);
        }))
      All.push_back(std::move(E));
}

/// With all that the result depends on: also the units that were tried.
DocumentAnalysis LiveAnalyzer::finish(const Kept &K, FileRun Run) const {
  const std::string File = Run.File;
  DocumentAnalysis Out = documentAnalysis(std::move(Run));
  Out.Arch = &withSectorBytes(*Out.Arch, Options.SectorBytes);
  std::set<std::string> Read;
  for (const auto &[Unit, Parse] : K.Parses) {
    Read.insert(absolutePath(Unit));
    for (const std::string &Header : Parse.userHeaders())
      Read.insert(absolutePath(Header, K.Command->Directory));
  }
  Read.erase(File);
  Out.Headers.assign(Read.begin(), Read.end());
  return Out;
}

DocumentAnalysis LiveAnalyzer::analyze(const std::string &File,
                                       const FileTexts &Open, bool Whole,
                                       const std::atomic<bool> &Stop) {
  std::lock_guard Lock(Mutex);
  Kept &K = Files[File];
  if (!K.Command) {
    useDatabaseOf(File);
    K.Command = commandFor(File, Options,
                           [](const std::string &, const std::string &) {});
  }
  const bool Join = warptidy::joinsLaunches(Options);
  Session &S = Session::get();
  S.Overrides = Options.Overrides;
  S.Measured = Options.Measured;
  S.Predict.Stop = &Stop;
  S.KeepLaunches = Join;
  S.Fixes = Session::FixMode::Edits;
  S.Project = !Whole && Join ? &K.Project : nullptr;
  FileRun Run;
  Run.File = Run.Unit = File;
  Run.Command = *K.Command;
  run(K, Run, Open, Whole);
  LiveTimes Times = K.Parses[Run.Unit].times();
  S.Project = nullptr;
  if (Whole && Join)
    joinLaunches(K, Run, Open);
  checkLiveFixes(K, Run, Open);
  S.Predict.Stop = nullptr;
  addConfigErrors(Run);
  DocumentAnalysis Out = finish(K, std::move(Run));
  Out.HeadersReused = Times.Reused;
  Out.HeaderMillis = Times.PreambleMillis;
  Out.OwnMillis = Times.ParseMillis;
  return Out;
}

} // namespace warptidy
