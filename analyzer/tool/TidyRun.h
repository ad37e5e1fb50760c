//===- TidyRun.h - clang-tidy's driver over one file ------------*- C++ -*-===//
// What clang::tidy::runClangTidy does, less what a tolerant run can't have: the
// "Error while processing" line for every compile error, and the static
// analyzer's macro.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_TIDYRUN_H
#define WARPTIDY_TOOL_TIDYRUN_H

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace warptidy {

/// Gives one file one command.
class OneCommand : public clang::tooling::CompilationDatabase {
public:
  OneCommand(const std::string &Directory, const std::string &File,
             const std::vector<std::string> &Arguments)
      : Command(Directory, File, Arguments, "") {}
  std::vector<clang::tooling::CompileCommand>
  getCompileCommands(llvm::StringRef) const override {
    return {Command};
  }

private:
  clang::tooling::CompileCommand Command;
};

/// Notes where errors are before clang-tidy turns them into text, and which
/// findings it drops because of a NOLINT comment.
class ErrorWatch : public clang::tidy::ClangTidyDiagnosticConsumer {
public:
  explicit ErrorWatch(clang::tidy::ClangTidyContext &Context)
      : ClangTidyDiagnosticConsumer(Context), Context(Context) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

private:
  void keep(clang::DiagnosticsEngine::Level Level,
            const clang::Diagnostic &Info);

  clang::tidy::ClangTidyContext &Context;
  bool Silenced = false; ///< The last diagnostic, to which notes belong.
};

/// Tells the session of a unit that was parsed which files it consists of, and
/// whether it is host code alone. HeadersMentionDevice: precompiled headers do.
void noteUnit(clang::CompilerInstance &Compiler, bool HeadersMentionDevice);

/// Prepares the session and Context for a unit that Run parses with the
/// consumer it is given; the diagnostics, or Run's own error.
llvm::Expected<std::vector<clang::tidy::ClangTidyError>>
runWatched(clang::tidy::ClangTidyContext &Context,
           llvm::function_ref<llvm::Error(clang::DiagnosticConsumer &)> Run);

/// Runs the enabled checks over File with the given compile command.
std::vector<clang::tidy::ClangTidyError>
runTidy(clang::tidy::ClangTidyContext &Context, const std::string &Directory,
        const std::vector<std::string> &Command, const std::string &File,
        llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> FS);

} // namespace warptidy

#endif
