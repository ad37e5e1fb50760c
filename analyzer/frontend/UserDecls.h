//===- UserDecls.h - The author's part of a unit ----------------*- C++ -*-===//
// Which declarations of a translation unit are the user's, and which others
// their code uses, so that precompiled headers need not be read as a whole.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_USERDECLS_H
#define WARPTIDY_FRONTEND_USERDECLS_H

#include "clang/AST/ASTContext.h"
#include <string>
#include <vector>

namespace warptidy {

/// Limits the traversal of an AST (ASTContext::setTraversalScope) to what was
/// parsed and to what a precompiled header holds of the files in UserHeaders.
void limitToUserDecls(clang::ASTContext &Context,
                      const std::vector<std::string> &UserHeaders);

/// Whether the AST was limited so.
bool isLimited(const clang::ASTContext &Context);

/// The definitions of functions and global variables that Roots use, directly
/// or through others, and that are not in Roots.
std::vector<clang::Decl *> usedDefinitions(llvm::ArrayRef<clang::Decl *> Roots);

} // namespace warptidy

#endif
