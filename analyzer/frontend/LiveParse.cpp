//===- LiveParse.cpp - Parsing a file again and again ---------------------===//
// See LiveParse.h.
//===----------------------------------------------------------------------===//
#include "frontend/LiveParse.h"
#include "frontend/HostOnly.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include <chrono>
#include <map>

using namespace clang;

namespace warptidy {
namespace {

double millisSince(std::chrono::steady_clock::time_point Start) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - Start)
      .count();
}

/// Counts errors; what they say is heard when the file itself is parsed.
class ErrorCounter : public DiagnosticConsumer {};

/// Learns which headers are the user's.
class HeaderCollector : public PreambleCallbacks {
public:
  explicit HeaderCollector(std::vector<std::string> &Headers, bool &Repeated)
      : Headers(Headers), Repeated(Repeated) {}
  void BeforeExecute(CompilerInstance &CI) override {
    // As when the file is parsed without: a missing header hides nothing.
    CI.getDiagnostics().setFatalsAsError(true);
    CI.getDiagnostics().setErrorLimit(0);
    Compiler = &CI;
  }
  /// The end of every parse looks for errors that were put off in all functions
  /// of the headers; in those of systems there are none to find.
  void HandleTopLevelDecl(DeclGroupRef) override {
    const SourceManager &SM = Compiler->getSourceManager();
    Compiler->getSema().DeclsToCheckForDeferredDiags.remove_if(
        [&](const Decl *D) { return SM.isInSystemHeader(D->getLocation()); });
  }
  void AfterExecute(CompilerInstance &CI) override {
    const SourceManager &SM = CI.getSourceManager();
    MentionsDevice = mentionsDevice(SM);
    // These would be forgotten.
    for (const auto &[Function, Errors] : CI.getSema().DeviceDeferredDiags)
      PutOff |= llvm::any_of(Errors, [&](const PartialDiagnosticAt &E) {
        return !SM.isInSystemHeader(E.first);
      });
    std::map<std::string, unsigned> Times;
    for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
      const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
      if (!Entry.isFile() ||
          Entry.getFile().getFileCharacteristic() != SrcMgr::C_User)
        continue;
      OptionalFileEntryRef File = Entry.getFile().getContentCache().OrigEntry;
      SourceLocation Start =
          SourceLocation::getFromRawEncoding(Entry.getOffset());
      if (!File || SM.getFileID(Start) == SM.getMainFileID())
        continue;
      if (++Times[File->getName().str()] == 1)
        Headers.push_back(File->getName().str());
      else
        Repeated = true;
    }
  }

  bool PutOff = false; ///< Errors that show when a function is used.
  bool MentionsDevice = false;

private:
  CompilerInstance *Compiler = nullptr;
  std::vector<std::string> &Headers;
  bool &Repeated;
};

} // namespace

std::shared_ptr<CompilerInvocation>
LiveParse::invocation(const LiveSource &Source) {
  std::vector<const char *> Words;
  for (const std::string &A : Source.Arguments)
    Words.push_back(A.c_str());
  IgnoringDiagConsumer Ignore;
  DiagnosticOptions Options;
  CreateInvocationOptions How;
  How.Diags = CompilerInstance::createDiagnostics(*Source.Files, Options,
                                                  &Ignore, false);
  How.VFS = Source.Files;
  How.RecoverOnError = true;
  std::shared_ptr<CompilerInvocation> CI = createInvocation(Words, How);
  if (CI) {
    CI->getFrontendOpts().DisableFree = false;
    // Else each parse instantiates what the headers use of their templates.
    CI->getLangOpts().PCHInstantiateTemplates = true;
  }
  return CI;
}

/// Makes the precompiled headers, or sees that those there are still hold.
/// False when the file is parsed better without.
bool LiveParse::prepare(const CompilerInvocation &Invocation,
                        const LiveSource &Source,
                        const llvm::MemoryBuffer &Text) {
  PreambleBounds Bounds =
      ComputePreambleBounds(Invocation.getLangOpts(), Text, 0);
  llvm::StringRef Leading = Text.getBuffer().take_front(Bounds.Size);
  bool Same = Arguments == Source.Arguments;
  if (Preamble && Same &&
      Preamble->CanReuse(Invocation, Text, Bounds, *Source.Files))
    return Times.Reused = true;
  Preamble = nullptr;
  if (Same && !Hopeless.empty() && Leading == Hopeless)
    return false;
  Arguments = Source.Arguments;
  UserHeaders.clear();
  Hopeless.clear();
  Repeated = false;
  ErrorCounter Errors;
  DiagnosticOptions Options;
  HeaderCollector Callbacks(UserHeaders, Repeated);
  auto Made = PrecompiledPreamble::Build(
      Invocation, &Text, Bounds,
      CompilerInstance::createDiagnostics(*Source.Files, Options, &Errors,
                                          false),
      Source.Files, std::make_shared<PCHContainerOperations>(),
      /*StoreInMemory=*/true, "", Callbacks);
  if (!Made || Errors.getNumErrors() || Callbacks.PutOff) {
    Hopeless = Leading.str();
    return false;
  }
  Preamble = std::make_unique<PrecompiledPreamble>(std::move(*Made));
  MentionsDevice = Callbacks.MentionsDevice;
  return true;
}

llvm::Error LiveParse::run(const LiveSource &Source,
                           DiagnosticConsumer &Consumer,
                           FrontendAction &Action) {
  auto Start = std::chrono::steady_clock::now();
  Times = {};
  Split = Precompiled = false;
  std::shared_ptr<CompilerInvocation> Invocation = invocation(Source);
  if (!Invocation)
    return llvm::createStringError("the compile command gives no compilation");
  auto Text = Source.Files->getBufferForFile(Source.File);
  if (!Text)
    return llvm::createStringError(Text.getError().message());
  auto Files = Source.Files;
  if (prepare(*Invocation, Source, **Text)) {
    Preamble->AddImplicitPreamble(*Invocation, Files, Text->get());
    Precompiled = true;
    Split = !Repeated;
  }
  Times.PreambleMillis = millisSince(Start);
  Start = std::chrono::steady_clock::now();
  CompilerInstance Compiler(Invocation);
  Compiler.setVirtualFileSystem(Files);
  Compiler.createDiagnostics(&Consumer, /*ShouldOwnClient=*/false);
  Compiler.createFileManager();
  Compiler.createSourceManager();
  // The invocation refers to the text of the main file, which stays ours.
  Invocation->getPreprocessorOpts().RetainRemappedFileBuffers = true;
  Compiler.ExecuteAction(Action);
  Times.ParseMillis = millisSince(Start);
  return llvm::Error::success();
}

} // namespace warptidy
