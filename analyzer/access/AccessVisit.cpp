//===- AccessVisit.cpp - Which instructions are accesses ------------------===//
// Loads, stores, atomics, intrinsics and inline assembly of one kernel.
//===----------------------------------------------------------------------===//
#include "access/AsmTable.h"
#include "access/KernelReader.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace warptidy {

/// `__syncthreads()` and its forms with a vote.
static bool isBlockBarrier(const CallBase &C) {
  const Function *Callee = C.getCalledFunction();
  if (!Callee)
    return false;
  StringRef Name = Callee->getName();
  if (!Name.consume_front("llvm.nvvm."))
    return false;
  if (Name.starts_with("barrier0"))
    return true;
  if (!Name.starts_with("barrier.cta.") || !Name.contains(".aligned.all"))
    return false;
  const auto *Id = dyn_cast<ConstantInt>(C.getArgOperand(0));
  return Id && Id->isZero();
}

/// A call of what is not seen, with a pointer. Printing and failed assertions
/// only read what they are given.
static bool passesPointers(const CallBase &C) {
  const Function *Callee = C.getCalledFunction();
  if (C.isInlineAsm() ||
      (Callee && (Callee->isIntrinsic() || Callee->getName() == "vprintf" ||
                  Callee->getName() == "__assertfail")))
    return false;
  return any_of(C.args(), [](const Use &Argument) {
    return Argument->getType()->isPointerTy();
  });
}

void KernelReader::addBarrier(const Instruction &I, unsigned Order) {
  BarrierFact B;
  B.Order = Order;
  B.Mask = Builder.guardsOf(I.getParent(), B.MaskComplete);
  B.Loops = Builder.loopsOf(I.getParent());
  AccessFact Place;
  placeAndName(Place, I, nullptr, 0);
  B.Where = Place.Where;
  B.InlinedAt = std::move(Place.InlinedAt);
  Facts.Barriers.push_back(std::move(B));
}

void KernelReader::visit(const Instruction &I) {
  auto Width = [&](Type *T) {
    return static_cast<unsigned>(DL.getTypeStoreSize(T));
  };
  if (const auto *L = dyn_cast<LoadInst>(&I)) {
    bool ReadOnly = L->hasMetadata(LLVMContext::MD_invariant_load);
    return add({L, L->getPointerOperand(), Width(L->getType()), AccessOp::Load,
                ReadOnly ? AccessForm::ReadOnly : AccessForm::Plain});
  }
  if (const auto *S = dyn_cast<StoreInst>(&I))
    return add({S, S->getPointerOperand(),
                Width(S->getValueOperand()->getType()), AccessOp::Store});
  if (const auto *A = dyn_cast<AtomicRMWInst>(&I))
    return add({A, A->getPointerOperand(), Width(A->getType()),
                A->use_empty() ? AccessOp::Reduction : AccessOp::Atomic});
  if (const auto *A = dyn_cast<AtomicCmpXchgInst>(&I))
    return add({A, A->getPointerOperand(),
                Width(A->getCompareOperand()->getType()), AccessOp::Atomic});
  if (const auto *C = dyn_cast<CallBase>(&I)) {
    visitCall(*C);
    if (isBlockBarrier(*C))
      BarrierOrders.push_back({&I, NextOrder});
    Facts.PassesPointers |= passesPointers(*C);
  }
  if (CutKind Kind = cutKind(I); Kind != CutKind::None)
    Facts.Cuts.push_back({NextOrder++, Shape.blockOf(I.getParent()),
                          Kind == CutKind::Exchange, Kind == CutKind::Branch});
}

void KernelReader::visitCall(const CallBase &C) {
  if (C.isInlineAsm())
    return visitAsm(C);
  if (isa<MemIntrinsic>(C)) {
    // Whole private objects vanish in registers or are reported as local.
    const auto &M = cast<MemIntrinsic>(C);
    bool Private = Builder.rootOf(M.getDest()).Space == AddressSpace::Local;
    if (const auto *T = dyn_cast<MemTransferInst>(&M))
      Private &= Builder.rootOf(T->getSource()).Space == AddressSpace::Local;
    if (!Private)
      addUnknown(C, UnknownReason::UnsupportedAccess,
                 "a copy of more than 256 bytes or of variable size");
    return;
  }
  if (C.getCalledFunction() && C.getCalledFunction()->isIntrinsic())
    visitIntrinsic(C);
}

void KernelReader::visitIntrinsic(const CallBase &C) {
  StringRef Name = C.getCalledFunction()->getName();
  if (!Name.consume_front("llvm.nvvm."))
    return;
  Facts.WaitsOtherwise |= Name.contains("mbarrier") ||
                          Name.contains("cluster") || Name.contains("wait");
  auto Width = [&] {
    return static_cast<unsigned>(DL.getTypeStoreSize(C.getType()));
  };
  if (Name.starts_with("ldg.") || Name.starts_with("ldu."))
    return add({&C, C.getArgOperand(0), Width(), AccessOp::Load,
                AccessForm::ReadOnly, AddressSpace::Global});
  if (Name.starts_with("cp.async.ca.shared.global.") ||
      Name.starts_with("cp.async.cg.shared.global.")) {
    unsigned Bytes = 0;
    bool Bypass = Name.contains(".cg.");
    Name.rsplit('.').second.getAsInteger(10, Bytes);
    if (Bytes == 0) // A variant with a source size: "...global.16.s".
      Name.rsplit('.').first.rsplit('.').second.getAsInteger(10, Bytes);
    Raw To{&C,
           C.getArgOperand(0),
           Bytes,
           AccessOp::Copy,
           AccessForm::CpAsync,
           AddressSpace::Shared};
    To.Other = C.getArgOperand(1);
    To.Bypass = Bypass;
    add(To);
    Raw From = To;
    std::swap(From.Pointer, From.Other);
    From.Space = AddressSpace::Global;
    return add(From);
  }
  bool LdMatrix = Name.starts_with("ldmatrix.sync.aligned.m8n8");
  if (LdMatrix || Name.starts_with("stmatrix.sync.aligned.m8n8")) {
    unsigned Matrices = Name.contains(".x4") ? 4 : Name.contains(".x2") ? 2 : 1;
    return add({&C, C.getArgOperand(0), 16 * Matrices,
                LdMatrix ? AccessOp::Load : AccessOp::Store,
                LdMatrix ? AccessForm::LdMatrix : AccessForm::StMatrix,
                AddressSpace::Shared});
  }
  if (Name.starts_with("atomic."))
    return add({&C, C.getArgOperand(0), Width(),
                C.use_empty() ? AccessOp::Reduction : AccessOp::Atomic});
  if (Name.starts_with("cp.async.bulk.") && !Name.contains("group"))
    return addUnknown(C, UnknownReason::UnsupportedAccess,
                      "a bulk copy by the tensor memory accelerator");
  if (Name.contains(".load") || Name.contains(".store") ||
      Name.starts_with("ldmatrix") || Name.starts_with("stmatrix"))
    addUnknown(C, UnknownReason::UnsupportedAccess,
               Name.split(".p").first.str() + " is not modelled");
}

void KernelReader::visitAsm(const CallBase &C) {
  const auto *Asm = cast<InlineAsm>(C.getCalledOperand());
  unsigned Outputs = 0;
  for (const auto &Info : Asm->ParseConstraints())
    Outputs += Info.Type == InlineAsm::isOutput && !Info.isIndirect;
  auto Operand = [&](unsigned N) -> const Value * {
    return N >= Outputs && N - Outputs < C.arg_size()
               ? C.getArgOperand(N - Outputs)
               : nullptr;
  };
  std::vector<AsmAccess> All = readAsm(Asm->getAsmString());
  Facts.WaitsOtherwise |= (All.empty() && Asm->hasSideEffects()) ||
                          StringRef(Asm->getAsmString()).contains("bar");
  for (size_t I = 0; I < All.size(); ++I) {
    AsmAccess A = All[I];
    const Value *Pointer = A.Known ? Operand(A.Operand) : nullptr;
    if (A.SizeOperand >= 0)
      if (const auto *Size = dyn_cast_or_null<ConstantInt>(
              Operand(static_cast<unsigned>(A.SizeOperand))))
        A.WidthBytes = static_cast<unsigned>(Size->getZExtValue());
    if (A.Bulk) { // Once for both sides.
      if (A.Space == AddressSpace::Shared)
        addUnknown(C, UnknownReason::UnsupportedAccess,
                   "a bulk copy by the tensor memory accelerator");
      continue;
    }
    if (!Pointer || A.WidthBytes == 0) {
      addUnknown(C, UnknownReason::OpaqueAsm,
                 "memory instruction in inline assembly outside the table");
      continue;
    }
    Raw R{&C, Pointer, A.WidthBytes, A.Op, A.Form, A.Space, A.OffsetBytes};
    if (A.Form == AccessForm::CpAsync) { // Its sides come in pairs.
      const AsmAccess &Side =
          All[A.Space == AddressSpace::Shared ? I + 1 : I - 1];
      R.Other = Operand(Side.Operand);
      R.OtherOffset = Side.OffsetBytes;
      R.Bypass = A.Bypass;
    }
    add(R);
  }
}

} // namespace warptidy
