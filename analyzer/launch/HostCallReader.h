//===- HostCallReader.h - The calls of one host function --------*- C++ -*-===//
// Turns the runtime calls and launches of one body into facts.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTCALLREADER_H
#define WARPTIDY_LAUNCH_HOSTCALLREADER_H

#include "launch/HostCallees.h"
#include "launch/HostFacts.h"
#include "launch/HostOrigins.h"

namespace warptidy {

/// A function or lambda with calls of the runtime, in the order of the source.
struct HostBody {
  const clang::FunctionDecl *Function = nullptr;
  std::vector<const clang::CallExpr *> Calls;
  bool HasErrors = false;
};

/// UnitRegisters: some function of the unit registers host memory.
HostFunction readHostBody(clang::ASTContext &Context, const HostBody &Body,
                          HostCallees &Callees, bool UnitRegisters);

} // namespace warptidy

#endif
