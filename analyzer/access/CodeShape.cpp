//===- CodeShape.cpp - Blocks and loops as an optimizer sees them ---------===//
// See CodeShape.h.
//===----------------------------------------------------------------------===//
#include "access/CodeShape.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace warptidy {

CodeShape::CodeShape(KernelFacts &Facts, Function &F, ExprBuilder &Builder)
    : Facts(Facts), F(F), Builder(Builder) {
  for (const BasicBlock &B : F)
    Number[&B] = static_cast<unsigned>(Number.size());
}

/// True when an optimizer would leave the instruction in the loop: no moved-out
/// invariants, no casts and address steps that fold into others.
bool CodeShape::survives(const Instruction &I, const Loop &L) const {
  if (isa<PHINode, CastInst, FreezeInst, DbgInfoIntrinsic>(I) &&
      !isa<FPToSIInst, SIToFPInst, UIToFPInst, FPToUIInst, FPExtInst,
           FPTruncInst>(I)) {
    if (!isa<SExtInst, ZExtInst>(I))
      return false;
    // The index of a global access is widened; shared addresses have 32 bits.
    return !L.hasLoopInvariantOperands(&I) && any_of(I.users(), [](auto *U) {
      const auto *G = dyn_cast<GetElementPtrInst>(U);
      const auto *Root = G ? dyn_cast<GlobalVariable>(
                                 G->getPointerOperand()->stripInBoundsOffsets())
                           : nullptr;
      return G && !(Root && Root->getAddressSpace() == 3);
    });
  }
  if (const auto *Br = dyn_cast<BranchInst>(&I))
    return Br->isConditional();
  if (I.isLifetimeStartOrEnd())
    return false;
  if (isa<GetElementPtrInst>(I) && I.hasOneUse() &&
      isa<GetElementPtrInst>(*I.user_begin()))
    return false;
  bool Pure = !I.mayReadOrWriteMemory() && !I.mayHaveSideEffects();
  return !(Pure && L.hasLoopInvariantOperands(&I));
}

unsigned CodeShape::instructionsOf(const Loop &L) const {
  unsigned Count = 0;
  for (const BasicBlock *B : L.blocks())
    if (Builder.loops().getLoopFor(B) == &L)
      for (const Instruction &I : *B)
        Count += survives(I, L);
  return Count;
}

void CodeShape::readLoop(const Loop &L, unsigned Trips) {
  LoopFact &Fact = Builder.factOf(&L);
  Fact.Trips = Trips;
  Fact.Instructions = instructionsOf(L);
  // CodeGen marks loops without a pragma as not to be unrolled; nvcc knows no
  // pragma of that meaning but "unroll 1".
  if (getBooleanLoopAttribute(&L, "llvm.loop.unroll.full") ||
      getBooleanLoopAttribute(&L, "llvm.loop.unroll.enable"))
    Fact.Asked = LoopFact::Pragma::Full;
  else if (auto N = getOptionalIntLoopAttribute(&L, "llvm.loop.unroll.count")) {
    Fact.Asked = LoopFact::Pragma::Factor;
    Fact.AskedFactor = static_cast<unsigned>(*N);
  }
}

void CodeShape::read() {
  for (const BasicBlock &B : F) {
    BlockFact Fact;
    Fact.Loops = Builder.loopsOf(&B);
    for (const BasicBlock *P : predecessors(&B))
      Fact.Predecessors.push_back(blockOf(P));
    for (const BasicBlock *S : successors(&B))
      Fact.Successors.push_back(blockOf(S));
    Facts.Blocks.push_back(std::move(Fact));
  }
  TargetLibraryInfoImpl Library(F.getParent()->getTargetTriple());
  TargetLibraryInfo TLI(Library);
  AssumptionCache AC(F);
  ScalarEvolution SE(F, TLI, AC, Builder.dominators(), Builder.loops());
  for (const Loop *L : Builder.loops().getLoopsInPreorder()) {
    // Runs of the header; one more than of the body when the test is there.
    unsigned Runs = SE.getSmallConstantTripCount(L);
    bool TestedFirst = L->getExitingBlock() == L->getHeader() &&
                       L->getLoopLatch() != L->getHeader();
    readLoop(*L, Runs && TestedFirst ? Runs - 1 : Runs);
  }
}

CutKind cutKind(const CallBase &C) {
  const Function *Callee = C.getCalledFunction();
  if (!Callee)
    return CutKind::Barrier;
  StringRef Name = Callee->getName();
  if (!Callee->isIntrinsic())
    return CutKind::Barrier;
  if (!Name.consume_front("llvm.nvvm."))
    return CutKind::None;
  if (Name.starts_with("bar") || Name.starts_with("membar") ||
      Name.starts_with("fence"))
    return CutKind::Barrier;
  return Name.starts_with("shfl") || Name.starts_with("vote") ||
                 Name.starts_with("match") || Name.starts_with("redux")
             ? CutKind::Exchange
             : CutKind::None;
}

static bool isUsedIn(const Value *V, const Function &F) {
  return any_of(V->users(), [&](const User *U) {
    if (const auto *I = dyn_cast<Instruction>(U))
      return I->getFunction() == &F;
    return isa<Constant>(U) && isUsedIn(U, F);
  });
}

unsigned sharedLayoutAlign(const Function &F, const GlobalVariable *Array) {
  constexpr uint64_t MaxAlign = 16;
  if (Array->isDeclaration())
    return MaxAlign;
  const DataLayout &DL = F.getDataLayout();
  uint64_t Offset = 0;
  for (const GlobalVariable &G : F.getParent()->globals()) {
    if (G.getAddressSpace() != 3 || G.isDeclaration() || !isUsedIn(&G, F))
      continue;
    Offset = alignTo(
        Offset, DL.getValueOrABITypeAlignment(G.getAlign(), G.getValueType()));
    if (&G == Array)
      break;
    Offset += DL.getTypeAllocSize(G.getValueType());
  }
  uint64_t Lowest = Offset ? Offset & (~Offset + 1) : MaxAlign;
  return static_cast<unsigned>(std::min(Lowest, MaxAlign));
}

} // namespace warptidy
