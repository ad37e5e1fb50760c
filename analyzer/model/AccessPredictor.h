//===- AccessPredictor.h - One access under one launch ----------*- C++ -*-===//
// Evaluates the address of an access for the lanes of every warp of the block,
// over whatever stays unknown, and counts the requests' cost.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_ACCESSPREDICTOR_H
#define WARPTIDY_MODEL_ACCESSPREDICTOR_H

#include "access/Polynomial.h"
#include "model/LaneEvaluator.h"
#include "model/Leaves.h"
#include "model/Request.h"
#include <functional>
#include <memory>

namespace warptidy {

class AccessPredictor {
public:
  AccessPredictor(KernelFacts &Facts, const LaunchShape &Shape,
                  const ArchInfo &Arch, PredictOptions Options = {});

  Prediction predict(const AccessFact &Access);

private:
  /// An address taken apart for evaluation.
  struct Form {
    const Polynomial *Address;
    const Polynomial *Other = nullptr; ///< The other side of a copy.
    Leaves Varying;               ///< Leaves of everything that varies by lane.
    std::set<unsigned> Loops;     ///< Loops whose phis or iterations occur.
    std::vector<ExprRef> Samples; ///< Unknowns tied up with the lanes.
    /// Iterations of loops that a sampled symbol bounds, by their symbol: in a
    /// row of n elements the column stays below n.
    std::map<ExprRef, ExprRef> BoundedBy;
  };
  /// One way of running: which loops are iterated, which symbols are sampled.
  struct Run {
    std::set<unsigned> Iterated;
    std::map<ExprRef, int64_t> Sampled;
    std::set<ExprRef> Bounded; ///< Sampled iterations, see Form::BoundedBy.
    RequestStatistics Stats;
    std::map<int64_t, unsigned> Cases; ///< Worst units by sampled value.
    unsigned Blocks = 1;               ///< Blocks that the counts cover.
    uint64_t Evaluations = 0;
    bool BoundsAssumed = false; ///< A bounds check was taken to hold.
    bool GuardsUnread = false;  ///< Some other lane-varying guard was.
    bool OffsetsVaried = false; ///< Several residues of an unknown offset.
    bool KeepFaults = false; ///< Count samples under which the access faults.
    bool OffsetsDropped = false; ///< Some residues would have faulted.
    bool LoopsOpen = false;      ///< Some enclosing loop was not iterated.
    bool BranchesOpen = false;   ///< Some uniform guard could not be read.
    bool Counting = false;       ///< For a total: nothing may stay open.
    bool EachBlock = false;      ///< Counting, block by block.
    uint64_t Repeated = 1;       ///< Times that the requests occur.
  };

  std::optional<int64_t> knownValue(ExprRef R) const;
  bool followsExit(ExprRef R) const;
  std::optional<int64_t> exitConstant(ExprRef R) const;
  Range knownBounds(ExprRef R) const;
  PolynomialBuilder::Knowledge knowledge() const;
  Leaves leavesOf(ExprRef R) const;
  Form takeApart(const AccessFact &A);
  bool phisFollow(const Form &F) const;
  bool recurrenceReadsData(Form &F) const;
  std::set<unsigned> loopsToIterate(const AccessFact &A, const Form &F);
  bool runAll(const AccessFact &A, const Form &F, Run &R);
  bool runDraws(const AccessFact &A, const Form &F, Run &R,
                const std::vector<ExprRef> &Symbols,
                const std::vector<std::vector<int64_t>> &Domains);
  bool runGrid(const AccessFact &A, const Form &F, Run &R,
               const std::vector<ExprRef> &Symbols,
               const std::vector<std::vector<int64_t>> &Domains);
  bool runSamples(const AccessFact &A, const Form &F, Run &R,
                  const std::vector<ExprRef> &Symbols);
  bool tryValues(const AccessFact &A, const Form &F, Run &R);
  bool runSample(const AccessFact &A, const Form &F, Run &R);
  bool runWarp(const AccessFact &A, const Form &F, Run &R, size_t Depth,
               uint32_t Active);
  bool iterate(const AccessFact &A, const Form &F, Run &R, size_t Depth,
               uint32_t Active);
  bool predictForm(const AccessFact &A, Form &F, Prediction &P);
  bool isPicked(const AccessFact &A);
  bool overBudget(Run &R);
  bool request(const AccessFact &A, const Form &F, Run &R, uint32_t Active);
  /// Lane addresses up to a uniform offset that Divisor divides.
  struct Placed {
    LaneAddresses Lanes;
    uint64_t Divisor = 1;
  };
  bool place(const Polynomial &Address, uint32_t Active, Placed &Out);
  void eachCondition(ExprRef Cond, bool Holds,
                     const std::function<void(ExprRef, bool)> &Note) const;
  void noteDivisor(ExprRef Cond, bool Holds);
  void noteDivisors(const AccessFact &A);
  void notePin(ExprRef Cond, bool Holds, std::map<unsigned, int64_t> &Pins);
  AccessPredictor *pinned(const AccessFact &A);
  uint64_t periodOf(const AccessFact &A) const;
  void costOf(const AccessFact &A, Run &R, const Placed &Mine,
              const Placed *Other);
  ExprRef simplified(ExprRef Cond);
  bool isBoundsCheck(ExprRef Cond, bool Holds) const;
  unsigned blocksToRun(const AccessFact &A) const;
  void setBlock(unsigned Block);
  void unsetBlock();
  bool runBlock(const AccessFact &A, const Form &F, Run &R);
  void evaluate(ExprRef Cond, uint32_t &True, uint32_t &Known);
  void noteDivergentExits(unsigned Loop, Run &R);
  bool variesByIteration(const AccessFact &A) const;
  bool warpUniform(ExprRef R) const;
  bool sameInEachWarp(ExprRef R) const;
  void fewerLanes(const AccessFact &A, Prediction &P) const;
  uint32_t guardedLanes(const AccessFact &A, Run &R, uint32_t Active);
  void bindClosedPhis(const Form &F, const Run &R);
  std::vector<int64_t> domainOf(const AccessFact &A, const Form &F, ExprRef S);
  int64_t pitchLowerBound(const AccessFact &A, const Form &F, ExprRef S);
  ExprRef iterationBoundedBy(const AccessFact &A, const Form &F, ExprRef S);
  void clampIterations(const Form &F, Run &R);
  void boundData(const AccessFact &A, const Form &F, Prediction &P);
  bool complete(const Run &R) const;
  bool countAnyBlock(const AccessFact &A, const Form &F, Run &R,
                     uint64_t Blocks);
  bool countEachBlock(const AccessFact &A, const Form &F, Run &R,
                      uint64_t Blocks);
  void countLaunch(const AccessFact &A, const Form &F, Prediction &P);
  void conclude(const AccessFact &A, const Form &F, Run &R, Prediction &P);
  void bindLaunch(LaneEvaluator &Evaluator) const;
  bool isBase(ExprRef R) const;
  bool isNullArgument(ExprRef R) const;
  unsigned warps() const;

  KernelFacts &Facts;
  const LaunchShape &Shape;
  const ArchInfo &Arch;
  PredictOptions Options;
  PolynomialBuilder Builder;
  LaneEvaluator Lanes;
  /// Knows the launch alone: asked about other warps while Lanes runs one.
  mutable LaneEvaluator Probe;
  uint64_t Counted = 0; ///< Evaluations for totals of launches.
  /// What the conditions around the access say of uniform values.
  PolynomialBuilder::Divisors Divisors;
  std::map<ExprRef, ExprRef> SimplifiedConditions;
  /// The launch with arguments that conditions fix, by their values.
  struct PinnedLaunch {
    LaunchShape Shape;
    std::unique_ptr<AccessPredictor> Predictor;
  };
  std::map<std::map<unsigned, int64_t>, PinnedLaunch> Pinned;
  mutable std::map<ExprRef, bool> WarpUniform, Followed;
  mutable std::map<ExprRef, std::optional<int64_t>> ExitConstants;
};

} // namespace warptidy

#endif
