//===- Predict.cpp - All accesses of a kernel -----------------------------===//
// Predicts every access for every launch, and names the contract's words.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include "model/BarrierFaults.h"
#include "model/Compiled.h"
#include "model/DeadCode.h"
#include "model/SharedFaults.h"
#include "model/SharedUse.h"
#include <algorithm>

namespace warptidy {

const char *unitName(Unit U) {
  static const char *const Names[] = {"sectors", "wavefronts", "requests"};
  return Names[static_cast<unsigned>(U)];
}

const char *patternName(Pattern P) {
  static const char *const Names[] = {"exact",        "interval",
                                      "symbolic",     "data-dependent",
                                      "not-executed", "unknown"};
  return Names[static_cast<unsigned>(P)];
}

/// Takes off what only says which block of the cluster it is, if all lanes mean
/// the same one.
static void dropBlock(const ExprPool &Pool, Polynomial &P) {
  constexpr int64_t BlockBytes = 1 << 24;
  std::erase_if(P.Terms, [&](const auto &Term) {
    const Monomial &M = Term.first;
    return !M.empty() && Term.second % BlockBytes == 0 &&
           std::all_of(M.begin(), M.end(),
                       [&](ExprRef R) { return Pool.isUniform(R); });
  });
  std::erase_if(P.Terms, [&](const auto &Term) {
    const Monomial &M = Term.first;
    return M.size() == 1 && Pool[M[0]].Op == ExprOp::Symbol &&
           Pool.symbolInfo(M[0]).Kind == SymbolKind::ClusterWindow;
  });
}

/// The address in the author's terms, without the array it is based on.
static void writeIndexTexts(KernelPredictions &K) {
  PolynomialBuilder::Knowledge Known;
  Known.ExpandPhis = false;
  PolynomialBuilder Builder(K.Facts.Pool, K.Facts.Loops, Known);
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Address == NoExpr)
      continue;
    Polynomial P = Builder.of(A.Address);
    if (A.Space == AddressSpace::Distributed)
      dropBlock(K.Facts.Pool, P);
    K.Accesses[I].IndexText = polynomialText(K.Facts.Pool, P, A.Base);
    K.Accesses[I].ConstantOffset = P.constantTerm();
    P.Terms.erase(Monomial());
    K.Accesses[I].VariableText = polynomialText(K.Facts.Pool, P);
  }
}

/// What nothing executes under a block that is only assumed may be executed
/// under the one that is used.
static Prediction inLaunch(Prediction P, unsigned Launch,
                           const LaunchShape &Shape) {
  P.Launch = Launch;
  if (P.Kind == Pattern::NotExecuted && isGuess(Shape))
    P.Assumptions.push_back("the block is assumed: under another one lanes may "
                            "get here");
  return P;
}

static Prediction notExecuted(const AccessFact &A, unsigned Launch) {
  Prediction P;
  P.Launch = Launch;
  P.Units = unitOf(A.Space);
  P.Kind = Pattern::NotExecuted;
  return P;
}

static bool isStopped(const PredictOptions &Options) {
  return Options.Stop && *Options.Stop;
}

static bool isWanted(const PredictOptions &Options, size_t Access) {
  return Options.Only.empty() || Options.Only[Access];
}

/// Predicts launch number L.
static void predictLaunch(KernelPredictions &K, unsigned L,
                          const ArchInfo &Arch, const PredictOptions &Options) {
  const LaunchShape &Shape = K.Launches[L];
  AccessPredictor Predictor(K.Facts, Shape, Arch, Options);
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    if (isStopped(Options))
      return;
    const AccessFact &A = K.Facts.Accesses[I];
    if (isWanted(Options, I))
      K.Accesses[I].PerLaunch.push_back(
          K.Dead[I] ? notExecuted(A, L)
                    : inLaunch(Predictor.predict(A), L, Shape));
  }
  for (auto *Machine : {&K.Compiled, &K.Possible})
    for (CompiledPredictions &C : *Machine)
      if (!C.Eliminated && !isStopped(Options) &&
          isWanted(Options, C.Members.front()))
        C.PerLaunch.push_back(inLaunch(Predictor.predict(C.Fact), L, Shape));
}

/// The largest block of the sides that Shape has, doubled in turn.
static LaunchShape largeBlock(LaunchShape Shape) {
  constexpr unsigned MostThreads = 1024; // On all architectures so far.
  auto &B = Shape.Block;
  for (bool Second = false; B[0] * B[1] * B[2] * 2 <= MostThreads;
       Second = !Second)
    B[Second && B[1] > 1 ? 1 : 0] *= 2;
  return Shape;
}

/// What no assumed block reaches may be code for larger ones: the lanes of the
/// later warps of a reduction. One more block is tried for it.
static void tryLargeBlock(KernelPredictions &K, const ArchInfo &Arch,
                          const PredictOptions &Options) {
  auto IsIdle = [](const Prediction &P) {
    return P.Kind == Pattern::NotExecuted;
  };
  auto NothingReaches = [&](size_t I) {
    const std::vector<Prediction> &All = K.Accesses[I].PerLaunch;
    return !K.Dead[I] && std::all_of(All.begin(), All.end(), IsIdle);
  };
  if (K.Launches.empty() || K.Facts.MaxThreadsPerBlock ||
      !std::all_of(K.Launches.begin(), K.Launches.end(), isGuess))
    return;
  std::vector<size_t> Idle;
  for (size_t I = 0; I < K.Accesses.size(); ++I)
    if (NothingReaches(I))
      Idle.push_back(I);
  if (Idle.empty())
    return;
  // Which sides a launch left open is not known here.
  const LaunchShape &First = K.Launches.front();
  if (!First.Unread.empty() && First.Block[1] * First.Block[2] > 1)
    return;
  const LaunchShape Large = largeBlock(First);
  AccessPredictor Predictor(K.Facts, Large, Arch, Options);
  if (std::any_of(Idle.begin(), Idle.end(), [&](size_t I) {
        return !IsIdle(Predictor.predict(K.Facts.Accesses[I]));
      })) {
    K.Launches.push_back(Large);
    K.LargeBlock = true;
    predictLaunch(K, K.Launches.size() - 1, Arch, Options);
  }
}

KernelPredictions predictKernel(KernelFacts Facts,
                                std::vector<LaunchShape> Launches,
                                const ArchInfo &Arch, PredictOptions Options) {
  KernelPredictions K;
  K.Facts = std::move(Facts);
  K.Launches = std::move(Launches);
  K.Accesses.resize(K.Facts.Accesses.size());
  writeIndexTexts(K);
  CompiledCode Code = compiledCode(K.Facts);
  K.UnsureCompiled = std::move(Code.Unsure);
  for (CompiledAccess &C : Code.Accesses)
    K.Compiled.push_back(
        {std::move(C.Fact), std::move(C.Members), C.Eliminated, {}});
  for (CompiledAccess &C : Code.Possible)
    if (C.Fact.Space == AddressSpace::Shared ||
        C.Fact.Space == AddressSpace::Global)
      K.Possible.push_back(
          {std::move(C.Fact), std::move(C.Members), false, {}});
  K.Dead = findDeadCode(K.Facts, Options);
  for (unsigned L = 0; L < K.Launches.size(); ++L)
    predictLaunch(K, L, Arch, Options);
  if (!isStopped(Options) && Options.Only.empty())
    findSharedFaults(K, Options);
  if (!isStopped(Options) && Options.Only.empty()) {
    findDivergentBarriers(K, Options);
    findOwnPlaces(K, Options);
  }
  if (!isStopped(Options) && Options.Only.empty())
    tryLargeBlock(K, Arch, Options);
  return K;
}

} // namespace warptidy
