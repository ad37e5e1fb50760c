//===- Divisors.cpp - What conditions say of divisibility -----------------===//
// n % 32 == 0, written in a branch, an assert or __builtin_assume, aligns what
// n is multiplied with.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include <algorithm>

namespace warptidy {

static uint64_t lowestBit(int64_t V) {
  uint64_t U = static_cast<uint64_t>(V);
  return U & (~U + 1);
}

/// Calls Note for the conditions that must all have their outcome: a && b holds
/// with both, a || b fails with both.
void AccessPredictor::eachCondition(
    ExprRef Cond, bool Holds,
    const std::function<void(ExprRef, bool)> &Note) const {
  const ExprNode N = Facts.Pool[Cond];
  bool Logic = N.Bits == 1 && N.Op == (Holds ? ExprOp::And : ExprOp::Or);
  ExprRef Other = N.B;
  if (N.Bits == 1 && N.Op == ExprOp::Select) {
    ExprRef Fixed = Holds ? N.C : N.B;
    Other = Holds ? N.B : N.C;
    Logic = Facts.Pool[Fixed].Op == ExprOp::Const &&
            (Facts.Pool[Fixed].Value != 0) != Holds;
  }
  if (!Logic)
    return Note(Cond, Holds);
  eachCondition(N.A, Holds, Note);
  eachCondition(Other, Holds, Note);
}

/// Reads X % C == 0 and (X & C - 1) == 0, where X is a multiple of one value.
void AccessPredictor::noteDivisor(ExprRef Cond, bool Holds) {
  const ExprNode N = Facts.Pool[Cond];
  bool Equal = (N.Op == ExprOp::Eq && Holds) || (N.Op == ExprOp::Ne && !Holds);
  if (!Equal || Facts.Pool[N.B].Op != ExprOp::Const || Facts.Pool[N.B].Value)
    return;
  const ExprNode Rest = Facts.Pool[N.A];
  if (Rest.B == NoExpr || Facts.Pool[Rest.B].Op != ExprOp::Const)
    return;
  int64_t C = Facts.Pool[Rest.B].Value;
  uint64_t Power = 0;
  if (Rest.Op == ExprOp::URem || Rest.Op == ExprOp::SRem)
    Power = lowestBit(C);
  else if (Rest.Op == ExprOp::And)
    Power = lowestBit(~C); // The ones at its lower end.
  const Polynomial &X = Builder.of(Rest.A);
  if (Power < 2 || X.Terms.size() != 1 || X.Terms.begin()->first.size() != 1)
    return;
  uint64_t Scale = lowestBit(X.Terms.begin()->second);
  uint64_t &Known = Divisors[X.Terms.begin()->first[0]];
  Known = std::max<uint64_t>({Known, 1, Power / std::min(Power, Scale)});
}

void AccessPredictor::noteDivisors(const AccessFact &A) {
  Divisors.clear();
  auto Note = [this](ExprRef Cond, bool Holds) { noteDivisor(Cond, Holds); };
  for (const Guard &G : A.Mask)
    eachCondition(G.Cond, G.Holds, Note);
  for (ExprRef P : A.Promises)
    eachCondition(P, true, Note);
}

} // namespace warptidy
