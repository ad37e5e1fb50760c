//===- Predict.cpp - All accesses of a kernel -----------------------------===//
// Predicts every access for every launch, and names the contract's words.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include "model/Compiled.h"

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
  for (unsigned L = 0; L < K.Launches.size(); ++L) {
    AccessPredictor Predictor(K.Facts, K.Launches[L], Arch, Options);
    for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
      if (Options.Stop && *Options.Stop)
        return K;
      K.Accesses[I].PerLaunch.push_back(
          inLaunch(Predictor.predict(K.Facts.Accesses[I]), L, K.Launches[L]));
    }
    for (CompiledPredictions &C : K.Compiled) {
      if (Options.Stop && *Options.Stop)
        return K;
      if (!C.Eliminated)
        C.PerLaunch.push_back(
            inLaunch(Predictor.predict(C.Fact), L, K.Launches[L]));
    }
  }
  return K;
}

} // namespace warptidy
