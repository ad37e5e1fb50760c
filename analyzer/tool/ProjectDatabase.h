//===- ProjectDatabase.h - A project's compile database ---------*- C++ -*-===//
// compile_commands.json as it is written, without the guesses that Clang's
// tools add: those take nvcc's flags for Clang's.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_PROJECTDATABASE_H
#define WARPTIDY_TOOL_PROJECTDATABASE_H

#include "frontend/Paths.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/Error.h"
#include <map>

namespace warptidy {

/// Files and folders of its commands are absolute; a relative folder counts
/// from that of the database.
class ProjectDatabase : public clang::tooling::CompilationDatabase {
public:
  ProjectDatabase(const CompilationDatabase &Json, llvm::StringRef Folder);
  /// By path, or by what a path with symbolic links leads to.
  std::vector<clang::tooling::CompileCommand>
  getCompileCommands(llvm::StringRef File) const override;
  std::vector<std::string> getAllFiles() const override;
  std::vector<clang::tooling::CompileCommand>
  getAllCompileCommands() const override;

private:
  std::map<std::string, std::vector<clang::tooling::CompileCommand>> ByFile;
  std::map<std::string, std::string> ByRealPath;
};

/// The database of a build folder or one above it.
llvm::Expected<std::unique_ptr<clang::tooling::CompilationDatabase>>
openDatabase(const std::string &BuildPath);

/// The database in a folder above a source file; null when there is none.
std::unique_ptr<clang::tooling::CompilationDatabase>
findDatabase(const std::string &File);

} // namespace warptidy

#endif
