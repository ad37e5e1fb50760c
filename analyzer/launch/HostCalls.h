//===- HostCalls.h - The runtime's functions, by name -----------*- C++ -*-===//
// A table: what each function of the CUDA runtime does, and which of its
// arguments are pointers, sizes, the direction of a copy and the stream.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTCALLS_H
#define WARPTIDY_LAUNCH_HOSTCALLS_H

#include "launch/HostFacts.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"

namespace warptidy {

struct RuntimeCall {
  const char *Name;
  HostCallKind Kind;
  int Target = -1, From = -1; ///< Arguments; -1 for none.
  llvm::SmallVector<int, 2> Sizes = {};
  int Direction = -1, Stream = -1;
};

/// Null for what is not a function of the runtime that the table has.
const RuntimeCall *findRuntimeCall(const clang::FunctionDecl *Callee);

/// Whether the name is one of CUDA's runtime or of a library of its toolkit.
bool isToolkitName(llvm::StringRef Name);

/// Whether it allocates pageable memory: malloc and its kin.
bool isHeapAllocation(const clang::FunctionDecl *Callee);

/// Whether it frees what its argument points to: free, cudaFree and their kin.
bool isFree(const clang::FunctionDecl *Callee);

/// The name of a function that is no operator; empty for others.
llvm::StringRef nameOf(const clang::FunctionDecl *Function);

/// Argument I without casts; null if there is none or it is the default.
const clang::Expr *argument(const clang::CallExpr &Call, int I);

} // namespace warptidy

#endif
