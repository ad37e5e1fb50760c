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

/// Appends the way to a member, through unions without a name.
static bool findMember(QualType Type, llvm::StringRef Name, MemberPath &Path) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return false;
  for (const FieldDecl *Field : Record->getDefinition()->fields()) {
    Path.push_back(Field);
    if (Field->getName() == Name || (Field->isAnonymousStructOrUnion() &&
                                     findMember(Field->getType(), Name, Path)))
      return true;
    Path.pop_back();
  }
  return false;
}

/// A member of a struct that describes the launch; of its member In, if that is
/// named.
static LaunchPart member(const Expr *Object, llvm::StringRef Name,
                         llvm::StringRef In = "") {
  MemberPath Path;
  if (!Object || (!In.empty() && !findMember(Object->getType(), In, Path)))
    return {};
  QualType Type = Path.empty() ? Object->getType() : Path.back()->getType();
  return findMember(Type, Name, Path) ? LaunchPart{Object, Path} : LaunchPart();
}

/// cudaLaunchKernelEx(&config, kernel, arguments...).
static LaunchParts extended(const CallExpr &Call, bool IsArray) {
  const Expr *Config = pointedObject(argument(Call, 0));
  LaunchParts Parts;
  Parts.Kernel.Value = argument(Call, 1);
  Parts.Kernel.ByAddress = true;
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

/// A node of a graph, by its cudaKernelNodeParams, or by a cudaGraphNodeParams
/// that has them in its member `kernel`.
static LaunchParts graphNode(const CallExpr &Call, llvm::StringRef In) {
  const Expr *Node = Call.getNumArgs()
                         ? pointedObject(Call.getArg(Call.getNumArgs() - 1))
                         : nullptr;
  LaunchParts Parts;
  Parts.Kernel = member(Node, "func", In);
  Parts.Kernel.ByAddress = true;
  Parts.Grid = member(Node, "gridDim", In);
  Parts.Block = member(Node, "blockDim", In);
  Parts.SharedBytes = member(Node, "sharedMemBytes", In);
  Parts.ArgumentArray = member(Node, "kernelParams", In);
  return Parts;
}

LaunchParts warptidy::launchParts(const CallExpr &Call) {
  if (const auto *Kernel = dyn_cast<CUDAKernelCallExpr>(&Call))
    return chevrons(*Kernel);
  llvm::StringRef Name = Call.getDirectCallee()->getName();
  if (Name.starts_with("cudaLaunchKernelEx"))
    return extended(Call, Name.ends_with("C"));
  if (Name.starts_with("cudaGraph"))
    return graphNode(Call, Name.contains("Kernel") ? "" : "kernel");
  LaunchParts Parts;
  Parts.Kernel.Value = argument(Call, 0);
  Parts.Kernel.ByAddress = true;
  Parts.Grid.Value = argument(Call, 1);
  Parts.Block.Value = argument(Call, 2);
  Parts.ArgumentArray.Value = argument(Call, 3);
  Parts.SharedBytes.Value = argument(Call, 4);
  return Parts;
}
