//===- Ranges.cpp - Bounds and divisors of expressions --------------------===//
// What is known of a value without knowing it: the interval it lies in and the
// power of two that divides it.
//===----------------------------------------------------------------------===//
#include "access/Polynomial.h"
#include <algorithm>

namespace warptidy {

static Range hull(const Range &A, const Range &B) {
  Range R;
  if (A.Lo && B.Lo)
    R.Lo = std::min(*A.Lo, *B.Lo);
  if (A.Hi && B.Hi)
    R.Hi = std::max(*A.Hi, *B.Hi);
  return R;
}

Range PolynomialBuilder::rangeOf(ExprRef R) {
  if (auto It = RangeMemo.find(R); It != RangeMemo.end())
    return It->second;
  RangeMemo[R] = {}; // Guards against cycles.
  const ExprNode N = Pool[R];
  Range Out;
  if (Known.Value)
    if (std::optional<int64_t> V = Known.Value(R))
      return RangeMemo[R] = {*V, *V};
  switch (N.Op) {
  case ExprOp::Const:
    Out = {N.Value, N.Value};
    break;
  case ExprOp::URem:
  case ExprOp::SRem:
    if (Range B = rangeOf(N.B); B.Hi && *B.Hi > 0) {
      bool Signed =
          N.Op == ExprOp::SRem && !isIndexLike(of(N.A), Pool[N.A].Bits);
      Out = {Signed ? 1 - *B.Hi : 0, *B.Hi - 1};
    }
    break;
  case ExprOp::And:
    for (ExprRef Op : {N.A, N.B})
      if (Pool[Op].Op == ExprOp::Const && Pool[Op].Value >= 0)
        Out = {0, Pool[Op].Value};
    break;
  case ExprOp::UDiv:
  case ExprOp::SDiv:
    if (Range A = rangeOf(of(N.A)), B = rangeOf(N.B);
        A.Lo && A.Hi && *A.Lo >= 0 && B.Lo && *B.Lo > 0)
      Out = {0, *A.Hi / *B.Lo};
    break;
  case ExprOp::Xor:
  case ExprOp::Or:
    if (Range A = rangeOf(of(N.A)), B = rangeOf(of(N.B));
        A.Lo && A.Hi && B.Lo && B.Hi && *A.Lo >= 0 && *B.Lo >= 0) {
      int64_t Top = 1;
      while (Top <= std::max(*A.Hi, *B.Hi))
        Top *= 2;
      Out = {0, Top - 1};
    }
    break;
  case ExprOp::Select:
    Out = hull(rangeOf(of(N.B)), rangeOf(of(N.C)));
    break;
  case ExprOp::UMin:
  case ExprOp::SMin: {
    Range A = rangeOf(of(N.A)), B = rangeOf(of(N.B));
    Out = hull(A, B);
    Out.Hi = A.Hi && B.Hi ? std::min(*A.Hi, *B.Hi) : (A.Hi ? A.Hi : B.Hi);
    break;
  }
  case ExprOp::UMax:
  case ExprOp::SMax: {
    Range A = rangeOf(of(N.A)), B = rangeOf(of(N.B));
    Out = hull(A, B);
    Out.Lo = A.Lo && B.Lo ? std::max(*A.Lo, *B.Lo) : (A.Lo ? A.Lo : B.Lo);
    break;
  }
  case ExprOp::ZExt:
    Out = rangeOf(N.A);
    if (!Out.Hi && Pool[N.A].Bits < 32)
      Out = {0, (int64_t(1) << Pool[N.A].Bits) - 1};
    break;
  case ExprOp::Add:
  case ExprOp::Sub:
  case ExprOp::Mul:
  case ExprOp::Shl:
    Out = rangeOf(of(R));
    break;
  default:
    if (N.Bits == 1)
      Out = {0, 1};
    else if (N.Bits < 32 && N.Op == ExprOp::Trunc)
      Out = {0, (int64_t(1) << N.Bits) - 1};
    else if (Known.Bounds)
      Out = Known.Bounds(R);
    break;
  }
  return RangeMemo[R] = Out;
}

static std::optional<int64_t> times(std::optional<int64_t> A,
                                    std::optional<int64_t> B) {
  if (!A || !B)
    return std::nullopt;
  int64_t Out;
  if (__builtin_mul_overflow(*A, *B, &Out))
    return std::nullopt;
  return Out;
}

static std::optional<int64_t> plus(std::optional<int64_t> A,
                                   std::optional<int64_t> B) {
  int64_t Out;
  if (!A || !B || __builtin_add_overflow(*A, *B, &Out))
    return std::nullopt;
  return Out;
}

Range PolynomialBuilder::rangeOf(const Polynomial &P) {
  Range Sum{0, 0};
  for (const auto &[M, C] : P.Terms) {
    Range T{1, 1};
    for (ExprRef A : M) {
      Range RA = rangeOf(A);
      // Products are bounded for non-negative factors only.
      if (!RA.Lo || *RA.Lo < 0 || !T.Lo || *T.Lo < 0) {
        if (M.size() > 1) {
          T = {};
          break;
        }
        T = RA;
        continue;
      }
      T = {times(T.Lo, RA.Lo), times(T.Hi, RA.Hi)};
    }
    Range Scaled{times(C >= 0 ? T.Lo : T.Hi, C),
                 times(C >= 0 ? T.Hi : T.Lo, C)};
    Sum = {plus(Sum.Lo, Scaled.Lo), plus(Sum.Hi, Scaled.Hi)};
  }
  return Sum;
}

/// Divisors are tracked up to this power of two.
constexpr uint64_t MaxDivisor = uint64_t(1) << 32;

static uint64_t lowestBit(int64_t V) {
  return V == 0 ? MaxDivisor : static_cast<uint64_t>(V & -V);
}

/// Of R, whose value is that of A or of B or made of their bits. Kept: chains
/// of exchanges lead to each of their values in very many ways.
uint64_t PolynomialBuilder::divisorOfBoth(ExprRef R, ExprRef A, ExprRef B) {
  if (auto It = DivisorMemo.find(R); It != DivisorMemo.end())
    return It->second;
  uint64_t D = std::min(divisorOf(of(A)), divisorOf(of(B)));
  return DivisorMemo[R] = D;
}

uint64_t PolynomialBuilder::divisorOfAtom(ExprRef R) {
  const ExprNode N = Pool[R];
  if (N.Op == ExprOp::Symbol)
    return Pool.symbolInfo(R).Align;
  if (N.Op == ExprOp::Select)
    return divisorOfBoth(R, N.B, N.C);
  if ((N.Op >= ExprOp::UMin && N.Op <= ExprOp::SMax) || N.Op == ExprOp::Xor ||
      N.Op == ExprOp::Or)
    return divisorOfBoth(R, N.A, N.B);
  return 1;
}

static uint64_t saturatingProduct(uint64_t A, uint64_t B) {
  return A >= MaxDivisor / B ? MaxDivisor : A * B;
}

uint64_t PolynomialBuilder::divisorOfVariableTerms(const Polynomial &P,
                                                   const Divisors *Here) {
  uint64_t D = MaxDivisor;
  for (const auto &[M, C] : P.Terms) {
    if (M.empty())
      continue;
    uint64_t T = lowestBit(C);
    for (ExprRef A : M) {
      uint64_t Known = divisorOfAtom(A);
      if (auto It = Here ? Here->find(A) : Divisors::const_iterator();
          Here && It != Here->end())
        Known = std::max(Known, It->second);
      T = saturatingProduct(T, Known);
    }
    D = std::min(D, T);
  }
  return D;
}

uint64_t PolynomialBuilder::divisorOf(const Polynomial &P) {
  return std::min(divisorOfVariableTerms(P), lowestBit(P.constantTerm()));
}

bool PolynomialBuilder::isIndexLike(const Polynomial &P, unsigned Bits) {
  __int128 Lo = 0, ThreadHi = 0;
  for (const auto &[M, C] : P.Terms) {
    __int128 Low = C, High = C;
    bool Bounded = true, Thread = M.empty();
    for (ExprRef A : M) {
      Range R = rangeOf(A);
      Thread |= !Pool.isUniform(A);
      Bounded &= R.Hi.has_value();
      if (R.Lo && *R.Lo < 0)
        return false;
      Low *= C >= 0 ? R.Lo.value_or(0) : R.Hi.value_or(0);
      High *= R.Hi.value_or(1);
    }
    if (C < 0 && !Bounded)
      return false;
    Lo += Low;
    if (Thread && Bounded)
      ThreadHi += High;
  }
  return Lo >= 0 && (Bits >= 64 || ThreadHi < (__int128(1) << Bits));
}

} // namespace warptidy
