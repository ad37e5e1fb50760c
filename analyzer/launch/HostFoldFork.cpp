//===- HostFoldFork.cpp - Which arm of a fork runs ------------------------===//
// The part of HostFolder that decides branches: by their conditions, by where
// the launch stands, and else one way after the other.
//===----------------------------------------------------------------------===//
#include "launch/HostFold.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace warptidy;
using llvm::APSInt;

using End = CodeBlock::End;

std::optional<unsigned> Choices::take(const void *Key, unsigned Count) {
  unsigned Ways = Count;
  for (const Choice &C : Made) {
    if (C.Key == Key)
      return C.Taken < Count ? std::optional(C.Taken) : std::nullopt;
    Ways *= C.Count;
  }
  if (Ways > Max)
    return std::nullopt;
  Made.push_back({Key, Count, 0});
  return 0;
}

bool Choices::advance() {
  while (!Made.empty() && ++Made.back().Taken == Made.back().Count)
    Made.pop_back();
  return !Made.empty();
}

bool HostFolder::enter(CodePoint Point, Bindings Values,
                       llvm::ArrayRef<CodePoint> Around, Choices &From) {
  Here = Point;
  Bound = std::move(Values);
  Ways = nullptr;
  Taken.clear();
  Facts.clear();
  bool Feasible = agreesWithConditions(Point);
  for (CodePoint P : Around)
    Feasible &= agreesWithConditions(P);
  Ways = &From;
  stayIn(Point);
  for (CodePoint P : Around)
    stayIn(P);
  Wanted.clear();
  Reason.clear();
  return Feasible;
}

/// Whether the conditions that are known lead to Point.
bool HostFolder::agreesWithConditions(CodePoint Point) {
  for (unsigned B = Point.Block; B != CodeBlock::None;
       B = Scan.Blocks[B].Parent) {
    const CodeBlock &Block = Scan.Blocks[B];
    if (Block.Fork == CodeBlock::None || Block.HasLabel)
      continue;
    const CodeFork &Fork = Scan.Forks[Block.Fork];
    if (!Fork.Labels.empty() && llvm::is_contained(Fork.Ends, End::Jumps))
      continue;
    std::optional<unsigned> Arm = knownArm(Fork);
    if (Arm && *Arm != Block.Arm)
      return false;
  }
  return true;
}

/// The arms around Point are those that run.
void HostFolder::stayIn(CodePoint Point) {
  for (unsigned B = Point.Block; B != CodeBlock::None;
       B = Scan.Blocks[B].Parent) {
    const CodeBlock &Block = Scan.Blocks[B];
    if (Block.Fork == CodeBlock::None)
      continue;
    const CodeFork &Fork = Scan.Forks[Block.Fork];
    if (Fork.Labels.empty()) {
      auto [Key, Opposite] = keyOf(Fork.Cond);
      Taken.try_emplace(Key, Opposite ? !Block.Arm : Block.Arm);
    } else if (!llvm::is_contained(Fork.Ends, End::Jumps)) {
      Taken.try_emplace(&Fork, Block.Arm);
    }
    learn(Fork, Block.Arm);
  }
}

/// A variable that no code changes once it is set.
bool HostFolder::isStable(const VarDecl *Var) const {
  return !isSetElsewhere(Var) && !Scan.Writes.count(Var->getCanonicalDecl()) &&
         (Var->hasLocalStorage() || Var->getType().isConstQualified());
}

/// Whether a condition has one outcome throughout a call of its function.
bool HostFolder::isStable(const Expr *E) const {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return !Var || isStable(Var);
  }
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (isa<CallExpr, CXXConstructExpr, LambdaExpr, CXXThisExpr,
          ArraySubscriptExpr>(E) ||
      (Member && Member->isArrow()) ||
      (Unary && Unary->getOpcode() == UO_Deref))
    return false;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    const auto *Operand = dyn_cast_or_null<Expr>(Child);
    return Operand && isStable(Operand);
  });
}

std::pair<const void *, bool> HostFolder::keyOf(const Expr *Cond) {
  bool Opposite = false;
  const Expr *E = Cond->IgnoreParenImpCasts();
  while (const auto *Not = dyn_cast<UnaryOperator>(E)) {
    if (Not->getOpcode() != UO_LNot)
      break;
    Opposite = !Opposite;
    E = Not->getSubExpr()->IgnoreParenImpCasts();
  }
  if (!isStable(E))
    return {E, Opposite};
  llvm::FoldingSetNodeID ID;
  E->Profile(ID, Context, /*Canonical=*/true);
  return {Keys.try_emplace(ID, E).first->second, Opposite};
}

/// `variable == constant` around the launch.
void HostFolder::learnEqual(const Expr *E, const Expr *Value, unsigned Rank) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  Expr::EvalResult Result;
  if (!Var || !Value || Value->isInstantiationDependent() ||
      Value->containsErrors() || !Var->hasLocalStorage() ||
      !Var->getType()->isIntegralOrEnumerationType() ||
      !Value->EvaluateAsInt(Result, Context))
    return;
  if (Int Known = convert(Result.Val.getInt(), Var->getType()))
    Facts.try_emplace(Var->getCanonicalDecl(), Fact{*Known, Rank});
}

void HostFolder::learnEqual(const Expr *Cond, bool Holds, unsigned Rank) {
  const auto *B = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!B)
    return;
  if (B->getOpcode() == (Holds ? BO_LAnd : BO_LOr)) {
    learnEqual(B->getLHS(), Holds, Rank);
    learnEqual(B->getRHS(), Holds, Rank);
  } else if (B->getOpcode() == (Holds ? BO_EQ : BO_NE)) {
    learnEqual(B->getLHS(), B->getRHS(), Rank);
    learnEqual(B->getRHS(), B->getLHS(), Rank);
  }
}

void HostFolder::learn(const CodeFork &Fork, unsigned Arm) {
  if (Fork.Labels.empty())
    learnEqual(Fork.Cond, Arm == 0, Fork.At.Rank);
  else if (Fork.Labels[Arm].size() == 1 && Fork.Ends[Arm] != End::Jumps)
    learnEqual(Fork.Cond, Fork.Labels[Arm].front(), Fork.At.Rank);
}

/// Whether what a condition says holds where the variable is read: it was set
/// before both.
bool HostFolder::holds(const Fact &Known, const VarDecl *Var) const {
  auto Writes = Scan.Writes.find(Var->getCanonicalDecl());
  return Writes == Scan.Writes.end() ||
         llvm::all_of(Writes->second, [&](const VarWrite &Write) {
           return Write.At.Rank < std::min(Known.Rank, Here.Rank);
         });
}

/// The arm that the condition leads to, if its value is known.
std::optional<unsigned> HostFolder::knownArm(const CodeFork &Fork) {
  Int Value = at(Fork.At, [&] { return integer(Fork.Cond); });
  if (!Value)
    return std::nullopt;
  if (Fork.Labels.empty())
    return *Value == 0 ? 1 : 0;
  std::optional<unsigned> Default;
  for (unsigned I = 0; I < Fork.Labels.size(); ++I)
    for (const Expr *Label : Fork.Labels[I]) {
      Int Wanted = Label ? integer(Label) : std::nullopt;
      if (Label && (!Wanted || APSInt::isSameValue(*Wanted, *Value)))
        return Wanted ? std::optional(I) : std::nullopt;
      if (!Label && Default && *Default != I)
        return std::nullopt;
      if (!Label)
        Default = I;
    }
  return Default;
}

/// One of the arms that lead on to Here.
std::optional<unsigned> HostFolder::armTaken(unsigned Index) {
  const CodeFork &Fork = Scan.Forks[Index];
  bool IsSwitch = !Fork.Labels.empty();
  std::pair<const void *, bool> Key(&Fork, false);
  if (!IsSwitch)
    Key = keyOf(Fork.Cond);
  auto Opposed = [&](unsigned Arm) { return Key.second ? !Arm : Arm; };
  if (auto It = Taken.find(Key.first); It != Taken.end())
    return Opposed(It->second);
  if (llvm::is_contained(Fork.Ends, End::Jumps))
    return std::nullopt;
  if (std::optional<unsigned> Known = knownArm(Fork))
    return Known;
  llvm::SmallVector<unsigned, 8> Open;
  for (unsigned I = 0; I < Fork.Ends.size(); ++I)
    if (Fork.Ends[I] == End::After)
      Open.push_back(I);
  if (Open.size() == 1)
    return Open.front();
  if (Open.empty() || !Ways)
    return std::nullopt;
  std::optional<unsigned> Way =
      Ways->take(Key.first, static_cast<unsigned>(Open.size()));
  if (!Way)
    return std::nullopt;
  return Opposed(Open[*Way]);
}

/// Whether a write that stands before Here was made on the way to it; nothing
/// when that is not known.
std::optional<bool> HostFolder::runs(const VarWrite &Write) {
  llvm::SmallVector<unsigned, 4> Inwards;
  for (unsigned B = Write.At.Block; !Scan.encloses(B, Here.Block);
       B = Scan.Blocks[B].Parent)
    Inwards.push_back(B);
  for (unsigned B : llvm::reverse(Inwards)) {
    const CodeBlock &Block = Scan.Blocks[B];
    if (Block.Fork == CodeBlock::None || Block.HasLabel)
      return std::nullopt;
    std::optional<unsigned> Arm = armTaken(Block.Fork);
    if (!Arm)
      return std::nullopt;
    if (*Arm != Block.Arm)
      return false;
  }
  return true;
}

/// The outcome of the condition of a `?:`.
std::optional<bool> HostFolder::outcome(const Expr *Cond) {
  if (Int Value = integer(Cond))
    return *Value != 0;
  auto [Key, Opposite] = keyOf(Cond);
  if (auto It = Taken.find(Key); It != Taken.end())
    return (It->second == 0) != Opposite;
  std::optional<unsigned> Way =
      Ways ? Ways->take(Key, 2) : std::optional<unsigned>();
  return Way ? std::optional((*Way == 0) != Opposite) : std::nullopt;
}
