//===- Sampling.cpp - Unknown strides and pitches -------------------------===//
// Unknown uniform values that multiply or mix with the lane index are given a
// range of plausible values; what the index itself says bounds them below.
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

/// The terms of the index that S is not a factor of and the threads are; Scale
/// is the least factor of S.
Polynomial AccessPredictor::besidePitch(const Form &F, ExprRef S,
                                        int64_t &Scale) const {
  Polynomial Rest;
  Scale = 0;
  for (const auto &[M, C] : F.Address->Terms)
    if (std::find(M.begin(), M.end(), S) != M.end()) {
      int64_t Abs = C < 0 ? -C : C;
      Scale = Scale ? std::min(Scale, Abs) : Abs;
    } else if (std::any_of(M.begin(), M.end(), [&](ExprRef E) {
                 return !Facts.Pool.isUniform(E);
               })) {
      Rest.Terms[M] = C;
    }
  return Rest;
}

/// The least value of S for which the index does not address elements twice,
/// as far as the index shows that S is the pitch of rows; 1 when it does not.
int64_t AccessPredictor::pitchLowerBound(const AccessFact &A, const Form &F,
                                         ExprRef S) {
  int64_t Scale;
  Polynomial Rest = besidePitch(F, S, Scale);
  if (Scale == 0)
    return 1;
  if (!Rest.Terms.empty())
    if (Range R = Builder.rangeOf(Rest); R.Lo && R.Hi && *R.Hi > *R.Lo)
      return std::max<int64_t>(2, (*R.Hi - *R.Lo) / Scale + 1);
  bool Moves = false;
  for (const auto &[M, C] : F.Address->Terms) {
    if (std::find(M.begin(), M.end(), S) != M.end())
      continue;
    for (ExprRef E : M) {
      const ExprNode &N = Facts.Pool[E];
      Moves |= (N.Op == ExprOp::Builtin &&
                static_cast<Builtin>(N.Value) >= Builtin::BlockIdxX &&
                static_cast<Builtin>(N.Value) <= Builtin::BlockIdxZ) ||
               (N.Op == ExprOp::Symbol &&
                Facts.Pool.symbolInfo(E).Kind == SymbolKind::Iteration);
    }
  }
  bool Writes = A.Op != AccessOp::Load;
  if (iterationBoundedBy(A, F, S) != NoExpr || (Writes && Moves))
    return 2;
  return 1;
}

/// The built-ins that R reads, one bit each, through the first values of
/// loops; Found is set where Stop occurs.
unsigned AccessPredictor::builtinsOf(ExprRef R, ExprRef Stop,
                                     bool &Found) const {
  unsigned Out = 0;
  std::set<ExprRef> Seen;
  std::vector<ExprRef> Work{R};
  while (!Work.empty()) {
    ExprRef E = Work.back();
    Work.pop_back();
    if (E == NoExpr || !Seen.insert(E).second)
      continue;
    const ExprNode &N = Facts.Pool[E];
    Found |= E == Stop;
    if (N.Op == ExprOp::Builtin)
      Out |= 1u << N.Value;
    else if (N.Op == ExprOp::Phi)
      Work.push_back(Facts.Pool.phiInfo(E).Init);
    else if (N.Op > ExprOp::Load)
      Work.insert(Work.end(), {N.A, N.B, N.C});
  }
  return Out;
}

/// A condition on S and on threads that the row is made of opens the pitch.
void AccessPredictor::noteLimits(const Guard &G, ExprRef S, unsigned Threads,
                                 Pitch &P) const {
  bool Mentioned = false;
  unsigned Reads = builtinsOf(G.Cond, S, Mentioned);
  if (!Mentioned || !(Reads & Threads))
    return;
  P.Open = true;
  P.BlockAxes |= Reads >> unsigned(Builtin::BlockIdxX) & 7;
}

AccessPredictor::Pitch AccessPredictor::pitchOf(const AccessFact &A,
                                                const Form &F, ExprRef S) {
  Pitch P;
  P.Span = pitchLowerBound(A, F, S);
  if (P.Span < 2)
    return P;
  P.Open = iterationBoundedBy(A, F, S) != NoExpr;
  int64_t Scale;
  unsigned Threads = 0;
  bool Ignored = false;
  for (const auto &[M, C] : besidePitch(F, S, Scale).Terms)
    for (ExprRef E : M)
      Threads |= builtinsOf(E, NoExpr, Ignored);
  Threads &= 7 | 1u << unsigned(Builtin::LaneId);
  for (const Guard &G : A.Mask)
    noteLimits(G, S, Threads, P);
  for (unsigned L : A.Loops)
    for (const std::vector<Guard> &Way : Facts.Loops[L].Exits)
      for (const Guard &G : Way)
        noteLimits(G, S, Threads, P);
  return P;
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
  return Out;
}

/// Notes whether some pitch is shorter than what a block spans of its row. Such
/// rows all lie in the first block of the grid.
bool AccessPredictor::setSmall(const Form &F,
                               const std::map<ExprRef, int64_t> &Sampled) {
  unsigned Axes = 0;
  bool Small = false;
  for (const auto &[S, P] : F.Pitches) {
    auto It = Sampled.find(S);
    if (It == Sampled.end() || It->second >= P.Span)
      continue;
    Small = true;
    Axes |= P.BlockAxes;
  }
  for (unsigned Dim = 0; Dim < 3; ++Dim) {
    Builtin B = static_cast<Builtin>(unsigned(Builtin::BlockIdxX) + Dim);
    if (Axes >> Dim & 1)
      Lanes.setBuiltin(B, 0);
    else if (!Shape.Grid || (*Shape.Grid)[Dim] > 1)
      Lanes.unsetBuiltin(B);
  }
  return Small;
}

/// Runs with the symbols as they are set. False when the budget is used up.
/// Values that would make the access fault are not values it can have: a row of
/// float4 has a pitch of 16 bytes. Neither are those that divide by zero on the
/// way to the address.
bool AccessPredictor::tryValues(const AccessFact &A, const Form &F, Run &R) {
  clampIterations(F, R);
  if (!F.Pitches.empty())
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
  const size_t Corners = 2 + 2 * Symbols.size();
  const size_t Count = isLongKernel() ? Corners : Draws;
  for (unsigned Draw = 0; Draw < Count; ++Draw) {
    for (size_t I = 0; I < Symbols.size(); ++I) {
      int64_t V = drawValue(Domains[I], Draw, I, Symbols.size(), State);
      R.Sampled[Symbols[I]] = V;
      Lanes.set(Symbols[I], LaneValues::uniform(static_cast<uint64_t>(V)));
    }
    if (!tryValues(A, F, R))
      return Draw >= Corners;
  }
  return R.Possible >= LeastDraws;
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
  if (!F.Pitches.empty())
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
