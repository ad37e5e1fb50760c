//===- Connection.cpp - Messages of one client ----------------------------===//
// See Connection.h.
//===----------------------------------------------------------------------===//
#include "server/Connection.h"
#include "server/Frames.h"

using namespace llvm;
using lsp::ErrorCode;

namespace warptidy {

const json::Value *Params::find(StringRef Path) const {
  const json::Value *At = &Value;
  while (!Path.empty()) {
    auto [Name, Rest] = Path.split('.');
    const json::Object *O = At->getAsObject();
    At = O ? O->get(Name) : nullptr;
    if (!At)
      return nullptr;
    Path = Rest;
  }
  return At;
}

Error lspError(const Twine &Message, ErrorCode Code) {
  return make_error<lsp::LSPError>(Message.str(), Code);
}

Connection::Connection(std::FILE *In, raw_ostream &Out)
    : In(In), Transport(In, Out) {}

void Connection::method(StringRef Name, Method Handler) {
  Methods[Name] = std::move(Handler);
}

void Connection::notification(StringRef Name, Notification Handler) {
  Notifications[Name] = std::move(Handler);
}

void Connection::notify(StringRef Name, json::Value Parameters) {
  std::lock_guard Lock(Output);
  Transport.notify(Name, std::move(Parameters));
}

void Connection::request(StringRef Name, json::Value Parameters, Answer A) {
  std::lock_guard Lock(Output);
  Asked[++NextId] = std::move(A);
  Transport.call(Name, std::move(Parameters), NextId);
}

void Connection::reply(json::Value Id, Expected<json::Value> Result) {
  std::lock_guard Lock(Output);
  Transport.reply(std::move(Id), std::move(Result));
}

void Connection::reject(json::Value Id, const Twine &Why, ErrorCode Code) {
  reply(std::move(Id), lspError(Why, Code));
}

void Connection::call(StringRef Name, json::Value Parameters, json::Value Id) {
  if (Now == Phase::Starting && Name != "initialize")
    return reject(Id, "the server is not initialized",
                  ErrorCode::ServerNotInitialized);
  if (Now == Phase::ShutDown)
    return reject(Id, "the server is shut down", ErrorCode::InvalidRequest);
  if (Now == Phase::Serving && Name == "initialize")
    return reject(Id, "the server is initialized already",
                  ErrorCode::InvalidRequest);
  auto Found = Methods.find(Name);
  if (Found == Methods.end())
    return reject(Id, "method not found: " + Name, ErrorCode::MethodNotFound);
  if (Name == "initialize")
    Now = Phase::Serving;
  else if (Name == "shutdown")
    Now = Phase::ShutDown;
  std::string Key = debugString(Id);
  Found->second({std::move(Parameters)}, Key,
                [this, Id](Expected<json::Value> Result) {
                  reply(Id, std::move(Result));
                });
}

void Connection::answered(json::Value Id, json::Object &Message) {
  Answer A;
  {
    std::lock_guard Lock(Output);
    auto Found = Asked.find(Id.getAsInteger().value_or(-1));
    if (Found == Asked.end()) {
      lsp::Logger::error("an answer to nothing that was asked: {0}", Id);
      return;
    }
    A = std::move(Found->second);
    Asked.erase(Found);
  }
  if (json::Object *E = Message.getObject("error"))
    return A(lspError(E->getString("message").value_or("error"),
                      ErrorCode::UnknownErrorCode));
  json::Value *Result = Message.get("result");
  A(Result ? std::move(*Result) : json::Value(nullptr));
}

/// False when the server is to end.
bool Connection::handle(json::Value Message) {
  json::Object *O = Message.getAsObject();
  if (!O || O->getString("jsonrpc") != std::optional<StringRef>("2.0")) {
    reject(nullptr, "not a JSON-RPC 2.0 message", ErrorCode::InvalidRequest);
    return true;
  }
  const json::Value *Id = O->get("id");
  auto Name = O->getString("method");
  if (Id && !Id->getAsInteger() && !Id->getAsString()) {
    reject(nullptr, "the id is neither a number nor a string",
           ErrorCode::InvalidRequest);
    return true;
  }
  if (!Name && !Id) {
    reject(nullptr, "a message without method and id",
           ErrorCode::InvalidRequest);
    return true;
  }
  if (!Name) {
    answered(*Id, *O);
    return true;
  }
  const json::Value *Given = O->get("params");
  json::Value Parameters = Given ? *Given : json::Value(nullptr);
  if (Id) {
    call(*Name, std::move(Parameters), *Id);
    return true;
  }
  if (*Name == "exit")
    return false;
  auto Found = Notifications.find(*Name);
  if (Now == Phase::Serving && Found != Notifications.end())
    Found->second({std::move(Parameters)});
  return true;
}

/// The parser recurses as deep as the text nests.
static bool nestsTooDeep(StringRef Text) {
  constexpr unsigned MaxDepth = 500;
  unsigned Depth = 0;
  bool Quoted = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (Quoted && C == '\\')
      ++I;
    else if (C == '"')
      Quoted = !Quoted;
    else if (!Quoted && (C == '[' || C == '{') && ++Depth > MaxDepth)
      return true;
    else if (!Quoted && (C == ']' || C == '}') && Depth)
      --Depth;
  }
  return false;
}

int Connection::run() {
  while (std::optional<std::string> Text = readFrame(In)) {
    Expected<json::Value> Message = nestsTooDeep(*Text)
                                        ? createStringError("nested too deeply")
                                        : json::parse(*Text);
    if (!Message) {
      reject(nullptr, "not JSON: " + toString(Message.takeError()),
             ErrorCode::ParseError);
      continue;
    }
    if (!handle(std::move(*Message)))
      break;
  }
  return Now == Phase::ShutDown ? 0 : 1;
}

} // namespace warptidy
