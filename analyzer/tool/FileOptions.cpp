//===- FileOptions.cpp - The configuration of one file --------------------===//
// See FileOptions.h.
//===----------------------------------------------------------------------===//
#include "tool/FileOptions.h"
#include "rules/Rule.h"
#include "tool/ConfigText.h"
#include "tool/SourceLines.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <set>

using namespace llvm;
using namespace clang;

namespace warptidy {

namespace {

/// Errors of the files are told by configErrors, not whenever one is read.
ErrorOr<tidy::ClangTidyOptions> parseFile(MemoryBufferRef Text) {
  std::vector<AnnotationError> Ignored;
  std::string Name = Text.getBufferIdentifier().str();
  return parseConfig(Text.getBuffer(), Name, configOwner(Name), Ignored);
}

/// Looks for .warp-tidy before .clang-tidy in each folder.
template <typename Base> class WithOurFiles : public Base {
public:
  template <typename... Arguments>
  explicit WithOurFiles(Arguments &&...Rest)
      : Base(tidy::ClangTidyGlobalOptions(), std::forward<Arguments>(Rest)...,
             vfs::getRealFileSystem()) {
    this->ConfigHandlers = {{".warp-tidy", parseFile},
                            {".clang-tidy", parseFile}};
  }
};

tidy::ClangTidyOptions commandLine(const ToolOptions &Options,
                                   const std::string &HeaderFilter = "") {
  tidy::ClangTidyOptions Out;
  if (!Options.Checks.empty())
    Out.Checks = Options.Checks;
  if (!HeaderFilter.empty())
    Out.HeaderFilterRegex = HeaderFilter;
  else if (!Options.HeaderFilter.empty())
    Out.HeaderFilterRegex = Options.HeaderFilter;
  if (!Options.ExcludeHeaderFilter.empty())
    Out.ExcludeHeaderFilterRegex = Options.ExcludeHeaderFilter;
  Out.SystemHeaders = false;
  Out.UseColor = Options.Output.Color;
  if (!Options.WarningsAsErrors.empty())
    Out.WarningsAsErrors = Options.WarningsAsErrors;
  return Out;
}

/// A name in the working directory stands for the run without files.
std::string firstFile(const ToolOptions &Options) {
  return absolutePath(Options.Files.empty() ? "none.cu" : Options.Files[0]);
}

} // namespace

std::unique_ptr<tidy::ClangTidyOptionsProvider>
optionsProvider(const ToolOptions &Options, const std::string &HeaderFilter) {
  tidy::ClangTidyOptions Defaults = tidy::ClangTidyOptions::getDefaults();
  Defaults.Checks = defaultChecks();
  Defaults.HeaderFilterRegex = ".*";
  // As in clang-tidy: a configuration that is given goes in place of the files,
  // or on top of them if it inherits.
  if (Options.Config) {
    std::vector<AnnotationError> Ignored;
    return std::make_unique<WithOurFiles<tidy::ConfigOptionsProvider>>(
        Defaults,
        parseConfig(*Options.Config, Options.ConfigName,
                    configOwner(Options.ConfigName), Ignored),
        commandLine(Options, HeaderFilter));
  }
  return std::make_unique<WithOurFiles<tidy::FileOptionsProvider>>(
      Defaults, commandLine(Options, HeaderFilter));
}

std::vector<AnnotationError> configErrors(const ToolOptions &Options,
                                          std::vector<std::string> Files,
                                          bool CheckAll) {
  std::vector<AnnotationError> Errors;
  if (Options.Config)
    parseConfig(*Options.Config, Options.ConfigName,
                configOwner(Options.ConfigName), Errors, CheckAll);
  auto Provider = optionsProvider(Options);
  if (Files.empty())
    Files.push_back(firstFile(Options));
  std::set<std::string> Seen;
  for (const std::string &File : Files)
    for (const auto &[Unused, Source] :
         Provider->getRawOptions(absolutePath(File)))
      if (sys::path::is_absolute(Source) && Seen.insert(Source).second)
        if (auto Buffer = MemoryBuffer::getFile(Source))
          parseConfig((*Buffer)->getBuffer(), Source, configOwner(Source),
                      Errors, CheckAll);
  return Errors;
}

std::string dumpConfig(const ToolOptions &Options) {
  auto Provider = optionsProvider(Options);
  tidy::ClangTidyOptions Out = Provider->getOptions(firstFile(Options));
  for (const RuleInfo *Rule : allRules())
    for (const RuleOption &O : Rule->Options)
      Out.CheckOptions.try_emplace(Rule->Name + "." + O.Name, O.Default);
  return tidy::configurationAsText(Out);
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
