//===- Connection.h - Messages of one client --------------------*- C++ -*-===//
// Frames, JSON-RPC and the life of the protocol (initialize to exit) on top of
// llvm/Support/LSP, whose own loop knows nothing of the latter.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_SERVER_CONNECTION_H
#define WARPTIDY_SERVER_CONNECTION_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/LSP/Transport.h"
#include <functional>
#include <map>
#include <string>

namespace warptidy {

/// A JSON value as the parameters of a message.
struct Params {
  llvm::json::Value Value = nullptr;
  /// A member by its path, "textDocument.uri"; null when there is none.
  const llvm::json::Value *find(llvm::StringRef Path) const;
};

llvm::Error lspError(const llvm::Twine &Message, llvm::lsp::ErrorCode Code);

class Connection {
public:
  using Reply = llvm::lsp::Callback<llvm::json::Value>;
  /// Id is that of the request, as $/cancelRequest gives it.
  using Method =
      std::function<void(const Params &, const std::string &Id, Reply)>;
  using Notification = std::function<void(const Params &)>;
  using Answer = std::function<void(llvm::Expected<llvm::json::Value>)>;

  Connection(std::FILE *In, llvm::raw_ostream &Out);

  void method(llvm::StringRef Name, Method Handler);
  void notification(llvm::StringRef Name, Notification Handler);
  /// These may be called on any thread.
  void notify(llvm::StringRef Name, llvm::json::Value Parameters);
  void request(llvm::StringRef Name, llvm::json::Value Parameters, Answer A);

  /// Serves until "exit" or the end of the input; the exit code of the process.
  int run();

private:
  enum class Phase { Starting, Serving, ShutDown };
  bool handle(llvm::json::Value Message);
  void call(llvm::StringRef Name, llvm::json::Value Parameters,
            llvm::json::Value Id);
  void reply(llvm::json::Value Id, llvm::Expected<llvm::json::Value> Result);
  void reject(llvm::json::Value Id, const llvm::Twine &Why,
              llvm::lsp::ErrorCode Code);
  void answered(llvm::json::Value Id, llvm::json::Object &Message);

  std::FILE *In;
  llvm::lsp::JSONTransport Transport;
  std::mutex Output; ///< Guards Transport and Asked.
  llvm::StringMap<Method> Methods;
  llvm::StringMap<Notification> Notifications;
  std::map<int64_t, Answer> Asked;
  int64_t NextId = 0;
  Phase Now = Phase::Starting;
};

} // namespace warptidy

#endif
