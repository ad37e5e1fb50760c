//===- ExactLanes.h - What threads do for certain ---------------*- C++ -*-===//
// Follows one access under one launch, and shows only those threads of which
// it is certain that they make it, and at which address: nothing is sampled,
// no bounds check is taken to hold, no index to be free of overflow.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_EXACTLANES_H
#define WARPTIDY_MODEL_EXACTLANES_H

#include "launch/LaunchShape.h"
#include "model/LaneEvaluator.h"
#include <functional>
#include <map>
#include <set>

namespace warptidy {

class ExactLanes {
public:
  using Block = std::array<unsigned, 3>;
  /// Takes the lanes of a warp in one execution of the access; their addresses
  /// count from the start of the array.
  using Visit = std::function<void(unsigned Warp, const LaneAddresses &)>;

  ExactLanes(const KernelFacts &Facts, const LaunchShape &Shape);
  /// The block of the grid to follow; the first one before any call.
  void setBlock(const Block &At);
  /// The iteration (0 for the first) by loop.
  using Iterations = std::map<unsigned, unsigned>;
  /// Of loops in Only one iteration is shown: the lanes that certainly come to
  /// it. True when nothing about any lane was left open. Without an Address (a
  /// barrier) only the lanes are shown.
  bool follow(const AccessFact &A, const Iterations &Only, const Visit &Show);
  /// Place of a thread in the block.
  std::array<unsigned, 3> thread(unsigned Warp, unsigned Lane) const;

private:
  bool isOffset(ExprRef R, ExprRef Base, std::set<ExprRef> &Seen) const;
  bool reaches(ExprRef R, ExprRef Base, std::set<ExprRef> &Seen) const;
  void bind(ExprRef Symbol);
  void run(const AccessFact &A, size_t Depth, uint32_t Active);
  void iterate(const AccessFact &A, size_t Depth, uint32_t Active);
  uint32_t staying(const LoopFact &L, uint32_t Active);
  void request(const AccessFact &A, uint32_t Active);
  uint32_t certainly(const Guard &G, bool Outcome);

  /// Requests of one access, and of all accesses together.
  static constexpr unsigned MaxSteps = 1 << 12;
  static constexpr unsigned MaxAllSteps = 1 << 16;

  const KernelFacts &Facts;
  const LaunchShape &Shape;
  LaneEvaluator Lanes;
  const Iterations *Only = nullptr;
  const Visit *Shown = nullptr;
  unsigned Warp = 0, Steps = 0, AllSteps = 0;
  bool Complete = true;
};

} // namespace warptidy

#endif
