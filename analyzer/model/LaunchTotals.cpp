//===- LaunchTotals.cpp - All requests of one access under one launch -----===//
// Runs the access for every warp of every block and every iteration, where the
// launch fixes all of them, so that a measurement can be held against the sum.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"

namespace warptidy {

/// True when nothing was assumed or left out on the way.
bool AccessPredictor::complete(const Run &R) const {
  return !R.LoopsOpen && !R.OffsetsVaried && !R.BoundsAssumed &&
         !R.GuardsUnread && !(R.Counting && R.BranchesOpen);
}

/// One block for all, where its index is not needed.
bool AccessPredictor::countAnyBlock(const AccessFact &A, const Form &F, Run &R,
                                    uint64_t Blocks) {
  if (!runBlock(A, F, R) || !complete(R))
    return false;
  R.Repeated = Blocks;
  return true;
}

bool AccessPredictor::countEachBlock(const AccessFact &A, const Form &F, Run &R,
                                     uint64_t Blocks) {
  bool Ok = true;
  for (uint64_t Block = 0; Block < Blocks && Ok; ++Block) {
    setBlock(static_cast<unsigned>(Block));
    Ok = runBlock(A, F, R) && complete(R);
  }
  unsetBlock();
  return Ok;
}

void AccessPredictor::countLaunch(const AccessFact &A, const Form &F,
                                  Prediction &P) {
  if (!Shape.Grid || !A.MaskComplete)
    return;
  uint64_t Blocks =
      uint64_t((*Shape.Grid)[0]) * (*Shape.Grid)[1] * (*Shape.Grid)[2];
  Run Any, Each;
  Any.Counting = Each.Counting = Each.EachBlock = true;
  Any.Iterated = Each.Iterated = {A.Loops.begin(), A.Loops.end()};
  bool Ok = countAnyBlock(A, F, Any, Blocks);
  if (!Ok && !countEachBlock(A, F, Each, Blocks))
    return;
  const Run &R = Ok ? Any : Each;
  if (!R.Stats.unitsCertain())
    return;
  P.LaunchRequests = R.Stats.count() * R.Repeated;
  P.LaunchUnits = R.Stats.units() * R.Repeated;
  P.LaunchEnough = R.Stats.enough() * R.Repeated;
  P.LaunchBytes = R.Stats.bytes() * R.Repeated;
}

} // namespace warptidy
