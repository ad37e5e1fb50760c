//===- ExprBuilder.cpp - From LLVM values to expressions ------------------===//
// Leaves, arithmetic and addresses. Loads are in ExprLoads.cpp, merges and
// loops in ExprControl.cpp, calls in ExprCalls.cpp.
//===----------------------------------------------------------------------===//
#include "access/ExprBuilder.h"
#include "access/CodeShape.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace warptidy {

/// Shared arrays are taken to start at a whole word even when their type asks
/// for less: banks are words, and every kernel measured so far agrees.
constexpr uint64_t SharedAlignBytes = 4;
/// SSA chains deeper than this are cut (the recursion lives on the stack).
constexpr unsigned MaxDepth = 2000;

std::string sourceName(StringRef Name) {
  StringRef Base = Name.split('.').first;
  return Base.empty() ? "a loop's result" : Base.str();
}

/// Whether the call is what a failing assert does, in the form that assert has:
/// a block of its own, passed by when the condition holds. The function is not
/// declared to end the kernel, which it does.
static bool isAssertFailure(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  const BasicBlock *Failed = Call.getParent();
  const BasicBlock *From = Failed->getSinglePredecessor();
  const BasicBlock *Behind = Failed->getSingleSuccessor();
  if (!Callee || Callee->getName() != "__assertfail" || !From || !Behind ||
      !Behind->hasNPredecessors(2))
    return false;
  const auto *Br = dyn_cast<BranchInst>(From->getTerminator());
  return Br && Br->isConditional() && Br->getSuccessor(0) == Behind;
}

ExprBuilder::ExprBuilder(KernelFacts &Facts, Function &F, DescribeLoad Describe)
    : Facts(Facts), Pool(Facts.Pool), F(F), DL(F.getDataLayout()),
      Describe(std::move(Describe)), DT(F), PDT(F), LI(DT) {
  for (const Instruction &I : instructions(F))
    if (const auto *A = dyn_cast<AssumeInst>(&I)) {
      if (!A->hasOperandBundles())
        Assumes.push_back({A->getArgOperand(0), A->getParent()});
    } else if (const auto *Call = dyn_cast<CallInst>(&I);
               Call && isAssertFailure(*Call)) {
      const BasicBlock *Failed = Call->getParent();
      const auto *Br =
          cast<BranchInst>(Failed->getSinglePredecessor()->getTerminator());
      Assumes.push_back({Br->getCondition(), Failed->getSingleSuccessor()});
    }
  for (Loop *Top : LI.getTopLevelLoops())
    for (Loop *L : depth_first(Top)) {
      LoopIndex[L] = static_cast<unsigned>(Facts.Loops.size());
      LoopFact Fact;
      if (Loop *Parent = L->getParentLoop())
        Fact.Parent = LoopIndex[Parent];
      if (DebugLoc Start = L->getStartLoc())
        Fact.Line = Start.getLine();
      Fact.Iteration = Pool.symbol(
          {"iteration of the loop at line " + std::to_string(Fact.Line),
           SymbolKind::Iteration},
          64);
      LoopsByIndex.push_back(L);
      Facts.Loops.push_back(std::move(Fact));
    }
}

unsigned ExprBuilder::bitsOf(const Type *T) const {
  if (T->isPointerTy())
    return 64;
  if (T->isIntegerTy())
    return std::min(T->getIntegerBitWidth(), 64u);
  TypeSize Size = T->isSized() ? DL.getTypeSizeInBits(const_cast<Type *>(T))
                               : TypeSize::getFixed(64);
  return static_cast<unsigned>(
      std::clamp<uint64_t>(Size.getKnownMinValue(), 1, 64));
}

ExprRef ExprBuilder::value(const Value *V) {
  auto It = Memo.find(V);
  if (It != Memo.end())
    return It->second;
  if (Depth > MaxDepth)
    return varying(UnknownReason::Budget, "expression too deep",
                   bitsOf(V->getType()));
  ++Depth;
  ExprRef R = build(V);
  --Depth;
  Memo[V] = R;
  return R;
}

ExprRef ExprBuilder::build(const Value *V) {
  if (const auto *A = dyn_cast<Argument>(V))
    return argument(A);
  if (const auto *I = dyn_cast<Instruction>(V))
    return instruction(I);
  if (const auto *C = dyn_cast<Constant>(V))
    return constant(C);
  return varying(UnknownReason::OpaqueCall, "unsupported value",
                 bitsOf(V->getType()));
}

ExprRef ExprBuilder::constant(const Constant *C) {
  unsigned Bits = bitsOf(C->getType());
  if (const auto *I = dyn_cast<ConstantInt>(C))
    return Pool.constant(I->getValue().sextOrTrunc(64).getSExtValue(), Bits);
  if (isa<ConstantPointerNull>(C) || isa<UndefValue>(C))
    return Pool.constant(0, Bits);
  if (const auto *G = dyn_cast<GlobalVariable>(C))
    return global(G);
  if (const auto *G = dyn_cast<GEPOperator>(C))
    return address(G);
  if (const auto *E = dyn_cast<ConstantExpr>(C)) {
    if (E->isCast()) {
      ExprRef Op = value(E->getOperand(0));
      return Pool.cast(Bits < Pool[Op].Bits ? ExprOp::Trunc : ExprOp::ZExt, Op,
                       Bits);
    }
    if (E->getOpcode() == Instruction::Add ||
        E->getOpcode() == Instruction::Sub)
      return Pool.binary(E->getOpcode() == Instruction::Add ? ExprOp::Add
                                                            : ExprOp::Sub,
                         value(E->getOperand(0)), value(E->getOperand(1)));
  }
  if (isa<ConstantFP>(C)) // Uniform, but not an integer.
    return Pool.opaque({UnknownReason::FloatIndex, "floating-point constant"},
                       Bits, Pool.constant(0, 1));
  return varying(UnknownReason::OpaqueCall, "unsupported constant", Bits);
}

ExprRef ExprBuilder::argument(const Argument *A) {
  SymbolInfo Info{sourceName(A->getName()), SymbolKind::Argument};
  Info.ParamIndex = A->getArgNo();
  if (A->hasByValAttr()) {
    Info.Kind = SymbolKind::LocalArray;
    Info.Align = 8;
  } else if (A->getType()->isPointerTy()) {
    Info.Kind = SymbolKind::KernelBuffer;
    Info.Align = BufferAlignBytes;
    Info.Restrict = A->hasNoAliasAttr();
  }
  return Pool.symbol(std::move(Info), bitsOf(A->getType()));
}

static SymbolKind globalKind(const GlobalVariable *G) {
  switch (G->getAddressSpace()) {
  case 3:
    return SymbolKind::SharedArray;
  case 4:
    return SymbolKind::ConstantArray;
  default:
    return SymbolKind::GlobalArray;
  }
}

/// The variable's own name: "s" for the s of a kernel, whatever its scope.
static std::string variableName(const GlobalVariable *G) {
  std::string Full = demangle(G->getName());
  size_t Colon = Full.rfind("::");
  return sourceName(Colon == std::string::npos ? Full : Full.substr(Colon + 2));
}

/// The innermost array of an array of arrays, and its element.
static void setRows(const GlobalVariable *G, const DataLayout &DL,
                    SymbolInfo &Info) {
  auto *T = dyn_cast<ArrayType>(G->getValueType());
  if (!T || !T->getElementType()->isArrayTy())
    return;
  while (auto *Inner = dyn_cast<ArrayType>(T->getElementType()))
    T = Inner;
  Info.RowBytes = static_cast<unsigned>(DL.getTypeAllocSize(T));
  Info.ElementBytes =
      static_cast<unsigned>(DL.getTypeAllocSize(T->getElementType()));
}

ExprRef ExprBuilder::global(const GlobalVariable *G) {
  SymbolInfo Info{variableName(G), globalKind(G)};
  Info.Align = G->getAlign().valueOrOne().value();
  if (Info.Kind == SymbolKind::SharedArray) {
    Info.Dynamic = G->isDeclaration();
    Info.Aligned = G->isDeclaration() || Info.Align >= 8;
    Info.LayoutAlign = G->isDeclaration() ? 16 : sharedLayoutAlign(F, G, 16);
    Info.Align = std::max<uint64_t>(
        {Info.Align, SharedAlignBytes, sharedLayoutAlign(F, G, 128)});
    setRows(G, DL, Info);
  }
  Info.Table = Info.Kind == SymbolKind::ConstantArray &&
               !G->isExternallyInitialized(); // No __constant__.
  if (G->getValueType()->isSized())
    Info.SizeBytes = DL.getTypeAllocSize(G->getValueType());
  return Pool.symbol(std::move(Info), 64);
}

ExprRef ExprBuilder::local(const AllocaInst *A) {
  SymbolInfo Info{sourceName(A->getName()), SymbolKind::LocalArray};
  Info.Align = A->getAlign().value();
  Info.Escapes = PointerMayBeCaptured(A, /*ReturnCaptures=*/false);
  if (auto Size = A->getAllocationSize(DL))
    Info.SizeBytes = Size->getKnownMinValue();
  return Pool.symbol(std::move(Info), 64);
}

ExprRef ExprBuilder::varying(UnknownReason Reason, const std::string &What,
                             unsigned Bits) {
  return Pool.opaque({Reason, What}, Bits);
}

/// A value the model does not follow but which is uniform when its operands
/// are: floating-point arithmetic, pure calls.
ExprRef ExprBuilder::pure(const Instruction *I, UnknownReason Reason) {
  unsigned Bits = bitsOf(I->getType());
  if (isa<CallBase>(I) && cast<CallBase>(I)->arg_size() == 0)
    return varying(Reason, I->getOpcodeName(), Bits);
  ExprRef Sum = Pool.constant(0, 1);
  unsigned Count =
      isa<CallBase>(I) ? cast<CallBase>(I)->arg_size() : I->getNumOperands();
  for (unsigned Op = 0; Op < Count; ++Op)
    Sum = Pool.opaque({Reason, I->getOpcodeName()}, Bits, Sum,
                      value(I->getOperand(Op)));
  return Sum;
}

ExprRef ExprBuilder::instruction(const Instruction *I) {
  if (const auto *B = dyn_cast<BinaryOperator>(I))
    return I->getType()->isIntegerTy() ? binary(B)
                                       : pure(I, UnknownReason::FloatIndex);
  if (const auto *C = dyn_cast<ICmpInst>(I))
    return compare(C);
  if (const auto *G = dyn_cast<GetElementPtrInst>(I))
    return address(cast<GEPOperator>(G));
  if (const auto *L = dyn_cast<LoadInst>(I))
    return load(L);
  if (const auto *P = dyn_cast<PHINode>(I))
    return phi(P);
  if (const auto *C = dyn_cast<CallBase>(I))
    return call(C);
  if (const auto *A = dyn_cast<AllocaInst>(I))
    return local(A);
  if (const auto *S = dyn_cast<SelectInst>(I)) {
    if (S->getCondition()->getType()->isIntegerTy() &&
        !S->getType()->isVectorTy())
      return Pool.select(value(S->getCondition()), value(S->getTrueValue()),
                         value(S->getFalseValue()));
    return pure(I, UnknownReason::FloatIndex);
  }
  unsigned Bits = bitsOf(I->getType());
  switch (I->getOpcode()) {
  case Instruction::Trunc:
    return Pool.cast(ExprOp::Trunc, value(I->getOperand(0)), Bits);
  case Instruction::SExt:
    return Pool.cast(ExprOp::SExt, value(I->getOperand(0)), Bits);
  case Instruction::ZExt:
  case Instruction::IntToPtr:
    return Pool.cast(ExprOp::ZExt, value(I->getOperand(0)), Bits);
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
    return Pool.cast(ExprOp::Trunc, value(I->getOperand(0)), Bits);
  case Instruction::AddrSpaceCast:
  case Instruction::Freeze:
    return value(I->getOperand(0));
  case Instruction::BitCast:
    if (bitsOf(I->getOperand(0)->getType()) == Bits)
      return value(I->getOperand(0));
    return pure(I, UnknownReason::FloatIndex);
  case Instruction::ExtractElement:
    if (const auto *L = dyn_cast<LoadInst>(I->getOperand(0)))
      if (const auto *C = dyn_cast<ConstantInt>(I->getOperand(1)))
        return loadAt(L, C->getZExtValue() * DL.getTypeAllocSize(I->getType()),
                      Bits);
    return pure(I, UnknownReason::OpaqueCall);
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return varying(UnknownReason::None, "the result of an atomic", Bits);
  case Instruction::ExtractValue: {
    const auto *X = cast<ExtractValueInst>(I);
    if (const Value *V = FindInsertedValue(
            const_cast<Value *>(X->getAggregateOperand()), X->getIndices());
        V && V != I)
      return value(V);
    if (isa<CallBase, AtomicCmpXchgInst, PHINode>(X->getAggregateOperand()))
      return value(X->getAggregateOperand());
    return pure(I, UnknownReason::OpaqueCall);
  }
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::FPTrunc:
  case Instruction::FPExt:
  case Instruction::FNeg:
  case Instruction::FCmp:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
  case Instruction::InsertValue:
    return pure(I, UnknownReason::FloatIndex);
  default:
    return varying(UnknownReason::OpaqueCall, I->getOpcodeName(), Bits);
  }
}

static ExprOp binaryOp(const BinaryOperator *I) {
  switch (I->getOpcode()) {
  case Instruction::Add:
    return ExprOp::Add;
  case Instruction::Sub:
    return ExprOp::Sub;
  case Instruction::Mul:
    return ExprOp::Mul;
  case Instruction::UDiv:
    return ExprOp::UDiv;
  case Instruction::SDiv:
    return ExprOp::SDiv;
  case Instruction::URem:
    return ExprOp::URem;
  case Instruction::SRem:
    return ExprOp::SRem;
  case Instruction::Shl:
    return ExprOp::Shl;
  case Instruction::LShr:
    return ExprOp::LShr;
  case Instruction::AShr:
    return ExprOp::AShr;
  case Instruction::And:
    return ExprOp::And;
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(I)->isDisjoint() ? ExprOp::Add
                                                       : ExprOp::Or;
  default:
    return ExprOp::Xor;
  }
}

ExprRef ExprBuilder::binary(const BinaryOperator *I) {
  if (I->getType()->getIntegerBitWidth() > 64)
    return pure(I, UnknownReason::OpaqueCall);
  return Pool.binary(binaryOp(I), value(I->getOperand(0)),
                     value(I->getOperand(1)));
}

ExprRef ExprBuilder::compare(const ICmpInst *I) {
  Type *T = I->getOperand(0)->getType();
  if (T->isVectorTy() || (T->isIntegerTy() && T->getIntegerBitWidth() > 64))
    return pure(I, UnknownReason::OpaqueCall);
  ExprRef A = value(I->getOperand(0)), B = value(I->getOperand(1));
  switch (I->getPredicate()) {
  case CmpInst::ICMP_EQ:
    return Pool.binary(ExprOp::Eq, A, B);
  case CmpInst::ICMP_NE:
    return Pool.binary(ExprOp::Ne, A, B);
  case CmpInst::ICMP_ULT:
    return Pool.binary(ExprOp::ULt, A, B);
  case CmpInst::ICMP_ULE:
    return Pool.binary(ExprOp::ULe, A, B);
  case CmpInst::ICMP_UGT:
    return Pool.binary(ExprOp::ULt, B, A);
  case CmpInst::ICMP_UGE:
    return Pool.binary(ExprOp::ULe, B, A);
  case CmpInst::ICMP_SLT:
    return Pool.binary(ExprOp::SLt, A, B);
  case CmpInst::ICMP_SLE:
    return Pool.binary(ExprOp::SLe, A, B);
  case CmpInst::ICMP_SGT:
    return Pool.binary(ExprOp::SLt, B, A);
  default:
    return Pool.binary(ExprOp::SLe, B, A);
  }
}

ExprRef ExprBuilder::address(const GEPOperator *G) {
  if (G->getType()->isVectorTy())
    return varying(UnknownReason::UnsupportedAccess, "vector of pointers", 64);
  ExprRef Sum = value(G->getPointerOperand());
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(64, 0);
  if (!G->collectOffset(DL, 64, Variable, Constant))
    return varying(UnknownReason::UnsupportedAccess, "scalable address", 64);
  for (auto &[Index, Scale] : Variable) {
    ExprRef I = value(Index);
    unsigned Bits = Pool[I].Bits;
    I = Pool.cast(Bits < 64 ? ExprOp::SExt : ExprOp::Trunc, I, 64);
    Sum = Pool.binary(
        ExprOp::Add, Sum,
        Pool.binary(ExprOp::Mul, I, Pool.constant(Scale.getSExtValue(), 64)));
  }
  return Pool.binary(ExprOp::Add, Sum,
                     Pool.constant(Constant.getSExtValue(), 64));
}

} // namespace warptidy
