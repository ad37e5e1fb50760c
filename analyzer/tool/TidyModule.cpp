//===- TidyModule.cpp - The rules as clang-tidy checks --------------------===//
// One clang-tidy check a rule. The checks of a translation unit share one
// analysis, made by whichever runs first.
//===----------------------------------------------------------------------===//
#include "rules/Rule.h"
#include "tool/Session.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include <map>

using namespace clang;
using namespace clang::ast_matchers;

namespace warptidy {
namespace {

DiagnosticIDs::Level levelOf(Severity S) {
  switch (S) {
  case Severity::Remark:
    return DiagnosticIDs::Remark;
  case Severity::Warning:
    return DiagnosticIDs::Warning;
  case Severity::Error:
    return DiagnosticIDs::Error;
  }
  return DiagnosticIDs::Warning;
}

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
  void emit(const Finding &F);
  const RuleInfo &Rule;
  RuleOptions Values;
};

SourceLocation locationOf(const SourceSpot &S) {
  return SourceLocation::getFromRawEncoding(
      static_cast<SourceLocation::UIntTy>(S.Token));
}

void RuleCheck::emit(const Finding &F) {
  SourceLocation Loc = locationOf(F.Where);
  diag(Loc, "%0", levelOf(F.Level)) << F.Message;
  for (const FindingNote &N : F.Notes)
    diag(N.Where.Line ? locationOf(N.Where) : Loc, "%0", DiagnosticIDs::Note)
        << N.Message;
}

/// Instantiations of a template and callers of a helper share its source: one
/// finding a place, the worst of them, which says how many more there are.
std::vector<Finding> merged(std::vector<Finding> All) {
  std::vector<Finding> Out;
  std::vector<std::vector<std::string>> Kernels;
  std::map<std::pair<std::string, std::pair<unsigned, unsigned>>, size_t> At;
  std::map<size_t, std::string> Operations;
  for (Finding &F : All) {
    // The operation is part of the place: s[i] += x both loads and stores.
    std::string Op = F.AccessId.substr(0, F.AccessId.find('@'));
    auto [It, New] = At.try_emplace({Op, {F.Where.Line, F.Where.Column}},
                                    Out.size());
    if (New) {
      Kernels.push_back({F.Kernel});
      Out.push_back(std::move(F));
      continue;
    }
    Finding &Old = Out[It->second];
    Kernels[It->second].push_back(F.Kernel);
    if (F.Level > Old.Level)
      Old = std::move(F);
  }
  for (size_t I = 0; I < Out.size(); ++I)
    if (Kernels[I].size() > 1)
      Out[I].Notes.push_back(
          {{},
           "reported for kernel '" + Out[I].Kernel + "'; " +
               std::to_string(Kernels[I].size() - 1) +
               (Kernels[I].size() == 2 ? " other kernel or instantiation has "
                                         "the same fault here"
                                       : " other kernels or instantiations "
                                         "have the same fault here")});
  return Out;
}

void RuleCheck::check(const MatchFinder::MatchResult &Result) {
  const FileAnalysis &A = Session::get().analysisOf(*Result.Context);
  std::vector<Finding> Findings;
  for (const KernelPredictions &K : A.Kernels)
    if (K.Facts.Unknown == UnknownReason::None)
      Rule.Check(K, *Session::get().Arch, Values,
                 [&](Finding F) { Findings.push_back(std::move(F)); });
  for (const Finding &F : merged(std::move(Findings)))
    emit(F);
}

class WarpTidyModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    for (const RuleInfo *Rule : allRules())
      Factories.registerCheckFactory(
          Rule->Name,
          [Rule](StringRef Name, tidy::ClangTidyContext *Context) {
            return std::make_unique<RuleCheck>(Name, Context, *Rule);
          });
  }
};

tidy::ClangTidyModuleRegistry::Add<WarpTidyModule>
    Registered("gpu-module", "Memory accesses of CUDA kernels.");

} // namespace

/// Pulls this file into the program (it is only referred to by its registry).
volatile int WarpTidyModuleAnchor = 0;

} // namespace warptidy
