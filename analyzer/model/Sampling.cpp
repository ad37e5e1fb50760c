//===- Sampling.cpp - Unknown strides and pitches -------------------------===//
// Unknown uniform values that multiply or mix with the lane index are given a
// range of plausible values; what the index itself says bounds them below.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include <algorithm>

namespace warptidy {

/// Combinations of sampled values for one access.
constexpr size_t MaxCombinations = 600;

/// An index i*n + j with j in [0, n) covers each element once: a loop over j
/// that n bounds says that n is the length of a row.
bool AccessPredictor::loopBoundedBy(const AccessFact &A, const Form &F,
                                    ExprRef S) {
  for (unsigned L : A.Loops) {
    bool Used = false;
    for (const auto &[M, C] : F.Address->Terms)
      Used |= std::find(M.begin(), M.end(), Facts.Loops[L].Iteration) !=
                  M.end() &&
              std::find(M.begin(), M.end(), S) == M.end();
    if (!Used)
      continue;
    for (const std::vector<Guard> &Way : Facts.Loops[L].Exits)
      for (const Guard &G : Way)
        if (leavesOf(G.Cond).Unknown.count(S))
          return true;
  }
  return false;
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
  if (loopBoundedBy(A, F, S) || (Writes && Moves))
    return 2;
  return 1;
}

std::vector<int64_t> AccessPredictor::domainOf(const AccessFact &A,
                                               const Form &F, ExprRef S,
                                               bool &Pitch) {
  const ExprNode &N = Facts.Pool[S];
  bool Counter =
      N.Op == ExprOp::Builtin ||
      (N.Op == ExprOp::Symbol &&
       Facts.Pool.symbolInfo(S).Kind == SymbolKind::Iteration);
  std::vector<int64_t> Out;
  if (Counter) {
    Range R = knownBounds(S);
    for (int64_t V : {0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 31, 32, 33, 64})
      if ((!R.Lo || V >= *R.Lo) && (!R.Hi || V <= *R.Hi))
        Out.push_back(V);
    return Out;
  }
  int64_t Least = pitchLowerBound(A, F, S);
  Pitch |= Least > 1;
  for (int64_t V = Least; V < Least + 10; ++V)
    Out.push_back(V);
  for (int64_t V : {11, 12, 13, 15, 16, 17, 20, 24, 31, 32, 33, 48, 63, 64, 65,
                    96, 100, 127, 128, 129, 250, 256, 257, 512, 1000, 1023,
                    1024, 1025, 4096})
    if (V > Out.back())
      Out.push_back(V);
  return Out;
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
  std::vector<std::vector<int64_t>> Domains;
  bool Pitch = false;
  size_t Each = MaxCombinations;
  for (size_t I = 1; I < Symbols.size(); ++I)
    Each = Symbols.size() == 2 ? 24 : Symbols.size() == 3 ? 8 : 3;
  if (Symbols.size() > 5)
    return false;
  for (ExprRef S : Symbols) {
    std::vector<int64_t> D = domainOf(A, F, S, Pitch);
    // Thin out evenly: both ends stay.
    std::vector<int64_t> Kept;
    for (size_t I = 0; I < D.size(); ++I)
      if (D.size() <= Each || I * (Each - 1) / (D.size() - 1) !=
                                  (I + 1) * (Each - 1) / (D.size() - 1) ||
          I + 1 == D.size())
        Kept.push_back(D[I]);
    Domains.push_back(std::move(Kept));
  }
  std::vector<size_t> At(Symbols.size(), 0);
  bool Ok = true;
  for (bool More = true; More && Ok;) {
    for (size_t I = 0; I < Symbols.size(); ++I) {
      int64_t V = Domains[I][At[I]];
      R.Sampled[Symbols[I]] = V;
      Lanes.set(Symbols[I], LaneValues::uniform(static_cast<uint64_t>(V)));
    }
    Ok = runSample(A, F, R);
    More = false;
    for (size_t I = 0; I < At.size() && !More; ++I) {
      if (++At[I] < Domains[I].size())
        More = true;
      else
        At[I] = 0;
    }
  }
  for (ExprRef S : Symbols)
    Lanes.unset(S);
  return Ok;
}

} // namespace warptidy
