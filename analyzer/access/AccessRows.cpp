//===- AccessRows.cpp - Which rows of an array of arrays ------------------===//
// Tells the subscripts of accesses to shared arrays of arrays apart: what
// chooses the row, and what the place in it.
//===----------------------------------------------------------------------===//
#include "access/KernelReader.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warptidy {

/// Reads the address computation down to the array. Leaves the access without a
/// row if something else than subscripts is on the way.
void KernelReader::readRow(AccessFact &A, const Value *Pointer,
                           int64_t Offset) {
  ExprPool &Pool = Facts.Pool;
  const int64_t RowBytes = Pool.symbolInfo(A.Base).RowBytes;
  ExprRef Row = Pool.constant(0, 64), Column = Row;
  int64_t Constant = Offset;
  for (Pointer = Pointer->stripPointerCasts(); !isa<GlobalVariable>(Pointer);) {
    const auto *G = dyn_cast<GEPOperator>(Pointer);
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Fixed(64, 0);
    if (!G || !G->collectOffset(DL, 64, Variable, Fixed))
      return;
    Constant += Fixed.getSExtValue();
    for (auto &[Index, Scale] : Variable) {
      int64_t Bytes = Scale.getSExtValue();
      bool Outer = Bytes % RowBytes == 0;
      if (!Outer && (Bytes < 0 || Bytes > RowBytes))
        return;
      ExprRef I = Builder.value(Index);
      I = Pool.cast(Pool[I].Bits < 64 ? ExprOp::SExt : ExprOp::Trunc, I, 64);
      ExprRef Scaled = Pool.constant(Outer ? Bytes / RowBytes : Bytes, 64);
      ExprRef &Sum = Outer ? Row : Column;
      Sum = Pool.binary(ExprOp::Add, Sum, Pool.binary(ExprOp::Mul, I, Scaled));
    }
    Pointer = G->getPointerOperand()->stripPointerCasts();
  }
  const int64_t Rows = divideFloorSigned(Constant, RowBytes);
  A.Row = Pool.binary(ExprOp::Add, Row, Pool.constant(Rows, 64));
  A.Column = Pool.binary(ExprOp::Add, Column,
                         Pool.constant(Constant - Rows * RowBytes, 64));
}

void KernelReader::readRows() {
  for (AccessFact &A : Facts.Accesses) {
    auto It = SharedPointers.find(A.Order);
    if (It != SharedPointers.end() && A.Space == AddressSpace::Shared &&
        A.Base != NoExpr && Facts.Pool.symbolInfo(A.Base).RowBytes)
      readRow(A, It->second.first, It->second.second);
  }
}

} // namespace warptidy
