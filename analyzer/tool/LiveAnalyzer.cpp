//===- LiveAnalyzer.cpp - Analysing what an editor holds ------------------===//
// See LiveAnalyzer.h.
//===----------------------------------------------------------------------===//
#include "tool/LiveAnalyzer.h"
#include "tool/LaunchIndex.h"
#include "tool/LiveProblems.h"
#include "tool/LiveTidy.h"
#include "tool/ProjectDatabase.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace clang;

namespace warptidy {

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
      !New->PredictionsFile.empty())
    return createStringError("a language server takes no files, and no options "
                             "that print or write something");
  Options = std::move(*New);
  Options.Quiet = true;
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
  for (auto &[File, K] : Files)
    K.Command.reset();
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

void LiveAnalyzer::open(Kept &K, const std::string &File) {
  if (Options.BuildPath.empty() && Options.FixedFlags.empty())
    Options.Database = findDatabase(File);
  K.Command = commandFor(File, Options,
                         [](const std::string &, const std::string &) {});
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

void LiveAnalyzer::run(Kept &K, FileRun &Run, const FileTexts &Open) {
  Run.Disk = filesOf(Open, Run.Command.Directory);
  runFile(Run, Options, [&](tidy::ClangTidyContext &Context) {
    LiveSource Source{Run.Command.Directory, Run.Command.Arguments, Run.File,
                      Run.Disk};
    auto Errors = runLiveTidy(Context, K.Parse, Source);
    if (Errors)
      return std::move(*Errors);
    Run.Failure = toString(Errors.takeError());
    return std::vector<tidy::ClangTidyError>();
  });
}

/// Once more with the launches in other files, if they change something.
void LiveAnalyzer::joinLaunches(Kept &K, FileRun &Run, const FileTexts &Open,
                                bool Whole) {
  Session &S = Session::get();
  if (!joinsLaunches(Options) || !Whole || !Run.Failure.empty() || S.stopped())
    return;
  std::vector<FileRun> Runs;
  Runs.push_back(std::move(Run));
  K.Project = indexLaunches(Runs, Options);
  Run = std::move(Runs[0]);
  if (!isAffected(Run, K.Project, Options.Overrides))
    return;
  S.Project = &K.Project;
  run(K, Run, Open);
}

DocumentAnalysis LiveAnalyzer::analyze(const std::string &File,
                                       const FileTexts &Open, bool Whole,
                                       const std::atomic<bool> &Stop) {
  std::lock_guard Lock(Mutex);
  Kept &K = Files[File];
  if (!K.Command)
    open(K, File);
  Session &S = Session::get();
  S.Overrides = Options.Overrides;
  S.Measured = Options.Measured;
  S.Predict.Stop = &Stop;
  S.KeepLaunches = joinsLaunches(Options);
  S.Project = !Whole && joinsLaunches(Options) ? &K.Project : nullptr;
  FileRun Run;
  Run.File = File;
  Run.Command = *K.Command;
  run(K, Run, Open);
  LiveTimes Times = K.Parse.times();
  joinLaunches(K, Run, Open, Whole);
  S.Project = nullptr;
  S.Predict.Stop = nullptr;
  DocumentAnalysis Out = documentAnalysis(std::move(Run));
  for (const std::string &Header : K.Parse.userHeaders())
    Out.Headers.push_back(absolutePath(Header, K.Command->Directory));
  Out.HeadersReused = Times.Reused;
  Out.HeaderMillis = Times.PreambleMillis;
  Out.OwnMillis = Times.ParseMillis;
  return Out;
}

} // namespace warptidy
