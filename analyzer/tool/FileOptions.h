//===- FileOptions.h - The configuration of one file ------------*- C++ -*-===//
// What .warp-tidy and .clang-tidy files, --config and the other options say
// about a file.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_FILEOPTIONS_H
#define WARPTIDY_TOOL_FILEOPTIONS_H

#include "clang-tidy/ClangTidyOptions.h"
#include "launch/KernelSettings.h"
#include "tool/Options.h"

namespace warptidy {

/// HeaderFilter takes the place of the command line's unless it is empty.
std::unique_ptr<clang::tidy::ClangTidyOptionsProvider>
optionsProvider(const ToolOptions &Options,
                const std::string &HeaderFilter = "");

/// The entries for kernels that hold for a file, by kernel; those that are not
/// understood go to Errors.
std::vector<KernelSetting>
settingsFor(clang::tidy::ClangTidyOptionsProvider &Provider,
            const std::string &File, std::vector<AnnotationError> &Errors);

/// What is wrong in the configuration files of Files; without files, of the
/// working directory. Each file is looked at once.
std::vector<AnnotationError> configErrors(const ToolOptions &Options,
                                          std::vector<std::string> Files,
                                          bool CheckAll);

/// The configuration of the first file, or of the working directory, in YAML,
/// with the options of our rules.
std::string dumpConfig(const ToolOptions &Options);

} // namespace warptidy

#endif
