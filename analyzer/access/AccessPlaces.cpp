//===- AccessPlaces.cpp - Where accesses are written ----------------------===//
// The subscript or member expression that an instruction comes from.
//===----------------------------------------------------------------------===//
#include "access/KernelReader.h"
#include "frontend/DeviceModule.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warptidy {

/// A copy's source stands at most this many lines below its operator.
constexpr unsigned MaxStatementLines = 4;

/// The innermost frame of Loc that lies in the user's files.
const DILocation *KernelReader::userFrame(const DILocation *Loc) {
  for (const DILocation *L = Loc; L; L = L->getInlinedAt())
    if (Index.isUserCode(Index.locate(L)))
      return L;
  return nullptr;
}

const clang::Expr *KernelReader::lvalueOf(const Instruction &I,
                                          const Value *Pointer, unsigned Width,
                                          const DILocation *Frame, bool &Own) {
  Own = true;
  clang::SourceLocation Here = Index.locate(Frame);
  bool Load = isa<LoadInst>(I);
  if (const clang::Expr *E = Index.assignedAt(Here, Load))
    return E;
  if (Load)
    if (const clang::Expr *E = Index.lvalueAt(Here, Width))
      return E;
  Own = false;
  if (const auto *Place =
          dyn_cast_or_null<DILocation>(I.getMetadata(PlaceMetadata));
      Place && Place->getInlinedAt() == Frame->getInlinedAt())
    if (const clang::Expr *E = Index.lvalueAt(Index.locate(Place), Width))
      return E;
  // In a struct copy or a call such as atomicAdd(&a[i], 1) only the address
  // arithmetic carries the location of the subscript.
  for (const Value *P = Pointer; P;) {
    const auto *PI = dyn_cast<Instruction>(P);
    if (!PI)
      break;
    if (const DILocation *L = PI->getDebugLoc();
        L && L->getInlinedAt() == Frame->getInlinedAt())
      if (const clang::Expr *E = Index.lvalueAt(Index.locate(L), Width))
        return E;
    const auto *G = dyn_cast<GetElementPtrInst>(PI);
    const auto *C = dyn_cast<CastInst>(PI);
    P = G ? G->getPointerOperand() : C ? C->getOperand(0) : nullptr;
  }
  return Index.lvalueAt(Here, Width);
}

void KernelReader::placeAndName(AccessFact &A, const Instruction &I,
                                const Value *Pointer, unsigned Width) {
  const DILocation *Frame = userFrame(I.getDebugLoc());
  if (!Frame) {
    A.Where = Facts.Where;
    return;
  }
  bool Own;
  const clang::Expr *E = lvalueOf(I, Pointer, Width, Frame, Own);
  A.Where = Index.spot(Index.locate(Frame));
  if (E) { // The subscript, unless its address was taken in a line before.
    SourceSpot Words = Index.spot(E->getBeginLoc(), E->getEndLoc());
    if (Own || (Words.File == A.Where.File && A.Where.Line <= Words.EndLine &&
                Words.Line <= A.Where.Line + MaxStatementLines))
      A.Where = Words;
  }
  A.Words = Index.wordsOf(E);
  for (const DILocation *L = Frame; L->getInlinedAt(); L = L->getInlinedAt())
    A.InlinedAt.push_back({L->getScope()->getSubprogram()->getName().str(),
                           Index.spot(Index.locate(L->getInlinedAt()))});
}

std::string KernelReader::describe(const Instruction &I) {
  const DILocation *Frame = userFrame(I.getDebugLoc());
  if (!Frame)
    return "a loaded value";
  const Value *Pointer = I.getOperand(0);
  unsigned Width = I.getType()->isSized()
                       ? static_cast<unsigned>(DL.getTypeStoreSize(I.getType()))
                       : 0;
  bool Own;
  if (const clang::Expr *E = lvalueOf(I, Pointer, Width, Frame, Own))
    return Index.textOf(E);
  return "a loaded value";
}

} // namespace warptidy
