//===- HostScan.h - One walk over the host code -----------------*- C++ -*-===//
// Collects, in one pass over a finished AST, the calls that launch kernels, the
// calls of all functions, and how variables change after their initialisation.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTSCAN_H
#define WARPTIDY_LAUNCH_HOSTSCAN_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace warptidy {

/// A stretch of code that runs as a whole or not at all.
struct CodeBlock {
  enum class Kind : uint8_t { Function, Branch, Loop, Lambda };
  /// How an arm of a fork ends: after it, out of the function, or elsewhere.
  enum class End : uint8_t { After, Returns, Jumps };
  static constexpr unsigned None = ~0u;
  unsigned Parent = None;
  Kind What = Kind::Function;
  bool HasLabel = false; ///< A target of goto: ranks say nothing of order.
  End Ends = End::After;
  unsigned Fork = None; ///< Index into HostScan::Forks.
  unsigned Arm = 0;     ///< Which of the fork's arms this is.
};

/// Where an expression stands: its rank in the walk, and its block.
struct CodePoint {
  unsigned Rank = 0;
  unsigned Block = CodeBlock::None;
};

/// An `if`, `switch` or `?:`. Exactly one of its arms runs. Those of a
/// condition are what runs when it holds, and what when not; a switch without a
/// default has a last arm for no label.
struct CodeFork {
  const clang::Expr *Cond = nullptr;
  CodePoint At;
  /// A switch: the labels of each arm, null for `default` and for no label.
  std::vector<llvm::SmallVector<const clang::Expr *, 2>> Labels;
  std::vector<CodeBlock::End> Ends; ///< Of each arm.
};

/// Members on the way into a variable, outermost first.
using MemberPath = llvm::SmallVector<const clang::FieldDecl *, 3>;

/// `v = Value`, `v.member = Value`, `v += Value` or `++v` (without Value).
struct VarWrite {
  CodePoint At;
  MemberPath Path;
  const clang::Expr *Target = nullptr; ///< The left side.
  const clang::Expr *Value = nullptr;
  clang::BinaryOperatorKind Op = clang::BO_Assign; ///< BO_Add for `+=`.
};

/// `object.field = Value` or `this->field = Value`.
struct FieldWrite {
  CodePoint At;
  const clang::Expr *Value = nullptr;
  const clang::FunctionDecl *In = nullptr;
  bool OnThis = false;
};

/// A call of a function whose arguments are expressions.
struct CallSite {
  const clang::Expr *Call = nullptr;
  CodePoint At;
  llvm::ArrayRef<const clang::Expr *> Arguments;
};

struct HostScan {
  /// CUDAKernelCallExpr nodes and calls of the runtime's launch functions, in
  /// source order, template instantiations and lambdas included.
  std::vector<CallSite> Launches;
  /// Calls of functions with parameters, by canonical declaration.
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<CallSite>> Calls;
  /// Functions with a body, in source order.
  std::vector<const clang::FunctionDecl *> Functions;
  std::vector<CodeBlock> Blocks;
  std::vector<CodeFork> Forks;
  llvm::DenseMap<const clang::VarDecl *, CodePoint> Declared;
  /// Variables (canonical declarations) that something other than a read or a
  /// write as in Writes refers to: their address, a non-const reference.
  llvm::DenseSet<const clang::VarDecl *> Changed;
  /// All writes to other local variables, in the order of their ranks.
  llvm::DenseMap<const clang::VarDecl *, std::vector<VarWrite>> Writes;
  /// Plain writes to fields of any object.
  llvm::DenseMap<const clang::FieldDecl *, std::vector<FieldWrite>> FieldWrites;
  /// Fields that something other than a read or a plain write refers to.
  llvm::DenseSet<const clang::FieldDecl *> FieldsChanged;
  /// The function that a changed variable was handed to.
  llvm::DenseMap<const clang::VarDecl *, const clang::FunctionDecl *> SetBy;

  /// Whether Outer is Inner or encloses it.
  bool encloses(unsigned Outer, unsigned Inner) const;
};

/// Skips system headers and the patterns of templates.
HostScan scanHost(clang::ASTContext &Context);

/// Whether the name is that of a runtime function that launches a kernel or
/// puts a launch into a graph.
bool isLaunchFunction(llvm::StringRef Name);

} // namespace warptidy

#endif
