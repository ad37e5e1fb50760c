//===- Server.cpp - The language server -----------------------------------===//
// The life of the server, its settings, and the open documents.
//===----------------------------------------------------------------------===//
#include "server/Server.h"

using namespace llvm;
using namespace std::chrono_literals;
using lsp::ErrorCode;

namespace warptidy {

Server::Server(Connection &Client, DocumentAnalyzer &Analyzer,
               std::string Version)
    : Client(Client), Analyzer(Analyzer), Version(std::move(Version)),
      Schedule(std::make_unique<Scheduler>(
          [this](const std::string &File, const std::atomic<bool> &Stop) {
            analyze(File, Stop);
          })) {
  auto Question = [&](StringRef Name, auto Handler) {
    Client.method(Name, [this, Handler](const Params &P, const std::string &Id,
                                        Connection::Reply Send) {
      std::lock_guard Lock(State);
      whenAnalysed(P, Id, std::move(Send),
                   [this, P, Handler](const std::string &File, Document &D) {
                     return (this->*Handler)(P, File, D);
                   });
    });
  };
  auto Notice = [&](StringRef Name, auto Handler) {
    Client.notification(Name, [this, Handler](const Params &P) {
      std::lock_guard Lock(State);
      (this->*Handler)(P);
    });
  };
  Client.method("initialize", [this](const Params &P, const std::string &,
                                     Connection::Reply Send) {
    initialize(P, std::move(Send));
  });
  Client.method("shutdown",
                [this](const Params &, const std::string &,
                       Connection::Reply Send) { shutdown(std::move(Send)); });
  Client.notification("initialized", [this](const Params &) { watch(); });
  Question("textDocument/hover", &Server::hover);
  Question("textDocument/codeAction", &Server::codeActions);
  Question("textDocument/inlayHint", &Server::hints);
  Notice("textDocument/didOpen", &Server::didOpen);
  Notice("textDocument/didChange", &Server::didChange);
  Notice("textDocument/didSave", &Server::didSave);
  Notice("textDocument/didClose", &Server::didClose);
  Notice("workspace/didChangeWatchedFiles", &Server::filesChanged);
  Notice("$/cancelRequest", &Server::cancelRequest);
  Client.notification("workspace/didChangeConfiguration",
                      [this](const Params &P) {
                        if (const json::Value *S = P.find("settings"))
                          configure(*S);
                      });
}

int Server::run() {
  int Code = Client.run();
  Schedule = nullptr; // Ends the analysis that still runs.
  return Code;
}

static bool isTrue(const Params &P, StringRef Path) {
  const json::Value *V = P.find(Path);
  return V && V->getAsBoolean().value_or(false);
}

void Server::initialize(const Params &P, Connection::Reply Send) {
  auto Has = [&](StringRef Path) {
    return isTrue(P, ("capabilities." + Path).str());
  };
  Abilities.RelatedInformation =
      Has("textDocument.publishDiagnostics.relatedInformation");
  Abilities.VersionedEdits = Has("workspace.workspaceEdit.documentChanges");
  Abilities.Progress = Has("window.workDoneProgress");
  Abilities.WatchFiles =
      Has("workspace.didChangeWatchedFiles.dynamicRegistration");
  Abilities.HintRefresh = Has("workspace.inlayHint.refreshSupport");
  if (const json::Value *F =
          P.find("capabilities.textDocument.hover.contentFormat"))
    if (const json::Array *Formats = F->getAsArray())
      for (const json::Value &Format : *Formats)
        Abilities.Markdown |=
            Format.getAsString() == std::optional<StringRef>("markdown");
  Send(json::Object{
      {"serverInfo", json::Object{{"name", "warp-tidy"}, {"version", Version}}},
      {"capabilities",
       json::Object{
           {"positionEncoding", "utf-16"},
           {"textDocumentSync",
            json::Object{{"openClose", true}, {"change", 2}, {"save", true}}},
           {"hoverProvider", true},
           {"codeActionProvider",
            json::Object{{"codeActionKinds", json::Array{"quickfix"}}}},
           {"inlayHintProvider", true}}}});
  if (const json::Value *Given = P.find("initializationOptions"))
    configure(*Given);
}

void Server::shutdown(Connection::Reply Send) {
  std::lock_guard Lock(State);
  for (auto &[File, D] : Documents) {
    Schedule->cancel(File);
    refuse(std::move(D.Queue), ErrorCode::RequestCancelled,
           "the server is shut down");
    D.Queue.clear();
  }
  Send(nullptr);
}

void Server::say(int Type, const std::string &Text) {
  Client.notify("window/showMessage",
                json::Object{{"type", Type}, {"message", Text}});
}

void Server::configure(const json::Value &Given) {
  Expected<ServerSettings> New = readSettings(Given);
  if (!New)
    return say(1, "warp-tidy: " + toString(New.takeError()));
  Schedule->interrupt(); // The analyzer is free the sooner.
  if (Error E =
          Analyzer.configure(New->Options.value_or(std::vector<std::string>())))
    return say(1, "warp-tidy: " + toString(std::move(E)));
  std::lock_guard Lock(State);
  Settings = std::move(*New);
  renewAll();
}

/// Asks to be told when files change that decide how files are compiled.
void Server::watch() {
  if (!Abilities.WatchFiles)
    return;
  json::Array Watchers;
  for (const char *Name : {"compile_commands.json", "compile_flags.txt",
                           ".warp-tidy", ".clang-tidy"})
    Watchers.push_back(
        json::Object{{"globPattern", std::string("**/") + Name}});
  for (const std::string &File : Analyzer.watchedFiles())
    Watchers.push_back(json::Object{{"globPattern", File}});
  json::Object Registration{
      {"id", "watched-files"},
      {"method", "workspace/didChangeWatchedFiles"},
      {"registerOptions", json::Object{{"watchers", std::move(Watchers)}}}};
  Client.request(
      "client/registerCapability",
      json::Object{{"registrations", json::Array{std::move(Registration)}}},
      [](Expected<json::Value> Result) {
        if (!Result)
          lsp::Logger::error("files are not watched: {0}",
                             toString(Result.takeError()));
      });
}

/// The path of the document that the parameters name; empty for none.
std::string Server::fileOf(const Params &P) const {
  const json::Value *Uri = P.find("textDocument.uri");
  auto Text = Uri ? Uri->getAsString() : std::nullopt;
  if (!Text)
    return "";
  Expected<lsp::URIForFile> File = lsp::URIForFile::fromURI(*Text);
  if (!File) {
    lsp::Logger::error("not a file: {0}", toString(File.takeError()));
    return "";
  }
  return File->file().str();
}

static int64_t integerAt(const Params &P, StringRef Path, int64_t Default) {
  const json::Value *V = P.find(Path);
  return V ? V->getAsInteger().value_or(Default) : Default;
}

void Server::didOpen(const Params &P) {
  std::string File = fileOf(P);
  const json::Value *Text = P.find("textDocument.text");
  if (File.empty() || !Text || !Text->getAsString())
    return;
  Document &D = Documents[File];
  D.Uri = P.find("textDocument.uri")->getAsString()->str();
  D.Text = std::make_shared<const std::string>(Text->getAsString()->str());
  D.Version = integerAt(P, "textDocument.version", 0);
  renew(File, /*Whole=*/true, 0ms, /*Urgent=*/true);
  renewUsers(File);
}

void Server::didChange(const Params &P) {
  auto It = Documents.find(fileOf(P));
  const json::Value *Changes = P.find("contentChanges");
  if (It == Documents.end() || !Changes || !Changes->getAsArray())
    return lsp::Logger::error("a change of no open document");
  Document &D = It->second;
  int64_t Version = integerAt(P, "textDocument.version", D.Version + 1);
  if (Version <= D.Version) // Its ranges are of a text that is gone.
    return lsp::Logger::error("a change to version {0} after version {1}",
                              Version, D.Version);
  std::string Text = *D.Text;
  for (const json::Value &Change : *Changes->getAsArray())
    if (Error E = applyChange(Text, Change))
      return lsp::Logger::error("{0}", toString(std::move(E)));
  D.Version = Version;
  D.Text = std::make_shared<const std::string>(std::move(Text));
  refuse(std::move(D.Queue), ErrorCode::ContentModified,
         "the document was changed");
  D.Queue.clear();
  D.Hurry = true;
  renew(It->first, /*Whole=*/false, Settings.Debounce, /*Urgent=*/true);
  renewUsers(It->first);
}

void Server::didSave(const Params &P) {
  auto It = Documents.find(fileOf(P));
  if (It == Documents.end())
    return;
  renew(It->first, /*Whole=*/true, 0ms, /*Urgent=*/true);
  renewUsers(It->first);
}

void Server::didClose(const Params &P) {
  auto It = Documents.find(fileOf(P));
  if (It == Documents.end())
    return;
  std::string File = It->first;
  Schedule->cancel(File);
  refuse(std::move(It->second.Queue), ErrorCode::ContentModified,
         "the document was closed");
  auto Shown = std::move(It->second.Shown);
  Documents.erase(It);
  Analyzer.forget(File);
  for (const auto &[Other, Diagnostics] : Shown)
    publish(Other);
  publish(File);
  renewUsers(File); // They read it from the disk again.
}

void Server::filesChanged(const Params &) {
  Schedule->interrupt(); // The analyzer is free the sooner.
  Analyzer.reload();
  renewAll();
}

void Server::renew(const std::string &File, bool Whole,
                   std::chrono::milliseconds Delay, bool Urgent) {
  Document &D = Documents[File];
  ++D.Revision;
  D.Whole |= Whole;
  Schedule->schedule(File, Delay, Urgent);
}

/// The other documents that include the file, or may.
void Server::renewUsers(const std::string &File) {
  for (auto &[Other, D] : Documents)
    if (Other != File &&
        (!D.Analysed || is_contained(D.Analysis.Headers, File)))
      renew(Other, /*Whole=*/false, Settings.Debounce, /*Urgent=*/false);
}

void Server::renewAll() {
  for (auto &[File, D] : Documents)
    renew(File, /*Whole=*/true, 0ms, /*Urgent=*/false);
}

FileTexts Server::openTexts() const {
  FileTexts Out;
  for (const auto &[File, D] : Documents)
    Out[File] = D.Text;
  return Out;
}

} // namespace warptidy
