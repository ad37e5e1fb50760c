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

Finding startFinding(const RuleInfo &Rule, const HostFunction &Function,
                     const HostCall &Call, Severity Level) {
  Finding F;
  F.Rule = Rule.Name;
  F.Level = Level;
  F.Where = Call.Where;
  F.Function = Function.Name;
  F.Source = Call.Source;
  return F;
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
