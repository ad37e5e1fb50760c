//===- LaneEvaluator.h - Expressions over the lanes of a warp ---*- C++ -*-===//
// Gives an expression its value in each of the 32 lanes of one warp, as far as
// its leaves are known.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_LANEEVALUATOR_H
#define WARPTIDY_MODEL_LANEEVALUATOR_H

#include "access/AccessFact.h"
#include "model/Hardware.h"
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace warptidy {

/// Values of one expression in the lanes; bit i of Known is set where lane i's
/// value is known.
struct LaneValues {
  std::array<uint64_t, WarpLanes> V{};
  uint32_t Known = 0;
  bool Same = false; ///< All lanes are known and agree.
  static LaneValues uniform(uint64_t X) {
    LaneValues L;
    L.setAll(X);
    return L;
  }
  void setAll(uint64_t X) {
    V.fill(X);
    Known = ~0u;
    Same = true;
  }
};

/// Lanes that leave the loop in this iteration. False when that is not known.
/// Evaluate(Cond, True, Known) gives the lanes where a condition holds.
template <class Evaluator>
bool exitingLanes(const LoopFact &L, uint32_t Active, uint32_t &Exiting,
                  const Evaluator &Evaluate) {
  Exiting = 0;
  if (L.Exits.empty() || !L.ExitsComplete)
    return false;
  for (const std::vector<Guard> &Way : L.Exits) {
    uint32_t Taken = Active, Sure = Active;
    for (const Guard &G : Way) {
      uint32_t True, Known;
      Evaluate(G.Cond, True, Known);
      uint32_t Holds = G.Holds ? True : (~True & Known);
      Taken &= Holds | ~Known;
      Sure &= Holds;
    }
    if (Taken != Sure)
      return false;
    Exiting |= Sure;
  }
  return true;
}

class LaneEvaluator {
public:
  /// Loops are those of the kernel; without them no loop is run for the values
  /// that come out of it.
  explicit LaneEvaluator(const ExprPool &Pool,
                         const std::vector<LoopFact> *Loops = nullptr);

  /// Sets the value of a leaf (symbol, load, phi) and forgets what was computed
  /// from it.
  void set(ExprRef Leaf, const LaneValues &Value);
  void unset(ExprRef Leaf);
  /// Sets a uniform built-in (block and grid shape, block index).
  void setBuiltin(Builtin B, uint64_t Value);
  void unsetBuiltin(Builtin B);
  /// Values of the thread built-ins for warp Warp of a block of this shape;
  /// lanes beyond the block are cleared from Active.
  void setWarp(const std::array<unsigned, 3> &Block, unsigned Warp,
               uint32_t &Active);
  const LaneValues &value(ExprRef R);
  /// A loop whose iterations are followed: the values of its phis, parallel to
  /// LoopFact::Phis, when it starts and after the iteration that is set; set
  /// one; forget them all.
  std::vector<LaneValues> startLoop(const LoopFact &L);
  void setIteration(const LoopFact &L, const std::vector<LaneValues> &Phis,
                    uint64_t Iteration);
  std::vector<LaneValues> nextIteration(const LoopFact &L);
  void leaveLoop(const LoopFact &L);
  /// Lanes where a one-bit condition is known to be true, and known at all.
  /// An operand that is not known does not hide one that decides the outcome.
  void condition(ExprRef R, uint32_t &True, uint32_t &Known);

private:
  /// What a value depends on, as bits; loops share the bits from FirstLoop on.
  /// Values out of loops depend on everything.
  using Sources = uint64_t;
  static constexpr Sources Thread = 1, Block = 2, Unknowns = 4;
  static constexpr unsigned FirstLoop = 3;
  static constexpr Sources Everything = ~Sources(0);

  struct Slot {
    uint64_t Epoch = 0; ///< When Value was computed; 0 for never.
    Sources From = 0;   ///< 0 until it is computed first.
    LaneValues Value;
  };

  Slot &slot(ExprRef R);
  Sources sourcesOf(ExprRef R);
  Sources sourcesOfLeaf(ExprRef R) const;
  Sources loopSource(unsigned Loop) const;
  void touch(Sources What);
  bool isValid(const Slot &S) const;
  void compute(ExprRef R, LaneValues &Out);
  void computeSelect(const ExprNode &N, bool Hold, LaneValues &Out);
  const LaneValues &operand(ExprRef R, bool Hold,
                            std::optional<LaneValues> &Held);
  LaneValues exitValue(const OpaqueInfo &Exit);
  bool runLoop(const LoopFact &L, ExprRef Inside, LaneValues &Out);

  const ExprPool &Pool;
  const std::vector<LoopFact> *Loops;
  uint64_t LoopSteps = 0; ///< Iterations run for values out of loops.
  unsigned LoopDepth = 0;
  std::map<ExprRef, LaneValues> Leaves;
  std::map<ExprRef, unsigned> IterationOf; ///< Loops by their symbols.
  std::array<LaneValues, NumBuiltins> Builtins;
  /// Of each node, in pieces that stay where they are.
  static constexpr unsigned SlotsInPage = 256;
  using Page = std::array<Slot, SlotsInPage>;
  std::vector<std::unique_ptr<Page>> Cache; ///< Null where nothing was asked.
  uint64_t Epoch = 1;
  std::array<uint64_t, 64> Touched{}; ///< Epoch of the last change, by source.
};

} // namespace warptidy

#endif
