//===- ConfigText.h - The text of one configuration -------------*- C++ -*-===//
// Parses .warp-tidy and .clang-tidy files and --config. Keys of other tools are
// passed over; ours are checked.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_CONFIGTEXT_H
#define WARPTIDY_TOOL_CONFIGTEXT_H

#include "clang-tidy/ClangTidyOptions.h"
#include "launch/Annotation.h"
#include "llvm/Support/Error.h"

namespace warptidy {

/// Whose file it is. A .clang-tidy file may hold keys that this version does
/// not know, and its Checks are ours only if they name a rule of ours.
enum class ConfigOwner { WarpTidy, ClangTidy };
ConfigOwner configOwner(llvm::StringRef Path);

/// Checks one key of CheckOptions; those of other tools are not our concern.
llvm::Error checkOption(llvm::StringRef Key, llvm::StringRef Value);

/// The options of a text without the keys that are not valid; each of these
/// gives an error with its line. Nothing but an error if the text is no YAML.
/// The values of warp-tidy.Launch are left to settingsFor unless CheckAll.
clang::tidy::ClangTidyOptions
parseConfig(llvm::StringRef Text, const std::string &Name, ConfigOwner Owner,
            std::vector<AnnotationError> &Errors, bool CheckAll = false);

} // namespace warptidy

#endif
