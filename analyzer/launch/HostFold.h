//===- HostFold.h - Folding host expressions to integers --------*- C++ -*-===//
// Evaluates host expressions of a launch (sizes, dim3 values, arguments) with
// Clang's constant evaluator, extended by variables whose writes can be
// followed, parameters bound to the arguments of a call, and calls of functions
// that compute from integers.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTFOLD_H
#define WARPTIDY_LAUNCH_HOSTFOLD_H

#include "launch/HostScan.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace warptidy {

/// A dim3 of which some sides may not be known.
using DimSides = std::array<std::optional<unsigned>, 3>;

/// What a call gave a parameter: the argument, read where the call stands, or
/// its value, of which nothing may be known.
struct BoundValue {
  const clang::Expr *Argument = nullptr;
  CodePoint At;
  std::optional<llvm::APSInt> Int;
  DimSides Dim;
  bool Null = false; ///< A null pointer.
};
using Bindings = llvm::DenseMap<const clang::ParmVarDecl *, BoundValue>;

/// Picks one of several ways at each fork that is met, and all of them in turn:
/// read, advance() and read again until that is false. At most Max ways.
class Choices {
public:
  static constexpr unsigned Max = 8;
  /// One of Count, the same for a key each time; nothing when there would be
  /// too many ways.
  std::optional<unsigned> take(const void *Key, unsigned Count);
  bool advance();

private:
  struct Choice {
    const void *Key;
    unsigned Count, Taken;
  };
  std::vector<Choice> Made;
};

class HostFolder {
public:
  using Int = std::optional<llvm::APSInt>;
  using Dim = std::optional<std::array<unsigned, 3>>;
  using Sides = DimSides;

  /// NullPassed names functions that other units pass null to.
  HostFolder(clang::ASTContext &Context, const HostScan &Scan,
             std::set<std::string> NullPassed = {})
      : Context(Context), Scan(Scan), NullPassed(std::move(NullPassed)) {}

  /// Expressions are read from here on as they stand at Point, in calls that
  /// gave the functions' parameters these values and stand at the points in
  /// Around. The arms of forks that these are in have run; false when a
  /// condition is known and leads to another. Others that must be chosen are
  /// taken from Ways.
  bool enter(CodePoint Point, Bindings Values, llvm::ArrayRef<CodePoint> Around,
             Choices &Ways);

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
    std::optional<BoundValue> Given; ///< Instead of Value.
  };
  std::optional<Located> locate(const clang::Expr *E, MemberPath Path = {});
  Int integer(const Located &Place);
  Sides sides(const Located &Place);

  /// Whether a pointer is known to be null.
  bool isNull(const clang::Expr *E);

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
  /// What a condition says of a variable, and where it stands.
  struct Fact {
    llvm::APSInt Value;
    unsigned Rank = 0;
  };

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

  bool mayBeNull(const clang::Expr *E, unsigned Level = 0) const;
  bool mayBeNull(const clang::ParmVarDecl *Param, unsigned Level) const;
  const clang::Expr *fixedInit(const clang::VarDecl *Var);
  bool isUntouchedGlobal(const clang::VarDecl *Var) const;
  std::optional<Located> reaching(const clang::VarDecl *Var, MemberPath Path);
  std::optional<Located> lastWrite(const clang::VarDecl *Var,
                                   const MemberPath &Path,
                                   llvm::ArrayRef<VarWrite> Writes);
  bool isOrderKnown(const clang::VarDecl *Var) const;
  std::optional<bool> runs(const VarWrite &Write);
  void stayIn(CodePoint Point);
  bool agreesWithConditions(CodePoint Point);
  void learn(const CodeFork &Fork, unsigned Arm);
  void learnEqual(const clang::Expr *Cond, bool Holds, unsigned Rank);
  void learnEqual(const clang::Expr *E, const clang::Expr *Value,
                  unsigned Rank);
  bool holds(const Fact &Known, const clang::VarDecl *Var) const;
  bool isStable(const clang::VarDecl *Var) const;
  bool isStable(const clang::Expr *Cond) const;
  /// What stands for conditions that always have the same outcome, and whether
  /// this one is the opposite.
  std::pair<const void *, bool> keyOf(const clang::Expr *Cond);
  std::optional<unsigned> knownArm(const CodeFork &Fork);
  std::optional<unsigned> armTaken(unsigned Fork);
  std::optional<bool> outcome(const clang::Expr *Cond);
  bool mayComeAround(const VarWrite &Write, const clang::VarDecl *Var) const;
  bool isSetElsewhere(const clang::VarDecl *Var) const;
  std::optional<Located> initial(const clang::VarDecl *Var, MemberPath Path);
  /// One step of locate; false when there is none.
  bool step(Located &Place);
  bool stepInto(Located &Place, const clang::InitListExpr *List);
  bool stepInto(Located &Place, const clang::CXXConstructExpr *Object);
  bool stepMember(Located &Place, const clang::MemberExpr *Member);
  bool isSetByConstructors(const clang::FieldDecl &Field) const;
  bool isSetPlainly(const clang::FieldDecl &Field) const;
  const clang::Expr *inObject(const clang::Expr *Value,
                              const clang::CXXConstructExpr &Object) const;
  /// What a constructor sets the field to; null when that is not known.
  const clang::Expr *setBy(const clang::CXXConstructorDecl &Constructor,
                           const clang::FieldDecl &Field, CodePoint &At) const;
  bool stepField(Located &Place, const clang::FieldDecl &Field);
  bool explain(const std::string &Why);

  /// Evaluates the expression a one-line function returns with its integer
  /// parameters bound to the call's arguments.
  template <typename Result, typename Fold>
  Result foldReturned(const clang::CallExpr *E, Fold Evaluate);

  clang::ASTContext &Context;
  const HostScan &Scan;
  std::set<std::string> NullPassed;
  CodePoint Here;
  Bindings Bound;
  Choices *Ways = nullptr;
  /// Arms by key of the condition (by fork for a switch).
  llvm::DenseMap<const void *, unsigned> Taken;
  /// What conditions around the point of entry say of variables.
  llvm::DenseMap<const clang::VarDecl *, Fact> Facts;
  std::map<llvm::FoldingSetNodeID, const clang::Expr *> Keys;
  llvm::SmallPtrSet<const clang::Decl *, 4> Running; ///< Functions followed.
  /// What calls gave, by the values of their arguments.
  std::map<std::pair<const clang::CallExpr *, std::vector<uint64_t>>, Int>
      Called;
  std::vector<const clang::ParmVarDecl *> Wanted;
  std::string Reason;
  unsigned Depth = 0;
  unsigned Steps = 0; ///< Nodes visited since Depth was last zero.
};

} // namespace warptidy

#endif
