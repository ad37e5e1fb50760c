//===- HostReader.h - Facts about host code ---------------------*- C++ -*-===//
// Reads the calls of the CUDA runtime in the host functions of a finished AST,
// and what Clang's control-flow graph and the uses of variables prove of them.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTREADER_H
#define WARPTIDY_LAUNCH_HOSTREADER_H

#include "launch/HostFacts.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace warptidy {

/// Skips system headers, device code and the patterns of templates.
HostFacts readHostFacts(clang::ASTContext &Context);

} // namespace warptidy

#endif
