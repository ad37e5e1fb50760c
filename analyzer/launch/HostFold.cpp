//===- HostFold.cpp - Folding host expressions to integers ----------------===//
// The integer half of HostFolder; HostFoldDim.cpp has calls and dim3 values,
// HostFoldPlace.cpp variables and members. Nothing here looks into dependent or
// erroneous expressions.
//===----------------------------------------------------------------------===//
#include "launch/HostFold.h"

using namespace clang;
using namespace warptidy;
using llvm::APInt;
using llvm::APSInt;

namespace {
constexpr unsigned MaxDepth = 64;
constexpr unsigned MaxSteps = 4096;
} // namespace

bool HostFolder::isFoldable(const Expr *E) {
  if (Depth == 0)
    Steps = 0;
  return E && Depth < MaxDepth && ++Steps < MaxSteps && !E->containsErrors() &&
         !E->isInstantiationDependent() && !E->getType().isNull();
}

HostFolder::Int HostFolder::integer(const Expr *E) {
  if (!isFoldable(E) || !E->getType()->isIntegralOrEnumerationType() ||
      E->getType().isVolatileQualified())
    return std::nullopt;
  Expr::EvalResult Result;
  if (E->EvaluateAsInt(Result, Context))
    return Result.Val.getInt();
  ++Depth;
  Int Value = foldInteger(E);
  --Depth;
  return Value;
}

HostFolder::Int HostFolder::convert(APSInt Value, QualType Type) const {
  if (!Type->isIntegralOrEnumerationType())
    return std::nullopt;
  if (Type->isBooleanType())
    return APSInt(APInt(Context.getIntWidth(Type), Value != 0), true);
  Value = Value.extOrTrunc(Context.getIntWidth(Type));
  Value.setIsUnsigned(Type->isUnsignedIntegerOrEnumerationType());
  return Value;
}

HostFolder::Int HostFolder::foldInteger(const Expr *E) {
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return integer(P->getSubExpr());
  if (const auto *F = dyn_cast<FullExpr>(E))
    return integer(F->getSubExpr());
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return integer(M->getSubExpr());
  if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return integer(S->getReplacement());
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return integer(D->getExpr());
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return L->getNumInits() == 1 ? integer(L->getInit(0)) : std::nullopt;
  if (const auto *C = dyn_cast<CastExpr>(E))
    return foldCast(C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return foldUnary(U);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->isLogicalOp() ? foldLogical(B) : foldBinary(B);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    std::optional<bool> Cond = outcome(C->getCond());
    return Cond ? integer(*Cond ? C->getTrueExpr() : C->getFalseExpr())
                : std::nullopt;
  }
  if (isa<DeclRefExpr, MemberExpr>(E))
    return foldPlace(E);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return foldCall(C);
  return std::nullopt;
}

HostFolder::Int HostFolder::foldCast(const CastExpr *E) {
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
    return integer(E->getSubExpr());
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
    if (Int Value = integer(E->getSubExpr()))
      return convert(*Value, E->getType());
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

HostFolder::Int HostFolder::foldUnary(const UnaryOperator *E) {
  UnaryOperatorKind Op = E->getOpcode();
  if (Op != UO_Plus && Op != UO_Minus && Op != UO_Not && Op != UO_LNot)
    return std::nullopt;
  Int Value = integer(E->getSubExpr());
  if (!Value)
    return std::nullopt;
  if (Op == UO_LNot)
    return convert(APSInt::get(*Value == 0), E->getType());
  if (Op == UO_Not)
    return convert(~*Value, E->getType());
  if (Op == UO_Minus && Value->isSigned() && Value->isMinSignedValue())
    return std::nullopt;
  return convert(Op == UO_Minus ? -*Value : *Value, E->getType());
}

HostFolder::Int HostFolder::foldLogical(const BinaryOperator *E) {
  Int Left = integer(E->getLHS());
  if (!Left)
    return std::nullopt;
  bool Decided = E->getOpcode() == BO_LOr ? *Left != 0 : *Left == 0;
  Int Value = Decided ? Left : integer(E->getRHS());
  return Value ? convert(APSInt::get(*Value != 0), E->getType()) : std::nullopt;
}

/// Add, subtract or multiply; nothing when a signed result overflows.
static std::optional<APSInt> arithmetic(BinaryOperatorKind Op, const APSInt &L,
                                        const APSInt &R) {
  bool Overflow = false;
  APInt Value = Op == BO_Add   ? L.sadd_ov(R, Overflow)
                : Op == BO_Sub ? L.ssub_ov(R, Overflow)
                               : L.smul_ov(R, Overflow);
  if (Overflow && L.isSigned())
    return std::nullopt;
  return APSInt(Value, L.isUnsigned());
}

static std::optional<APSInt> divide(BinaryOperatorKind Op, const APSInt &L,
                                    const APSInt &R) {
  if (R == 0 || (L.isSigned() && L.isMinSignedValue() && R.isAllOnes()))
    return std::nullopt;
  return Op == BO_Div ? L / R : L % R;
}

static std::optional<APSInt> shift(BinaryOperatorKind Op, const APSInt &L,
                                   const APSInt &R) {
  if (R.isNegative() || R.uge(L.getBitWidth()))
    return std::nullopt;
  unsigned Amount = static_cast<unsigned>(R.getZExtValue());
  return Op == BO_Shl ? L << Amount : L >> Amount;
}

static std::optional<APSInt> applyOperator(BinaryOperatorKind Op,
                                           const APSInt &L, const APSInt &R) {
  if (Op == BO_Shl || Op == BO_Shr)
    return shift(Op, L, R);
  if (L.getBitWidth() != R.getBitWidth() || L.isSigned() != R.isSigned())
    return std::nullopt;
  switch (Op) {
  case BO_Add:
  case BO_Sub:
  case BO_Mul:
    return arithmetic(Op, L, R);
  case BO_Div:
  case BO_Rem:
    return divide(Op, L, R);
  case BO_And:
    return L & R;
  case BO_Or:
    return L | R;
  case BO_Xor:
    return L ^ R;
  case BO_LT:
    return APSInt::get(L < R);
  case BO_GT:
    return APSInt::get(L > R);
  case BO_LE:
    return APSInt::get(L <= R);
  case BO_GE:
    return APSInt::get(L >= R);
  case BO_EQ:
    return APSInt::get(L == R);
  case BO_NE:
    return APSInt::get(L != R);
  default:
    return std::nullopt;
  }
}

HostFolder::Int HostFolder::foldOperator(BinaryOperatorKind Op, const Int &Left,
                                         const Int &Right, QualType Type) {
  if (!Left || !Right)
    return std::nullopt;
  Int Value = applyOperator(Op, *Left, *Right);
  return Value ? convert(*Value, Type) : std::nullopt;
}

HostFolder::Int HostFolder::foldBinary(const BinaryOperator *E) {
  if (E->isCommaOp())
    return integer(E->getRHS());
  if (E->getOpcode() == BO_Assign) {
    Int Value = integer(E->getRHS());
    return Value ? convert(*Value, E->getType()) : std::nullopt;
  }
  if (E->isAssignmentOp())
    return std::nullopt;
  Int Left = integer(E->getLHS());
  return foldOperator(E->getOpcode(), Left,
                      Left ? integer(E->getRHS()) : std::nullopt, E->getType());
}

/// A compound assignment works in the wider of both types; ++ adds one.
static APSInt asWide(const APSInt &Value) {
  return APSInt(Value.extOrTrunc(64), false);
}

HostFolder::Int HostFolder::integer(const Located &Place) {
  if (Place.Given) {
    if (Place.Rest.empty())
      return Place.Given->Int;
    unsigned I = Place.Rest.front()->getFieldIndex();
    bool Side = Place.Rest.size() == 1 && I < 3 && Place.Given->Dim[I];
    return Side ? Int(APSInt::getUnsigned(*Place.Given->Dim[I])) : std::nullopt;
  }
  return at(Place.At, [&]() -> Int {
    if (!Place.Left)
      return integer(Place.Value);
    Int Left = integer(Place.Left);
    Int Right =
        Place.Value ? integer(Place.Value) : Int(APSInt(APInt(64, 1), false));
    if (!Left || !Right || Left->getBitWidth() > 64 ||
        Right->getBitWidth() > 64)
      return std::nullopt;
    return foldOperator(Place.Op, asWide(*Left), asWide(*Right),
                        Place.Left->getType());
  });
}
