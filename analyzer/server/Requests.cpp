//===- Requests.cpp - Analyses and the answers from them ------------------===//
// Runs the analysis of a document, publishes what it found if that is still of
// the text that the client has, and answers the requests that waited for it.
//===----------------------------------------------------------------------===//
#include "server/Server.h"

using namespace llvm;
using lsp::ErrorCode;

namespace warptidy {
namespace {

/// How long after an edit's analysis the one that looks at everything comes.
constexpr std::chrono::milliseconds WholeDelay(1000);

/// The progress that the client shows while a document is analysed.
class Progress {
public:
  Progress(Connection &Client, const std::string &File, unsigned Number)
      : Client(Client), Shared(std::make_shared<Status>()) {
    Shared->Token = "warp-tidy/" + std::to_string(Number);
    std::string Name = File.substr(File.rfind('/') + 1);
    Client.request("window/workDoneProgress/create",
                   json::Object{{"token", Shared->Token}},
                   [&Client, Name, S = Shared](Expected<json::Value> Result) {
                     if (!Result)
                       return consumeError(Result.takeError());
                     std::lock_guard Lock(S->Mutex);
                     if (S->Ended)
                       return;
                     S->Begun = true;
                     report(Client, *S,
                            json::Object{{"kind", "begin"},
                                         {"title", "warp-tidy"},
                                         {"message", "analysing " + Name}});
                   });
  }
  ~Progress() {
    std::lock_guard Lock(Shared->Mutex);
    Shared->Ended = true;
    if (Shared->Begun)
      report(Client, *Shared, json::Object{{"kind", "end"}});
  }

private:
  struct Status {
    std::mutex Mutex;
    std::string Token;
    bool Begun = false, Ended = false;
  };
  static void report(Connection &Client, const Status &S, json::Value What) {
    Client.notify("$/progress",
                  json::Object{{"token", S.Token}, {"value", std::move(What)}});
  }
  Connection &Client;
  std::shared_ptr<Status> Shared;
};

std::optional<lsp::Range> rangeOf(const Params &P) {
  lsp::Range Range;
  json::Path::Root Root("range");
  const json::Value *V = P.find("range");
  if (!V || !fromJSON(*V, Range, Root))
    return std::nullopt;
  return Range;
}

} // namespace

void Server::analyze(const std::string &File, const std::atomic<bool> &Stop) {
  std::unique_lock Lock(State);
  auto It = Documents.find(File);
  if (It == Documents.end())
    return;
  const uint64_t Revision = It->second.Revision;
  const bool Whole = It->second.Whole && !It->second.Hurry;
  FileTexts Open = openTexts();
  std::optional<Progress> Shown;
  if (Abilities.Progress)
    Shown.emplace(Client, File, ++Runs);
  Lock.unlock();
  DocumentAnalysis Result = Analyzer.analyze(File, Open, Whole, Stop);
  Lock.lock();
  Shown.reset();
  It = Documents.find(File);
  if (It == Documents.end() || It->second.Revision != Revision || Stop)
    return; // A run for the newer text is scheduled.
  It->second.Analysed = Revision;
  It->second.Hurry = false;
  if (Whole)
    It->second.Whole = false;
  else if (It->second.Whole)
    Schedule->schedule(File, WholeDelay, /*Urgent=*/false);
  lsp::Logger::info("{0}: headers {1} ms ({2}), the rest {3} ms", File,
                    Result.HeaderMillis,
                    Result.HeadersReused ? "reused" : "read", Result.OwnMillis);
  Places Where(std::move(Open));
  finish(File, std::move(Result), Where);
}

void Server::finish(const std::string &File, DocumentAnalysis Result,
                    Places &Where) {
  Document &D = Documents[File];
  auto Before = std::move(D.Shown);
  D.Analysis = std::move(Result);
  D.Shown = diagnosticsOf(D.Analysis, File, Where, Abilities);
  for (const auto &[Other, Diagnostics] : D.Shown)
    Before[Other];
  for (const auto &[Other, Diagnostics] : Before)
    publish(Other);
  std::vector<Waiting> Queue = std::move(D.Queue);
  D.Queue.clear();
  for (Waiting &W : Queue)
    W.Send(W.Answer());
  if (Abilities.HintRefresh && Settings.Hints != HintsShown::None)
    Client.request("workspace/inlayHint/refresh", nullptr,
                   [](Expected<json::Value> Result) {
                     if (!Result)
                       consumeError(Result.takeError());
                   });
}

/// A header's diagnostics come from all documents that include it.
void Server::publish(const std::string &File) {
  json::Array List;
  for (const auto &[Document, D] : Documents) {
    auto Here = D.Shown.find(File);
    if (Here == D.Shown.end())
      continue;
    for (const FileDiagnostic &One : Here->second)
      if (!is_contained(List, One.Json))
        List.push_back(One.Json);
  }
  auto Open = Documents.find(File);
  json::Object Message{
      {"uri", Open == Documents.end() ? uriOf(File) : Open->second.Uri},
      {"diagnostics", std::move(List)}};
  if (Open != Documents.end())
    Message["version"] = Open->second.Version;
  Client.notify("textDocument/publishDiagnostics", std::move(Message));
}

void Server::refuse(std::vector<Waiting> Queue, ErrorCode Code,
                    const char *Why) {
  for (Waiting &W : Queue)
    W.Send(lspError(Why, Code));
}

void Server::whenAnalysed(
    const Params &P, const std::string &Id, Connection::Reply Send,
    std::function<json::Value(const std::string &, Document &)> Answer) {
  std::string File = fileOf(P);
  auto It = Documents.find(File);
  if (It == Documents.end())
    return Send(lspError("the document is not open", ErrorCode::InvalidParams));
  if (It->second.Analysed == It->second.Revision)
    return Send(Answer(File, It->second));
  It->second.Queue.push_back(
      {Id, [this, File, Answer] { return Answer(File, Documents[File]); },
       std::move(Send)});
}

void Server::cancelRequest(const Params &P) {
  const json::Value *Id = P.find("id");
  if (!Id)
    return;
  const std::string Key = debugString(*Id);
  for (auto &[File, D] : Documents)
    for (size_t I = 0; I < D.Queue.size(); ++I)
      if (D.Queue[I].Id == Key) {
        D.Queue[I].Send(
            lspError("the request was cancelled", ErrorCode::RequestCancelled));
        D.Queue.erase(D.Queue.begin() + I);
        return;
      }
}

json::Value Server::hover(const Params &P, const std::string &File,
                          Document &D) {
  lsp::Position Position;
  json::Path::Root Root("position");
  const json::Value *Given = P.find("position");
  if (!Given || !fromJSON(*Given, Position, Root))
    return nullptr;
  TextLines Lines(*D.Text);
  if (!Lines.hasLine(Position.line))
    return nullptr;
  size_t Column = Lines.offset(Position) -
                  (Lines.line(Position.line).data() - Lines.text().data());
  std::vector<AccessRef> Here =
      accessesAt(D.Analysis, File, Position.line + 1, Column + 1);
  if (Here.empty() || !D.Analysis.Arch)
    return nullptr;
  Places Where(openTexts());
  return json::Object{
      {"contents",
       json::Object{
           {"kind", Abilities.Markdown ? "markdown" : "plaintext"},
           {"value", hoverText(Here, *D.Analysis.Arch, Abilities.Markdown)}}},
      {"range", toJSON(Where.range(Here[0].fact().Where))}};
}

json::Value Server::codeActions(const Params &P, const std::string &File,
                                Document &D) {
  std::optional<lsp::Range> Asked = rangeOf(P);
  if (!Asked)
    return nullptr;
  if (const json::Value *Only = P.find("context.only"))
    if (const json::Array *Kinds = Only->getAsArray();
        Kinds && none_of(*Kinds, [](const json::Value &Kind) {
          return Kind.getAsString() == std::optional<StringRef>("quickfix");
        }))
      return json::Array();
  std::map<std::string, int64_t> Versions;
  for (const auto &[Other, Open] : Documents)
    Versions[Other] = Open.Version;
  Places Where(openTexts());
  json::Array Out;
  for (const FileDiagnostic &Shown : D.Shown[File]) {
    if (Shown.Where.end < Asked->start || Asked->end < Shown.Where.start)
      continue;
    for (json::Value &Action : actionsFor(D.Analysis.Problems[Shown.Problem],
                                          Shown, Versions, Where, Abilities))
      Out.push_back(std::move(Action));
  }
  return Out;
}

json::Value Server::hints(const Params &P, const std::string &File,
                          Document &D) {
  std::optional<lsp::Range> Asked = rangeOf(P);
  if (!Asked)
    return nullptr;
  Places Where(openTexts());
  return inlayHints(D.Analysis, File, Where, Settings.Hints, Asked->start.line,
                    Asked->end.line);
}

} // namespace warptidy
