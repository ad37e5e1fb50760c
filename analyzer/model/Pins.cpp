//===- Pins.cpp - Arguments that conditions fix ---------------------------===//
// n == 4, written in a branch, an assert or __builtin_assume, says what n is
// where the access is made, unless the launch says so itself.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"

namespace warptidy {

/// Reads C * n + D == E for an integer argument n.
void AccessPredictor::notePin(ExprRef Cond, bool Holds,
                              std::map<unsigned, int64_t> &Pins) {
  const ExprNode N = Facts.Pool[Cond];
  if (N.Op != (Holds ? ExprOp::Eq : ExprOp::Ne) || Facts.Pool[N.A].Bits < 8)
    return;
  Polynomial Difference = Builder.of(N.A);
  Difference.add(Builder.of(N.B), -1);
  int64_t Constant = Difference.constantTerm();
  Difference.Terms.erase(Monomial());
  if (Difference.Terms.size() != 1)
    return;
  const auto &[Atoms, Scale] = *Difference.Terms.begin();
  if (Atoms.size() != 1 || Constant % Scale != 0 ||
      Facts.Pool[Atoms[0]].Op != ExprOp::Symbol)
    return;
  const SymbolInfo &S = Facts.Pool.symbolInfo(Atoms[0]);
  // A member of a struct that is passed has its parameter's index as well.
  if (S.Kind == SymbolKind::Argument && S.ParamIndex < Facts.Params.size() &&
      Facts.Params[S.ParamIndex].Bits)
    Pins.try_emplace(S.ParamIndex, -Constant / Scale);
}

/// The predictor for the launch with the arguments that are fixed where the
/// access is made; null when it tells no more than this one.
AccessPredictor *AccessPredictor::pinned(const AccessFact &A) {
  std::map<unsigned, int64_t> Pins;
  auto Note = [&](ExprRef Cond, bool Holds) { notePin(Cond, Holds, Pins); };
  for (const Guard &G : A.Mask)
    eachCondition(G.Cond, G.Holds, Note);
  for (ExprRef P : A.Promises)
    eachCondition(P, true, Note);
  for (const auto &[Index, Value] : Shape.Arguments)
    Pins.erase(Index);
  if (Pins.empty())
    return nullptr;
  auto [It, New] = Pinned.try_emplace(Pins);
  if (New) {
    It->second.Shape = Shape;
    It->second.Shape.Arguments.insert(Pins.begin(), Pins.end());
    It->second.Predictor = std::make_unique<AccessPredictor>(
        Facts, It->second.Shape, Arch, Options);
  }
  return It->second.Predictor.get();
}

} // namespace warptidy
