//===- Canonicalize.cpp - The fixed short pipeline ------------------------===//
// Inlines everything into the kernels and brings locals into registers, with
// no pass that would merge, move or multiply a memory access.
//===----------------------------------------------------------------------===//
#include "frontend/DeviceModule.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;

namespace warptidy {
namespace {

/// Copies above this stay one memcpy, which the model reports as unsupported.
constexpr uint64_t MaxCopyBytes = 256;
/// The widest single access of a lane.
constexpr uint64_t MaxAccessBytes = 16;

void prepareForInlining(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    F.removeFnAttr(Attribute::NoInline);
    F.removeFnAttr(Attribute::OptimizeNone);
    if (F.getCallingConv() == CallingConv::PTX_Kernel)
      continue;
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setComdat(nullptr);
    F.addFnAttr(Attribute::AlwaysInline);
  }
}

bool isPrivate(const Value *Ptr) {
  const Value *Root = getUnderlyingObject(Ptr, 0);
  if (const auto *A = dyn_cast<Argument>(Root))
    return A->hasByValAttr();
  return isa<AllocaInst>(Root);
}

/// An access of Bytes as a type that SROA will not take apart.
Type *chunkType(LLVMContext &C, uint64_t Bytes) {
  if (Bytes == 16)
    return FixedVectorType::get(Type::getInt32Ty(C), 4);
  if (Bytes == 8)
    return FixedVectorType::get(Type::getInt32Ty(C), 2);
  return Type::getIntNTy(C, static_cast<unsigned>(Bytes) * 8);
}

/// Rewrites a struct copy from or to memory as nvcc emits it: pieces as wide
/// as the alignment of the type allows.
void splitCopy(MemCpyInst &Copy, const CopyAlignment &AlignmentOf) {
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (!Length || Length->getZExtValue() > MaxCopyBytes ||
      (isPrivate(Copy.getSource()) && isPrivate(Copy.getDest())))
    return;
  uint64_t Total = Length->getZExtValue();
  uint64_t Align = MaxAccessBytes;
  auto Promised = [&](const Value *Pointer, MaybeAlign Known) {
    if (isPrivate(Pointer))
      return MaxAccessBytes;
    return std::max(Known.valueOrOne().value(),
                    AlignmentOf(*Pointer, Copy, Total));
  };
  Align = std::min({Align, Promised(Copy.getSource(), Copy.getSourceAlign()),
                    Promised(Copy.getDest(), Copy.getDestAlign())});
  IRBuilder<> B(&Copy);
  SmallVector<std::pair<uint64_t, Value *>> Pieces;
  for (uint64_t Offset = 0, Size; Offset < Total; Offset += Size) {
    Size = std::min<uint64_t>(Align, bit_floor(Total - Offset));
    Value *Src = B.CreateConstGEP1_64(B.getInt8Ty(), Copy.getSource(), Offset);
    Pieces.push_back(
        {Offset, B.CreateAlignedLoad(chunkType(B.getContext(), Size), Src,
                                     llvm::Align(Size))});
  }
  for (auto [Offset, Piece] : Pieces) {
    Value *Dst = B.CreateConstGEP1_64(B.getInt8Ty(), Copy.getDest(), Offset);
    uint64_t Size = Piece->getType()->getPrimitiveSizeInBits() / 8;
    B.CreateAlignedStore(Piece, Dst, llvm::Align(Size));
  }
  Copy.eraseFromParent();
}

struct SplitCopiesPass : PassInfoMixin<SplitCopiesPass> {
  explicit SplitCopiesPass(const CopyAlignment &AlignmentOf)
      : AlignmentOf(AlignmentOf) {}
  const CopyAlignment &AlignmentOf;
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    SmallVector<MemCpyInst *> Copies;
    for (Instruction &I : instructions(F))
      if (auto *Copy = dyn_cast<MemCpyInst>(&I))
        Copies.push_back(Copy);
    for (MemCpyInst *Copy : Copies)
      splitCopy(*Copy, AlignmentOf);
    return PreservedAnalyses::none();
  }
};

/// Keeps where each address was computed; see PlaceMetadata.
struct MarkPlacesPass : PassInfoMixin<MarkPlacesPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    for (Instruction &I : instructions(F)) {
      const auto *Pointer =
          dyn_cast_or_null<Instruction>(getLoadStorePointerOperand(&I));
      if (const auto *A = dyn_cast<AtomicRMWInst>(&I))
        Pointer = dyn_cast<Instruction>(A->getPointerOperand());
      if (const auto *A = dyn_cast<AtomicCmpXchgInst>(&I))
        Pointer = dyn_cast<Instruction>(A->getPointerOperand());
      while (isa_and_nonnull<CastInst>(Pointer) && !Pointer->getDebugLoc())
        Pointer = dyn_cast<Instruction>(Pointer->getOperand(0));
      if (Pointer && Pointer->getDebugLoc())
        I.setMetadata(PlaceMetadata, Pointer->getDebugLoc().getAsMDNode());
    }
    return PreservedAnalyses::all();
  }
};

FunctionPassManager kernelPasses(const CopyAlignment &AlignmentOf) {
  FunctionPassManager FPM;
  FPM.addPass(PromotePass());
  FPM.addPass(SplitCopiesPass(AlignmentOf));
  FPM.addPass(MarkPlacesPass());
  FPM.addPass(SROAPass(SROAOptions::PreserveCFG));
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(InstSimplifyPass());
  FPM.addPass(SimplifyCFGPass(SimplifyCFGOptions()
                                  .hoistCommonInsts(false)
                                  .sinkCommonInsts(false)
                                  .convertSwitchToLookupTable(false)
                                  .speculateUnpredictables(false)));
  FPM.addPass(SROAPass(SROAOptions::PreserveCFG));
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(InstSimplifyPass());
  FPM.addPass(ADCEPass());
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  return FPM;
}

} // namespace

void canonicalize(Module &M, const CopyAlignment &AlignmentOf) {
  prepareForInlining(M);
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM;
  MPM.addPass(AlwaysInlinerPass(/*InsertLifetime=*/false));
  MPM.addPass(GlobalDCEPass());
  MPM.addPass(createModuleToFunctionPassAdaptor(kernelPasses(AlignmentOf)));
  MPM.run(M, MAM);
}

} // namespace warptidy
