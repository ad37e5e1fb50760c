//===- Formulas.cpp - Formulas that the lanes bear out --------------------===//
// Evaluates the access for every small value of the one unknown, up to where
// the figure no longer changes, and some large ones, and keeps a formula that
// gives all of them.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include "model/Formula.h"
#include <algorithm>

namespace warptidy {

/// Every value up to twice where the table stays as it is, or so far where it
/// does not; of these as many at least, up to the last; and all of the table.
constexpr int64_t DenseOfPeriodic = 160, FewestDense = 64, LastDense = 512;
/// Values that a formula may leave out at the start.
constexpr int64_t MostLeftOut = 64;

static std::vector<SymbolCase>
rowsOf(const std::map<int64_t, unsigned> &Table) {
  std::vector<SymbolCase> Out;
  for (const auto &[V, Units] : Table)
    Out.push_back({V, Units});
  return Out;
}

static std::vector<SymbolCase> rowsFrom(const std::vector<SymbolCase> &Rows,
                                        int64_t From) {
  std::vector<SymbolCase> Out;
  for (const SymbolCase &C : Rows)
    if (C.Value >= From)
      Out.push_back(C);
  return Out;
}

/// The values that a formula must hold for, which By divides, at most Most.
static std::vector<int64_t> valuesToCheck(const std::vector<SymbolCase> &Table,
                                          int64_t By, int64_t Most) {
  size_t Tail = Table.size() - 1;
  while (Tail > 0 && Table[Tail - 1].Units == Table.back().Units)
    --Tail;
  const bool Settles = Tail + 1 < Table.size();
  const int64_t Wanted =
      std::max(Settles ? 2 * Table[Tail].Value : DenseOfPeriodic,
               Table.front().Value + (Settles ? FewestDense : 0));
  const int64_t Dense = std::min({Most, Wanted, LastDense});
  std::vector<int64_t> Out;
  for (int64_t V = Table.front().Value; V <= Dense; ++V)
    if (V % By == 0)
      Out.push_back(V);
  for (const SymbolCase &C : Table)
    if (C.Value > Dense)
      Out.push_back(C.Value);
  return Out;
}

/// The units for every value of S that a formula of Table must hold for. False
/// when the lanes cannot be followed that far.
bool AccessPredictor::checkTable(const AccessFact &A, const Form &F,
                                 const Run &R, ExprRef S,
                                 const std::vector<SymbolCase> &Table,
                                 Run &Check) {
  Check.Iterated = R.Iterated;
  Check.Skipped = R.Skipped;
  Check.Bounded = R.Bounded;
  Check.KeepFaults = R.KeepFaults;
  Check.Verifying = true;
  const auto Divisor = Divisors.find(S);
  const int64_t By =
      Divisor == Divisors.end() ? 1 : static_cast<int64_t>(Divisor->second);
  const std::optional<int64_t> Last =
      isShiftAmount(S) ? Table.back().Value : knownBounds(S).Hi;
  std::vector<ExprRef> Symbols;
  std::vector<std::vector<int64_t>> Domains;
  for (const auto &[Symbol, V] : R.Sampled) {
    Symbols.push_back(Symbol);
    Domains.push_back(Symbol == S
                          ? valuesToCheck(Table, By, Last.value_or(1 << 20))
                          : domainOf(F, Symbol));
  }
  const bool Ok = runGrid(A, F, Check, Symbols, Domains);
  for (ExprRef Symbol : Symbols)
    Lanes.unset(Symbol);
  if (F.hasSizes())
    setSmall(F, {});
  return Ok;
}

/// The least value from which on one formula gives every row, in From.
static std::string formulaFrom(const std::vector<SymbolCase> &Rows,
                               const std::vector<SymbolCase> &Starts,
                               const std::string &Symbol, int64_t &From) {
  for (const SymbolCase &Start : Starts) {
    if (Start.Value > MostLeftOut)
      break;
    From = Start.Value;
    std::string Text = formulaOf(rowsFrom(Rows, From), Symbol);
    if (!Text.empty())
      return Text;
  }
  return "";
}

/// Looks for a formula of the one unknown that the verdict of R depends on: for
/// all of its values, else from where on there is one.
void AccessPredictor::addFormula(const AccessFact &A, const Form &F,
                                 const Run &R, Prediction &P) {
  if (P.Kind != Pattern::Symbolic || P.Cases.size() < 2 || isLongKernel())
    return;
  ExprRef Symbol = NoExpr;
  for (const auto &[S, V] : R.Sampled)
    if (!R.Bounded.count(S))
      Symbol = S;
  Run Check;
  if (formulaFrom(P.Cases, P.Cases, P.Symbol, P.FormulaFrom).empty() ||
      !checkTable(A, F, R, Symbol, rowsFrom(P.Cases, P.FormulaFrom), Check))
    return;
  const std::vector<SymbolCase> Rows = rowsOf(Check.Cases);
  P.Formula = formulaFrom(Rows, rowsFrom(P.Cases, P.FormulaFrom), P.Symbol,
                          P.FormulaFrom);
  if (P.Formula.empty())
    return;
  P.FormulaChecked =
      static_cast<unsigned>(rowsFrom(Rows, P.FormulaFrom).size());
  if (P.MaskKnown)
    P.FormulaLeast =
        formulaOf(rowsFrom(rowsOf(Check.Least), P.FormulaFrom), P.Symbol);
}

} // namespace warptidy
