//===- TransposeNote.cpp - Copies that exchange rows and columns ----------===//
// An access across the rows whose other side goes along them: the note that
// offers a tile in shared memory.
//===----------------------------------------------------------------------===//
#include "access/Polynomial.h"
#include "rules/Support.h"
#include <algorithm>
#include <cstdlib>
#include <map>

namespace warptidy {

/// What is known of one kernel's copies, made when it is first asked for.
struct TransposeNotes::Copies {
  explicit Copies(const KernelPredictions &K);
  size_t otherSide(size_t Access) const;
  bool goesAlongY(size_t Access, unsigned Launch);

  const KernelPredictions &K;
  ExprPool Pool;
  std::map<unsigned, PolynomialBuilder> ByLaunch;
  std::map<unsigned, size_t> Loads;                 ///< By their order.
  std::map<unsigned, std::vector<size_t>> StoresOf; ///< By the load's order.
};

TransposeNotes::Copies::Copies(const KernelPredictions &K)
    : K(K), Pool(K.Facts.Pool) {
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Space != AddressSpace::Global)
      continue;
    if (A.Op == AccessOp::Load)
      Loads.emplace(A.Order, I);
    else if (A.Op == AccessOp::Store)
      StoresOf[A.StoredFrom].push_back(I);
  }
}

/// The load whose value a store stores, or the store of what a load loads; the
/// number of accesses for none.
size_t TransposeNotes::Copies::otherSide(size_t Access) const {
  const AccessFact &A = K.Facts.Accesses[Access];
  auto Fits = [&](size_t I) {
    const AccessFact &B = K.Facts.Accesses[I];
    return B.WidthBytes == A.WidthBytes && B.Base != A.Base;
  };
  if (A.Op == AccessOp::Store)
    if (auto It = Loads.find(A.StoredFrom);
        It != Loads.end() && Fits(It->second))
      return It->second;
  if (A.Op == AccessOp::Load)
    if (auto It = StoresOf.find(A.Order); It != StoresOf.end())
      if (auto Store = std::find_if(It->second.begin(), It->second.end(), Fits);
          Store != It->second.end())
        return *Store;
  return K.Facts.Accesses.size();
}

/// Whether threads that are neighbours in y are neighbours in the array.
bool TransposeNotes::Copies::goesAlongY(size_t Access, unsigned Launch) {
  const LaunchShape &L = K.Launches[Launch];
  PolynomialBuilder::Knowledge Known;
  Known.ExpandPhis = false;
  Known.Value = [this, &L](ExprRef R) -> std::optional<int64_t> {
    const ExprNode &N = Pool[R];
    int64_t Dim = N.Value - int64_t(Builtin::BlockDimX);
    if (N.Op == ExprOp::Builtin && Dim >= 0 && Dim < 3)
      return L.Block[static_cast<size_t>(Dim)];
    return std::nullopt;
  };
  PolynomialBuilder &Builder =
      ByLaunch.try_emplace(Launch, Pool, K.Facts.Loops, std::move(Known))
          .first->second;
  const AccessFact &A = K.Facts.Accesses[Access];
  for (const auto &[Product, Scale] : Builder.of(A.Address).Terms)
    if (Product.size() == 1 && Pool[Product[0]].Op == ExprOp::Builtin &&
        Pool[Product[0]].Value == int64_t(Builtin::ThreadIdxY))
      return std::abs(Scale) == int64_t(A.WidthBytes);
  return false;
}

TransposeNotes::TransposeNotes(const KernelPredictions &K) : K(K) {}
TransposeNotes::~TransposeNotes() = default;

void TransposeNotes::add(Finding &F, size_t Access, const Judgement &J) {
  const unsigned Launch = J.Worst->Launch;
  if (K.Launches[Launch].Block[1] < 2)
    return;
  if (!Known)
    Known = std::make_unique<Copies>(K);
  size_t Other = Known->otherSide(Access);
  if (Other == K.Facts.Accesses.size() || !Known->goesAlongY(Access, Launch))
    return;
  const AccessFact &B = K.Facts.Accesses[Other];
  for (const Prediction &P : K.Accesses[Other].PerLaunch)
    if (P.Launch == Launch && isContiguous(B, P) && P.MaxRatio < 2)
      F.Notes.push_back(
          {B.Where,
           "the " + operationText(B) + " of the same value takes " +
               intervalText(P.Min, P.Max) + " " + unitName(P.Units) +
               ": through a tile in shared memory, with rows one element "
               "longer than the tile is wide, both sides go along their rows"});
}

} // namespace warptidy
