//===- Prediction.h - What the memory system will do ------------*- C++ -*-===//
// The model's verdict on one access under one launch: sectors, wavefronts or
// requests as an interval with the ideal, and what was assumed on the way.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_PREDICTION_H
#define WARPTIDY_MODEL_PREDICTION_H

#include "launch/LaunchShape.h"
#include "model/Hardware.h"
#include <atomic>
#include <string>
#include <vector>

namespace warptidy {

enum class Unit : uint8_t { Sectors, Wavefronts, Requests };
const char *unitName(Unit U);

/// How the verdict was reached.
enum class Pattern : uint8_t {
  Exact,         ///< One figure for every warp, iteration and unknown offset.
  Interval,      ///< Varies with warp, iteration or an unknown offset.
  Symbolic,      ///< Varies with an unknown stride or pitch, named in Symbol.
  DataDependent, ///< The index is loaded data; the interval is its bounds.
  NotExecuted,   ///< No lane of any warp reaches it under this launch.
  Unknown,
};
const char *patternName(Pattern P);

/// One row of a symbolic verdict: with Symbol == Value the access takes
/// Units (the worst over everything else that is unknown), and at least Least.
struct SymbolCase {
  int64_t Value;
  unsigned Units;
  unsigned Least = 0; ///< 0 when it was not counted.
};

/// A thread that certainly reads or writes outside of a shared array.
struct OutsideFact {
  std::array<unsigned, 3> Thread{}, Block{}; ///< threadIdx and blockIdx.
  int64_t Offset = 0; ///< First byte that it touches, from the array's start.
  uint64_t ArrayBytes = 0;
  unsigned Threads = 0; ///< Of the block that do so; at least, unless
  bool AllCounted = false;
};

struct Prediction {
  unsigned Launch = 0; ///< Index into KernelPredictions::Launches.
  Pattern Kind = Pattern::Unknown;
  UnknownReason Unknown = UnknownReason::None;
  std::string UnknownDetail;
  Unit Units = Unit::Sectors;
  unsigned Min = 0, Max = 0; ///< Per warp-level request.
  unsigned Ideal = 0;        ///< For the lanes and width of the Max request.
  unsigned ActiveLanes = 0;  ///< Lanes of the Max request.
  unsigned BytesUsed = 0;    ///< Distinct bytes of the Max request.
  /// The lanes of the Max request; their addresses count from the start of the
  /// array, or where that and uniform unknowns were taken to be. None for what
  /// was not evaluated lane by lane.
  std::optional<LaneAddresses> Request;
  /// Every evaluated request costs at least this many times its own ideal;
  /// without matrices that are smaller than a block.
  double MinRatio = 1.0;
  double MaxRatio = 1.0;
  /// Units over ideals, summed over every request that was evaluated.
  double MeanRatio = 1.0;
  /// Constant byte distance between neighbouring lanes, when there is one.
  std::optional<int64_t> LaneStrideBytes;
  /// Exact totals for Blocks blocks, when every loop and lane was enumerated.
  unsigned Blocks = 1;
  std::optional<uint64_t> BlockRequests;
  std::optional<uint64_t> BlockUnits;
  /// What would do for the same requests (RequestCost::Enough), and the
  /// distinct bytes of each, summed; there where BlockUnits is.
  std::optional<uint64_t> BlockEnough, BlockBytes;
  /// Exact totals for the whole grid, where PredictOptions asked for them.
  std::optional<uint64_t> LaunchRequests;
  std::optional<uint64_t> LaunchUnits;
  std::optional<uint64_t> LaunchEnough, LaunchBytes;
  /// Symbolic verdicts: the symbol and its table, ascending.
  std::string Symbol;
  std::vector<SymbolCase> Cases;
  /// The most and the fewest units as a formula of the symbol, from FormulaFrom
  /// on, where one gave what the lanes need for each of FormulaChecked values.
  std::string Formula, FormulaLeast;
  int64_t FormulaFrom = 1;
  unsigned FormulaChecked = 0;
  /// Lanes whose address is not a multiple of the width, worst warp; a fault.
  unsigned MisalignedLanes = 0;
  bool AlwaysMisaligned = false; ///< In every case that was evaluated.
  /// False when a condition that could switch lanes off was not read (bounds
  /// checks on unknown sizes do not count).
  bool MaskKnown = true;
  std::vector<std::string> Assumptions; ///< e.g. "i < n holds for the warp".
  std::optional<OutsideFact> Outside;   ///< Shared accesses, known launches.
};

/// A shared load of what another warp stores, with no barrier between.
struct UnorderedPair {
  bool LoadFirst = false; ///< In the order of the code: the store overwrites.
  bool NextRound = false; ///< The second is of the loop's next iteration.
  size_t Store = 0, Load = 0; ///< Accesses of the kernel.
  unsigned Launch = 0;
  std::array<unsigned, 3> Writer{}, Reader{}; ///< threadIdx of two threads.
  int64_t Offset = 0; ///< First byte that Reader reads, from the array's start.
};

/// A barrier that some threads of a block certainly execute more often than
/// others, which certainly go on to something else.
struct DivergentBarrier {
  size_t Barrier = 0; ///< Of KernelFacts::Barriers.
  unsigned Launch = 0;
  std::array<unsigned, 3> Waits{}, Misses{}; ///< threadIdx of two threads.
  std::array<unsigned, 3> Block{};
  unsigned Often = 0, Seldom = 0; ///< Times that these two execute it.
  size_t Next = 0;                ///< An access that Misses makes behind it.
};

/// A shared array of which every thread uses one place of its own.
struct PrivateShared {
  ExprRef Base = NoExpr;
  unsigned Launch = 0;
};

struct AccessPredictions {
  std::vector<Prediction> PerLaunch;
  std::string IndexText;      ///< Readable address, without the base.
  int64_t ConstantOffset = 0; ///< Bytes; the constant term of IndexText.
  std::string VariableText;   ///< IndexText with the base, less that term.
};

/// A machine access that differs from what is written; see CompiledAccess.
struct CompiledPredictions {
  AccessFact Fact;
  std::vector<size_t> Members; ///< Accesses that it serves, ascending.
  bool Eliminated = false;     ///< Lives in registers; no predictions.
  std::vector<Prediction> PerLaunch;
};

struct KernelPredictions {
  KernelFacts Facts;
  std::vector<LaunchShape> Launches;
  std::vector<KernelResources> Resources; ///< Where a log of ptxas has them.
  bool LargeBlock = false; ///< The last launch was added for idle accesses.
  std::vector<AccessPredictions> Accesses; ///< Parallel to Facts.Accesses.
  /// Accesses that no launch makes (findDeadCode), parallel to Facts.Accesses.
  std::vector<bool> Dead;
  /// As compiled. Accesses that no entry serves stay as written, or it is not
  /// known what becomes of them (UnsureCompiled, parallel to Facts.Accesses).
  std::vector<CompiledPredictions> Compiled;
  std::vector<bool> UnsureCompiled;
  /// Merged shared or global accesses that unsure ones may have become.
  std::vector<CompiledPredictions> Possible;
  std::vector<UnorderedPair> Unordered; ///< One a pair of accesses and launch.
  std::vector<DivergentBarrier> Divergent; ///< One a barrier and launch.
  std::vector<PrivateShared> OwnPlaces;    ///< One an array and launch.
};

struct PredictOptions {
  /// Follow every block of a launch whose grid is known, for its totals.
  bool CountLaunches = false;
  /// Once it is true the rest of the predictions is left out.
  const std::atomic<bool> *Stop = nullptr;
  /// Accesses that the predictions are wanted of, by index; empty for all.
  std::vector<bool> Only;
};

/// Predicts every access of a kernel for every shape.
KernelPredictions predictKernel(KernelFacts Facts,
                                std::vector<LaunchShape> Launches,
                                const ArchInfo &Arch,
                                PredictOptions Options = {});

} // namespace warptidy

#endif
