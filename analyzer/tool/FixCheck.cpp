//===- FixCheck.cpp - Compiling fixes before they are offered -------------===//
// See FixCheck.h.
//===----------------------------------------------------------------------===//
#include "tool/FixCheck.h"
#include "report/AccessText.h"
#include "rules/Cures.h"
#include "tool/ProjectDatabase.h"
#include "tool/TidyRun.h"
#include "clang/Tooling/Core/Replacement.h"

using namespace llvm;
using namespace clang;

namespace warptidy {
namespace {

using FixMap = std::map<std::string, tooling::Replacements>;
/// What a finding is when lines move: rule, function, access.
using FindingKey = std::tuple<std::string, std::string, std::string>;
/// Costs of the findings of a key, the worst first.
using FindingCosts =
    std::map<FindingKey, std::multiset<double, std::greater<>>>;

bool isRule(const tidy::ClangTidyError &E) {
  return StringRef(E.DiagnosticName).starts_with("gpu-");
}

const EmittedFinding *emittedOf(const FileRun &Run,
                                const tidy::ClangTidyError &E) {
  auto It = Run.Emitted.find({E.DiagnosticName, E.Message.FilePath,
                              E.Message.FileOffset, E.Message.Message});
  return It == Run.Emitted.end() ? nullptr : &It->second;
}

FindingKey keyOf(const tidy::ClangTidyError &E, const EmittedFinding *F) {
  return F ? FindingKey(E.DiagnosticName, F->Function, F->Source)
           : FindingKey(E.DiagnosticName, "", E.Message.Message);
}

/// A change, and the findings that it is to remove.
struct Proposal {
  FixMap Edits;
  std::vector<tidy::ClangTidyError *> Findings;
  const EmittedFinding *Promise = nullptr;
};

class Checker {
public:
  Checker(FileRun &Run, function_ref<FileRun(const ChangedTexts &)> Again)
      : Run(Run), Again(Again) {}
  void check();

private:
  FixMap editsOf(const tidy::ClangTidyError &E) const;
  void collect();
  bool holds(ArrayRef<const Proposal *> Tried);
  void keepEffects(ArrayRef<const Proposal *> Tried, const FileRun &After);
  std::optional<ChangedTexts> apply(ArrayRef<const Proposal *> Tried) const;
  static FindingCosts costsOf(const FileRun &Of);
  bool costsNoMore(const FileRun &After) const;
  bool findsNoMore(ArrayRef<const Proposal *> Tried,
                   const FileRun &After) const;
  void drop(const Proposal &P);

  FileRun &Run;
  function_ref<FileRun(const ChangedTexts &)> Again;
  std::vector<Proposal> Proposals;
};

FixMap Checker::editsOf(const tidy::ClangTidyError &E) const {
  FixMap Out;
  for (const auto &Entry : E.Message.Fix)
    for (const tooling::Replacement &R : Entry.getValue()) {
      std::string Path = absolutePath(R.getFilePath(), Run.Command.Directory);
      cantFail(Out[Path].add(tooling::Replacement(
          Path, R.getOffset(), R.getLength(), R.getReplacementText())));
    }
  return Out;
}

void Checker::collect() {
  for (tidy::ClangTidyError &E : Run.Errors) {
    if (!isRule(E) || E.Message.Fix.empty())
      continue;
    FixMap Edits = editsOf(E);
    auto Same =
        find_if(Proposals, [&](const Proposal &P) { return P.Edits == Edits; });
    if (Same == Proposals.end())
      Same = Proposals.insert(Same, {std::move(Edits), {}, emittedOf(Run, E)});
    Same->Findings.push_back(&E);
  }
}

/// The files with the changes; nothing if those are in each other's way.
std::optional<ChangedTexts>
Checker::apply(ArrayRef<const Proposal *> Tried) const {
  FixMap All;
  for (const Proposal *P : Tried)
    for (const auto &[Path, Edits] : P->Edits)
      for (const tooling::Replacement &R : Edits)
        if (Error Conflict = All[Path].add(R)) {
          consumeError(std::move(Conflict));
          return std::nullopt;
        }
  ChangedTexts Out;
  for (const auto &[Path, Edits] : All) {
    auto Buffer = Run.Disk->getBufferForFile(Path);
    if (!Buffer)
      return std::nullopt;
    Expected<std::string> Text =
        tooling::applyAllReplacements((*Buffer)->getBuffer(), Edits);
    if (!Text) {
      consumeError(Text.takeError());
      return std::nullopt;
    }
    Out[Path] = std::move(*Text);
  }
  return Out;
}

FindingCosts Checker::costsOf(const FileRun &Of) {
  FindingCosts Out;
  for (const tidy::ClangTidyError &E : Of.Errors)
    if (isRule(E)) {
      const EmittedFinding *F = emittedOf(Of, E);
      Out[keyOf(E, F)].insert(F ? F->Cost : 0);
    }
  return Out;
}

/// Every finding that is left was there before, and was as bad.
bool Checker::findsNoMore(ArrayRef<const Proposal *> Tried,
                          const FileRun &After) const {
  FindingCosts Left = costsOf(Run);
  for (const Proposal *P : Tried)
    for (const tidy::ClangTidyError *E : P->Findings) {
      const EmittedFinding *F = emittedOf(Run, *E);
      auto &Costs = Left[keyOf(*E, F)];
      Costs.erase(Costs.find(F ? F->Cost : 0));
    }
  for (const auto &[Key, Costs] : costsOf(After)) {
    const auto &Before = Left[Key];
    auto Worse = [](double New, double Old) { return New > Old; };
    if (Costs.size() > Before.size() ||
        !std::equal(Costs.begin(), Costs.end(), Before.begin(),
                    [&](double New, double Old) { return !Worse(New, Old); }))
      return false;
  }
  return true;
}

static bool isNoWorse(const std::vector<Prediction> &Before,
                      const std::vector<Prediction> &Now) {
  return std::equal(Now.begin(), Now.end(), Before.begin(), Before.end(),
                    [](const Prediction &New, const Prediction &Old) {
                      return New.MaxRatio <= Old.MaxRatio;
                    });
}

/// The same kernels, and no access that costs more than before where there are
/// as many.
bool Checker::costsNoMore(const FileRun &After) const {
  const auto &Before = Run.Analysis.Kernels, &Now = After.Analysis.Kernels;
  if (Before.size() != Now.size())
    return false;
  for (size_t K = 0; K < Now.size(); ++K) {
    if (Before[K].Facts.Mangled != Now[K].Facts.Mangled ||
        Before[K].Facts.Unknown != Now[K].Facts.Unknown ||
        Before[K].Launches.size() != Now[K].Launches.size())
      return false;
    if (Before[K].Accesses.size() != Now[K].Accesses.size())
      continue; // Copies of structs in fewer pieces.
    for (size_t A = 0; A < Now[K].Accesses.size(); ++A)
      if (!isNoWorse(Before[K].Accesses[A].PerLaunch,
                     Now[K].Accesses[A].PerLaunch))
        return false;
  }
  return true;
}

bool Checker::holds(ArrayRef<const Proposal *> Tried) {
  std::optional<ChangedTexts> Texts = apply(Tried);
  if (!Texts)
    return false;
  FileRun After = Again(*Texts);
  if (!After.Failure.empty() || !After.Analysis.Failure.empty() ||
      count_if(After.Errors, isCompileError) !=
          count_if(Run.Errors, isCompileError) ||
      !costsNoMore(After) || !findsNoMore(Tried, After))
    return false;
  if (!all_of(Tried, [&](const Proposal *P) {
        return !P->Promise || P->Promise->FixArray.empty() ||
               isArrayIdeal(After.Analysis.Kernels, P->Promise->FixArray,
                            P->Promise->FixLine);
      }))
    return false;
  keepEffects(Tried, After);
  return true;
}

static const AccessFact *accessOf(const FileRun &Run, const std::string &Id) {
  for (const KernelPredictions &K : Run.Analysis.Kernels)
    for (const AccessFact &A : K.Facts.Accesses)
      if (A.Id == Id)
        return &A;
  return nullptr;
}

static bool isSamePlace(const SourceSpot &A, const SourceSpot &B) {
  return A.File == B.File && A.Line == B.Line && A.Column == B.Column;
}

/// What becomes of the accesses at the place of another. A kernel that has
/// fewer accesses then (copies of structs) is left out.
static std::vector<FixEffect> effectsAt(const SourceSpot &Where,
                                        const FileRun &Before,
                                        const FileRun &After) {
  std::vector<FixEffect> Out;
  for (size_t K = 0; K < Before.Analysis.Kernels.size(); ++K) {
    const KernelFacts &Old = Before.Analysis.Kernels[K].Facts;
    const KernelPredictions &New = After.Analysis.Kernels[K];
    if (Old.Accesses.size() != New.Facts.Accesses.size())
      continue;
    for (size_t A = 0; A < Old.Accesses.size(); ++A) {
      if (!isSamePlace(Old.Accesses[A].Where, Where))
        continue;
      const AccessFact *Made = nullptr;
      if (const Prediction *Worst = worstPrediction({&New, A}, &Made))
        Out.push_back({Old.Accesses[A].Id, *Worst, *Made});
    }
  }
  return Out;
}

/// After is what the changes together make of the file.
void Checker::keepEffects(ArrayRef<const Proposal *> Tried,
                          const FileRun &After) {
  for (const Proposal *P : Tried)
    for (const tidy::ClangTidyError *E : P->Findings) {
      auto It = Run.Emitted.find({E->DiagnosticName, E->Message.FilePath,
                                  E->Message.FileOffset, E->Message.Message});
      if (It == Run.Emitted.end())
        continue;
      if (const AccessFact *A = accessOf(Run, It->second.AccessId))
        It->second.Effects = effectsAt(A->Where, Run, After);
    }
}

void Checker::drop(const Proposal &P) {
  for (tidy::ClangTidyError *E : P.Findings) {
    E->Message.Fix.clear();
    if (const EmittedFinding *F = emittedOf(Run, *E))
      erase_if(E->Notes, [&](const tooling::DiagnosticMessage &N) {
        return N.Message == F->FixNote;
      });
  }
}

/// All at once; if that does not hold, one after the other on top of those
/// that do.
void Checker::check() {
  collect();
  std::vector<const Proposal *> All, Good;
  for (const Proposal &P : Proposals)
    All.push_back(&P);
  if (All.empty() || holds(All))
    return;
  for (const Proposal *P : All) {
    Good.push_back(P);
    if (All.size() > 1 && holds(Good))
      continue;
    Good.pop_back();
    drop(*P);
  }
}

} // namespace

bool hasFixes(const FileRun &Run) {
  return any_of(Run.Errors, [](const tidy::ClangTidyError &E) {
    return isRule(E) && !E.Message.Fix.empty();
  });
}

void checkFixes(FileRun &Run,
                function_ref<FileRun(const ChangedTexts &)> Again) {
  Checker(Run, Again).check();
}

static FileRun runChanged(const FileRun &Old, const ToolOptions &Options,
                          const ChangedTexts &Texts) {
  Session Mine = Session::get();
  Mine.Fixes = Session::FixMode::None;
  SessionScope Scope(Mine);
  auto Disk = [&] {
    auto FS = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
        vfs::createPhysicalFileSystem());
    auto Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
    for (const auto &[File, Text] : Texts)
      Memory->addFile(File, 0, MemoryBuffer::getMemBufferCopy(Text, File));
    FS->pushOverlay(Memory);
    return FS;
  };
  FileRun Run;
  Run.File = Old.File;
  Run.Unit = Old.Unit;
  Run.Command = Old.Command;
  Run.Disk = Disk();
  UnitRunner Runner;
  Runner.Check = [&](FileRun &Of, tidy::ClangTidyContext &Context) {
    return runTidy(Context, Of.Command.Directory, Of.Command.Arguments, Of.Unit,
                   Disk());
  };
  Runner.Includers = [](const FileRun &) { return std::vector<std::string>(); };
  runFile(Run, Options, Runner);
  return Run;
}

void checkFixes(FileRun &Run, const ToolOptions &Options) {
  checkFixes(Run, [&](const ChangedTexts &Texts) {
    return runChanged(Run, Options, Texts);
  });
}

} // namespace warptidy
