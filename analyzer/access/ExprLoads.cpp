//===- ExprLoads.cpp - Loaded values and memory roots ---------------------===//
// What is known of a value read from memory, and of the array that a pointer
// points into.
//===----------------------------------------------------------------------===//
#include "access/ExprBuilder.h"
#include "access/MixedSpaces.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace warptidy {

ExprRef ExprBuilder::load(const LoadInst *L) {
  return loadAt(L, 0, bitsOf(L->getType()));
}

/// Offset bytes into the value that L loads.
ExprRef ExprBuilder::loadAt(const LoadInst *L, uint64_t Offset, unsigned Bits) {
  const Value *Ptr = L->getPointerOperand();
  APInt Total(64, 0);
  const Value *Base = Ptr->stripAndAccumulateConstantOffsets(DL, Total, true);
  Total += Offset;
  if (const auto *G = dyn_cast<GlobalVariable>(Base))
    if (G->isConstant() && G->hasDefinitiveInitializer() &&
        L->getType()->isIntegerTy())
      if (Constant *C = ConstantFoldLoadFromConst(
              const_cast<Constant *>(G->getInitializer()), L->getType(), Total,
              DL))
        if (isa<ConstantInt>(C))
          return constant(C);
  if (const auto *A = dyn_cast<Argument>(Base); A && A->hasByValAttr())
    return byValueField(L, Total.getZExtValue(), Bits);
  RootInfo Root = rootOf(Ptr);
  bool ByValue =
      Root.Symbol != NoExpr && Pool.symbolInfo(Root.Symbol).ParamIndex != ~0u;
  if (Root.Space == AddressSpace::Local && !ByValue)
    return varying(UnknownReason::PrivateArray, Describe(*L), Bits);
  ExprRef Address = Pool.binary(
      ExprOp::Add, value(Ptr), Pool.constant(static_cast<int64_t>(Offset), 64));
  LoadInfo Info{Describe(*L), Bits};
  if (const Loop *In = LI.getLoopFor(L->getParent()))
    Info.Loop = LoopIndex.lookup(In);
  return Pool.load(Address, std::move(Info), Bits);
}

/// A member of a struct passed by value: a kernel argument of its own.
ExprRef ExprBuilder::byValueField(const LoadInst *L, uint64_t Offset,
                                  unsigned Bits) {
  APInt Ignored(64, 0);
  const Value *Base = L->getPointerOperand()->stripAndAccumulateConstantOffsets(
      DL, Ignored, true);
  auto [It, New] = Fields.try_emplace({Base, Offset}, NoExpr);
  if (!New && Pool[It->second].Bits == Bits)
    return It->second;
  SymbolInfo Info{Describe(*L), SymbolKind::Argument};
  if (L->getType()->isPointerTy()) {
    Info.Kind = SymbolKind::KernelBuffer;
    Info.Align = BufferAlignBytes;
  }
  return It->second = Pool.symbol(std::move(Info), Bits);
}

static AddressSpace spaceOfPointerType(const Type *T) {
  switch (T->isPointerTy() ? T->getPointerAddressSpace() : 0) {
  case 1:
    return AddressSpace::Global;
  case 3:
    return AddressSpace::Shared;
  case 4:
    return AddressSpace::Constant;
  case 5:
    return AddressSpace::Local;
  default:
    return AddressSpace::Generic;
  }
}

/// An integer that was pieced together from the driver's environment.
static bool comesFromEnvironment(const Value *V, unsigned Depth = 0) {
  if (Depth > 8)
    return false;
  if (readsEnvironment(V))
    return true;
  if (!V->getType()->isIntegerTy())
    V = getUnderlyingObject(V, 0);
  const auto *I = dyn_cast<Instruction>(V);
  return I && (isa<BinaryOperator>(I) || isa<CastInst>(I)) &&
         any_of(I->operands(), [&](const Value *Op) {
           return comesFromEnvironment(Op, Depth + 1);
         });
}

/// The pointer that an address was computed from as an integer, null for none.
static const Value *pointerBehind(const Value *Integer, unsigned Depth = 0) {
  const auto *I = dyn_cast<Instruction>(Integer);
  if (!I || Depth > 8)
    return nullptr;
  if (isa<PtrToIntInst>(I))
    return I->getOperand(0);
  if (const auto *C = dyn_cast<CallBase>(I); C && remoteSharedOf(*C))
    return C;
  bool Offsets = I->getOpcode() == Instruction::Add ||
                 I->getOpcode() == Instruction::Sub ||
                 I->getOpcode() == Instruction::And ||
                 I->getOpcode() == Instruction::Or;
  if (!Offsets && !isa<ZExtInst, TruncInst>(I))
    return nullptr;
  const Value *Left = pointerBehind(I->getOperand(0), Depth + 1);
  if (!Offsets || I->getOpcode() == Instruction::Sub)
    return Left;
  const Value *Right = pointerBehind(I->getOperand(1), Depth + 1);
  return Left && Right ? nullptr : Left ? Left : Right;
}

/// The memory behind an address in another block of the cluster.
RootInfo ExprBuilder::rootOfRemote(const RemoteShared &Remote) {
  RootInfo R = rootOf(Remote.Address);
  if (R.Space != AddressSpace::Shared)
    return {};
  R.Space = AddressSpace::Distributed;
  return R;
}

/// The memory behind an address that is an integer.
RootInfo ExprBuilder::rootOfInteger(const Value *Integer) {
  if (const auto *C = dyn_cast<CallBase>(Integer); C && readsReservedShared(*C))
    return {AddressSpace::Shared, value(C)};
  if (const auto *C = dyn_cast<CallBase>(Integer))
    if (auto Remote = remoteSharedOf(*C))
      return rootOfRemote(*Remote);
  if (comesFromEnvironment(Integer))
    return {AddressSpace::Global, NoExpr};
  const Value *Pointer = pointerBehind(Integer);
  return Pointer ? rootOf(Pointer) : RootInfo();
}

RootInfo ExprBuilder::rootOf(const Value *Ptr) {
  if (Ptr->getType()->isIntegerTy())
    return rootOfInteger(Ptr);
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Ptr, Objects, nullptr, 0);
  RootInfo Out;
  bool First = true;
  for (const Value *O : Objects) {
    if (isa<ConstantPointerNull>(O) || isa<UndefValue>(O))
      continue;
    // What a loop carries around (OpenRoots) is where it began.
    RootInfo R;
    R.Space = spaceOfPointerType(O->getType());
    if (isa<Argument>(O) || isa<GlobalVariable>(O) || isa<AllocaInst>(O)) {
      R.Symbol = value(O);
      if (Pool[R.Symbol].Op == ExprOp::Symbol)
        R.Space = addressSpaceOf(Pool.symbolInfo(R.Symbol).Kind);
    } else if (isa<LoadInst>(O) && R.Space == AddressSpace::Generic) {
      // A pointer kept in memory or in a struct argument: device memory, for
      // nothing else outlives the kernel that took its address.
      R.Space = AddressSpace::Global;
      ExprRef V = value(O);
      if (Pool[V].Op == ExprOp::Symbol)
        R.Symbol = V;
    } else if (const auto *Made = dyn_cast<IntToPtrInst>(O);
               Made && R.Space == AddressSpace::Generic) {
      if (!OpenRoots.insert(Made).second)
        continue;
      R = rootOfInteger(Made->getOperand(0));
      OpenRoots.erase(Made);
    } else if (const auto *C = dyn_cast<CallBase>(O)) {
      if (auto Remote = remoteSharedOf(*C))
        R = rootOfRemote(*Remote);
    } else if (const auto *Member = dyn_cast<ExtractValueInst>(O)) {
      if (!OpenRoots.insert(Member).second)
        continue;
      if (const Value *V = FindInsertedValue(
              const_cast<Value *>(Member->getAggregateOperand()),
              Member->getIndices()))
        R = rootOf(V);
      OpenRoots.erase(Member);
    }
    if (First)
      Out = R;
    else if (Out.Space != R.Space)
      return {};
    else if (Out.Symbol != R.Symbol)
      Out.Symbol = NoExpr;
    First = false;
  }
  return Out;
}

} // namespace warptidy
