//===- Unrolling.cpp - Which loops nvcc unrolls ---------------------------===//
// Decides for each loop, and writes out the code with the loops that go.
//===----------------------------------------------------------------------===//
#include "model/Compiled.h"
#include <algorithm>

namespace warptidy {

namespace {

/// A loop of N iterations is unrolled in full when (S - 2) * N is at most 402,
/// S being its instructions after invariant ones have gone (30 bodies, 2 to 160
/// iterations: 4546 of 4611). Sizes are estimated, so what lies near the limit
/// or above it, where a second stage may still unroll, is left open.
constexpr unsigned SurelyUnrolled = 340;
/// Instructions that control a loop: increment, comparison, branch.
constexpr unsigned ControlInstructions = 3;
/// Accesses and cuts written out for one kernel.
constexpr size_t MaxEvents = 1 << 15;

class Planner {
public:
  explicit Planner(const KernelFacts &Facts)
      : Facts(Facts), Plan(Facts.Loops.size(), Unrolling::Unsure),
        Sizes(Facts.Loops.size()) {}

  std::vector<Unrolling> run() {
    // Inner loops come after the ones around them.
    for (size_t I = Facts.Loops.size(); I-- > 0;)
      decide(static_cast<unsigned>(I));
    return std::move(Plan);
  }

private:
  void decide(unsigned I) {
    const LoopFact &L = Facts.Loops[I];
    uint64_t Size = L.Instructions;
    bool Open = false;
    for (unsigned J = I + 1; J < Facts.Loops.size(); ++J)
      if (Facts.Loops[J].Parent == I) {
        Size += Sizes[J];
        Open |= Plan[J] != Unrolling::Full;
      }
    Plan[I] = outcome(L, Size, Open);
    Sizes[I] = Size;
    if (Plan[I] == Unrolling::Full)
      Sizes[I] = L.Trips *
                 (Size > ControlInstructions ? Size - ControlInstructions : 1);
  }

  static Unrolling outcome(const LoopFact &L, uint64_t Size, bool Open) {
    switch (L.Asked) {
    case LoopFact::Pragma::Disable:
      return Unrolling::Rolled;
    case LoopFact::Pragma::Full:
      return L.Trips ? Unrolling::Full : Unrolling::Unsure;
    case LoopFact::Pragma::Factor:
      if (L.AskedFactor <= 1)
        return Unrolling::Rolled;
      return L.Trips && L.Trips <= L.AskedFactor ? Unrolling::Full
                                                 : Unrolling::Unsure;
    case LoopFact::Pragma::None:
      break;
    }
    if (L.Trips == 1)
      return Unrolling::Full;
    bool Small = Size >= 2 && (Size - 2) * L.Trips <= SurelyUnrolled;
    return L.Trips && Small && !Open ? Unrolling::Full : Unrolling::Unsure;
  }

  const KernelFacts &Facts;
  std::vector<Unrolling> Plan;
  std::vector<uint64_t> Sizes; ///< Instructions, unrolled.
};

class Expander {
public:
  Expander(const KernelFacts &Facts, const std::vector<Unrolling> &Plan)
      : Facts(Facts), Plan(Plan), InBlock(Facts.Blocks.size()) {}

  std::vector<CodeEvent> run() {
    for (size_t I = 0; I < Facts.Accesses.size(); ++I)
      if (const AccessFact &A = Facts.Accesses[I]; A.Block < InBlock.size())
        add(A.Block, A.Order, {CodeEvent::Access, I, {}});
    for (const CutFact &C : Facts.Cuts)
      add(C.Block, C.Order,
          {C.Exchange ? CodeEvent::Exchange
           : C.Branch ? CodeEvent::Split
                      : CodeEvent::Cut,
           0,
           {}});
    for (auto &Events : InBlock)
      std::stable_sort(
          Events.begin(), Events.end(),
          [](const auto &A, const auto &B) { return A.first < B.first; });
    range(0, Facts.Blocks.size(), 0);
    if (TooLong)
      Out.clear();
    return std::move(Out);
  }

private:
  void add(unsigned Block, unsigned Order, CodeEvent E) {
    InBlock[Block].emplace_back(Order, std::move(E));
  }

  /// The blocks [Begin, End), which lie in Depth loops that are being written.
  void range(size_t Begin, size_t End, size_t Depth) {
    for (size_t B = Begin; B < End && !TooLong;) {
      const std::vector<unsigned> &Loops = Facts.Blocks[B].Loops;
      if (Loops.size() == Depth) {
        block(B++);
        continue;
      }
      unsigned L = Loops[Depth];
      size_t Last = B;
      while (Last < End && Facts.Blocks[Last].Loops.size() > Depth &&
             Facts.Blocks[Last].Loops[Depth] == L)
        ++Last;
      loop(L, B, Last, Depth);
      B = Last;
    }
  }

  void loop(unsigned L, size_t Begin, size_t End, size_t Depth) {
    bool Full = Plan[L] == Unrolling::Full;
    unsigned Times = Full ? Facts.Loops[L].Trips : 1;
    for (unsigned K = 0; K < Times && !TooLong; ++K) {
      if (Full)
        Iterations.push_back(K);
      else
        push({CodeEvent::Loop, 0, {}});
      range(Begin, End, Depth + 1);
      if (Full)
        Iterations.pop_back();
      else
        push({CodeEvent::Loop, 0, {}});
    }
    if (Full) // The test that ends it has no other outcome.
      LeftLoop = true;
  }

  void block(size_t B) {
    if (!follows(B))
      push({CodeEvent::Branch, 0, {}});
    LeftLoop = false;
    Previous = B;
    for (const auto &[Order, E] : InBlock[B]) {
      CodeEvent Copy = E;
      Copy.Iterations = Iterations;
      push(std::move(Copy));
    }
  }

  bool isFull(unsigned L) const { return Plan[L] == Unrolling::Full; }

  /// The branch at the end of B is decided: it tests a loop that is unrolled.
  bool testsUnrolled(size_t B) const {
    const BlockFact &Fact = Facts.Blocks[B];
    if (Fact.Loops.empty() || !isFull(Fact.Loops.back()))
      return false;
    unsigned L = Fact.Loops.back();
    return std::any_of(Fact.Successors.begin(), Fact.Successors.end(),
                       [&](unsigned S) {
                         const auto &In = Facts.Blocks[S].Loops;
                         return std::find(In.begin(), In.end(), L) == In.end();
                       });
  }

  /// B runs whenever the block before it ran, and only then.
  bool follows(size_t B) const {
    if (Previous == ~size_t(0))
      return true;
    const BlockFact &From = Facts.Blocks[Previous], &To = Facts.Blocks[B];
    bool OneWayOut = From.Successors.size() == 1 || testsUnrolled(Previous);
    bool Header = !To.Loops.empty() && isFull(To.Loops.back()) &&
                  To.Predecessors.size() == 2;
    bool OneWayIn = To.Predecessors.size() == 1 || Header;
    bool Linked = std::find(From.Successors.begin(), From.Successors.end(),
                            B) != From.Successors.end();
    // Out of an unrolled loop: by its test, which stood in front of the body.
    if (LeftLoop && To.Predecessors.size() == 1)
      return From.Successors.size() == 1 || testsUnrolled(Previous);
    return Linked && OneWayOut && OneWayIn;
  }

  void push(CodeEvent E) {
    TooLong |= Out.size() >= MaxEvents;
    if (!TooLong)
      Out.push_back(std::move(E));
  }

  const KernelFacts &Facts;
  const std::vector<Unrolling> &Plan;
  std::vector<std::vector<std::pair<unsigned, CodeEvent>>> InBlock;
  std::vector<unsigned> Iterations;
  std::vector<CodeEvent> Out;
  size_t Previous = ~size_t(0);
  bool LeftLoop = false, TooLong = false;
};

} // namespace

std::vector<Unrolling> planUnrolling(const KernelFacts &Facts) {
  return Planner(Facts).run();
}

std::vector<CodeEvent> expandCode(const KernelFacts &Facts,
                                  const std::vector<Unrolling> &Plan) {
  return Expander(Facts, Plan).run();
}

} // namespace warptidy
