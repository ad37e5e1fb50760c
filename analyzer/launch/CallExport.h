//===- CallExport.h - Calls of functions of other units ---------*- C++ -*-===//
// What a unit tells others: the calls of functions that it only declares, with
// the arguments that are known.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_CALLEXPORT_H
#define WARPTIDY_LAUNCH_CALLEXPORT_H

#include "launch/CallFollower.h"

namespace warptidy {

/// The calls in Scan, each with all values that its arguments may have, ordered
/// by place.
CallTable exportedCalls(clang::ASTContext &Context, const HostScan &Scan,
                        HostFolder &Folder, CallFollower &Follower);

} // namespace warptidy

#endif
