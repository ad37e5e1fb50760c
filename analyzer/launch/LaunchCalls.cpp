//===- LaunchCalls.cpp - The forms that launches are written in -----------===//
// See LaunchCalls.h.
//===----------------------------------------------------------------------===//
#include "launch/LaunchCalls.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace warptidy;

static const Expr *argument(const CallExpr &Call, unsigned Index) {
  return Index < Call.getNumArgs() ? Call.getArg(Index) : nullptr;
}

static LaunchParts chevrons(const CUDAKernelCallExpr &Call) {
  LaunchParts Parts;
  Parts.Kernel.Value = Call.getCallee();
  Parts.Arguments = {Call.getArgs(), Call.getNumArgs()};
  const CallExpr *Set = Call.getConfig();
  if (!Set)
    return Parts;
  // From device code Clang calls cudaLaunchDevice(function, parameters, grid,
  // block, bytes, stream), else a function of (grid, block, bytes, stream).
  unsigned First = Set->getNumArgs() == 6 ? 2 : 0;
  Parts.Grid.Value = argument(*Set, First);
  Parts.Block.Value = argument(*Set, First + 1);
  Parts.SharedBytes.Value = argument(*Set, First + 2);
  return Parts;
}

const Expr *warptidy::pointedObject(const Expr *Pointer) {
  if (!Pointer)
    return nullptr;
  const Expr *E = Pointer->IgnoreParenCasts();
  const auto *Op = dyn_cast<UnaryOperator>(E);
  return Op && Op->getOpcode() == UO_AddrOf ? Op->getSubExpr() : E;
}

/// A member of a struct that describes the launch.
static LaunchPart member(const Expr *Object, llvm::StringRef Name) {
  const CXXRecordDecl *Record =
      Object ? Object->getType()->getAsCXXRecordDecl() : nullptr;
  if (Record && Record->hasDefinition())
    for (const FieldDecl *Field : Record->getDefinition()->fields())
      if (Field->getName() == Name)
        return {Object, MemberPath{Field}};
  return {};
}

/// cudaLaunchKernelEx(&config, kernel, arguments...).
static LaunchParts extended(const CallExpr &Call, bool IsArray) {
  const Expr *Config = pointedObject(argument(Call, 0));
  LaunchParts Parts;
  Parts.Kernel.Value = argument(Call, 1);
  Parts.Grid = member(Config, "gridDim");
  Parts.Block = member(Config, "blockDim");
  Parts.SharedBytes = member(Config, "dynamicSmemBytes");
  if (IsArray)
    Parts.ArgumentArray.Value = argument(Call, 2);
  else if (Call.getNumArgs() > 2)
    Parts.Arguments =
        llvm::ArrayRef<const Expr *>(Call.getArgs(), Call.getNumArgs())
            .drop_front(2);
  return Parts;
}

/// A node of a graph, by its cudaKernelNodeParams.
static LaunchParts graphNode(const CallExpr &Call) {
  const Expr *Node = Call.getNumArgs()
                         ? pointedObject(Call.getArg(Call.getNumArgs() - 1))
                         : nullptr;
  LaunchParts Parts;
  Parts.Kernel = member(Node, "func");
  Parts.Grid = member(Node, "gridDim");
  Parts.Block = member(Node, "blockDim");
  Parts.SharedBytes = member(Node, "sharedMemBytes");
  Parts.ArgumentArray = member(Node, "kernelParams");
  return Parts;
}

LaunchParts warptidy::launchParts(const CallExpr &Call) {
  if (const auto *Kernel = dyn_cast<CUDAKernelCallExpr>(&Call))
    return chevrons(*Kernel);
  llvm::StringRef Name = Call.getDirectCallee()->getName();
  if (Name.starts_with("cudaLaunchKernelEx"))
    return extended(Call, Name.ends_with("C"));
  if (Name.starts_with("cudaGraph"))
    return graphNode(Call);
  LaunchParts Parts;
  Parts.Kernel.Value = argument(Call, 0);
  Parts.Grid.Value = argument(Call, 1);
  Parts.Block.Value = argument(Call, 2);
  Parts.ArgumentArray.Value = argument(Call, 3);
  Parts.SharedBytes.Value = argument(Call, 4);
  return Parts;
}
