//===- Server.h - The language server ---------------------------*- C++ -*-===//
// The open documents, what was found in them, and the methods of the protocol.
// Two threads: the caller's reads messages, the scheduler's analyses.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_SERVER_SERVER_H
#define WARPTIDY_SERVER_SERVER_H

#include "server/Connection.h"
#include "server/Diagnostics.h"
#include "server/Scheduler.h"
#include "server/Settings.h"
#include <memory>

namespace warptidy {

class Server {
public:
  /// Version is that of the program.
  Server(Connection &Client, DocumentAnalyzer &Analyzer, std::string Version);
  /// Serves until the client leaves; the exit code of the process.
  int run();

private:
  /// A request that waits for the analysis of a document.
  struct Waiting {
    std::string Id;
    std::function<llvm::json::Value()> Answer;
    Connection::Reply Send;
  };
  struct Document {
    std::string Uri; ///< As the client writes it.
    std::shared_ptr<const std::string> Text;
    int64_t Version = 0;
    /// Goes up with whatever may change what is found; Analysed is the one that
    /// Analysis is of, 0 for none.
    uint64_t Revision = 1, Analysed = 0;
    bool Whole = true;  ///< An analysis that looks at everything is due.
    bool Hurry = false; ///< But first one that does not: somebody types.
    DocumentAnalysis Analysis;
    std::map<std::string, std::vector<FileDiagnostic>> Shown; ///< By file.
    std::vector<Waiting> Queue;
  };

  // Life.
  void initialize(const Params &P, Connection::Reply Send);
  void shutdown(Connection::Reply Send);
  void configure(const llvm::json::Value &Given);
  void watch();
  // Documents. These and what follows need State.
  void didOpen(const Params &P);
  void didChange(const Params &P);
  void didSave(const Params &P);
  void didClose(const Params &P);
  void filesChanged(const Params &P);
  void renew(const std::string &File, bool Whole,
             std::chrono::milliseconds Delay, bool Urgent);
  void renewUsers(const std::string &File);
  void renewAll();
  // Requests.
  void whenAnalysed(
      const Params &P, const std::string &Id, Connection::Reply Send,
      std::function<llvm::json::Value(const std::string &File, Document &)>
          Answer);
  void cancelRequest(const Params &P);
  llvm::json::Value hover(const Params &P, const std::string &File,
                          Document &D);
  llvm::json::Value codeActions(const Params &P, const std::string &File,
                                Document &D);
  llvm::json::Value hints(const Params &P, const std::string &File,
                          Document &D);
  // Analysis.
  void analyze(const std::string &File, const std::atomic<bool> &Stop);
  void finish(const std::string &File, DocumentAnalysis Result, Places &Where);
  void publish(const std::string &File);
  void refuse(std::vector<Waiting> Queue, llvm::lsp::ErrorCode Code,
              const char *Why);
  void say(int Type, const std::string &Text);

  std::string fileOf(const Params &P) const;
  FileTexts openTexts() const;

  Connection &Client;
  DocumentAnalyzer &Analyzer;
  std::string Version;
  ClientAbilities Abilities;
  ServerSettings Settings;
  std::mutex State; ///< Guards what follows and the settings.
  std::map<std::string, Document> Documents; ///< By path.
  unsigned Runs = 0;
  std::unique_ptr<Scheduler> Schedule;
};

} // namespace warptidy

#endif
