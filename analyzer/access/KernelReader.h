//===- KernelReader.h - Memory instructions of one kernel ---------*- C++
//-*-===//
// Reads one kernel. Split over AccessReader.cpp (facts), AccessVisit.cpp (which
// instructions), AccessPlaces.cpp (where in the source), AccessRows.cpp (which
// row of an array of arrays).
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_KERNELREADER_H
#define WARPTIDY_ACCESS_KERNELREADER_H

#include "access/CodeShape.h"
#include "access/ExprBuilder.h"
#include "access/SourceIndex.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace warptidy {
class KernelReader {
public:
  KernelReader(KernelFacts &Facts, llvm::Function &F, SourceIndex &Index)
      : Facts(Facts), F(F), DL(F.getDataLayout()), Index(Index),
        Builder(Facts, F,
                [this](const llvm::Instruction &I) { return describe(I); }),
        Shape(Facts, F, Builder) {}

  void read();

private:
  struct Raw {
    const llvm::Instruction *I;
    const llvm::Value *Pointer;
    unsigned Width;
    AccessOp Op;
    AccessForm Form = AccessForm::Plain;
    AddressSpace Space = AddressSpace::Generic; ///< When the instruction says.
    int64_t Offset = 0;
    const llvm::Value *Other = nullptr; ///< cp.async: the other side's pointer.
    int64_t OtherOffset = 0;
    bool Bypass = false; ///< cp.async.cg.
  };
  ExprRef addressOf(const llvm::Value *Pointer, int64_t Offset);

  void visit(const llvm::Instruction &I);
  void visitCall(const llvm::CallBase &C);
  void visitIntrinsic(const llvm::CallBase &C);
  void visitAsm(const llvm::CallBase &C);
  void add(Raw R);
  void addChoices(AccessFact A, const llvm::Instruction &I);
  unsigned packedAlignment(const Raw &R);
  void addPieces(Raw R, unsigned Bytes);
  void addUnknown(const llvm::Instruction &I, UnknownReason Reason,
                  std::string What);
  void addBarrier(const llvm::Instruction &I, unsigned Order);
  unsigned loadOf(const llvm::Value *V) const;
  void placeAndName(AccessFact &A, const llvm::Instruction &I,
                    const llvm::Value *Pointer, unsigned Width);
  const clang::Expr *lvalueOf(const llvm::Instruction &I,
                              const llvm::Value *Pointer, unsigned Width,
                              const llvm::DILocation *Frame, bool &Own);
  const llvm::DILocation *userFrame(const llvm::DILocation *Loc);
  std::string describe(const llvm::Instruction &I);
  void readRows();
  void readRow(AccessFact &A, const llvm::Value *Pointer, int64_t Offset);
  void orderBySource();
  void numberIds();
  void rankByRun();

  KernelFacts &Facts;
  llvm::Function &F;
  const llvm::DataLayout &DL;
  SourceIndex &Index;
  ExprBuilder Builder;
  CodeShape Shape;
  unsigned NextOrder = 0;
  llvm::DenseMap<const llvm::Value *, unsigned> LoadOrders;
  std::vector<std::pair<const llvm::Instruction *, unsigned>> BarrierOrders;
  /// Where shared accesses go, by their order.
  std::map<unsigned, std::pair<const llvm::Value *, int64_t>> SharedPointers;
};

} // namespace warptidy

#endif
