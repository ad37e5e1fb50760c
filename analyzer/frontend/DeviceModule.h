//===- DeviceModule.h - Device IR of a finished AST -------------*- C++ -*-===//
// Runs Clang's own CodeGen over the AST of a device-side compile, leaving out
// whatever does not compile, so that every sound kernel is kept.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_DEVICEMODULE_H
#define WARPTIDY_FRONTEND_DEVICEMODULE_H

#include "clang/AST/ASTContext.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warptidy {

/// A kernel definition of the translation unit, in source order.
struct KernelDecl {
  const clang::FunctionDecl *Decl;
  std::string Mangled; ///< Its name as launches refer to it.
  std::string IRName;  ///< Name of its LLVM function (static kernels differ).
  /// A declaration with an error inside, so that it was not compiled.
  bool Broken = false;
};

struct DeviceModule {
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> Module;
  std::vector<KernelDecl> Kernels;
};

/// Compiles the device code of the translation unit to IR with line tables.
/// Kernels defined in system headers are left out of Kernels. A function with
/// an error in its AST, or with one of ErrorLocations inside (Clang drops some
/// broken statements without a trace), is left out. Fails only when CodeGen
/// gives no module at all.
llvm::Expected<DeviceModule>
emitDeviceModule(clang::ASTContext &Context,
                 llvm::ArrayRef<clang::SourceLocation> ErrorLocations);

/// Brings the module into the form that facts are read from: everything
/// inlined into the kernels, locals in registers, struct copies as the widest
/// accesses their alignment allows, loops in simplified form. No access is
/// merged, moved or multiplied.
///
/// AlignmentOf gives the alignment that the author's type promises for a copy
/// of that many bytes through Pointer, 0 when it does not know: Clang falls
/// back to the alignment of the declared array where nvcc trusts a cast.
/// Metadata of each access: where its address was computed, before equal
/// addresses of different statements become one.
inline constexpr const char *PlaceMetadata = "warp-tidy.place";

using CopyAlignment = std::function<uint64_t(
    const llvm::Value &Pointer, const llvm::Instruction &Copy, uint64_t Bytes)>;
void canonicalize(llvm::Module &Module, const CopyAlignment &AlignmentOf);

} // namespace warptidy

#endif
