//===- Sampling.cpp - Unknown strides and pitches -------------------------===//
// Unknown uniform values that multiply or mix with the lane index are given a
// range of plausible values; what the index itself says bounds them below.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include <algorithm>

namespace warptidy {

/// Combinations of sampled values that are all run; beyond that Draws of them.
constexpr size_t MaxCombinations = 320;
constexpr unsigned Draws = 96;
/// Draws that must have been possible.
constexpr unsigned LeastDraws = 4;

/// An index i*n + j with j in [0, n) covers each element once: a loop over j
/// that n bounds says that n is the length of a row. Its iteration, else
/// NoExpr.
ExprRef AccessPredictor::iterationBoundedBy(const AccessFact &A, const Form &F,
                                            ExprRef S) {
  for (unsigned L : A.Loops) {
    bool Used = false;
    for (const auto &[M, C] : F.Address->Terms)
      Used |=
          std::find(M.begin(), M.end(), Facts.Loops[L].Iteration) != M.end() &&
          std::find(M.begin(), M.end(), S) == M.end();
    if (!Used)
      continue;
    for (const std::vector<Guard> &Way : Facts.Loops[L].Exits)
      for (const Guard &G : Way)
        if (leavesOf(G.Cond).Unknown.count(S))
          return Facts.Loops[L].Iteration;
  }
  return NoExpr;
}

/// Keeps the sampled iterations below the values sampled for their bounds.
void AccessPredictor::clampIterations(const Form &F, Run &R) {
  for (auto [Iteration, Bound] : F.BoundedBy) {
    auto It = R.Sampled.find(Iteration), Limit = R.Sampled.find(Bound);
    if (It == R.Sampled.end() || Limit == R.Sampled.end() || Limit->second < 1)
      continue;
    It->second %= Limit->second;
    Lanes.set(Iteration,
              LaneValues::uniform(static_cast<uint64_t>(It->second)));
  }
}

/// The least value of S for which the index does not address elements twice,
/// as far as the index shows that S is the pitch of rows; 1 when it does not.
int64_t AccessPredictor::pitchLowerBound(const AccessFact &A, const Form &F,
                                         ExprRef S) {
  Polynomial Rest;
  int64_t Scale = 0;
  bool Moves = false;
  for (const auto &[M, C] : F.Address->Terms) {
    if (std::find(M.begin(), M.end(), S) != M.end()) {
      int64_t Abs = C < 0 ? -C : C;
      Scale = Scale ? std::min(Scale, Abs) : Abs;
      continue;
    }
    bool Threads = false;
    for (ExprRef E : M) {
      Threads |= !Facts.Pool.isUniform(E);
      const ExprNode &N = Facts.Pool[E];
      Moves |= (N.Op == ExprOp::Builtin &&
                static_cast<Builtin>(N.Value) >= Builtin::BlockIdxX &&
                static_cast<Builtin>(N.Value) <= Builtin::BlockIdxZ) ||
               (N.Op == ExprOp::Symbol &&
                Facts.Pool.symbolInfo(E).Kind == SymbolKind::Iteration);
    }
    if (Threads)
      Rest.Terms[M] = C;
  }
  if (Scale == 0)
    return 1;
  if (!Rest.Terms.empty())
    if (Range R = Builder.rangeOf(Rest); R.Lo && R.Hi && *R.Hi > *R.Lo)
      return std::max<int64_t>(2, (*R.Hi - *R.Lo) / Scale + 1);
  bool Writes = A.Op != AccessOp::Load;
  if (iterationBoundedBy(A, F, S) != NoExpr || (Writes && Moves))
    return 2;
  return 1;
}

std::vector<int64_t> AccessPredictor::domainOf(const AccessFact &A,
                                               const Form &F, ExprRef S) {
  const ExprNode &N = Facts.Pool[S];
  bool Counter = N.Op == ExprOp::Builtin ||
                 (N.Op == ExprOp::Symbol &&
                  Facts.Pool.symbolInfo(S).Kind == SymbolKind::Iteration);
  std::vector<int64_t> Out;
  if (F.BoundedBy.count(S)) // Every residue modulo a sector of 4-byte words.
    return {0, 1, 2, 3, 4, 5, 6, 7};
  if (Counter) {
    Range R = knownBounds(S);
    for (int64_t V : {0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 31, 32, 33, 64})
      if ((!R.Lo || V >= *R.Lo) && (!R.Hi || V <= *R.Hi))
        Out.push_back(V);
    return Out;
  }
  if (isShiftAmount(S))
    return {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 31};
  int64_t Least = pitchLowerBound(A, F, S);
  for (int64_t V = Least; V < Least + 10; ++V)
    Out.push_back(V);
  for (int64_t V : {11,  12,  13,  15,  16,   17,   20,   24,   31,  32,
                    33,  48,  63,  64,  65,   96,   100,  127,  128, 129,
                    250, 256, 257, 512, 1000, 1023, 1024, 1025, 4096})
    if (V > Out.back())
      Out.push_back(V);
  if (auto It = Divisors.find(S); It != Divisors.end()) {
    std::erase_if(Out, [&](int64_t V) { return V % int64_t(It->second); });
    if (Out.empty() || Out.front() < Least)
      Out.push_back((Least + int64_t(It->second) - 1) / int64_t(It->second) *
                    int64_t(It->second));
  }
  return Out;
}

/// True when something is shifted by S.
bool AccessPredictor::isShiftAmount(ExprRef S) {
  const ExprPool &Pool = Facts.Pool;
  for (; ShiftsRead < Pool.size(); ++ShiftsRead) {
    ExprOp Op = Pool[ShiftsRead].Op;
    if (Op != ExprOp::Shl && Op != ExprOp::LShr && Op != ExprOp::AShr)
      continue;
    ExprRef By = Pool[ShiftsRead].B;
    while (Pool[By].Op == ExprOp::Trunc || Pool[By].Op == ExprOp::ZExt ||
           Pool[By].Op == ExprOp::SExt)
      By = Pool[By].A;
    ShiftAmounts.insert(By);
  }
  return ShiftAmounts.count(S) != 0;
}

/// Runs with the symbols as they are set. False when the budget is used up.
/// Values that would make the access fault are not values it can have: a row of
/// float4 has a pitch of 16 bytes. Neither are those that divide by zero on the
/// way to the address.
bool AccessPredictor::tryValues(const AccessFact &A, const Form &F, Run &R) {
  clampIterations(F, R);
  if (R.KeepFaults) {
    ++R.Possible;
    return runSample(A, F, R);
  }
  RequestStatistics Before = R.Stats;
  std::map<int64_t, unsigned> Cases = R.Cases;
  bool Possible = runSample(A, F, R);
  if (R.OverBudget)
    return false;
  if (!Possible || R.Stats.faults()) {
    R.Stats = Before;
    R.Cases = std::move(Cases);
  }
  R.Possible += Possible;
  return true;
}

/// Every combination of the sampled values. False when none is possible, or
/// the budget is used up.
bool AccessPredictor::runGrid(
    const AccessFact &A, const Form &F, Run &R,
    const std::vector<ExprRef> &Symbols,
    const std::vector<std::vector<int64_t>> &Domains) {
  std::vector<size_t> At(Symbols.size(), 0);
  for (;;) {
    for (size_t I = 0; I < Symbols.size(); ++I) {
      int64_t V = Domains[I][At[I]];
      R.Sampled[Symbols[I]] = V;
      Lanes.set(Symbols[I], LaneValues::uniform(static_cast<uint64_t>(V)));
    }
    if (!tryValues(A, F, R))
      return false;
    size_t I = 0;
    while (I < At.size() && ++At[I] == Domains[I].size())
      At[I++] = 0;
    if (I == At.size())
      return R.Possible != 0;
  }
}

/// Draw number Draw for symbol I of Count. The first draws are the corners
/// where the extremes tend to lie: all symbols at their least, all at a large
/// round value, and each one apart from the others; the rest is drawn by a
/// fixed generator.
static int64_t drawValue(const std::vector<int64_t> &Domain, unsigned Draw,
                         size_t I, size_t Count, uint64_t &State) {
  auto Round = std::find(Domain.begin(), Domain.end(), 1024);
  int64_t Least = Domain.front();
  int64_t Large = Round == Domain.end() ? Domain.back() : *Round;
  if (Draw < 2)
    return Draw == 0 ? Least : Large;
  if (Draw - 2 < 2 * Count) {
    bool Mine = (Draw - 2) / 2 == I;
    return Mine == (Draw % 2 == 0) ? Least : Large;
  }
  State = State * 6364136223846793005u + 1442695040888963407u;
  return Domain[(State >> 33) % Domain.size()];
}

/// Some combinations. The budget may cut it short after the corners.
bool AccessPredictor::runDraws(
    const AccessFact &A, const Form &F, Run &R,
    const std::vector<ExprRef> &Symbols,
    const std::vector<std::vector<int64_t>> &Domains) {
  uint64_t State = 1;
  for (unsigned Draw = 0; Draw < Draws; ++Draw) {
    for (size_t I = 0; I < Symbols.size(); ++I) {
      int64_t V = drawValue(Domains[I], Draw, I, Symbols.size(), State);
      R.Sampled[Symbols[I]] = V;
      Lanes.set(Symbols[I], LaneValues::uniform(static_cast<uint64_t>(V)));
    }
    if (!tryValues(A, F, R))
      return Draw >= 2 + 2 * Symbols.size();
  }
  return R.Possible >= LeastDraws;
}

bool AccessPredictor::runAll(const AccessFact &A, const Form &F, Run &R) {
  std::vector<ExprRef> Symbols;
  for (ExprRef S : F.Samples) {
    bool Iterated = Facts.Pool[S].Op == ExprOp::Phi &&
                    R.Iterated.count(Facts.Pool.phiInfo(S).Loop);
    for (unsigned L : R.Iterated)
      Iterated |= Facts.Loops[L].Iteration == S;
    if (!Iterated)
      Symbols.push_back(S);
  }
  if (Symbols.empty())
    return runSample(A, F, R);
  for (ExprRef S : Symbols)
    if (F.BoundedBy.count(S))
      R.Bounded.insert(S);
  bool Ok = runSamples(A, F, R, Symbols);
  if (Ok && R.Stats.count() == 0) { // It faults whatever the symbols are.
    R.KeepFaults = true;
    Ok = runSamples(A, F, R, Symbols);
  }
  for (ExprRef S : Symbols)
    Lanes.unset(S);
  return Ok;
}

bool AccessPredictor::runSamples(const AccessFact &A, const Form &F, Run &R,
                                 const std::vector<ExprRef> &Symbols) {
  std::vector<std::vector<int64_t>> Domains;
  size_t Combinations = 1;
  for (ExprRef S : Symbols) {
    Domains.push_back(domainOf(A, F, S));
    Combinations =
        std::min(Combinations * Domains.back().size(), MaxCombinations + 1);
  }
  return Combinations <= MaxCombinations ? runGrid(A, F, R, Symbols, Domains)
                                         : runDraws(A, F, R, Symbols, Domains);
}

} // namespace warptidy
