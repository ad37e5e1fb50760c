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
  /// What the index says of a value that rows may be apart.
  struct Pitch {
    int64_t Span = 1; ///< Length of a row, as far as the threads reach.
    /// A condition keeps the index within the row, whose length can therefore
    /// be less: matrices smaller than a block.
    bool Open = false;
    unsigned BlockAxes = 0; ///< Block indices in that condition, a bit each.
  };
  /// A condition that leaves the threads of some blocks out: row < Size.
  struct Limit {
    ExprRef Size;
    Guard Check;
    unsigned BlockAxes; ///< Block indices in it, a bit each.
  };
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
    std::map<ExprRef, Pitch> Pitches; ///< Of the samples that may be one.
    std::vector<Limit> Limits;        ///< By samples.
    bool hasSizes() const { return !Pitches.empty() || !Limits.empty(); }
  };
  /// A loop of which a few iterations stand for all.
  struct Stretches {
    std::set<ExprRef> Flipping; ///< Comparisons whose outcome it changes.
    uint64_t Cycle = 1;         ///< Iterations after which costs repeat.
  };
  /// One way of running: which loops are iterated, which symbols are sampled.
  struct Run {
    std::set<unsigned> Iterated;
    std::map<ExprRef, int64_t> Sampled;
    std::set<ExprRef> Bounded; ///< Sampled iterations, see Form::BoundedBy.
    RequestStatistics Stats;
    std::map<int64_t, unsigned> Cases; ///< Worst units by sampled value.
    std::map<int64_t, unsigned> Least; ///< And the best.
    bool Verifying = false; ///< For a formula: more warps and values.
    unsigned Blocks = 1;    ///< Blocks that the counts cover.
    uint64_t Evaluations = 0;
    bool OverBudget = false;    ///< The run stopped for its length.
    bool Drawn = false;         ///< Some combinations of samples, not all.
    unsigned Possible = 0;      ///< Samples under which it could be run.
    bool BoundsAssumed = false; ///< A bounds check was taken to hold.
    bool GuardsUnread = false;  ///< Some other lane-varying guard was.
    bool OffsetsVaried = false; ///< Several residues of an unknown offset.
    /// Rows shorter than what a block spans of them, or too few for a warp.
    bool Small = false;
    bool KeepFaults = false; ///< Count samples under which the access faults.
    bool OffsetsDropped = false; ///< Some residues would have faulted.
    bool LoopsOpen = false;      ///< Some enclosing loop was not iterated.
    bool BranchesOpen = false;   ///< Some uniform guard could not be read.
    bool Counting = false;       ///< For a total: nothing may stay open.
    bool EachBlock = false;      ///< Counting, block by block.
    uint64_t Repeated = 1;       ///< Times that the requests occur.
    uint64_t Weight = 1;         ///< Of the requests that are run now.
    /// Loops of which some iterations stand for all.
    std::map<unsigned, Stretches> Skipped;
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
  bool isLongKernel() const;
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
  bool dependsOnLoop(ExprRef R, unsigned Loop) const;
  bool isLinear(const Polynomial &P, unsigned Loop, bool Uniform,
                uint64_t &Gcd) const;
  bool linearParts(ExprRef Cond, unsigned Loop, std::set<ExprRef> &Parts);
  bool isRegular(const AccessFact &A, const Form &F, unsigned Loop,
                 Stretches &Out);
  void setIteration(unsigned Loop, const std::vector<LaneValues> &First,
                    const std::vector<LaneValues> &Steps, uint64_t It);
  bool findFlips(ExprRef Cond, uint32_t Active,
                 const std::function<void(uint64_t)> &At,
                 std::set<uint64_t> &Flips);
  bool runStretch(const AccessFact &A, const Form &F, Run &R, size_t Depth,
                  uint32_t Active, uint64_t From, uint64_t Count,
                  uint64_t Cycle, const std::function<void(uint64_t)> &At);
  bool runStretches(const AccessFact &A, const Form &F, Run &R, size_t Depth,
                    uint32_t Active, const Stretches &S);
  bool runSkipping(const AccessFact &A, const Form &F,
                   const std::set<unsigned> &Loops, Run &R);
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
  bool limitsFromAbove(ExprRef Index, ExprRef Size);
  bool isBoundsCheck(ExprRef Cond, bool Holds);
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
  void bindClosedPhis(const AccessFact &A, const Form &F, const Run &R);
  bool isShiftAmount(ExprRef S) const;
  std::vector<int64_t> domainOf(const Form &F, ExprRef S);
  int64_t pitchLowerBound(const AccessFact &A, const Form &F, ExprRef S);
  Polynomial besidePitch(const Form &F, ExprRef S, int64_t &Scale) const;
  Pitch pitchOf(const AccessFact &A, const Form &F, ExprRef S);
  void noteLimits(const Guard &G, ExprRef S, unsigned Threads, Pitch &P) const;
  unsigned builtinsOf(ExprRef R, ExprRef Stop, bool &Found) const;
  void findLimits(const AccessFact &A, Form &F);
  void setFirstBlock(unsigned Axes);
  bool someWarpIsWhole(const Form &F);
  bool setSmall(const Form &F, const std::map<ExprRef, int64_t> &Sampled);
  void putSmallLast(const Form &F, ExprRef S, std::vector<int64_t> &Values);
  ExprRef iterationBoundedBy(const AccessFact &A, const Form &F, ExprRef S);
  void clampIterations(const Form &F, Run &R);
  void boundData(const AccessFact &A, const Form &F, Prediction &P);
  bool complete(const Run &R) const;
  bool countAnyBlock(const AccessFact &A, const Form &F, Run &R,
                     uint64_t Blocks);
  bool countEachBlock(const AccessFact &A, const Form &F, Run &R,
                      uint64_t Blocks);
  void countLaunch(const AccessFact &A, const Form &F, Prediction &P);
  bool checkTable(const AccessFact &A, const Form &F, const Run &R, ExprRef S,
                  const std::vector<SymbolCase> &Table, Run &Check);
  void addFormula(const AccessFact &A, const Form &F, const Run &R,
                  Prediction &P);
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
  RequestCosts Costs;
  std::set<ExprRef> ClosedPhis; ///< Set by bindClosedPhis.
  uint64_t SampledRequests = 0; ///< With values filled in for unknowns.
  uint64_t Counted = 0;         ///< Evaluations for totals of launches.
  /// What the conditions around the access say of uniform values.
  PolynomialBuilder::Divisors Divisors;
  std::map<ExprRef, ExprRef> SimplifiedConditions;
  mutable std::set<ExprRef> ShiftAmounts; ///< Among the first ShiftsRead nodes.
  mutable ExprRef ShiftsRead = 0;
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
