//===- KernelDecl.h - Kernels as the AST knows them -------------*- C++ -*-===//
// Finds the __global__ functions of a finished AST, names them as CodeGen does
// and turns source ranges into SourceSpots.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_KERNELDECL_H
#define WARPTIDY_LAUNCH_KERNELDECL_H

#include "access/AccessFact.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Mangle.h"
#include <string>
#include <vector>

namespace warptidy {

/// Names kernels as CodeGen names the function of a device compile, but for the
/// `__intern__<hash>` that it appends to kernels of internal linkage under
/// -fgpu-rdc.
class KernelNamer {
public:
  explicit KernelNamer(clang::ASTContext &Context) : Names(Context) {}
  std::string name(const clang::FunctionDecl &Kernel) {
    return Names.getName(&Kernel);
  }

private:
  clang::ASTNameGenerator Names;
};

/// Whether CodeGen can emit the function as a kernel.
bool isSoundKernel(const clang::FunctionDecl &Function);

/// The __global__ functions outside system headers, one declaration of each.
struct KernelDecls {
  /// Sound ones, template instantiations included.
  std::vector<const clang::FunctionDecl *> Sound;
  /// Template patterns and invalid declarations.
  std::vector<const clang::FunctionDecl *> Others;
};
KernelDecls findKernels(clang::ASTContext &Context);

/// The place of a range, macros expanded. The end is exclusive.
SourceSpot spotOf(clang::SourceRange Range, const clang::ASTContext &Context);

/// Where the kernel, or the template that it comes from, is defined, as
/// "path:line" with an absolute path; empty when this unit only declares it.
std::string definitionPlace(const clang::FunctionDecl &Kernel,
                            const clang::ASTContext &Context);

/// Whether the declaration stands in a system header.
bool isInSystemHeader(const clang::Decl &D, const clang::SourceManager &SM);

} // namespace warptidy

#endif
