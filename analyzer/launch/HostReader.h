//===- HostReader.h - Facts about host code ---------------------*- C++ -*-===//
// Reads the calls of the CUDA runtime in the host functions of a finished AST,
// and what Clang's control-flow graph and the uses of variables prove of them.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTREADER_H
#define WARPTIDY_LAUNCH_HOSTREADER_H

#include "launch/HostFacts.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace warptidy {

/// Skips system headers, device code and the patterns of templates, and each
/// function with an error in its AST or with one of ErrorLocations inside:
/// Clang drops some statements that it does not understand.
HostFacts readHostFacts(clang::ASTContext &Context,
                        llvm::ArrayRef<clang::SourceLocation> ErrorLocations);

} // namespace warptidy

#endif
