//===- Sampling.cpp - Unknown strides and pitches -------------------------===//
// Unknown uniform values that multiply or mix with the lane index are given a
// range of plausible values; Pitches.cpp bounds them below.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include <algorithm>

namespace warptidy {

/// Combinations of sampled values that are all run; beyond that Draws of them.
constexpr size_t MaxCombinations = 384;
constexpr unsigned Draws = 96;
/// Requests of one kernel under one launch that are sampled so; after that only
/// the corners of what is unknown are tried.
constexpr uint64_t MaxSampledRequests = 1 << 15;
constexpr size_t FewCombinations = 48;
/// Draws that must have been possible.
constexpr unsigned LeastDraws = 4;

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

/// True when something is shifted by S, which is then a few bits at most.
bool AccessPredictor::isShiftAmount(ExprRef S) const {
  const ExprPool &Pool = Facts.Pool;
  for (; ShiftsRead < Pool.size(); ++ShiftsRead) {
    ExprOp Op = Pool[ShiftsRead].Op;
    if (Op != ExprOp::Shl && Op != ExprOp::LShr && Op != ExprOp::AShr)
      continue;
    ExprRef By = Pool[ShiftsRead].B;
    while (Pool[By].Op >= ExprOp::Trunc)
      By = Pool[By].A;
    ShiftAmounts.insert(By);
  }
  return ShiftAmounts.count(S) != 0;
}

std::vector<int64_t> AccessPredictor::domainOf(const Form &F, ExprRef S) {
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
    return {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  auto It = F.Pitches.find(S);
  const Pitch P = It == F.Pitches.end() ? Pitch() : It->second;
  for (int64_t V = P.Span; V < P.Span + 10; ++V)
    Out.push_back(V);
  for (int64_t V : {11,  12,  13,  15,  16,   17,   20,   24,   31,  32,
                    33,  48,  63,  64,  65,   96,   100,  127,  128, 129,
                    250, 256, 257, 512, 1000, 1023, 1024, 1025, 4096})
    if (V > Out.back())
      Out.push_back(V);
  if (auto D = Divisors.find(S); D != Divisors.end()) {
    int64_t By = static_cast<int64_t>(D->second);
    std::erase_if(Out, [&](int64_t V) { return V % By; });
    if (Out.empty() || Out.front() < P.Span)
      Out.push_back((P.Span + By - 1) / By * By);
  }
  // Last, for the first and the largest are corners of what is drawn.
  for (int64_t V = 1; P.Open && V < std::min<int64_t>(P.Span, 9); ++V)
    if (auto D = Divisors.find(S);
        D == Divisors.end() || V % int64_t(D->second) == 0)
      Out.push_back(V);
  if (std::any_of(F.Limits.begin(), F.Limits.end(),
                  [S](const Limit &L) { return L.Size == S; }))
    putSmallLast(F, S, Out);
  return Out;
}

/// Runs with the symbols as they are set. False when the budget is used up.
/// Values that would make the access fault are not values it can have: a row of
/// float4 has a pitch of 16 bytes. Neither are those that divide by zero on the
/// way to the address.
bool AccessPredictor::tryValues(const AccessFact &A, const Form &F, Run &R) {
  clampIterations(F, R);
  if (F.hasSizes())
    R.Small = setSmall(F, R.Sampled);
  if (R.KeepFaults) {
    ++R.Possible;
    return runSample(A, F, R);
  }
  RequestStatistics Before = R.Stats;
  std::map<int64_t, unsigned> Cases = R.Cases, Least = R.Least;
  bool Possible = runSample(A, F, R);
  if (R.OverBudget)
    return false;
  if (!Possible || R.Stats.faults()) {
    R.Stats = Before;
    R.Cases = std::move(Cases);
    R.Least = std::move(Least);
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

/// The values where the extremes tend to lie: the least of a row that a block
/// spans, a large round one, and the least of all where that is another.
static std::vector<int64_t> cornersOf(const std::vector<int64_t> &Domain) {
  auto Round = std::find(Domain.begin(), Domain.end(), 1024);
  std::vector<int64_t> Out{Domain.front(),
                           Round == Domain.end() ? Domain.back() : *Round};
  int64_t Least = *std::min_element(Domain.begin(), Domain.end());
  if (Least != Out[0])
    Out.push_back(Least);
  return Out;
}

/// What is drawn for each symbol. The first draws are corners: all symbols at
/// the same one, then each one apart from the others; the rest is drawn by a
/// fixed generator. Corners is how many of these there are.
static std::vector<std::vector<int64_t>>
drawValues(const std::vector<std::vector<int64_t>> &Domains, size_t Count,
           size_t &Corners) {
  std::vector<std::vector<int64_t>> Out, Of;
  size_t Most = 0;
  for (const std::vector<int64_t> &Domain : Domains) {
    Of.push_back(cornersOf(Domain));
    Most = std::max(Most, Of.back().size());
  }
  auto At = [&](size_t I, size_t Corner) {
    return Of[I][std::min(Corner, Of[I].size() - 1)];
  };
  auto Add = [&](size_t Corner, size_t Apart, size_t Other) {
    std::vector<int64_t> Values;
    for (size_t I = 0; I < Domains.size(); ++I)
      Values.push_back(At(I, I == Apart ? Other : Corner));
    Out.push_back(std::move(Values));
  };
  for (size_t Corner = 0; Corner < Most; ++Corner)
    Add(Corner, Domains.size(), 0);
  for (size_t I = 0; Domains.size() > 1 && I < Domains.size(); ++I)
    for (size_t Corner = 0; Corner < 2; ++Corner)
      Add(Corner, I, 1 - Corner);
  Corners = Out.size();
  uint64_t State = 1;
  while (Out.size() < Count) {
    std::vector<int64_t> Values;
    for (const std::vector<int64_t> &Domain : Domains) {
      State = State * 6364136223846793005u + 1442695040888963407u;
      Values.push_back(Domain[(State >> 33) % Domain.size()]);
    }
    Out.push_back(std::move(Values));
  }
  return Out;
}

/// Some combinations. The budget may cut it short after the corners.
bool AccessPredictor::runDraws(
    const AccessFact &A, const Form &F, Run &R,
    const std::vector<ExprRef> &Symbols,
    const std::vector<std::vector<int64_t>> &Domains) {
  size_t Corners, Draw = 0;
  R.Drawn = true;
  for (const std::vector<int64_t> &Values :
       drawValues(Domains, isLongKernel() ? 0 : Draws, Corners)) {
    for (size_t I = 0; I < Symbols.size(); ++I) {
      R.Sampled[Symbols[I]] = Values[I];
      Lanes.set(Symbols[I],
                LaneValues::uniform(static_cast<uint64_t>(Values[I])));
    }
    if (!tryValues(A, F, R))
      return Draw >= Corners;
    ++Draw;
  }
  return R.Possible >= std::min<size_t>(LeastDraws, Corners);
}

/// From some size on the accesses of a kernel are sampled less densely.
bool AccessPredictor::isLongKernel() const {
  return SampledRequests > MaxSampledRequests;
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
  if (F.hasSizes())
    setSmall(F, {}); // No block index stays set.
  return Ok;
}

bool AccessPredictor::runSamples(const AccessFact &A, const Form &F, Run &R,
                                 const std::vector<ExprRef> &Symbols) {
  std::vector<std::vector<int64_t>> Domains;
  size_t Combinations = 1;
  for (ExprRef S : Symbols) {
    Domains.push_back(domainOf(F, S));
    Combinations =
        std::min(Combinations * Domains.back().size(), MaxCombinations + 1);
  }
  const size_t Most = isLongKernel() ? FewCombinations : MaxCombinations;
  return Combinations <= Most ? runGrid(A, F, R, Symbols, Domains)
                              : runDraws(A, F, R, Symbols, Domains);
}

} // namespace warptidy
