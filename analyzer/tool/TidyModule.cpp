//===- TidyModule.cpp - The rules as clang-tidy checks --------------------===//
// One clang-tidy check a rule. The checks of a translation unit share one
// analysis, made by whichever runs first.
//===----------------------------------------------------------------------===//
#include "access/DeclReader.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "rules/Rule.h"
#include "tool/Session.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include <cstring>
#include <map>
#include <set>

using namespace clang;
using namespace clang::ast_matchers;

namespace warptidy {
namespace {

class RuleCheck : public tidy::ClangTidyCheck {
public:
  RuleCheck(StringRef Name, tidy::ClangTidyContext *Context,
            const RuleInfo &Rule)
      : ClangTidyCheck(Name, Context), Rule(Rule) {
    for (const RuleOption &O : Rule.Options)
      Values.Values[O.Name] = Options.get(O.Name, O.Default).str();
  }

  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CUDA && L.CUDAIsDevice;
  }
  void storeOptions(tidy::ClangTidyOptions::OptionMap &Map) override {
    for (const auto &[Name, Value] : Values.Values)
      Options.store(Map, Name, Value);
  }
  void registerMatchers(MatchFinder *Finder) override {
    Finder->addMatcher(translationUnitDecl().bind("unit"), this);
  }
  void onStartOfTranslationUnit() override { Session::get().Unit = nullptr; }
  void check(const MatchFinder::MatchResult &Result) override;

private:
  void emit(const Finding &F, SourceManager &SM);
  const RuleInfo &Rule;
  RuleOptions Values;
};

SourceLocation locationOf(const SourceSpot &S) {
  return SourceLocation::getFromRawEncoding(
      static_cast<SourceLocation::UIntTy>(S.Token));
}

/// A place that may be in a file of another unit; invalid when that is not
/// there.
SourceLocation placeIn(SourceManager &SM, const SourceSpot &S) {
  if (S.Token || !S.Line)
    return locationOf(S);
  OptionalFileEntryRef File = SM.getFileManager().getOptionalFileRef(S.File);
  if (!File)
    return {};
  FileID ID = SM.getOrCreateFileID(*File, SrcMgr::C_User);
  return SM.translateLineCol(ID, S.Line, S.Column);
}

tooling::Replacement replacement(const FindingEdit &E,
                                 const SourceManager &SM) {
  SourceLocation Begin = locationOf(E.Where);
  return tooling::Replacement(SM, Begin, static_cast<unsigned>(E.Old.size()),
                              E.New);
}

void RuleCheck::emit(const Finding &F, SourceManager &SM) {
  SourceLocation Loc = locationOf(F.Where);
  SourceLocation InFile = SM.getFileLoc(Loc);
  Session &S = Session::get();
  EmittedFinding &Emitted = S.Emitted[{F.Rule, SM.getFilename(InFile).str(),
                                       SM.getFileOffset(InFile), F.Message}];
  Emitted = EmittedFinding();
  Emitted.Level = F.Level;
  Emitted.Cost = F.Cost;
  Emitted.Kernel = F.Kernel;
  Emitted.Function = F.Function;
  Emitted.Source = F.Source;
  Emitted.AccessId = F.AccessId;
  if (F.Fix && S.Fixes == Session::FixMode::Edits) {
    for (const FindingEdit &E : F.Fix->Edits)
      Emitted.Fix.push_back(replacement(E, SM));
    Emitted.FixNote = F.Fix->Note.Message;
    Emitted.FixArray = F.Fix->Array;
    Emitted.FixLine = F.Fix->Line;
  }
  diag(Loc, "%0",
       F.Level == Severity::Remark ? DiagnosticIDs::Remark
                                   : DiagnosticIDs::Warning)
      << F.Message;
  std::vector<FindingNote> Notes = F.Notes;
  if (F.Fix)
    Notes.push_back(F.Fix->Note);
  for (const FindingNote &N : Notes) {
    SourceLocation Place = placeIn(SM, N.Where);
    std::string File =
        N.Where.Line && Place.isInvalid()
            ? " (" + N.Where.File + ":" + std::to_string(N.Where.Line) + ")"
            : "";
    diag(Place.isValid() ? Place : Loc, "%0", DiagnosticIDs::Note)
        << N.Message + File;
  }
}

/// What a finding says, whichever operation makes the access.
std::string withoutOperation(std::string Message) {
  for (const char *Op : {" load ", " store ", " atomic "})
    if (size_t At = Message.find(Op); At != std::string::npos)
      return Message.replace(At, std::strlen(Op), " ");
  return Message;
}

std::string otherKernelsText(const std::string &Kernel, size_t Others) {
  return "reported for kernel '" + Kernel + "'; " + std::to_string(Others) +
         (Others == 1
              ? " other kernel or instantiation is reported here as well"
              : " other kernels or instantiations are reported here "
                "as well");
}

/// The findings of one place: the worst of them, with what the others add.
struct Place {
  Finding Worst;
  std::set<std::string> Kernels;
  std::set<std::string> Ids; ///< Accesses of the reported kernel.
};

/// Instantiations of a template and callers of a helper share its source, and
/// s[i] += x both loads and stores: one finding a place and message.
std::vector<Finding> merged(std::vector<Finding> All) {
  std::vector<Place> Places;
  std::map<std::tuple<std::string, unsigned, unsigned>, std::vector<size_t>> At;
  for (Finding &F : All) {
    auto &Here = At[{F.Where.File, F.Where.Line, F.Where.Column}];
    size_t Same = Places.size();
    for (size_t I : Here)
      if (!Places[I].Kernels.count(F.Kernel) ||
          withoutOperation(Places[I].Worst.Message) ==
              withoutOperation(F.Message))
        Same = I;
    if (Same == Places.size()) {
      Here.push_back(Same);
      Places.push_back({F, {F.Kernel}, {F.AccessId}});
      continue;
    }
    Place &P = Places[Same];
    if (P.Worst.Kernel == F.Kernel)
      P.Ids.insert(F.AccessId);
    else if (F.Cost > P.Worst.Cost)
      P.Ids = {F.AccessId};
    P.Kernels.insert(F.Kernel);
    if (std::tie(F.Level, F.Cost) > std::tie(P.Worst.Level, P.Worst.Cost))
      P.Worst = F;
  }
  std::vector<Finding> Out;
  for (Place &P : Places) {
    if (P.Ids.size() > 1)
      P.Worst.Notes.push_back({{},
                               "the same holds for each of the " +
                                   std::to_string(P.Ids.size()) +
                                   " accesses made here"});
    if (P.Kernels.size() > 1)
      P.Worst.Notes.push_back(
          {{}, otherKernelsText(P.Worst.Kernel, P.Kernels.size() - 1)});
    Out.push_back(std::move(P.Worst));
  }
  return Out;
}

void RuleCheck::check(const MatchFinder::MatchResult &Result) {
  const FileAnalysis &A = Session::get().analysisOf(*Result.Context);
  std::vector<Finding> Findings;
  auto Emit = [&](Finding F) { Findings.push_back(std::move(F)); };
  for (const KernelPredictions &K : A.Kernels)
    if (Rule.Check && K.Facts.Unknown == UnknownReason::None)
      Rule.Check(K, *Session::get().Arch, Values, Emit);
  if (Rule.CheckHost)
    Rule.CheckHost(A.Host, *Session::get().Arch, Values, Emit);
  if (Rule.CheckUnit)
    Rule.CheckUnit(A.Kernels, A.Host, *Session::get().Arch, Values, Emit);
  Findings = merged(std::move(Findings));
  const Session &S = Session::get();
  if (Rule.Cure && !Findings.empty() && S.Fixes != Session::FixMode::None) {
    PredictOptions Options;
    Options.Stop = S.Predict.Stop;
    Rule.Cure({A.Kernels, readDecls(*Result.Context), *S.Arch, Options}, Values,
              Findings);
  }
  for (const Finding &F : Findings)
    emit(F, *Result.SourceManager);
}

class WarpTidyModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    for (const RuleInfo *Rule : allRules())
      Factories.registerCheckFactory(
          Rule->Name, [Rule](StringRef Name, tidy::ClangTidyContext *Context) {
            return std::make_unique<RuleCheck>(Name, Context, *Rule);
          });
  }
};

tidy::ClangTidyModuleRegistry::Add<WarpTidyModule>
    Registered("gpu-module", "Memory accesses of CUDA kernels.");

} // namespace

} // namespace warptidy
