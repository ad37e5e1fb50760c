//===- AtomicForm.cpp - How nvcc makes an atomic --------------------------===//
// See AtomicForm.h.
//===----------------------------------------------------------------------===//
#include "access/AtomicForm.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace warptidy {

bool aggregates(const Instruction &I) {
  const auto *A = dyn_cast<AtomicRMWInst>(&I);
  if (!A || !A->getType()->isIntegerTy(32))
    return false;
  switch (A->getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return A->use_empty() || isa<ConstantInt>(A->getValOperand());
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
    return A->use_empty();
  default:
    return false;
  }
}

bool combines(const Instruction &I) {
  const auto *A = dyn_cast<AtomicRMWInst>(&I);
  if (!A)
    return false;
  switch (A->getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    // Of these nvcc makes a scan by itself where the whole warp comes by
    // (machine code of 13.0 for sm_90).
    return !A->getType()->isIntegerTy(32) || A->use_empty() ||
           isa<ConstantInt>(A->getValOperand());
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
    return true;
  default:
    return false;
  }
}

AccessForm sharedAtomicForm(const Instruction &I, AccessForm Form) {
  if (isa<AtomicCmpXchgInst>(I))
    return AccessForm::CompareSwap;
  const auto *A = dyn_cast<AtomicRMWInst>(&I);
  if (!A)
    return Form;
  if (A->getType()->isFloatingPointTy() ||
      (A->getType()->isIntegerTy(64) &&
       A->getOperation() != AtomicRMWInst::Xchg))
    return AccessForm::CompareSwapLoop;
  const auto *One = dyn_cast<ConstantInt>(A->getValOperand());
  if (A->getOperation() == AtomicRMWInst::Add && A->use_empty() && One &&
      One->isOne() && A->getType()->isIntegerTy(32))
    return AccessForm::Increment;
  return Form;
}

} // namespace warptidy
