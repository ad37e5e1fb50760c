//===- CodeShape.h - Blocks and loops as an optimizer sees them -*- C++ -*-===//
// What decides how the compiler unrolls loops and merges accesses: the order of
// blocks, barriers, trip counts, pragmas, the size of loop bodies, and where
// shared arrays lie.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_CODESHAPE_H
#define WARPTIDY_ACCESS_CODESHAPE_H

#include "access/ExprBuilder.h"
#include "llvm/Analysis/AssumptionCache.h"

namespace warptidy {

class CodeShape {
public:
  CodeShape(KernelFacts &Facts, llvm::Function &F, ExprBuilder &Builder);

  unsigned blockOf(const llvm::BasicBlock *Block) const {
    return Number.lookup(Block);
  }
  /// Fills Facts.Blocks, and trips, pragmas and sizes of Facts.Loops.
  void read();
  /// Alignment in bytes of a load or store, from its type, from declarations
  /// and from what the code says it may assume.
  unsigned promisedAlign(const llvm::Instruction &I);

private:
  void inOrder(const std::vector<const llvm::BasicBlock *> &List,
               unsigned Depth);
  void readLoop(const llvm::Loop &L, unsigned Trips);
  unsigned instructionsOf(const llvm::Loop &L) const;
  bool survives(const llvm::Instruction &I, const llvm::Loop &L) const;

  KernelFacts &Facts;
  llvm::Function &F;
  ExprBuilder &Builder;
  llvm::AssumptionCache AC;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Number;
  std::vector<const llvm::BasicBlock *> Blocks; ///< By number.
};

enum class CutKind : uint8_t { None, Barrier, Exchange, Branch };
/// Whether accesses are kept on their side of what is no access.
CutKind cutKind(const llvm::Instruction &I);

/// Bit I: byte I of the value is used; all where that is not plain to see.
uint32_t usedBytes(const llvm::LoadInst &Load);

/// The alignment, at most MaxAlign bytes, that follows from the place which a
/// shared array gets: static ones in the order of their declarations, each
/// rounded up to its own alignment only; dynamic ones behind them, aligned
/// to 16. (nvcc 13.0, sm_90: 70 of 70 layouts.)
unsigned sharedLayoutAlign(const llvm::Function &F,
                           const llvm::GlobalVariable *Array,
                           uint64_t MaxAlign);

/// Bytes of the static shared arrays that the kernel uses, as they are laid
/// out.
uint64_t staticSharedBytes(const llvm::Function &F);

} // namespace warptidy

#endif
