//===- HostSupport.cpp - What the rules about host code share -------------===//
// See HostSupport.h.
//===----------------------------------------------------------------------===//
#include "rules/HostSupport.h"

namespace warptidy {

bool isPageable(const HostPointer &P) {
  return !P.MayBeRegistered && !P.Variable.empty() &&
         (P.Origin == PointerOrigin::Heap ||
          P.Origin == PointerOrigin::Vector ||
          P.Origin == PointerOrigin::Stack);
}

static Finding findingAt(const RuleInfo &Rule, const HostFunction &Function,
                         const SourceSpot &Where, const std::string &Source,
                         Severity Level) {
  Finding F;
  F.Rule = Rule.Name;
  F.Level = Level;
  F.Where = Where;
  F.Function = Function.Name;
  F.Source = Source;
  return F;
}

Finding startFinding(const RuleInfo &Rule, const HostFunction &Function,
                     const HostCall &Call, Severity Level) {
  return findingAt(Rule, Function, Call.Where, Call.Source, Level);
}

Finding startFinding(const RuleInfo &Rule, const HostFunction &Function,
                     const HostAccess &Access, Severity Level) {
  return findingAt(Rule, Function, Access.Where, Access.Source, Level);
}

void addOriginNote(Finding &F, const HostPointer &P) {
  if (!P.AllocatedAt.Line)
    return;
  const bool Declared =
      P.Origin == PointerOrigin::Vector || P.Origin == PointerOrigin::Stack;
  F.Notes.push_back({P.AllocatedAt, "'" + P.Variable + "' is " +
                                        (Declared ? "declared" : "allocated") +
                                        " here"});
}

} // namespace warptidy
