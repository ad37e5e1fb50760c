//===- DeclReader.h - Reads the declarations a fix may change ---*- C++ -*-===//
// Over the user's part of the AST: how shared arrays and structs are declared,
// and whether all uses allow for another extent or alignment.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_DECLREADER_H
#define WARPTIDY_ACCESS_DECLREADER_H

#include "access/DeclFacts.h"
#include "clang/AST/ASTContext.h"

namespace warptidy {

DeclFacts readDecls(clang::ASTContext &Context);

} // namespace warptidy

#endif
