//===- TransposeNote.cpp - Copies that exchange rows and columns ----------===//
// An access across the rows whose other side goes along them: the note that
// offers a tile in shared memory.
//===----------------------------------------------------------------------===//
#include "access/Polynomial.h"
#include "rules/Support.h"
#include <cstdlib>

namespace warptidy {

/// The load whose value a store stores, or the store of what a load loads; the
/// number of accesses for none.
static size_t otherSide(const KernelFacts &Facts, const AccessFact &A) {
  size_t I = 0;
  for (; I < Facts.Accesses.size(); ++I) {
    const AccessFact &B = Facts.Accesses[I];
    if (B.Space == AddressSpace::Global && B.WidthBytes == A.WidthBytes &&
        B.Base != A.Base &&
        ((A.Op == AccessOp::Store && B.Op == AccessOp::Load &&
          A.StoredFrom == B.Order) ||
         (A.Op == AccessOp::Load && B.Op == AccessOp::Store &&
          B.StoredFrom == A.Order)))
      break;
  }
  return I;
}

/// Whether threads that are neighbours in y are neighbours in the array.
static bool goesAlongY(const KernelFacts &Facts, const AccessFact &A,
                       const LaunchShape &L) {
  ExprPool Pool = Facts.Pool;
  PolynomialBuilder::Knowledge Known;
  Known.ExpandPhis = false;
  Known.Value = [&](ExprRef R) -> std::optional<int64_t> {
    const ExprNode &N = Pool[R];
    int64_t Dim = N.Value - int64_t(Builtin::BlockDimX);
    if (N.Op == ExprOp::Builtin && Dim >= 0 && Dim < 3)
      return L.Block[static_cast<size_t>(Dim)];
    return std::nullopt;
  };
  PolynomialBuilder Builder(Pool, Facts.Loops, Known);
  for (const auto &[Product, Scale] : Builder.of(A.Address).Terms)
    if (Product.size() == 1 && Pool[Product[0]].Op == ExprOp::Builtin &&
        Pool[Product[0]].Value == int64_t(Builtin::ThreadIdxY))
      return std::abs(Scale) == int64_t(A.WidthBytes);
  return false;
}

void addTransposeNote(Finding &F, const KernelPredictions &K, size_t Access,
                      const Judgement &J) {
  const AccessFact &A = K.Facts.Accesses[Access];
  const LaunchShape &L = K.Launches[J.Worst->Launch];
  size_t Other = otherSide(K.Facts, A);
  if (Other == K.Facts.Accesses.size() || L.Block[1] < 2 ||
      !goesAlongY(K.Facts, A, L))
    return;
  const AccessFact &B = K.Facts.Accesses[Other];
  for (const Prediction &P : K.Accesses[Other].PerLaunch)
    if (P.Launch == J.Worst->Launch && isContiguous(B, P) && P.MaxRatio < 2)
      F.Notes.push_back(
          {B.Where,
           "the " + operationText(B) + " of the same value takes " +
               intervalText(P.Min, P.Max) + " " + unitName(P.Units) +
               ": through a tile in shared memory, with rows one element "
               "longer than the tile is wide, both sides go along their rows"});
}

} // namespace warptidy
