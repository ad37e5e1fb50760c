//===- DataBounds.cpp - Where only bounds can be given --------------------===//
// Indices that are loaded data, and masks that were not read.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include <algorithm>

namespace warptidy {

/// Moves the data that loop-carried values pick up on the way (a counter that
/// grows where a loaded value says so) to the data of the form.
bool AccessPredictor::recurrenceReadsData(Form &F) const {
  std::vector<ExprRef> Work(F.Varying.Phis.begin(), F.Varying.Phis.end());
  std::set<ExprRef> Seen(Work.begin(), Work.end());
  while (!Work.empty()) {
    const PhiInfo Info = Facts.Pool.phiInfo(Work.back());
    Work.pop_back();
    for (ExprRef From : {Info.Init, Info.Next}) {
      Leaves L = leavesOf(From);
      if (L.Opaque != NoExpr)
        return false;
      F.Varying.Data.insert(L.Data.begin(), L.Data.end());
      for (ExprRef P : L.Phis)
        if (Seen.insert(P).second)
          Work.push_back(P);
    }
  }
  return !F.Varying.Data.empty();
}

/// What one lane alone costs: the least when some may be switched off.
void AccessPredictor::fewerLanes(const AccessFact &A, Prediction &P) const {
  LaneAddresses One;
  One.Active = 1;
  One.WidthBytes = A.WidthBytes;
  P.Min = std::min(P.Min, requestCost(Arch, A, One).Units);
  P.MinRatio = 1.0;
}

void AccessPredictor::boundData(const AccessFact &A, const Form &F,
                                Prediction &P) {
  P.Kind = Pattern::DataDependent;
  uint64_t Span = 0;
  if (A.Base != NoExpr)
    Span = Facts.Pool.symbolInfo(A.Base).SizeBytes;
  Polynomial Offset = *F.Address;
  if (A.Base != NoExpr)
    Offset.Terms.erase({A.Base});
  if (Range R = Builder.rangeOf(Offset); R.Lo && R.Hi) {
    uint64_t Bytes = static_cast<uint64_t>(*R.Hi - *R.Lo) + A.WidthBytes;
    Span = Span ? std::min(Span, Bytes) : Bytes;
  }
  bool First = true;
  for (unsigned W = 0; W < warps(); ++W) {
    uint32_t Active;
    Lanes.setWarp(Shape.Block, W, Active);
    Run Scratch;
    Active = guardedLanes(A, Scratch, Active);
    if (!Active)
      continue;
    unsigned Min, Max, Ideal;
    unknownAddressBounds(Arch, A, Active, Span, Min, Max, Ideal);
    if (First || Max > P.Max) {
      P.Max = Max;
      P.Ideal = Ideal;
      P.ActiveLanes = static_cast<unsigned>(__builtin_popcount(Active));
    }
    P.Min = First ? Min : std::min(P.Min, Min);
    First = false;
  }
  if (First) {
    P.Kind = Pattern::NotExecuted;
    return;
  }
  P.MaxRatio = P.MeanRatio = P.Ideal ? double(P.Max) / P.Ideal : 1.0;
  ExprRef Data = *F.Varying.Data.begin();
  P.Symbol = exprText(Facts.Pool, Data);
}

} // namespace warptidy
