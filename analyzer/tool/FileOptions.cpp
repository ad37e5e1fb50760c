//===- FileOptions.cpp - The configuration of one file --------------------===//
// See FileOptions.h.
//===----------------------------------------------------------------------===//
#include "tool/FileOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>

using namespace llvm;
using namespace clang;

namespace warptidy {

namespace {
/// Looks for .warp-tidy before .clang-tidy in each folder.
class OptionsProvider : public tidy::FileOptionsProvider {
public:
  OptionsProvider(const tidy::ClangTidyOptions &Defaults,
                  const tidy::ClangTidyOptions &Overrides)
      : FileOptionsProvider(tidy::ClangTidyGlobalOptions(), Defaults, Overrides,
                            vfs::getRealFileSystem()) {
    ConfigHandlers.emplace(ConfigHandlers.begin(), ".warp-tidy",
                           tidy::parseConfiguration);
  }
};
} // namespace

std::unique_ptr<tidy::ClangTidyOptionsProvider>
optionsProvider(const ToolOptions &Options, const std::string &HeaderFilter) {
  tidy::ClangTidyOptions Defaults = tidy::ClangTidyOptions::getDefaults();
  tidy::ClangTidyOptions Overrides;
  if (!Options.Config.empty())
    if (auto Parsed = tidy::parseConfiguration(
            MemoryBufferRef(Options.Config, "--config")))
      Overrides = *Parsed;
  Overrides.Checks = Options.Checks;
  Overrides.HeaderFilterRegex =
      HeaderFilter.empty() ? Options.HeaderFilter : HeaderFilter;
  Overrides.SystemHeaders = false;
  if (!Options.WarningsAsErrors.empty())
    Overrides.WarningsAsErrors = Options.WarningsAsErrors;
  return std::make_unique<OptionsProvider>(Defaults, Overrides);
}

std::vector<KernelSetting> settingsFor(tidy::ClangTidyOptionsProvider &Provider,
                                       const std::string &File,
                                       std::vector<AnnotationError> &Errors) {
  SmallString<256> Path(File);
  sys::fs::make_absolute(Path);
  std::map<std::string, std::pair<KernelSetting, std::string>> ByKernel;
  for (const auto &[Options, Source] : Provider.getRawOptions(Path))
    for (const auto &Entry : Options.CheckOptions) {
      KernelSetting Setting;
      if (!isKernelSetting(Entry.getKey(), Setting.Kernel))
        continue;
      if (auto Buffer = MemoryBuffer::getFile(Source)) {
        Setting.File = Source;
        Setting.Line = lineOfSetting((*Buffer)->getBuffer(), Setting.Kernel);
      }
      ByKernel[Setting.Kernel] = {Setting, Entry.getValue().Value};
    }
  std::vector<KernelSetting> Out;
  for (auto &[Kernel, Entry] : ByKernel) {
    Expected<std::vector<AnnotationText>> Shapes =
        parseKernelSetting(Entry.second);
    if (!Shapes) {
      Errors.push_back(settingError(Entry.first, toString(Shapes.takeError())));
      continue;
    }
    Entry.first.Shapes = std::move(*Shapes);
    Out.push_back(std::move(Entry.first));
  }
  return Out;
}

} // namespace warptidy
