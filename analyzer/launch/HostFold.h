//===- HostFold.h - Folding host expressions to integers --------*- C++ -*-===//
// Evaluates host expressions of a launch (sizes, dim3 values, arguments) with
// Clang's constant evaluator, extended by variables whose writes can be
// followed, parameters bound to the arguments of a call, and calls of functions
// that compute from integers.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTFOLD_H
#define WARPTIDY_LAUNCH_HOSTFOLD_H

#include "launch/HostScan.h"
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace warptidy {

/// What a call gave a parameter: the argument, read where the call stands, or
/// its value.
struct BoundValue {
  const clang::Expr *Argument = nullptr;
  CodePoint At;
  std::optional<llvm::APSInt> Int;
};
using Bindings = llvm::DenseMap<const clang::ParmVarDecl *, BoundValue>;

class HostFolder {
public:
  using Int = std::optional<llvm::APSInt>;
  using Dim = std::optional<std::array<unsigned, 3>>;
  /// A dim3 of which some sides may not be known.
  using Sides = std::array<std::optional<unsigned>, 3>;

  HostFolder(clang::ASTContext &Context, const HostScan &Scan)
      : Context(Context), Scan(Scan) {}

  /// Expressions are read from here on as they stand at Point, in calls that
  /// gave the functions' parameters these values.
  void enter(CodePoint Point, Bindings Values);

  /// The value of an expression of integer type, in the width of that type.
  Int integer(const clang::Expr *E);
  /// The value of an expression of type dim3 (or uint3), and where it fits
  /// that of an integer that is converted to one.
  Dim dim3(const clang::Expr *E);
  Sides sides(const clang::Expr *E);

  /// A member of an object, or a variable, by the expression that it was set
  /// to. Rest is what remains to be selected from that: empty, or one side of a
  /// dim3. Left is the target of a compound assignment (or increment).
  struct Located {
    const clang::Expr *Value = nullptr, *Left = nullptr;
    clang::BinaryOperatorKind Op = clang::BO_Assign;
    MemberPath Rest;
    CodePoint At;
    const clang::ParmVarDecl *Param = nullptr; ///< Instead of Value.
  };
  std::optional<Located> locate(const clang::Expr *E, MemberPath Path = {});
  Int integer(const Located &Place);
  Sides sides(const Located &Place);

  /// The parameters that a value was wanted of since enter().
  llvm::ArrayRef<const clang::ParmVarDecl *> wanted() const { return Wanted; }
  /// Why the last value that did not fold did not; forgotten on request.
  std::string takeReason() { return std::exchange(Reason, ""); }

  static bool isDimType(clang::QualType Type);

  /// Reads what Action reads as it stands at another point.
  template <typename Action>
  auto at(CodePoint Point, Action Do) -> decltype(Do()) {
    std::swap(Here, Point);
    auto Result = Do();
    std::swap(Here, Point);
    return Result;
  }

private:
  bool isFoldable(const clang::Expr *E);
  Int foldInteger(const clang::Expr *E);
  Int foldCast(const clang::CastExpr *E);
  Int foldUnary(const clang::UnaryOperator *E);
  Int foldBinary(const clang::BinaryOperator *E);
  Int foldLogical(const clang::BinaryOperator *E);
  Int foldOperator(clang::BinaryOperatorKind Op, const Int &Left,
                   const Int &Right, clang::QualType Type);
  Int foldPlace(const clang::Expr *E);
  Int foldCall(const clang::CallExpr *E);
  Int foldMinMax(const clang::CallExpr *E, bool IsMin);
  Int foldBody(const clang::CallExpr *E);
  Sides foldSides(const clang::Expr *E);
  Sides foldConstruct(const clang::CXXConstructExpr *E);
  Sides components(llvm::ArrayRef<const clang::Expr *> Parts);
  Sides partwise(const clang::Expr *E);
  Int convert(llvm::APSInt Value, clang::QualType Type) const;

  const clang::Expr *fixedInit(const clang::VarDecl *Var);
  bool isUntouchedGlobal(const clang::VarDecl *Var) const;
  std::optional<Located> reaching(const clang::VarDecl *Var, MemberPath Path);
  std::optional<Located> lastWrite(const clang::VarDecl *Var,
                                   const MemberPath &Path,
                                   llvm::ArrayRef<VarWrite> Writes);
  bool mayComeAround(const VarWrite &Write, const clang::VarDecl *Var) const;
  bool isSetElsewhere(const clang::VarDecl *Var) const;
  std::optional<Located> initial(const clang::VarDecl *Var, MemberPath Path);
  /// One step of locate; false when there is none.
  bool step(Located &Place);
  bool stepInto(Located &Place, const clang::InitListExpr *List);
  bool stepInto(Located &Place, const clang::CXXConstructExpr *Object);
  bool stepMember(Located &Place, const clang::MemberExpr *Member);
  bool explain(const std::string &Why);

  /// Evaluates the expression a one-line function returns with its integer
  /// parameters bound to the call's arguments.
  template <typename Result, typename Fold>
  Result foldReturned(const clang::CallExpr *E, Fold Evaluate);

  clang::ASTContext &Context;
  const HostScan &Scan;
  CodePoint Here;
  Bindings Bound;
  std::vector<const clang::ParmVarDecl *> Wanted;
  std::string Reason;
  unsigned Depth = 0;
  unsigned Steps = 0; ///< Nodes visited since Depth was last zero.
};

} // namespace warptidy

#endif
