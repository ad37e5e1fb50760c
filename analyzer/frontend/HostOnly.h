//===- HostOnly.h - Units without device code -------------------*- C++ -*-===//
// Whether a unit that has compile errors had any device code to analyse.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_HOSTONLY_H
#define WARPTIDY_FRONTEND_HOSTONLY_H

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

namespace warptidy {

/// Whether any text that was read speaks of device code: of the main file and
/// of what it includes, but for system headers. What is precompiled is left
/// out.
bool mentionsDevice(const clang::SourceManager &SM);

/// Whether functions are in the main file, and neither device code in the unit
/// nor an error for an #include "..." that may have held some.
bool isOnlyHost(const clang::ASTContext &Context,
                llvm::ArrayRef<clang::SourceLocation> Errors);

} // namespace warptidy

#endif
