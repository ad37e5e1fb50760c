//===- LiveAnalyzer.h - Analysing what an editor holds ----------*- C++ -*-===//
// The stages over an open document, with its compile command and precompiled
// headers kept from one run to the next.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_LIVEANALYZER_H
#define WARPTIDY_TOOL_LIVEANALYZER_H

#include "frontend/LiveParse.h"
#include "server/DocumentAnalyzer.h"
#include "tool/FileRun.h"
#include <mutex>

namespace warptidy {

class LiveAnalyzer : public DocumentAnalyzer {
public:
  /// Program and Options are those of the command line.
  LiveAnalyzer(std::string Program, std::vector<std::string> Options)
      : Program(std::move(Program)), Given(std::move(Options)) {}

  /// Options add to those of the command line.
  llvm::Error configure(const std::vector<std::string> &Options) override;
  DocumentAnalysis analyze(const std::string &File, const FileTexts &Open,
                           bool Whole, const std::atomic<bool> &Stop) override;
  void reload() override;
  void forget(const std::string &File) override;
  std::vector<std::string> watchedFiles() const override;

private:
  struct Kept {
    std::optional<FileCommand> Command;
    std::map<std::string, LiveParse> Parses; ///< By unit: itself, or others.
    std::optional<std::vector<std::string>> Includers;
    ProjectLaunches Project;
  };
  void useDatabaseOf(const std::string &File);
  void run(Kept &K, FileRun &Run, const FileTexts &Open, bool Whole);
  void joinLaunches(Kept &K, FileRun &Run, const FileTexts &Open);
  void checkLiveFixes(Kept &K, FileRun &Run, const FileTexts &Open);
  void addConfigErrors(FileRun &Run) const;
  DocumentAnalysis finish(const Kept &K, FileRun Run) const;

  const std::string Program;
  const std::vector<std::string> Given;
  std::mutex Mutex; ///< One analysis at a time, and none while options change.
  ToolOptions Options;
  std::string DatabaseOf; ///< The file that Options.Database was found for.
  std::map<std::string, Kept> Files;
};

} // namespace warptidy

#endif
