//===- VerifySources.cpp - Finding what was measured ----------------------===//
// See VerifySources.h.
//===----------------------------------------------------------------------===//
#include "tool/VerifySources.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warptidy {

using Names = std::vector<std::string>;

Names kernelFiles(const std::string &Folder, const std::string &Only) {
  Names Files;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; !EC && It != End;
       It.increment(EC)) {
    std::string File = It->path() + "/kernel.cu";
    StringRef Name = sys::path::filename(It->path());
    if ((Only.empty() || Name == Only) && sys::fs::exists(File))
      Files.push_back(std::move(File));
  }
  sort(Files);
  return Files;
}

std::string locate(const std::string &Recorded, const std::string &Sources) {
  std::string Prefix = Sources == "." ? "" : Sources + "/";
  if (!sys::path::is_absolute(Recorded) && sys::fs::exists(Prefix + Recorded))
    return Prefix + Recorded;
  if (sys::path::is_absolute(Recorded) && sys::fs::exists(Recorded))
    return Recorded;
  for (StringRef Tail = Recorded; !Tail.empty(); Tail = Tail.split('/').second)
    if (!sys::path::is_absolute(Tail) && sys::fs::exists(Prefix + Tail))
      return Prefix + Tail.str();
  return "";
}

Names locateAll(const std::set<std::string> &Recorded,
                const std::string &Sources) {
  Names Units, Others;
  for (const std::string &Name : Recorded)
    if (std::string File = locate(Name, Sources); !File.empty())
      (StringRef(File).ends_with(".cu") ? Units : Others).push_back(File);
  append_range(Units, Others);
  return Units;
}

Names programFiles(const MeasuredLaunches &Measured, const std::string &Only,
                   const std::string &Sources) {
  Names Files;
  for (const MeasuredProgram &P : Measured.Programs) {
    if (P.File.empty() || (!Only.empty() && P.Name != Only))
      continue;
    if (std::string File = locate(P.File, Sources); !File.empty())
      Files.push_back(std::move(File));
  }
  return Files;
}

Names unitsAmong(const std::set<std::string> &Recorded,
                 const std::string &Sources,
                 const clang::tooling::CompilationDatabase *Database) {
  Names Units;
  for (const std::string &Name : Recorded) {
    std::string File = locate(Name, Sources);
    SmallString<256> Absolute(File);
    sys::fs::make_absolute(Absolute);
    StringRef Extension = sys::path::extension(File);
    // The database guesses commands for headers.
    bool Known = Database && Extension.starts_with(".c") &&
                 Extension != ".cuh" &&
                 !Database->getCompileCommands(Absolute).empty();
    if (!File.empty() && (Extension == ".cu" || Known))
      Units.push_back(std::move(File));
  }
  return Units;
}

Names unitsOf(const clang::tooling::CompilationDatabase *Database) {
  Names Units;
  if (Database)
    copy_if(Database->getAllFiles(), std::back_inserter(Units),
            [](StringRef File) { return File.ends_with(".cu"); });
  sort(Units);
  return Units;
}

} // namespace warptidy
