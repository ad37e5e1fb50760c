//===- ExprBuilder.h - From LLVM values to expressions ----------*- C++ -*-===//
// Follows the SSA graph of one canonicalized kernel and turns integer and
// pointer values into expressions of the kernel's pool. Loop headers become
// phis with their initial and next values, other merges become selects.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_EXPRBUILDER_H
#define WARPTIDY_ACCESS_EXPRBUILDER_H

#include "access/AccessFact.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include <functional>

namespace warptidy {

/// cudaMalloc and friends return memory aligned to at least this many bytes
/// (CUDA C++ Programming Guide, "Device Memory Accesses").
inline constexpr uint64_t BufferAlignBytes = 256;

/// A memory root as an IR value: kernel argument, global or alloca.
struct RootInfo {
  AddressSpace Space = AddressSpace::Generic;
  ExprRef Symbol = NoExpr;
};

/// A call or inline assembly (mapa) that gives an address in the shared memory
/// of another block of the cluster: of the same place in the block's own, and
/// of the other's rank.
struct RemoteShared {
  const llvm::Value *Address, *Rank;
};
std::optional<RemoteShared> remoteSharedOf(const llvm::CallBase &C);

class ExprBuilder {
public:
  /// Gives the author's words for a loaded value ("idx[i]").
  using DescribeLoad = std::function<std::string(const llvm::Instruction &)>;

  ExprBuilder(KernelFacts &Facts, llvm::Function &F, DescribeLoad Describe);

  /// The expression of an integer, pointer or boolean value (other types give
  /// an opaque one). Never NoExpr.
  ExprRef value(const llvm::Value *V);
  /// Gives every phi that was met its initial and next value. Call last.
  void completePhis();
  /// Conditions under which control that enters the kernel reaches Block in a
  /// given iteration of its loops. Complete is cleared when one is unreadable.
  std::vector<Guard> guardsOf(const llvm::BasicBlock *Block, bool &Complete);
  /// Conditions that the code promises to hold where Block is reached.
  std::vector<ExprRef> promisesAt(const llvm::BasicBlock *Block);
  /// Fills Facts.Loops.
  void readLoops();
  /// Indices of the loops around Block, outermost first.
  std::vector<unsigned> loopsOf(const llvm::BasicBlock *Block) const;
  const llvm::LoopInfo &loops() const { return LI; }
  llvm::DominatorTree &dominators() { return DT; }
  llvm::LoopInfo &loops() { return LI; }
  LoopFact &factOf(const llvm::Loop *L) {
    return Facts.Loops[LoopIndex.lookup(L)];
  }
  /// Space and base symbol of the array that Ptr points into.
  RootInfo rootOf(const llvm::Value *Ptr);

private:
  std::vector<Guard> readGuards(const llvm::BasicBlock *Block, bool &Complete);
  ExprRef build(const llvm::Value *V);
  ExprRef constant(const llvm::Constant *C);
  ExprRef argument(const llvm::Argument *A);
  ExprRef global(const llvm::GlobalVariable *G);
  ExprRef local(const llvm::AllocaInst *A);
  ExprRef instruction(const llvm::Instruction *I);
  ExprRef binary(const llvm::BinaryOperator *I);
  ExprRef compare(const llvm::ICmpInst *I);
  ExprRef address(const llvm::GEPOperator *G);
  ExprRef load(const llvm::LoadInst *L);
  ExprRef loadAt(const llvm::LoadInst *L, uint64_t Offset, unsigned Bits);
  ExprRef byValueField(const llvm::LoadInst *L, uint64_t Offset, unsigned Bits);
  ExprRef call(const llvm::CallBase *C);
  ExprRef assembly(const llvm::CallBase *C, unsigned Bits);
  ExprRef assemblyRegister(llvm::StringRef Name, unsigned Bits);
  ExprRef laneMask(llvm::StringRef Which);
  ExprRef reservedShared();
  ExprRef distributedAddress(const llvm::Value *Address,
                             const llvm::Value *Rank, unsigned Bits);
  ExprRef intrinsic(const llvm::CallBase *C);
  ExprRef specialRegister(const llvm::CallBase *C);
  ExprRef otherRegister(const llvm::CallBase *C);
  ExprRef pure(const llvm::Instruction *I, UnknownReason Reason);
  RootInfo rootOfInteger(const llvm::Value *Integer);
  RootInfo rootOfRemote(const RemoteShared &Remote);
  /// Members of aggregates, and integers, whose roots are being looked for.
  llvm::SmallPtrSet<const llvm::Value *, 4> OpenRoots;
  unsigned bitsOf(const llvm::Type *T) const;
  ExprRef varying(UnknownReason Reason, const std::string &What, unsigned Bits);
  ExprRef phi(const llvm::PHINode *P);
  ExprRef loopPhi(const llvm::PHINode *P, const llvm::Loop *L);
  ExprRef exitValue(const llvm::PHINode *P, const llvm::Loop *L);
  /// The outermost loop around From that To is not in, null for none.
  const llvm::Loop *loopLeft(const llvm::BasicBlock *From,
                             const llvm::BasicBlock *To) const;
  const llvm::Loop *loopLeftBy(const llvm::PHINode *P) const;
  bool isInvariant(const llvm::Value *V, const llvm::Loop *L,
                   unsigned InvariantDepth) const;
  class Merge;
  ExprRef merge(const llvm::PHINode *P, unsigned Bits);
  bool conditionsBetween(const llvm::BasicBlock *Start,
                         const llvm::BasicBlock *Join,
                         std::vector<ExprRef> &Out);
  ExprRef unread(OpaqueInfo Info, llvm::ArrayRef<ExprRef> Parts, unsigned Bits);
  ExprRef arrival(const llvm::BasicBlock *Start, const llvm::BasicBlock *Join);
  ExprRef unreadArrival(const llvm::BasicBlock *Start,
                        const llvm::BasicBlock *Join);
  ExprRef switchCondition(const llvm::SwitchInst *S,
                          const llvm::BasicBlock *Target);
  bool guardFrom(const llvm::BasicBlock *Dominator,
                 const llvm::BasicBlock *Block, std::vector<Guard> &Out);
  bool readExits(const llvm::Loop *L, std::vector<std::vector<Guard>> &Exits);
  bool wayTo(const llvm::BasicBlock *Exiting, const llvm::Loop *L,
             std::vector<Guard> &Way);

  KernelFacts &Facts;
  ExprPool &Pool;
  llvm::Function &F;
  const llvm::DataLayout &DL;
  DescribeLoad Describe;
  llvm::DominatorTree DT;
  llvm::PostDominatorTree PDT;
  llvm::LoopInfo LI;
  llvm::DenseMap<const llvm::Loop *, unsigned> LoopIndex;
  std::vector<const llvm::Loop *> LoopsByIndex;
  /// Conditions that hold in a block and those that it dominates, in program
  /// order.
  std::vector<std::pair<const llvm::Value *, const llvm::BasicBlock *>> Assumes;
  llvm::DenseMap<const llvm::Value *, ExprRef> Memo;
  std::map<std::pair<const llvm::Value *, uint64_t>, ExprRef> Fields;
  std::vector<std::pair<const llvm::PHINode *, ExprRef>> PendingPhis;
  ExprRef Reserved = NoExpr, Window = NoExpr;
  /// What guardsOf found, by block: the accesses of a block share it.
  std::map<const llvm::BasicBlock *, std::pair<std::vector<Guard>, bool>>
      KnownGuards;
  size_t NextPending = 0;
  unsigned Depth = 0;
};

/// Inline assembly that gives the start of the toolkit's own shared memory.
bool readsReservedShared(const llvm::CallBase &C);
/// Inline assembly that reads %envregN: what the driver hands to the toolkit's
/// functions, among it the address of a grid's workspace.
bool readsEnvironment(const llvm::Value *V);

/// IR names carry suffixes (".addr", ".0"); the author's name without them.
std::string sourceName(llvm::StringRef IRName);

} // namespace warptidy

#endif
