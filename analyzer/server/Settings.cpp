//===- Settings.cpp - What the editor configures --------------------------===//
// See Settings.h.
//===----------------------------------------------------------------------===//
#include "server/Settings.h"

using namespace llvm;

namespace warptidy {

static Error readOne(StringRef Key, const json::Value &Value,
                     ServerSettings &Out) {
  if (Key == "options") {
    Out.Options.emplace();
    const json::Array *List = Value.getAsArray();
    for (size_t I = 0; List && I < List->size(); ++I) {
      auto Text = (*List)[I].getAsString();
      if (!Text)
        List = nullptr;
      else
        Out.Options->push_back(Text->str());
    }
    return List ? Error::success()
                : createStringError("warpTidy.options is not a list of texts");
  }
  if (Key == "inlayHints") {
    auto Text = Value.getAsString();
    if (Text == std::optional<StringRef>("off"))
      Out.Hints = HintsShown::None;
    else if (Text == std::optional<StringRef>("costly"))
      Out.Hints = HintsShown::Costly;
    else if (Text == std::optional<StringRef>("all"))
      Out.Hints = HintsShown::All;
    else
      return createStringError(
          "warpTidy.inlayHints is none of \"off\", \"costly\", \"all\"");
    return Error::success();
  }
  if (Key == "debounceMilliseconds") {
    auto Number = Value.getAsInteger();
    if (!Number || *Number < 0 || *Number > 60000)
      return createStringError(
          "warpTidy.debounceMilliseconds is not a number from 0 to 60000");
    Out.Debounce = std::chrono::milliseconds(*Number);
    return Error::success();
  }
  return createStringError("warpTidy." + Key +
                           " does not exist; there are options, inlayHints "
                           "and debounceMilliseconds");
}

Expected<ServerSettings> readSettings(const json::Value &Given) {
  ServerSettings Out;
  const json::Object *O = Given.getAsObject();
  if (O && O->getObject("warpTidy"))
    O = O->getObject("warpTidy");
  if (!O)
    return Out;
  for (const auto &[Key, Value] : *O)
    if (Error E = readOne(Key, Value, Out))
      return std::move(E);
  return Out;
}

} // namespace warptidy
