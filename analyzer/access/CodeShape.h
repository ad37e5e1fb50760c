//===- CodeShape.h - Blocks and loops as an optimizer sees them -*- C++ -*-===//
// What decides how the compiler unrolls loops and merges accesses: the order of
// blocks, barriers, trip counts, pragmas, the size of loop bodies, and where
// shared arrays lie.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_CODESHAPE_H
#define WARPTIDY_ACCESS_CODESHAPE_H

#include "access/ExprBuilder.h"

namespace warptidy {

class CodeShape {
public:
  CodeShape(KernelFacts &Facts, llvm::Function &F, ExprBuilder &Builder);

  unsigned blockOf(const llvm::BasicBlock *Block) const {
    return Number.lookup(Block);
  }
  /// Fills Facts.Blocks, and trips, pragmas and sizes of Facts.Loops.
  void read();

private:
  void readLoop(const llvm::Loop &L, unsigned Trips);
  unsigned instructionsOf(const llvm::Loop &L) const;
  bool survives(const llvm::Instruction &I, const llvm::Loop &L) const;

  KernelFacts &Facts;
  llvm::Function &F;
  ExprBuilder &Builder;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Number;
};

enum class CutKind : uint8_t { None, Barrier, Exchange };
/// Whether accesses are kept on their side of a call that is no access.
CutKind cutKind(const llvm::CallBase &C);

/// The alignment, at most 16 bytes, that follows from the place which a shared
/// array gets: static ones in the order of their declarations, each rounded up
/// to its own alignment only; dynamic ones behind them, aligned to 16.
/// (nvcc 13.0, sm_90: 70 of 70 layouts.)
unsigned sharedLayoutAlign(const llvm::Function &F,
                           const llvm::GlobalVariable *Array);

} // namespace warptidy

#endif
