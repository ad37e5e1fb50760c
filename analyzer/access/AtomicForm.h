//===- AtomicForm.h - How nvcc makes an atomic ------------------*- C++ -*-===//
// The forms of atomics that cost differently: read off nvcc 13.0's machine code
// for sm_90, their costs measured (see model/Hardware.h).
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_ATOMICFORM_H
#define WARPTIDY_ACCESS_ATOMICFORM_H

#include "access/AccessFact.h"
#include "llvm/IR/Instruction.h"

namespace warptidy {

/// True for atomics whose warp nvcc reduces first when the address is uniform
/// (VOTE and REDUX, then one lane).
bool aggregates(const llvm::Instruction &I);

/// True for atomics whose lanes could be combined before.
bool combines(const llvm::Instruction &I);

/// The form of an access to shared memory; Form for what is no atomic.
AccessForm sharedAtomicForm(const llvm::Instruction &I, AccessForm Form);

} // namespace warptidy

#endif
