//===- LiveTidy.cpp - The checks over a file that is being edited ---------===//
// What clang-tidy's own consumer does, over the user's part of the AST alone:
// that one visits every declaration, also those of precompiled headers.
//===----------------------------------------------------------------------===//
#include "tool/LiveTidy.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "frontend/LostInstances.h"
#include "frontend/UserDecls.h"
#include "tool/Session.h"
#include "tool/TidyRun.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"

using namespace llvm;
using namespace clang;

namespace warptidy {
namespace {

/// Ends a parse that nobody waits for, and limits the AST before others see it.
class LimitConsumer : public ASTConsumer {
public:
  explicit LimitConsumer(const LiveParse &Parse) : Parse(Parse) {}
  bool HandleTopLevelDecl(DeclGroupRef) override {
    return !Session::get().stopped();
  }
  void HandleInterestingDecl(DeclGroupRef) override {} // Precompiled.
  void HandleTranslationUnit(ASTContext &Context) override {
    if (Parse.isSplit())
      limitToUserDecls(Context, Parse.userHeaders());
  }

private:
  const LiveParse &Parse;
};

class LiveConsumer : public ASTConsumer {
public:
  explicit LiveConsumer(tidy::ClangTidyContext &Context) {
    tidy::ClangTidyCheckFactories Factories;
    for (const auto &Entry : tidy::ClangTidyModuleRegistry::entries())
      Entry.instantiate()->addCheckFactories(Factories);
    Checks = Factories.createChecksForLanguage(&Context);
    for (auto &Check : Checks)
      Check->registerMatchers(&Finder);
  }
  void HandleInterestingDecl(DeclGroupRef) override {} // Precompiled.
  void HandleTranslationUnit(ASTContext &Context) override {
    Session::get().Unit = nullptr;
    // The rules want the unit as a whole, and look at no node below it.
    Finder.match(*Context.getTranslationUnitDecl(), Context);
  }

private:
  ast_matchers::MatchFinder Finder; // Refers to Checks.
  std::vector<std::unique_ptr<tidy::ClangTidyCheck>> Checks;
};

class LiveAction : public ASTFrontendAction {
public:
  LiveAction(tidy::ClangTidyContext &Context, const LiveParse &Parse,
             const LiveSource &Source)
      : Context(Context), Parse(Parse), Source(Source) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef File) override {
    Compiler.getDiagnostics().setFatalsAsError(true);
    Compiler.getDiagnostics().setErrorLimit(0);
    Context.setSourceManager(&Compiler.getSourceManager());
    Context.setCurrentFile(File);
    Context.setCurrentBuildDirectory(Source.Directory);
    Context.setASTContext(&Compiler.getASTContext());
    std::vector<std::unique_ptr<ASTConsumer>> Consumers; // In this order.
    Consumers.push_back(std::make_unique<LimitConsumer>(Parse));
    Consumers.push_back(makeLostInstances());
    Consumers.push_back(std::make_unique<LiveConsumer>(Context));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }
  void EndSourceFileAction() override {
    noteUnit(getCompilerInstance(), Parse.headersMentionDevice());
  }

private:
  tidy::ClangTidyContext &Context;
  const LiveParse &Parse;
  const LiveSource &Source;
};

} // namespace

Expected<std::vector<tidy::ClangTidyError>>
runLiveTidy(tidy::ClangTidyContext &Context, LiveParse &Parse,
            const LiveSource &Source) {
  return runWatched(Context, [&](DiagnosticConsumer &Consumer) {
    LiveAction Action(Context, Parse, Source);
    return Parse.run(Source, Consumer, Action);
  });
}

} // namespace warptidy
