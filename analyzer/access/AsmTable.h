//===- AsmTable.h - Memory accesses written in PTX --------------*- C++ -*-===//
// The known forms of inline PTX that touch memory: ld, st, atom, red, cp.async
// and ldmatrix, read from the assembly text.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_ASMTABLE_H
#define WARPTIDY_ACCESS_ASMTABLE_H

#include "access/AccessFact.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace warptidy {

/// One side of a memory instruction in an assembly text.
struct AsmAccess {
  AddressSpace Space = AddressSpace::Generic;
  AccessOp Op = AccessOp::Load;
  AccessForm Form = AccessForm::Plain;
  unsigned WidthBytes = 0;
  unsigned Operand = 0; ///< Number N of the %N (or $N) that holds the address.
  int64_t OffsetBytes = 0;
  int SizeOperand = -1; ///< cp.async: operand with the size, WidthBytes is 0.
  bool Bypass = false;  ///< cp.async.cg.
  bool Bulk = false;    ///< cp.async.bulk: by the tensor memory accelerator.
  bool Known = true;    ///< False: touches memory in a way the model lacks.
};

/// The accesses of an inline assembly text; empty when it touches no memory.
std::vector<AsmAccess> readAsm(llvm::StringRef Text);

} // namespace warptidy

#endif
