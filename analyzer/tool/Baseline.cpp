//===- Baseline.cpp - Findings that were there before ---------------------===//
// See Baseline.h.
//===----------------------------------------------------------------------===//
#include "tool/Baseline.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warptidy {

static constexpr int64_t BaselineSchema = 1;

using Key = std::pair<std::string, std::string>; ///< File and fingerprint.

namespace {
struct Document {
  int64_t Schema = 0;
  Baseline Entries;
};
} // namespace

static bool fromJSON(const json::Value &V, BaselineEntry &E, json::Path P) {
  json::ObjectMapper O(V, P);
  if (!O || !O.map("file", E.File) || !O.map("rule", E.Rule) ||
      !O.map("function", E.Function) || !O.map("source", E.Source) ||
      !O.map("fingerprint", E.Fingerprint) || !O.map("count", E.Count))
    return false;
  if (E.Count == 0) {
    P.field("count").report("expected a positive number");
    return false;
  }
  return true;
}

static bool fromJSON(const json::Value &V, Document &D, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("schema", D.Schema) && O.map("findings", D.Entries);
}

static Error damaged(const std::string &Path, const Twine &Why) {
  return createStringError("--baseline=" + Path + ": " + Why);
}

Expected<Baseline> readBaseline(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return damaged(Path, Buffer.getError().message());
  Expected<json::Value> Root = json::parse((*Buffer)->getBuffer());
  if (!Root)
    return damaged(Path, "not JSON: " + toString(Root.takeError()));
  Document Out;
  json::Path::Root Where("baseline");
  if (!fromJSON(*Root, Out, Where))
    return damaged(Path, "not a baseline of warp-tidy: " +
                             toString(Where.getError()));
  if (Out.Schema != BaselineSchema)
    return damaged(Path, "schema " + Twine(Out.Schema) +
                             " is not known; write the file anew with "
                             "--write-baseline");
  return std::move(Out.Entries);
}

Baseline makeBaseline(const std::vector<RunFinding> &Findings,
                      const RunReport &Report) {
  std::map<Key, BaselineEntry> ByKey;
  for (const RunFinding &One : Findings) {
    const ReportedFinding &F = One.Report;
    if (F.Suppressed == Suppression::InSource)
      continue;
    std::string File = relativePath(Report, F.Where.Path);
    BaselineEntry &E = ByKey[{File, F.Fingerprint}];
    unsigned Count = E.Count + 1;
    E = {File, F.Rule, F.Function, F.Source, F.Fingerprint, Count};
  }
  Baseline Out;
  for (auto &[Unused, Entry] : ByKey)
    Out.push_back(std::move(Entry));
  return Out;
}

std::string baselineText(const Baseline &Entries) {
  std::string Out;
  raw_string_ostream OS(Out);
  json::OStream J(OS, /*IndentSize=*/1);
  J.object([&] {
    J.attribute("schema", BaselineSchema);
    J.attributeArray("findings", [&] {
      for (const BaselineEntry &E : Entries)
        J.object([&] {
          J.attribute("file", json::fixUTF8(E.File));
          J.attribute("rule", E.Rule);
          J.attribute("function", json::fixUTF8(E.Function));
          J.attribute("source", json::fixUTF8(E.Source));
          J.attribute("fingerprint", E.Fingerprint);
          J.attribute("count", E.Count);
        });
    });
  });
  OS << "\n";
  return Out;
}

/// Whether the run could have found the entry again.
static bool wasAnalysed(const BaselineEntry &E, const RunReport &Report,
                        const std::set<std::string> &Analysed) {
  std::string Path = absolutePath(E.File, Report.SourceRoot);
  return Analysed.count(Path) || !sys::fs::exists(Path);
}

Baseline applyBaseline(const Baseline &Entries, const RunReport &Report,
                       const std::set<std::string> &Analysed,
                       std::vector<RunFinding> &Findings) {
  std::map<Key, unsigned> Left;
  for (const BaselineEntry &E : Entries)
    Left[{E.File, E.Fingerprint}] += E.Count;
  std::vector<ReportedFinding *> InOrder;
  for (RunFinding &F : Findings)
    if (F.Report.Suppressed == Suppression::None)
      InOrder.push_back(&F.Report);
  sort(InOrder,
       [](const auto *A, const auto *B) { return A->Ordinal < B->Ordinal; });
  for (ReportedFinding *F : InOrder) {
    auto It = Left.find({relativePath(Report, F->Where.Path), F->Fingerprint});
    if (It == Left.end() || It->second == 0)
      continue;
    --It->second;
    F->Suppressed = Suppression::Baseline;
  }
  Baseline Expired;
  for (BaselineEntry E : Entries) {
    E.Count = Left[{E.File, E.Fingerprint}];
    Left[{E.File, E.Fingerprint}] = 0; // Once, if the file names it twice.
    if (E.Count && wasAnalysed(E, Report, Analysed))
      Expired.push_back(std::move(E));
  }
  return Expired;
}

} // namespace warptidy
