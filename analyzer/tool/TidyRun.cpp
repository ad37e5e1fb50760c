//===- TidyRun.cpp - clang-tidy's driver over one file --------------------===//
// See TidyRun.h.
//===----------------------------------------------------------------------===//
#include "tool/TidyRun.h"
#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/ClangTidyModule.h"
#include "frontend/HostOnly.h"
#include "frontend/LostInstances.h"
#include "tool/Session.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Tooling/Tooling.h"

using namespace llvm;
using namespace clang;

namespace warptidy {
namespace {

/// The lines on which a NOLINT comment silences a diagnostic: clang-tidy looks
/// at the spelling of its place and of each macro expansion around it.
std::vector<std::pair<std::string, unsigned>>
nolintLines(SourceLocation Loc, const SourceManager &SM) {
  std::vector<std::pair<std::string, unsigned>> Out;
  for (;; Loc = SM.getImmediateExpansionRange(Loc).getBegin()) {
    SourceLocation Spelling = SM.getSpellingLoc(Loc);
    Out.emplace_back(SM.getFilename(Spelling).str(),
                     SM.getSpellingLineNumber(Spelling));
    if (!Loc.isMacroID())
      return Out;
  }
}

class CheckAction : public ASTFrontendAction {
public:
  explicit CheckAction(tidy::ClangTidyASTConsumerFactory &Factory)
      : Factory(Factory) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef File) override {
    // A missing header is fatal to Clang, which is silent about what follows:
    // a kernel that uses what the header declares would pass for sound.
    Compiler.getDiagnostics().setFatalsAsError(true);
    Compiler.getDiagnostics().setErrorLimit(0);
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(makeLostInstances());
    Consumers.push_back(Factory.createASTConsumer(Compiler, File));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }
  void EndSourceFileAction() override {
    noteUnit(getCompilerInstance(), /*HeadersMentionDevice=*/false);
  }

private:
  tidy::ClangTidyASTConsumerFactory &Factory;
};

class CheckActionFactory : public tooling::FrontendActionFactory {
public:
  CheckActionFactory(tidy::ClangTidyContext &Context,
                     IntrusiveRefCntPtr<vfs::OverlayFileSystem> FS)
      : Factory(Context, std::move(FS)) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<CheckAction>(Factory);
  }

private:
  tidy::ClangTidyASTConsumerFactory Factory;
};

} // namespace

void ErrorWatch::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                  const Diagnostic &Info) {
  if (Level >= DiagnosticsEngine::Error && Info.getLocation().isValid())
    Session::get().ErrorLocations.push_back(Info.getLocation());
  unsigned Before = Context.getStats().ErrorsIgnoredNOLINT;
  ClangTidyDiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (Level != DiagnosticsEngine::Note)
    Silenced = Context.getStats().ErrorsIgnoredNOLINT > Before;
  if (Silenced && Info.getLocation().isValid())
    keep(Level, Info);
}

void ErrorWatch::keep(DiagnosticsEngine::Level Level, const Diagnostic &Info) {
  std::vector<SuppressedFinding> &All = Session::get().Suppressed;
  const SourceManager &SM = Info.getSourceManager();
  SmallString<128> Buffer;
  Info.FormatDiagnostic(Buffer);
  const std::string Rule = Context.getCheckName(Info.getID());
  StringRef Text = Buffer;
  Text.consume_back(" [" + Rule + "]");
  tooling::DiagnosticMessage Message(Text, SM,
                                     SM.getFileLoc(Info.getLocation()));
  if (Level == DiagnosticsEngine::Note) {
    All.back().Error.Notes.push_back(std::move(Message));
    return;
  }
  tidy::ClangTidyError Error(
      Rule, static_cast<tidy::ClangTidyError::Level>(Level),
      Context.getCurrentBuildDirectory(), /*IsWarningAsError=*/false);
  Error.Message = std::move(Message);
  All.push_back({std::move(Error), nolintLines(Info.getLocation(), SM)});
}

void noteUnit(CompilerInstance &Compiler, bool HeadersMentionDevice) {
  Session &S = Session::get();
  SourceManager &SM = Compiler.getSourceManager();
  if (auto Part = SM.getFileManager().getOptionalFileRef(S.Part))
    S.PartFound = SM.translateFile(*Part).isValid();
  S.OnlyHost = !S.ErrorLocations.empty() && !HeadersMentionDevice &&
               Compiler.hasASTContext() &&
               isOnlyHost(Compiler.getASTContext(), S.ErrorLocations);
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It)
    S.Included.insert(It->first.getName().str());
}

Expected<std::vector<tidy::ClangTidyError>>
runWatched(tidy::ClangTidyContext &Context,
           function_ref<Error(DiagnosticConsumer &)> Run) {
  Session::get().ErrorLocations.clear();
  Session::get().Suppressed.clear();
  Session::get().Included.clear();
  ErrorWatch Consumer(Context);
  auto Options = std::make_unique<DiagnosticOptions>();
  DiagnosticsEngine Engine(DiagnosticIDs::create(), *Options, &Consumer,
                           /*ShouldOwnClient=*/false);
  Context.setDiagnosticsEngine(std::move(Options), &Engine);
  if (Error E = Run(Consumer))
    return E;
  return Consumer.take();
}

std::vector<tidy::ClangTidyError>
runTidy(tidy::ClangTidyContext &Context, const std::string &Directory,
        const std::vector<std::string> &Command, const std::string &File,
        IntrusiveRefCntPtr<vfs::OverlayFileSystem> FS) {
  return cantFail(runWatched(Context, [&](DiagnosticConsumer &Consumer) {
    OneCommand Database(Directory, File, Command);
    tooling::ClangTool Tool(Database, {File},
                            std::make_shared<PCHContainerOperations>(), FS);
    Tool.setPrintErrorMessage(false);
    Tool.setDiagnosticConsumer(&Consumer);
    CheckActionFactory Factory(Context, FS);
    Tool.run(&Factory);
    return Error::success();
  }));
}

} // namespace warptidy
