//===- Polynomial.h - Addresses as sums of products -------------*- C++ -*-===//
// The normal form of integer expressions: a sum of integer multiples of
// products of atoms. Widening and narrowing to 32 bits or more pass through:
// index arithmetic is assumed not to overflow, of signed and unsigned types.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_POLYNOMIAL_H
#define WARPTIDY_ACCESS_POLYNOMIAL_H

#include "access/AccessFact.h"
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace warptidy {

/// Sorted atoms of a product; empty for the constant term.
using Monomial = std::vector<ExprRef>;

struct Polynomial {
  std::map<Monomial, int64_t> Terms; ///< No zero coefficients.
  int64_t constantTerm() const;
  bool isConstant() const;
  void add(const Polynomial &O, int64_t Scale = 1);
};

/// Inclusive bounds of a value; absent where nothing is known.
struct Range {
  std::optional<int64_t> Lo, Hi;
  bool within(int64_t L, int64_t H) const {
    return Lo && Hi && *Lo >= L && *Hi <= H;
  }
};

/// Builds normal forms over one kernel's pool, to which it may add nodes (the
/// quotient and remainder atoms that division by a constant leaves).
class PolynomialBuilder {
public:
  /// What is known of leaves: their value, or their range.
  struct Knowledge {
    std::function<std::optional<int64_t>(ExprRef)> Value;
    std::function<Range(ExprRef)> Bounds;
    /// Phis are written as Init + Step * Iteration only when this is set.
    bool ExpandPhis = true;
  };

  PolynomialBuilder(ExprPool &Pool, const std::vector<LoopFact> &Loops,
                    Knowledge Known)
      : Pool(Pool), Loops(Loops), Known(std::move(Known)) {}

  const Polynomial &of(ExprRef R);
  Range rangeOf(ExprRef R);
  Range rangeOf(const Polynomial &P);
  /// Powers of two that are known to divide atoms where an access is made.
  using Divisors = std::map<ExprRef, uint64_t>;
  /// The largest power of two, at most 2^32, that divides every value of P.
  uint64_t divisorOf(const Polynomial &P);
  /// The same without the constant term.
  uint64_t divisorOfVariableTerms(const Polynomial &P,
                                  const Divisors *Here = nullptr);
  /// An expression of value P, 64 bits wide.
  ExprRef toExpr(const Polynomial &P);

private:
  Polynomial build(ExprRef R);
  Polynomial atom(ExprRef R);
  Polynomial product(ExprRef R, const Polynomial &A, const Polynomial &B);
  Polynomial phi(ExprRef R);
  Polynomial divide(ExprRef R, ExprRef X, int64_t C);
  Polynomial remainder(ExprRef R, ExprRef X, int64_t C);
  Polynomial bitwise(ExprRef R);
  Polynomial cast(ExprRef R);
  Polynomial choice(ExprRef R);
  /// P == C * Quotient + Rest with Rest's coefficients in [0, C).
  void split(const Polynomial &P, int64_t C, Polynomial &Quotient,
             Polynomial &Rest);
  /// True when P cannot be negative (unknown atoms are taken not to be) and
  /// the thread index alone cannot make it wrap at Bits.
  bool isIndexLike(const Polynomial &P, unsigned Bits);
  bool splitsCleanly(ExprRef X, int64_t C, Polynomial &Quotient,
                     Polynomial &Rest);
  uint64_t divisorOfAtom(ExprRef R);
  uint64_t divisorOfBoth(ExprRef R, ExprRef A, ExprRef B);

  ExprPool &Pool;
  const std::vector<LoopFact> &Loops;
  Knowledge Known;
  std::map<ExprRef, Polynomial> Memo;
  std::map<ExprRef, Range> RangeMemo;
  std::map<ExprRef, uint64_t> DivisorMemo;
};

/// Sets PhiInfo::Step of every phi that advances by an amount its own loop
/// does not change.
void findSteps(KernelFacts &Facts);

/// Readable text of an expression, as the author would write it: builtins and
/// arguments by name, loads by their lvalue.
std::string exprText(const ExprPool &Pool, ExprRef R);
/// Text of a sum of products, without the terms whose symbol is Skip.
std::string polynomialText(const ExprPool &Pool, const Polynomial &P,
                           ExprRef Skip = NoExpr);

} // namespace warptidy

#endif
