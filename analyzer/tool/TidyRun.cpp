//===- TidyRun.cpp - clang-tidy's driver over one file --------------------===//
// See TidyRun.h.
//===----------------------------------------------------------------------===//
#include "tool/TidyRun.h"
#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/ClangTidyModule.h"
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

/// Notes where errors are before clang-tidy turns them into text, and which
/// findings it drops because of a NOLINT comment.
class ErrorWatch : public tidy::ClangTidyDiagnosticConsumer {
public:
  explicit ErrorWatch(tidy::ClangTidyContext &Context)
      : ClangTidyDiagnosticConsumer(Context), Context(Context) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Level >= DiagnosticsEngine::Error && Info.getLocation().isValid())
      Session::get().ErrorLocations.push_back(Info.getLocation());
    unsigned Before = Context.getStats().ErrorsIgnoredNOLINT;
    ClangTidyDiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level != DiagnosticsEngine::Note)
      Silenced = Context.getStats().ErrorsIgnoredNOLINT > Before;
    if (Silenced && Info.getLocation().isValid())
      keep(Level, Info);
  }

private:
  void keep(DiagnosticsEngine::Level Level, const Diagnostic &Info) {
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

  tidy::ClangTidyContext &Context;
  bool Silenced = false; ///< The last diagnostic, to which notes belong.
};

/// Whether the main file includes a file; others come from -include.
bool isOfMainFile(const SourceManager &SM, FileID ID) {
  while (ID.isValid() && ID != SM.getMainFileID())
    ID = SM.getFileID(SM.getIncludeLoc(ID));
  return ID.isValid();
}

/// Whether any text but that of system headers speaks of device code.
bool mentionsDevice(const SourceManager &SM) {
  for (auto I = SM.fileinfo_begin(); I != SM.fileinfo_end(); ++I) {
    FileID ID = SM.translateFile(I->first);
    if (!isOfMainFile(SM, ID) ||
        SM.isInSystemHeader(SM.getLocForStartOfFile(ID)))
      continue;
    StringRef Text = SM.getBufferData(ID);
    if (Text.contains("__global__") || Text.contains("__device__"))
      return true;
  }
  return false;
}

/// See Session::OnlyHost. A missing header is reported where its name begins.
bool isOnlyHost(const ASTContext &Context, ArrayRef<SourceLocation> Errors) {
  const SourceManager &SM = Context.getSourceManager();
  auto IsMissing = [&](SourceLocation L) {
    return L.isFileID() && *SM.getCharacterData(L) == '"';
  };
  if (llvm::any_of(Errors, IsMissing) || mentionsDevice(SM))
    return false;
  return llvm::any_of(
      Context.getTranslationUnitDecl()->decls(), [&](const Decl *D) {
        const auto *F = dyn_cast<FunctionDecl>(D);
        return F && F->hasBody() &&
               SM.isInMainFile(SM.getExpansionLoc(F->getLocation()));
      });
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
    Session &S = Session::get();
    SourceManager &SM = getCompilerInstance().getSourceManager();
    if (auto Part = SM.getFileManager().getOptionalFileRef(S.Part))
      S.PartFound = SM.translateFile(*Part).isValid();
    S.OnlyHost =
        !S.ErrorLocations.empty() && getCompilerInstance().hasASTContext() &&
        isOnlyHost(getCompilerInstance().getASTContext(), S.ErrorLocations);
    for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It)
      S.Included.insert(It->first.getName().str());
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

std::vector<tidy::ClangTidyError>
runTidy(tidy::ClangTidyContext &Context, const std::string &Directory,
        const std::vector<std::string> &Command, const std::string &File,
        IntrusiveRefCntPtr<vfs::OverlayFileSystem> FS) {
  OneCommand Database(Directory, File, Command);
  tooling::ClangTool Tool(Database, {File},
                          std::make_shared<PCHContainerOperations>(), FS);
  Tool.setPrintErrorMessage(false);
  Session::get().ErrorLocations.clear();
  Session::get().Suppressed.clear();
  Session::get().Included.clear();
  ErrorWatch Consumer(Context);
  auto Options = std::make_unique<DiagnosticOptions>();
  DiagnosticsEngine Engine(DiagnosticIDs::create(), *Options, &Consumer,
                           /*ShouldOwnClient=*/false);
  Context.setDiagnosticsEngine(std::move(Options), &Engine);
  Tool.setDiagnosticConsumer(&Consumer);
  CheckActionFactory Factory(Context, std::move(FS));
  Tool.run(&Factory);
  return Consumer.take();
}

} // namespace warptidy
