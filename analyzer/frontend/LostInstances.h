//===- LostInstances.h - Kernels that broken launches name ------*- C++ -*-===//
// A launch with an error in its arguments does not instantiate the kernel
// template that it names: an error in host code would cost a kernel.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_LOSTINSTANCES_H
#define WARPTIDY_FRONTEND_LOSTINSTANCES_H

#include "clang/AST/ASTConsumer.h"
#include <memory>

namespace warptidy {

/// Instantiates, at the end of the translation unit, the kernel templates whose
/// arguments are written out in a call that Clang left unresolved. To be put
/// before the consumers that look at the AST.
std::unique_ptr<clang::ASTConsumer> makeLostInstances();

} // namespace warptidy

#endif
