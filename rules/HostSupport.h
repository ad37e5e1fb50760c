//===- HostSupport.h - What the rules about host code share -----*- C++ -*-===//
// Findings at a call of the runtime, and the words for its pointers.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_RULES_HOSTSUPPORT_H
#define WARPTIDY_RULES_HOSTSUPPORT_H

#include "rules/Rule.h"

namespace warptidy {

/// Whether the pointer certainly leads to memory of the host that can be paged
/// out and that nothing may have pinned.
bool isPageable(const HostPointer &P);

/// A finding at the call, without its message.
Finding startFinding(const RuleInfo &Rule, const HostFunction &Function,
                     const HostCall &Call, Severity Level);

/// A finding where host code touches memory, without its message.
Finding startFinding(const RuleInfo &Rule, const HostFunction &Function,
                     const HostAccess &Access, Severity Level);

/// "allocated here" or "declared here", where that is known.
void addOriginNote(Finding &F, const HostPointer &P);

} // namespace warptidy

#endif
