//===- Includers.cpp - Translation units around a part --------------------===//
// See Includers.h. The graph of #include lines is followed against its arrows,
// from the part to the units.
//===----------------------------------------------------------------------===//
#include "frontend/Includers.h"
#include "frontend/Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace llvm;

namespace warptidy {
namespace {

constexpr unsigned FoldersAbove = 3;
constexpr unsigned MostFiles = 4000, MostFolders = 2000;

bool isSource(StringRef Path) {
  return is_contained({".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c", ".h", ".hpp",
                       ".hh", ".hxx", ".inl", ".inc", ".ipp"},
                      sys::path::extension(Path));
}

/// The names in the #include lines of a text, and whether each is in quotes.
std::vector<std::pair<StringRef, bool>> includeLines(StringRef Text) {
  std::vector<std::pair<StringRef, bool>> Out;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.consume_front("include"))
      continue;
    Line = Line.ltrim();
    bool Quoted = Line.starts_with("\"");
    if (!Quoted && !Line.starts_with("<"))
      continue;
    Line = Line.drop_front();
    size_t End = Line.find(Quoted ? '"' : '>');
    if (End != StringRef::npos)
      Out.emplace_back(Line.take_front(End), Quoted);
  }
  return Out;
}

/// Which files include which, by real path.
class IncludeGraph {
public:
  explicit IncludeGraph(ArrayRef<std::string> IncludeFolders)
      : IncludeFolders(IncludeFolders) {}
  void addUnit(const std::string &Path);
  void addTree(const std::string &Folder);
  std::vector<std::string> unitsOf(const std::string &File) const;
  bool isUnit(const std::string &Path) const {
    return Units.count(Path) || StringRef(Path).ends_with(".cu");
  }

private:
  struct Line {
    std::string Includer, Name;
    bool Quoted;
  };
  void addFile(const std::string &Path);
  std::vector<std::string> includersOf(const std::string &File) const;
  bool leadsTo(const Line &L, const std::string &File) const;

  ArrayRef<std::string> IncludeFolders;
  std::map<std::string, std::string> Spelling; ///< By real path.
  std::set<std::string> Units, Trees;
  std::map<std::string, std::vector<Line>> ByName; ///< Last part of the name.
};

void IncludeGraph::addUnit(const std::string &Path) {
  if (std::string Real = realPath(Path); !Real.empty()) {
    Units.insert(Real);
    addFile(Path);
  }
}

void IncludeGraph::addFile(const std::string &Path) {
  std::string Real = realPath(Path);
  if (Real.empty() || Spelling.size() >= MostFiles ||
      !Spelling.emplace(Real, Path).second)
    return;
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return;
  for (auto [Name, Quoted] : includeLines((*Buffer)->getBuffer()))
    ByName[sys::path::filename(Name).str()].push_back(
        {Real, Name.str(), Quoted});
}

void IncludeGraph::addTree(const std::string &Folder) {
  std::vector<std::string> Folders{Folder};
  while (!Folders.empty() && Trees.size() < MostFolders) {
    std::string Here = std::move(Folders.back());
    Folders.pop_back();
    if (!Trees.insert(realPath(Here.empty() ? "." : Here)).second)
      continue;
    std::vector<std::string> Files, Below;
    std::error_code EC;
    for (sys::fs::directory_iterator I(Here.empty() ? "." : Here, EC), E;
         I != E && !EC; I.increment(EC)) {
      StringRef Name = sys::path::filename(I->path());
      SmallString<256> Path(Here);
      sys::path::append(Path, Name);
      if (I->type() == sys::fs::file_type::directory_file) {
        if (!Name.starts_with("."))
          Below.emplace_back(Path);
      } else if (isSource(Name))
        Files.emplace_back(Path);
    }
    sort(Files);
    for (const std::string &File : Files)
      addFile(File);
    sort(Below, std::greater<>());
    append_range(Folders, Below);
  }
}

bool IncludeGraph::leadsTo(const Line &L, const std::string &File) const {
  if (sys::path::is_absolute(L.Name))
    return realPath(L.Name) == File;
  // The first folder that has the name is the one that counts.
  auto In = [&](StringRef Folder) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, L.Name);
    return realPath(Path);
  };
  if (L.Quoted)
    if (std::string Found = In(sys::path::parent_path(L.Includer));
        !Found.empty())
      return Found == File;
  for (const std::string &Folder : IncludeFolders)
    if (std::string Found = In(Folder); !Found.empty())
      return Found == File;
  return false;
}

std::vector<std::string>
IncludeGraph::includersOf(const std::string &File) const {
  std::vector<std::string> Out;
  auto Lines = ByName.find(sys::path::filename(File).str());
  if (Lines == ByName.end())
    return Out;
  for (const Line &L : Lines->second)
    if (leadsTo(L, File))
      Out.push_back(L.Includer);
  return Out;
}

std::vector<std::string> IncludeGraph::unitsOf(const std::string &File) const {
  struct Found {
    bool NoUnit, Included;
    unsigned Distance;
    std::string Path;
    auto key() const { return std::tie(NoUnit, Included, Distance, Path); }
  };
  std::vector<Found> All;
  std::set<std::string> Seen{File};
  std::vector<std::string> Ring{File};
  for (unsigned Distance = 0; !Ring.empty(); ++Distance) {
    std::vector<std::string> Next;
    for (const std::string &Path : Ring) {
      std::vector<std::string> Includers = includersOf(Path);
      if (Distance)
        All.push_back({!isUnit(Path), !Includers.empty(), Distance, Path});
      for (std::string &Includer : Includers)
        if (Seen.insert(Includer).second)
          Next.push_back(std::move(Includer));
    }
    Ring = std::move(Next);
  }
  sort(All, [](const Found &A, const Found &B) { return A.key() < B.key(); });
  std::vector<std::string> Out;
  for (const Found &F : All)
    Out.push_back(Spelling.at(F.Path));
  return Out;
}

} // namespace

std::vector<std::string> unitsIncluding(const std::string &File,
                                        ArrayRef<std::string> Units,
                                        ArrayRef<std::string> IncludeFolders) {
  IncludeGraph Graph(IncludeFolders);
  std::string Real = realPath(File);
  if (Real.empty())
    return {};
  Graph.addTree(sys::path::parent_path(File).str());
  for (const std::string &Unit : Units)
    Graph.addUnit(Unit);
  std::string Folder = sys::path::parent_path(Real).str();
  for (unsigned Above = 0;; ++Above) {
    std::vector<std::string> Found = Graph.unitsOf(Real);
    if ((!Found.empty() && Graph.isUnit(realPath(Found[0]))) ||
        Above == FoldersAbove || sys::fs::exists(Folder + "/.git") ||
        !sys::path::has_parent_path(Folder))
      return Found;
    Folder = sys::path::parent_path(Folder).str();
    Graph.addTree(Folder);
  }
}

std::vector<std::string> includeFolders(ArrayRef<std::string> Command,
                                        StringRef Directory) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Command.size(); ++I) {
    StringRef Word = Command[I];
    for (StringRef Flag : {"-isystem", "-iquote", "-I"}) {
      if (!Word.consume_front(Flag))
        continue;
      if (Word.empty() && I + 1 < Command.size())
        Word = Command[++I];
      SmallString<256> Path(Word);
      sys::path::make_absolute(Directory, Path);
      Out.emplace_back(Path);
      break;
    }
  }
  return Out;
}

} // namespace warptidy
