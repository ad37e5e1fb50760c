//===- Pictures.cpp - --html and --explain-access -------------------------===//
// See Pictures.h.
//===----------------------------------------------------------------------===//
#include "tool/Pictures.h"
#include "report/ExplainText.h"
#include "report/HtmlReport.h"
#include "tool/Outputs.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warptidy {
namespace {

/// The texts of the sources and the counters, for as long as pages are written.
class Pictures {
public:
  Pictures(const LintResult &Result, const ToolOptions &Options,
           const RunReport &Report)
      : Options(Options),
        Input{Report, Result.Predictions, *Result.Arch,
              [](const std::string &File, const std::string &Directory) {
                return absolutePath(File, Directory);
              },
              [this](const std::string &Path) { return textOf(Path); }} {}

  /// Says what is wrong with the counters, and is then false.
  bool readCounters() {
    const std::string &File = Options.Output.MeasuredFile;
    if (File.empty())
      return true;
    std::set<std::string> Paths;
    for (const auto &[Path, Places] : AccessIndex(Input).Files)
      Paths.insert(Path);
    auto Buffer = MemoryBuffer::getFile(File);
    if (!Buffer)
      return say("--measured=" + File + ": " + Buffer.getError().message());
    Expected<MeasuredCounters> Read =
        readMeasuredCounters((*Buffer)->getBuffer(), Paths);
    if (!Read)
      return say("--measured=" + File + ": " + toString(Read.takeError()));
    Measured = std::move(*Read);
    Input.Measured = &Measured;
    return true;
  }

  static bool say(const Twine &Text) {
    errs() << "warp-tidy: error: " << Text << "\n";
    return false;
  }

private:
  std::optional<std::string_view> textOf(const std::string &Path) {
    auto [It, New] = Texts.try_emplace(Path);
    if (New)
      if (auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false))
        It->second = std::move(*Buffer);
    if (!It->second)
      return std::nullopt;
    return std::string_view(It->second->getBuffer());
  }

  const ToolOptions &Options;
  std::map<std::string, std::unique_ptr<MemoryBuffer>> Texts;
  MeasuredCounters Measured;

public:
  PictureInput Input;
};

/// The entry of a file; null if the run has no access and no finding there.
const std::pair<const std::string, IndexedFile> *
findFile(const AccessIndex &Index, const std::string &File) {
  if (auto It = Index.Files.find(absolutePath(File)); It != Index.Files.end())
    return &*It;
  for (const auto &Entry : Index.Files)
    if (sys::fs::equivalent(Entry.first, File))
      return &Entry;
  return nullptr;
}

std::string linesText(const std::vector<unsigned> &Lines) {
  std::string Out = Lines.size() == 1 ? "line " : "lines ";
  for (size_t I = 0; I < Lines.size(); ++I)
    Out += (I == 0                  ? ""
            : I + 1 == Lines.size() ? " and "
                                    : ", ") +
           std::to_string(Lines[I]);
  return Out;
}

/// The accesses that begin in the line, or that are written around it; with a
/// column the smallest ones there.
std::vector<const AccessSpot *> spotsAt(const IndexedFile &File, unsigned Line,
                                        unsigned Column) {
  std::vector<const AccessSpot *> Out;
  const std::pair Here(Line, Column);
  for (const AccessSpot &S : File.Spots) {
    const unsigned Last = std::max(S.Line, S.EndLine);
    if (Line < S.Line || Line > Last)
      continue;
    if (!Column) {
      Out.push_back(&S);
      continue;
    }
    if (Here < std::pair(S.Line, S.Column) ||
        Here > std::pair(Last, std::max(S.Column, S.EndColumn)))
      continue;
    Out.assign(1, &S); // What nests comes later.
  }
  return Out;
}

enum ExitCode { Fine = 0, Failed = 1, WrongUse = 2 };

int noAccess(const IndexedFile *File, const OutputOptions &O) {
  const std::string What = "--explain-access=" + O.ExplainText + ": ";
  if (!File || File->Spots.empty()) {
    Pictures::say(What + "no access of a kernel is in " + O.ExplainFile);
    return WrongUse;
  }
  std::vector<const AccessSpot *> OnLine = spotsAt(*File, O.ExplainLine, 0);
  if (O.ExplainColumn && !OnLine.empty()) {
    std::vector<unsigned> Columns;
    for (const AccessSpot *S : OnLine)
      Columns.push_back(S->Column);
    std::string Text = "column " + linesText(Columns).substr(5);
    if (Columns.size() > 1)
      Text = "columns " + linesText(Columns).substr(6);
    Pictures::say(What +
                  "no access is in this column; those of the line begin "
                  "in " +
                  Text);
    return WrongUse;
  }
  Pictures::say(What + "no access is on this line; the nearest are on " +
                linesText(nearestLines(*File, O.ExplainLine, 4)));
  return WrongUse;
}

} // namespace

bool writeHtml(const LintResult &Result, const ToolOptions &Options,
               const RunReport &Report) {
  const std::string &Folder = Options.Output.HtmlFolder;
  if (std::error_code EC = sys::fs::create_directories(
          Folder, /*IgnoreExisting=*/true, sys::fs::all_all))
    return Pictures::say("cannot make the folder '" + Folder +
                         "': " + EC.message());
  Pictures P(Result, Options, Report);
  bool Ok = P.readCounters();
  htmlReport(P.Input, [&](const std::string &Name, const std::string &Text) {
    Ok &= writeFile(Folder + "/" + Name, Text);
  });
  return Ok;
}

int printExplanation(const LintResult &Result, const ToolOptions &Options,
                     const RunReport &Report) {
  const OutputOptions &O = Options.Output;
  Pictures P(Result, Options, Report);
  if (!P.readCounters())
    return Failed;
  const AccessIndex Index(P.Input);
  const auto *File = findFile(Index, O.ExplainFile);
  if (!File) {
    // Of a file that could not be analysed the reason has been said.
    for (const std::string &Given : Options.Files)
      if (absolutePath(Given) == absolutePath(O.ExplainFile))
        return Failed;
    if (!Result.Analysed.count(absolutePath(O.ExplainFile))) {
      Pictures::say("--explain-access=" + O.ExplainText + ": " + O.ExplainFile +
                    " is not a file of this run");
      return WrongUse;
    }
    return noAccess(nullptr, O);
  }
  std::vector<const AccessSpot *> Spots =
      spotsAt(File->second, O.ExplainLine, O.ExplainColumn);
  if (Spots.empty())
    return noAccess(&File->second, O);
  for (size_t I = 0; I < Spots.size(); ++I)
    outs() << (I ? "\n" : "") << explainText(*Spots[I], File->first, P.Input);
  return Fine;
}

} // namespace warptidy
