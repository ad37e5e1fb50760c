//===- AddressKey.h - Accesses at constant distances ------------*- C++ -*-===//
// Which accesses of a thread have addresses that differ by a constant, and what
// the compiler knows of the alignment of what they have in common.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_ADDRESSKEY_H
#define WARPTIDY_MODEL_ADDRESSKEY_H

#include "model/Compiled.h"
#include <map>

namespace warptidy {

/// Accesses whose addresses differ by constants, under the same conditions.
struct AddressKey {
  std::map<Monomial, int64_t> Variable;
  unsigned WidthBytes = 0;
  bool Store = false, ReadOnly = false;
  ExprRef Base = NoExpr;
  std::vector<std::pair<ExprRef, bool>> Mask;
  auto tie() const {
    return std::tie(Variable, WidthBytes, Store, ReadOnly, Mask);
  }
  bool operator<(const AddressKey &O) const { return tie() < O.tie(); }
};

/// An alignment, and whether the compiler may have lost sight of it.
struct KnownAlign {
  unsigned Bytes = 1;
  bool Doubtful = false;
};

class AddressReader {
public:
  AddressReader(KernelFacts &Facts, const std::vector<Unrolling> &Plan)
      : Facts(Facts), Plan(Plan), Builder(Facts.Pool, Facts.Loops, {}) {}

  /// False when the address has no form in which the iteration can be put.
  bool read(const CodeEvent &E, AddressKey &K, int64_t &Offset);
  /// Alignment of the common part, at most 16, that follows from where the
  /// array lies and from the factors of the index.
  KnownAlign layoutAlign(const AddressKey &K);
  const Polynomial &address(const AccessFact &A) {
    return Builder.of(A.Address);
  }
  bool isLoopVariable(ExprRef Atom) const;
  /// An array whose declaration asks for 8 or 16 bytes, or a dynamic one.
  bool isAligned(const AddressKey &K) const;

private:
  using Values = std::map<ExprRef, int64_t>;
  bool substitute(const Polynomial &P, const Values &At,
                  const std::set<unsigned> &Gone, AddressKey &K,
                  int64_t &Offset);
  void valuesOf(const CodeEvent &E, const AccessFact &A, Values &At,
                std::set<unsigned> &Gone);
  void carried(unsigned Loop, unsigned Iteration, Values &At);
  std::optional<int64_t> evaluate(ExprRef R, const Values &At);
  ExprRef inIteration(ExprRef R, const Values &At,
                      const std::set<unsigned> &Gone);
  bool dependsOn(ExprRef R, const std::set<unsigned> &Loops) const;
  uint64_t roundedTerms(std::map<Monomial, int64_t> &Terms);
  KnownAlign termAlign(const Monomial &M, int64_t Factor);

  KernelFacts &Facts;
  const std::vector<Unrolling> &Plan;
  PolynomialBuilder Builder;
};

} // namespace warptidy

#endif
