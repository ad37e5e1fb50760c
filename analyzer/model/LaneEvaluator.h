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
#include <vector>

namespace warptidy {

/// Values of one expression in the lanes; bit i of Known is set where lane i's
/// value is known.
struct LaneValues {
  std::array<uint64_t, WarpLanes> V{};
  uint32_t Known = 0;
  static LaneValues uniform(uint64_t X) {
    LaneValues L;
    L.V.fill(X);
    L.Known = ~0u;
    return L;
  }
};

class LaneEvaluator {
public:
  explicit LaneEvaluator(const ExprPool &Pool) : Pool(Pool) {}

  /// Sets the value of a leaf (symbol, load, phi) and forgets whatever was
  /// computed.
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
  /// Lanes where a one-bit condition is known to be true, and known at all.
  /// An operand that is not known does not hide one that decides the outcome.
  void condition(ExprRef R, uint32_t &True, uint32_t &Known);

private:
  LaneValues compute(ExprRef R);
  LaneValues builtin(Builtin B) const;

  const ExprPool &Pool;
  std::map<ExprRef, LaneValues> Leaves;
  std::array<LaneValues, NumBuiltins> Builtins;
  struct Slot {
    uint32_t Epoch = 0;
    LaneValues Value;
  };
  std::vector<Slot> Cache;
  uint32_t Epoch = 1;
};

} // namespace warptidy

#endif
