//===- ProjectDatabase.cpp - A project's compile database -----------------===//
// See ProjectDatabase.h.
//===----------------------------------------------------------------------===//
#include "tool/ProjectDatabase.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace clang::tooling;

namespace warptidy {

ProjectDatabase::ProjectDatabase(const CompilationDatabase &Json,
                                 StringRef Folder) {
  for (CompileCommand &Command : Json.getAllCompileCommands()) {
    Command.Directory = absolutePath(Command.Directory, Folder);
    Command.Filename = absolutePath(Command.Filename, Command.Directory);
    if (std::string Real = realPath(Command.Filename); !Real.empty())
      ByRealPath.emplace(std::move(Real), Command.Filename);
    ByFile[Command.Filename].push_back(std::move(Command));
  }
}

std::vector<CompileCommand>
ProjectDatabase::getCompileCommands(StringRef File) const {
  auto Found = ByFile.find(absolutePath(File));
  if (Found == ByFile.end())
    if (auto Real = ByRealPath.find(realPath(File)); Real != ByRealPath.end())
      Found = ByFile.find(Real->second);
  return Found == ByFile.end() ? std::vector<CompileCommand>() : Found->second;
}

std::vector<std::string> ProjectDatabase::getAllFiles() const {
  std::vector<std::string> Out;
  for (const auto &[File, Commands] : ByFile)
    Out.push_back(File);
  return Out;
}

std::vector<CompileCommand> ProjectDatabase::getAllCompileCommands() const {
  std::vector<CompileCommand> Out;
  for (const auto &[File, Commands] : ByFile)
    Out.insert(Out.end(), Commands.begin(), Commands.end());
  return Out;
}

static std::unique_ptr<CompilationDatabase>
databaseIn(const std::string &Folder) {
  std::string Message;
  if (auto Json = JSONCompilationDatabase::loadFromFile(
          Folder + "/compile_commands.json", Message,
          JSONCommandLineSyntax::AutoDetect))
    return std::make_unique<ProjectDatabase>(*Json, Folder);
  return FixedCompilationDatabase::loadFromFile(Folder + "/compile_flags.txt",
                                                Message);
}

static std::unique_ptr<CompilationDatabase> databaseAbove(StringRef Folder) {
  for (; !Folder.empty(); Folder = sys::path::parent_path(Folder))
    if (auto Database = databaseIn(Folder.str()))
      return Database;
  return nullptr;
}

Expected<std::unique_ptr<CompilationDatabase>>
openDatabase(const std::string &BuildPath) {
  if (!sys::fs::exists(BuildPath))
    return createStringError("build folder '" + BuildPath + "' does not exist");
  if (auto Database = databaseAbove(absolutePath(BuildPath)))
    return Database;
  return createStringError("no readable compile_commands.json in '" +
                           BuildPath + "' or a folder above it");
}

std::unique_ptr<CompilationDatabase> findDatabase(const std::string &File) {
  std::string Path = absolutePath(File);
  return databaseAbove(sys::path::parent_path(Path));
}

} // namespace warptidy
