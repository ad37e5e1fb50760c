//===- CodeShape.cpp - Blocks and loops as an optimizer sees them ---------===//
// See CodeShape.h.
//===----------------------------------------------------------------------===//
#include "access/CodeShape.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace warptidy {

CodeShape::CodeShape(KernelFacts &Facts, Function &F, ExprBuilder &Builder)
    : Facts(Facts), F(F), Builder(Builder), AC(F) {
  ReversePostOrderTraversal<Function *> Order(&F);
  Blocks.assign(Order.begin(), Order.end());
  inOrder(std::exchange(Blocks, {}), 0);
  for (const BasicBlock &B : F)
    if (Number.try_emplace(&B, Number.size()).second)
      Blocks.push_back(&B);
}

/// Numbers blocks as they run, those of a loop next to each other.
void CodeShape::inOrder(const std::vector<const BasicBlock *> &List,
                        unsigned Depth) {
  for (const BasicBlock *B : List) {
    if (Number.count(B))
      continue;
    const Loop *L = Builder.loops().getLoopFor(B);
    if (!L || L->getLoopDepth() <= Depth) {
      Number[B] = static_cast<unsigned>(Blocks.size());
      Blocks.push_back(B);
      continue;
    }
    while (L->getLoopDepth() > Depth + 1)
      L = L->getParentLoop();
    std::vector<const BasicBlock *> Inside;
    copy_if(List, std::back_inserter(Inside),
            [&](const BasicBlock *Each) { return L->contains(Each); });
    inOrder(Inside, Depth + 1);
  }
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
  if (getBooleanLoopAttribute(&L, "llvm.loop.unroll.disable"))
    Fact.Asked = LoopFact::Pragma::Disable;
  else if (getBooleanLoopAttribute(&L, "llvm.loop.unroll.full") ||
           getBooleanLoopAttribute(&L, "llvm.loop.unroll.enable"))
    Fact.Asked = LoopFact::Pragma::Full;
  else if (auto N = getOptionalIntLoopAttribute(&L, "llvm.loop.unroll.count")) {
    Fact.Asked = LoopFact::Pragma::Factor;
    Fact.AskedFactor = static_cast<unsigned>(*N);
  }
}

static const Value *withoutCasts(const Value *V) {
  while (isa<CastInst>(V))
    V = cast<CastInst>(V)->getOperand(0);
  return V;
}

/// Whether some count of the loop starts at what may be as much unknown as its
/// bound: neither a constant nor the count of another loop.
static bool startsAnywhere(const Loop &L) {
  bool Counts = false;
  for (const PHINode &P : L.getHeader()->phis()) {
    if (!P.getType()->isIntegerTy())
      continue;
    Counts = true;
    for (const BasicBlock *From : P.blocks())
      if (!L.contains(From) && !isa<ConstantInt, PHINode>(withoutCasts(
                                   P.getIncomingValueForBlock(From))))
        return true;
  }
  return !Counts;
}

/// Whether the number of trips may be a constant. ScalarEvolution asks all code
/// before a loop whose bound comes from outside for what it says of the bound,
/// which takes long in a kernel of many loops.
static bool mayCountTrips(const Loop &L) {
  const BasicBlock *Exiting = L.getExitingBlock();
  const auto *Br =
      Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  const auto *Test = Br && Br->isConditional()
                         ? dyn_cast<ICmpInst>(Br->getCondition())
                         : nullptr;
  return !Test || none_of(Test->operands(), [](const Value *Bound) {
    return isa<Argument>(withoutCasts(Bound));
  }) || startsAnywhere(L);
}

void CodeShape::read() {
  for (const BasicBlock *B : Blocks) {
    BlockFact Fact;
    Fact.Loops = Builder.loopsOf(B);
    for (const BasicBlock *P : predecessors(B))
      Fact.Predecessors.push_back(blockOf(P));
    for (const BasicBlock *S : successors(B))
      Fact.Successors.push_back(blockOf(S));
    if (const auto *Node = Builder.dominators().getNode(B))
      if (const auto *Above = Node->getIDom())
        Fact.Dominator = blockOf(Above->getBlock());
    Facts.Blocks.push_back(std::move(Fact));
  }
  TargetLibraryInfoImpl Library(F.getParent()->getTargetTriple());
  TargetLibraryInfo TLI(Library);
  ScalarEvolution SE(F, TLI, AC, Builder.dominators(), Builder.loops());
  for (const Loop *L : Builder.loops().getLoopsInPreorder()) {
    // Runs of the header; one more than of the body when the test is there.
    unsigned Runs = mayCountTrips(*L) ? SE.getSmallConstantTripCount(L) : 0;
    bool TestedFirst = L->getExitingBlock() == L->getHeader() &&
                       L->getLoopLatch() != L->getHeader();
    readLoop(*L, Runs && TestedFirst ? Runs - 1 : Runs);
  }
}

unsigned CodeShape::promisedAlign(const Instruction &I) {
  auto *Pointer = const_cast<Value *>(getLoadStorePointerOperand(&I));
  Align Known = getKnownAlignment(Pointer, F.getDataLayout(), &I, &AC,
                                  &Builder.dominators());
  Align Best = std::max(getLoadStoreAlignment(&I), Known);
  return static_cast<unsigned>(std::min<uint64_t>(Best.value(), 256));
}

/// Marks Size bytes from At on.
static uint32_t byteMask(uint64_t At, uint64_t Size) {
  uint64_t Ones = Size >= 32 ? 0xffffffffu : (uint64_t(1) << Size) - 1;
  return static_cast<uint32_t>(Ones << At);
}

uint32_t usedBytes(const LoadInst &Load) {
  constexpr uint32_t All = ~0u;
  const auto *T = dyn_cast<FixedVectorType>(Load.getType());
  uint64_t Bytes = T ? T->getScalarSizeInBits() / 8
                     : Load.getType()->getPrimitiveSizeInBits() / 8;
  uint32_t Used = 0;
  for (const User *U : Load.users()) {
    if (const auto *E = dyn_cast<ExtractElementInst>(U); E && T) {
      const auto *At = dyn_cast<ConstantInt>(E->getIndexOperand());
      if (!At)
        return All;
      Used |= byteMask(At->getZExtValue() * Bytes, Bytes);
      continue;
    }
    const auto *And = dyn_cast<BinaryOperator>(U);
    const auto *Mask = And && And->getOpcode() == Instruction::And && !T
                           ? dyn_cast<ConstantInt>(And->getOperand(1))
                           : nullptr;
    if (!Mask)
      return All;
    Used |= byteMask(0, divideCeil(Mask->getValue().getActiveBits(), 8));
  }
  return Load.use_empty() ? All : Used;
}

static CutKind callKind(const CallBase &C) {
  const Function *Callee = C.getCalledFunction();
  if (!Callee)
    return CutKind::Barrier;
  StringRef Name = Callee->getName();
  if (!Callee->isIntrinsic())
    return CutKind::Barrier;
  if (Name.starts_with("llvm.sqrt"))
    return CutKind::Branch;
  if (!Name.consume_front("llvm.nvvm."))
    return CutKind::None;
  if (Name.starts_with("sqrt.rn") || Name.starts_with("div.rn") ||
      Name.starts_with("rcp.rn"))
    return CutKind::Branch;
  if (Name.starts_with("bar") || Name.starts_with("membar") ||
      Name.starts_with("fence"))
    return CutKind::Barrier;
  return Name.starts_with("shfl") || Name.starts_with("vote") ||
                 Name.starts_with("match") || Name.starts_with("redux")
             ? CutKind::Exchange
             : CutKind::None;
}

CutKind cutKind(const Instruction &I) {
  if (isa<FenceInst>(I))
    return CutKind::Barrier;
  // Rounded division has a rare path of its own, which parts the block.
  if (I.getOpcode() == Instruction::FDiv) {
    const auto *By = dyn_cast<ConstantFP>(I.getOperand(1));
    bool Exact = By && By->getValueAPF().getExactInverse(nullptr);
    return Exact ? CutKind::None : CutKind::Branch;
  }
  const auto *C = dyn_cast<CallBase>(&I);
  return C && !C->isInlineAsm() ? callKind(*C) : CutKind::None;
}

static bool isUsedIn(const Value *V, const Function &F) {
  return any_of(V->users(), [&](const User *U) {
    if (const auto *I = dyn_cast<Instruction>(U))
      return I->getFunction() == &F;
    return isa<Constant>(U) && isUsedIn(U, F);
  });
}

/// Dynamic arrays lie behind the static ones, aligned to 16.
unsigned sharedLayoutAlign(const Function &F, const GlobalVariable *Array,
                           uint64_t MaxAlign) {
  const DataLayout &DL = F.getDataLayout();
  uint64_t Offset = 0;
  for (const GlobalVariable &G : F.getParent()->globals()) {
    if (G.getAddressSpace() != 3 || G.isDeclaration() || !isUsedIn(&G, F))
      continue;
    // An array of one element becomes a scalar and goes to the end.
    if (const auto *T = dyn_cast<ArrayType>(G.getValueType());
        T && T->getNumElements() == 1 && &G != Array)
      continue;
    Offset = alignTo(
        Offset, DL.getValueOrABITypeAlignment(G.getAlign(), G.getValueType()));
    if (&G == Array)
      break;
    Offset += DL.getTypeAllocSize(G.getValueType());
  }
  if (Array->isDeclaration())
    Offset = alignTo(Offset, 16);
  uint64_t Lowest = Offset ? Offset & (~Offset + 1) : MaxAlign;
  return static_cast<unsigned>(std::min(Lowest, MaxAlign));
}

uint64_t staticSharedBytes(const Function &F) {
  const DataLayout &DL = F.getDataLayout();
  uint64_t Bytes = 0;
  for (const GlobalVariable &G : F.getParent()->globals())
    if (G.getAddressSpace() == 3 && !G.isDeclaration() && isUsedIn(&G, F)) {
      Align Own = DL.getValueOrABITypeAlignment(G.getAlign(), G.getValueType());
      Bytes = alignTo(Bytes, Own) +
              DL.getTypeAllocSize(G.getValueType()).getFixedValue();
    }
  return Bytes;
}

} // namespace warptidy
