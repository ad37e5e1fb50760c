//===- Settings.h - What the editor configures ------------------*- C++ -*-===//
// The settings of initializationOptions and didChangeConfiguration, bare or
// under the key "warpTidy".
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_SERVER_SETTINGS_H
#define WARPTIDY_SERVER_SETTINGS_H

#include "server/Hover.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace warptidy {

struct ServerSettings {
  /// Options as on the command line; those of the server's own command line
  /// when absent.
  std::optional<std::vector<std::string>> Options;
  HintsShown Hints = HintsShown::None;
  /// How long a document is left alone before it is analysed.
  std::chrono::milliseconds Debounce{50};
};

/// One sentence when a key or value is not known. What is not named has its
/// default.
llvm::Expected<ServerSettings> readSettings(const llvm::json::Value &Given);

} // namespace warptidy

#endif
