//===- VectorGroups.cpp - Elements that one access could take -------------===//
// Groups the accesses by which a thread takes neighbouring elements one by one.
//===----------------------------------------------------------------------===//
#include "access/Polynomial.h"
#include "rules/Support.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace warptidy {

/// Bytes between neighbouring lanes under all launches, if these are two or
/// four elements and no more than an access may have; 0 for others.
static int64_t groupBytes(const KernelPredictions &K, size_t I) {
  const AccessFact &A = K.Facts.Accesses[I];
  int64_t Bytes = 0;
  for (const Prediction &P : K.Accesses[I].PerLaunch) {
    if (P.Kind == Pattern::NotExecuted)
      continue;
    if (!P.LaneStrideBytes || (Bytes && *P.LaneStrideBytes != Bytes))
      return 0;
    Bytes = *P.LaneStrideBytes;
  }
  bool Fits =
      Bytes == 2 * int64_t(A.WidthBytes) || Bytes == 4 * int64_t(A.WidthBytes);
  return Fits && Bytes <= 16 ? Bytes : 0;
}

/// Whether nvcc makes, or may make, something else of it.
static bool isMerged(const KernelPredictions &K, size_t I) {
  auto Has = [&](const CompiledPredictions &C) {
    return std::count(C.Members.begin(), C.Members.end(), I) &&
           (C.Eliminated || C.Fact.WidthBytes > K.Facts.Accesses[I].WidthBytes);
  };
  return K.UnsureCompiled[I] ||
         std::any_of(K.Compiled.begin(), K.Compiled.end(), Has) ||
         std::any_of(K.Possible.begin(), K.Possible.end(), Has);
}

static bool isElement(const AccessFact &A) {
  return A.Space == AddressSpace::Global && A.Base != NoExpr && !A.Volatile &&
         (A.Form == AccessForm::Plain || A.Form == AccessForm::ReadOnly) &&
         (A.Op == AccessOp::Load || A.Op == AccessOp::Store) &&
         A.Unknown == UnknownReason::None && !A.Words.Record;
}

std::vector<VectorGroup> vectorGroups(const KernelPredictions &K) {
  using Key = std::tuple<ExprRef, AccessOp, unsigned, unsigned, std::string,
                         int64_t, int64_t>;
  std::map<Key, VectorGroup> Groups;
  ExprPool Pool = K.Facts.Pool;
  PolynomialBuilder Builder(Pool, K.Facts.Loops, {});
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    int64_t Bytes = isElement(A) && !isMerged(K, I) ? groupBytes(K, I) : 0;
    int64_t At = K.Accesses[I].ConstantOffset;
    if (!Bytes || At < 0 || At % A.WidthBytes ||
        Builder.divisorOfVariableTerms(Polynomial(Builder.of(A.Address))) %
            uint64_t(Bytes))
      continue;
    VectorGroup &G = Groups[{A.Base, A.Op, A.WidthBytes, A.Block,
                             K.Accesses[I].VariableText, Bytes, At / Bytes}];
    G.Bytes = static_cast<unsigned>(Bytes);
    G.Accesses.push_back(I);
  }
  std::vector<VectorGroup> Out;
  for (auto &[Place, G] : Groups) {
    std::set<int64_t> Offsets;
    for (size_t I : G.Accesses)
      Offsets.insert(K.Accesses[I].ConstantOffset);
    unsigned Width = K.Facts.Accesses[G.Accesses.front()].WidthBytes;
    if (Offsets.size() * Width == G.Bytes)
      Out.push_back(std::move(G));
  }
  return Out;
}

} // namespace warptidy
