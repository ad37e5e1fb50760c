//===- Polynomial.cpp - Addresses as sums of products ---------------------===//
// Normalization, and the step of each loop-carried value. Ranges and divisors
// are in Ranges.cpp.
//===----------------------------------------------------------------------===//
#include "access/Polynomial.h"
#include <algorithm>
#include <set>

namespace warptidy {

/// Products with more terms than this stay an atom.
constexpr size_t MaxTerms = 128;

int64_t Polynomial::constantTerm() const {
  auto It = Terms.find({});
  return It == Terms.end() ? 0 : It->second;
}

bool Polynomial::isConstant() const {
  return Terms.empty() || (Terms.size() == 1 && Terms.begin()->first.empty());
}

void Polynomial::add(const Polynomial &O, int64_t Scale) {
  for (const auto &[M, C] : O.Terms) {
    int64_t &Mine = Terms[M];
    Mine = static_cast<int64_t>(static_cast<uint64_t>(Mine) +
                                static_cast<uint64_t>(C) *
                                    static_cast<uint64_t>(Scale));
    if (Mine == 0)
      Terms.erase(M);
  }
}

static Polynomial constantPoly(int64_t C) {
  Polynomial P;
  if (C)
    P.Terms[{}] = C;
  return P;
}

Polynomial PolynomialBuilder::atom(ExprRef R) {
  Polynomial P;
  P.Terms[{R}] = 1;
  return P;
}

const Polynomial &PolynomialBuilder::of(ExprRef R) {
  auto It = Memo.find(R);
  if (It != Memo.end())
    return It->second;
  // A phi may reach itself through its step: an atom until that is known.
  if (Pool[R].Op == ExprOp::Phi)
    Memo.emplace(R, atom(R));
  Polynomial P = build(R);
  return Memo[R] = std::move(P);
}

Polynomial PolynomialBuilder::build(ExprRef R) {
  const ExprNode N = Pool[R];
  if (Known.Value)
    if (std::optional<int64_t> V = Known.Value(R))
      return constantPoly(*V);
  switch (N.Op) {
  case ExprOp::Const:
    return constantPoly(N.Value);
  case ExprOp::Add:
  case ExprOp::Sub: {
    Polynomial P = of(N.A);
    P.add(of(N.B), N.Op == ExprOp::Add ? 1 : -1);
    return P;
  }
  case ExprOp::Mul: {
    Polynomial A = of(N.A);
    return product(R, A, of(N.B));
  }
  case ExprOp::Shl:
    if (Polynomial B = of(N.B);
        B.isConstant() && B.constantTerm() >= 0 && B.constantTerm() < 62)
      return product(R, of(N.A), constantPoly(int64_t(1) << B.constantTerm()));
    return atom(R);
  case ExprOp::UDiv:
  case ExprOp::SDiv:
    if (Polynomial B = of(N.B); B.isConstant() && B.constantTerm() > 0)
      return divide(R, N.A, B.constantTerm());
    return atom(R);
  case ExprOp::URem:
  case ExprOp::SRem:
    if (Polynomial B = of(N.B); B.isConstant() && B.constantTerm() > 0)
      return remainder(R, N.A, B.constantTerm());
    return atom(R);
  case ExprOp::LShr:
  case ExprOp::AShr:
    if (Polynomial B = of(N.B);
        B.isConstant() && B.constantTerm() >= 0 && B.constantTerm() < 62)
      return divide(R, N.A, int64_t(1) << B.constantTerm());
    return atom(R);
  case ExprOp::And:
  case ExprOp::Or:
    return bitwise(R);
  case ExprOp::Trunc:
  case ExprOp::ZExt:
  case ExprOp::SExt:
    return cast(R);
  case ExprOp::Select:
  case ExprOp::SMin:
  case ExprOp::SMax:
  case ExprOp::UMin:
  case ExprOp::UMax:
    return choice(R);
  case ExprOp::Phi:
    return phi(R);
  default:
    return atom(R);
  }
}

Polynomial PolynomialBuilder::product(ExprRef R, const Polynomial &A,
                                      const Polynomial &B) {
  if (A.Terms.size() * B.Terms.size() > MaxTerms)
    return atom(R);
  Polynomial P;
  for (const auto &[MA, CA] : A.Terms)
    for (const auto &[MB, CB] : B.Terms) {
      Monomial M;
      std::merge(MA.begin(), MA.end(), MB.begin(), MB.end(),
                 std::back_inserter(M));
      Polynomial One;
      One.Terms[M] = static_cast<int64_t>(static_cast<uint64_t>(CA) *
                                          static_cast<uint64_t>(CB));
      if (One.Terms[M])
        P.add(One);
    }
  return P;
}

Polynomial PolynomialBuilder::phi(ExprRef R) {
  const PhiInfo Info = Pool.phiInfo(R);
  if (!Known.ExpandPhis || Info.Step == NoExpr || Info.Init == NoExpr)
    return atom(R);
  ExprRef Iteration = Loops[Info.Loop].Iteration;
  Polynomial Step = of(Info.Step);
  Polynomial P = product(R, Step, of(Iteration));
  P.add(of(Info.Init));
  return P;
}

void PolynomialBuilder::split(const Polynomial &P, int64_t C,
                              Polynomial &Quotient, Polynomial &Rest) {
  for (const auto &[M, Coefficient] : P.Terms) {
    int64_t Floor = Coefficient / C - (Coefficient % C < 0 ? 1 : 0);
    int64_t Left = Coefficient - Floor * C;
    // Only the constant term is worth splitting: 5*x is not 4*x + x here.
    if (Left == 0 || M.empty()) {
      if (Floor)
        Quotient.Terms[M] = Floor;
      if (Left)
        Rest.Terms[M] = Left;
    } else {
      Rest.Terms[M] = Coefficient;
    }
  }
}

/// Takes X apart where that is exact: neither X nor what is left of it may be
/// negative, for C's division rounds towards zero and wraps at its width.
bool PolynomialBuilder::splitsCleanly(ExprRef X, int64_t C,
                                      Polynomial &Quotient, Polynomial &Rest) {
  if (!isIndexLike(of(X), Pool[X].Bits))
    return false;
  split(of(X), C, Quotient, Rest);
  return isIndexLike(Rest, 64);
}

Polynomial PolynomialBuilder::divide(ExprRef R, ExprRef X, int64_t C) {
  Polynomial Quotient, Rest;
  if (!splitsCleanly(X, C, Quotient, Rest))
    return atom(R);
  if (rangeOf(Rest).within(0, C - 1))
    return Quotient;
  if (Quotient.Terms.empty())
    return atom(R);
  Quotient.add(
      atom(Pool.binary(ExprOp::UDiv, toExpr(Rest), Pool.constant(C, 64))));
  return Quotient;
}

Polynomial PolynomialBuilder::remainder(ExprRef R, ExprRef X, int64_t C) {
  Polynomial Quotient, Rest;
  // Low bits do not care about sign or wrapping.
  bool LowBits = (C & (C - 1)) == 0 && Pool[R].Op != ExprOp::SRem;
  if (LowBits)
    split(of(X), C, Quotient, Rest);
  else if (!splitsCleanly(X, C, Quotient, Rest))
    return atom(R);
  if (rangeOf(Rest).within(0, C - 1))
    return Rest;
  if (Quotient.Terms.empty())
    return atom(R);
  return atom(Pool.binary(ExprOp::URem, toExpr(Rest), Pool.constant(C, 64)));
}

static bool isPowerOfTwo(int64_t V) { return V > 0 && (V & (V - 1)) == 0; }

Polynomial PolynomialBuilder::bitwise(ExprRef R) {
  const ExprNode N = Pool[R];
  Polynomial A = of(N.A), B = of(N.B);
  if (A.isConstant())
    std::swap(A, B);
  ExprRef X = of(N.A).isConstant() ? N.B : N.A;
  if (N.Op == ExprOp::And && B.isConstant()) {
    int64_t Mask = signExtend(static_cast<uint64_t>(B.constantTerm()), N.Bits);
    if (isPowerOfTwo(Mask + 1) && Mask > 0)
      return remainder(R, X, Mask + 1);
    if (isPowerOfTwo(-Mask) && -Mask > 1) { // x & ~(C-1) == x - x % C
      Polynomial P = of(X);
      Polynomial Low = remainder(
          Pool.binary(ExprOp::And, X, Pool.constant(-Mask - 1, N.Bits)), X,
          -Mask);
      P.add(Low, -1);
      return P;
    }
  }
  if (N.Op == ExprOp::Or) { // Disjoint bits: an addition.
    A = of(N.A);
    B = of(N.B);
    uint64_t DA = divisorOf(A), DB = divisorOf(B);
    if (rangeOf(B).within(0, static_cast<int64_t>(DA) - 1) ||
        rangeOf(A).within(0, static_cast<int64_t>(DB) - 1)) {
      A.add(B);
      return A;
    }
  }
  return atom(R);
}

Polynomial PolynomialBuilder::cast(ExprRef R) {
  const ExprNode N = Pool[R];
  unsigned From = Pool[N.A].Bits;
  if (N.Op == ExprOp::Trunc && N.Bits < 32)
    return remainder(R, N.A, int64_t(1) << N.Bits);
  if (N.Op == ExprOp::SExt && From == 1) {
    Polynomial P;
    P.add(of(N.A), -1);
    return P;
  }
  if (N.Op == ExprOp::SExt && From < 32 &&
      !rangeOf(N.A).within(-(int64_t(1) << (From - 1)),
                           (int64_t(1) << (From - 1)) - 1))
    return atom(R);
  return of(N.A);
}

Polynomial PolynomialBuilder::choice(ExprRef R) {
  const ExprNode N = Pool[R];
  if (N.Op == ExprOp::Select) {
    Polynomial Cond = of(N.A);
    if (Cond.isConstant())
      return of(Cond.constantTerm() ? N.B : N.C);
    Polynomial T = of(N.B);
    return T.Terms == of(N.C).Terms ? T : atom(R);
  }
  Polynomial Difference = of(N.A);
  Difference.add(of(N.B), -1);
  Range D = rangeOf(Difference);
  bool Max = N.Op == ExprOp::SMax || N.Op == ExprOp::UMax;
  if (D.Lo && *D.Lo >= 0)
    return of(Max ? N.A : N.B);
  if (D.Hi && *D.Hi <= 0)
    return of(Max ? N.B : N.A);
  return atom(R);
}

ExprRef PolynomialBuilder::toExpr(const Polynomial &P) {
  ExprRef Sum = Pool.constant(0, 64);
  for (const auto &[M, C] : P.Terms) {
    ExprRef T = Pool.constant(C, 64);
    for (ExprRef A : M) {
      // Atoms are non-negative indices or signed values of their own width.
      ExprRef Wide =
          Pool.cast(Pool[A].Bits == 1 ? ExprOp::ZExt : ExprOp::SExt, A, 64);
      T = Pool.binary(ExprOp::Mul, T, Wide);
    }
    Sum = Pool.binary(ExprOp::Add, Sum, T);
  }
  return Sum;
}

/// True when the value of R may change from one iteration of Loop to the next.
static bool changesIn(const KernelFacts &Facts, ExprRef R, unsigned Loop,
                      std::set<ExprRef> &Seen) {
  if (R == NoExpr || !Seen.insert(R).second)
    return false;
  const ExprNode &N = Facts.Pool[R];
  auto Inside = [&](unsigned L) {
    while (L != ~0u && L != Loop)
      L = Facts.Loops[L].Parent;
    return L == Loop;
  };
  if (N.Op == ExprOp::Phi)
    return Inside(Facts.Pool.phiInfo(R).Loop);
  if (N.Op == ExprOp::Load && Inside(Facts.Pool.loadInfo(R).Loop))
    return true;
  if (N.Op == ExprOp::Opaque && N.A == NoExpr)
    return true;
  return changesIn(Facts, N.A, Loop, Seen) ||
         changesIn(Facts, N.B, Loop, Seen) || changesIn(Facts, N.C, Loop, Seen);
}

void findSteps(KernelFacts &Facts) {
  PolynomialBuilder::Knowledge Known;
  Known.ExpandPhis = false;
  PolynomialBuilder Builder(Facts.Pool, Facts.Loops, Known);
  for (const LoopFact &L : Facts.Loops)
    for (ExprRef Phi : L.Phis) {
      const PhiInfo Info = Facts.Pool.phiInfo(Phi);
      if (Info.Next == NoExpr)
        continue;
      Polynomial Step = Builder.of(Info.Next);
      Step.add(Builder.of(Phi), -1);
      ExprRef R = Builder.toExpr(Step);
      std::set<ExprRef> Seen;
      bool Moves = false;
      for (const auto &[M, C] : Step.Terms)
        for (ExprRef A : M)
          Moves |= changesIn(Facts, A, Facts.Pool.phiInfo(Phi).Loop, Seen);
      if (!Moves)
        Facts.Pool.phiInfo(Phi).Step = R;
    }
}

} // namespace warptidy
