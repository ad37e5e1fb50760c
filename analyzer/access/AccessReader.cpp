//===- AccessReader.cpp - Facts of the kernels of one file ----------------===//
// Turns the memory instructions of each kernel into access facts.
//===----------------------------------------------------------------------===//
#include "access/AccessReader.h"
#include "access/AtomicForm.h"
#include "access/KernelReader.h"
#include "access/MixedSpaces.h"
#include "access/Polynomial.h"
#include "clang/AST/Attr.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace warptidy {

/// The buffer a kernel fills to launch another one: the launch's, not the
/// author's.
static bool isLaunchBuffer(const Value *Pointer) {
  const auto *C = dyn_cast<CallBase>(getUnderlyingObject(Pointer, 0));
  return C && C->getCalledFunction() &&
         C->getCalledFunction()->getName().contains("GetParameterBuffer");
}

ExprRef KernelReader::addressOf(const Value *Pointer, int64_t Offset) {
  ExprPool &Pool = Facts.Pool;
  return Pool.binary(ExprOp::Add,
                     Pool.cast(ExprOp::ZExt, Builder.value(Pointer), 64),
                     Pool.constant(Offset, 64));
}

/// Order of the load that the value is, but for conversions; ~0u for others.
unsigned KernelReader::loadOf(const Value *V) const {
  while (const auto *Cast = dyn_cast<CastInst>(V))
    V = Cast->getOperand(0);
  auto It = LoadOrders.find(V);
  return It == LoadOrders.end() ? ~0u : It->second;
}

/// Additions: each changes the word, so that the others of a round fail.
static bool adds(const Instruction &I) {
  const auto *A = dyn_cast<AtomicRMWInst>(&I);
  return A && (A->getOperation() == AtomicRMWInst::Add ||
               A->getOperation() == AtomicRMWInst::Sub ||
               A->getOperation() == AtomicRMWInst::FAdd ||
               A->getOperation() == AtomicRMWInst::FSub);
}

void KernelReader::add(Raw R) {
  if (isLaunchBuffer(R.Pointer))
    return;
  RootInfo Root = Builder.rootOf(R.Pointer);
  AccessFact A;
  A.Op = R.Op;
  A.Form = R.Form;
  A.WidthBytes = R.Width;
  A.Base = Root.Symbol;
  A.Space = R.Space != AddressSpace::Generic ? R.Space : Root.Space;
  ExprPool &Pool = Facts.Pool;
  // Struct arguments live in the constant bank; reading a fixed member of one
  // costs nothing, an indexed one is an indexed constant load.
  if (A.Base != NoExpr &&
      Pool.symbolInfo(A.Base).Kind == SymbolKind::LocalArray &&
      Pool.symbolInfo(A.Base).ParamIndex != ~0u) {
    APInt Offset(64, 0);
    if (isa<Argument>(
            R.Pointer->stripAndAccumulateConstantOffsets(DL, Offset, true)))
      return;
    A.Space = AddressSpace::Constant;
  }
  A.Address = addressOf(R.Pointer, R.Offset);
  if (A.Space == AddressSpace::Distributed &&
      Root.Space == AddressSpace::Shared) {
    A.Unknown = UnknownReason::UnsupportedAccess;
    A.UnknownDetail = "the block's own shared memory, as memory of the cluster";
  }
  if (R.Other) {
    A.Other = addressOf(R.Other, R.OtherOffset);
    A.Bypass = R.Bypass;
  }
  A.Order = NextOrder++;
  if (A.Space == AddressSpace::Shared)
    SharedPointers[A.Order] = {R.Pointer, R.Offset};
  A.Block = Shape.blockOf(R.I->getParent());
  A.Volatile = R.I->isVolatile();
  if (isa<LoadInst, StoreInst>(R.I))
    A.AlignBytes = Shape.promisedAlign(*R.I);
  if (const auto *L = dyn_cast<LoadInst>(R.I))
    A.UsedBytes = usedBytes(*L);
  A.Mask = Builder.guardsOf(R.I->getParent(), A.MaskComplete);
  A.Promises = Builder.promisesAt(R.I->getParent());
  A.Loops = Builder.loopsOf(R.I->getParent());
  A.Aggregates = aggregates(*R.I);
  A.Combines = combines(*R.I);
  A.ResultUsed = !R.I->use_empty();
  if (const auto *S = dyn_cast<StoreInst>(R.I))
    A.StoredFrom = loadOf(S->getValueOperand());
  else if (isa<LoadInst>(R.I))
    LoadOrders[R.I] = A.Order;
  if (A.Space == AddressSpace::Shared)
    A.Form = sharedAtomicForm(*R.I, A.Form);
  if (A.Form == AccessForm::CompareSwapLoop && R.Width == 8 && !adds(*R.I)) {
    A.Unknown = UnknownReason::UnsupportedAccess;
    A.UnknownDetail = "this 64-bit operation on shared memory is a loop of "
                      "compare-and-swaps whose rounds depend on the data";
  }
  placeAndName(A, *R.I, R.Pointer, R.Width);
  if (unsigned Packed = R.Width > 1 ? packedAlignment(R) : 0;
      Packed && Packed < R.Width)
    return addPieces(R, Packed);
  // The pieces of a whole-struct copy differ in their offset only, and members
  // of bases lie where the base lies.
  if (A.Words.Record && A.Words.Record->Size > R.Width &&
      (A.Words.Record->Field.empty() || A.Words.Record->HasBases)) {
    APInt Offset(64, 0);
    R.Pointer->stripAndAccumulateConstantOffsets(DL, Offset, true);
    A.Words.Record->FieldOffset = Offset.getZExtValue() % A.Words.Record->Size;
    A.Words.Record->FieldSize = R.Width;
  }
  if (A.Space == AddressSpace::Generic)
    return addChoices(A, *R.I);
  Facts.Accesses.push_back(std::move(A));
}

/// An access through a pointer into one of several memories: one to each.
void KernelReader::addChoices(AccessFact A, const Instruction &I) {
  std::vector<SpaceChoice> Choices = choicesOfSpace(Facts.Pool, A.Address);
  if (Choices.empty()) {
    A.Unknown = UnknownReason::GenericPointer;
    A.UnknownDetail = "the pointer may point to more than one memory space";
    Facts.Accesses.push_back(std::move(A));
    return;
  }
  for (const SpaceChoice &C : Choices) {
    AccessFact Mine = A;
    Mine.Space = C.Space;
    Mine.Base = C.Base;
    Mine.Address = C.Address;
    Mine.Mask.insert(Mine.Mask.end(), C.Guards.begin(), C.Guards.end());
    if (C.Base != NoExpr && C.Space == AddressSpace::Local)
      Facts.Pool.symbolInfo(C.Base).Escapes = true;
    if (C.Space == AddressSpace::Shared)
      Mine.Form = sharedAtomicForm(I, Mine.Form);
    Mine.Order = NextOrder++;
    Facts.Accesses.push_back(std::move(Mine));
  }
}

unsigned KernelReader::packedAlignment(const Raw &R) {
  const DILocation *Frame = userFrame(R.I->getDebugLoc());
  bool Own;
  return Frame ? Index.packedAlignment(
                     lvalueOf(*R.I, R.Pointer, R.Width, Frame, Own))
               : 0;
}

/// A member of a packed struct is read in pieces of the alignment it has.
void KernelReader::addPieces(Raw R, unsigned Bytes) {
  unsigned Total = R.Width;
  R.Width = Bytes;
  for (unsigned Offset = 0; Offset < Total; Offset += Bytes) {
    add(R);
    R.Offset += Bytes;
  }
}

void KernelReader::addUnknown(const Instruction &I, UnknownReason Reason,
                              std::string What) {
  AccessFact A;
  A.Unknown = Reason;
  A.UnknownDetail = std::move(What);
  A.Loops = Builder.loopsOf(I.getParent());
  placeAndName(A, I, nullptr, 0);
  Facts.Accesses.push_back(std::move(A));
}

void KernelReader::numberIds() {
  std::map<std::string, unsigned> Seen;
  for (AccessFact &A : Facts.Accesses) {
    std::string Key = A.Where.File + ":" + std::to_string(A.Where.Line) + ":" +
                      std::to_string(A.Where.Column) + ":" + accessOpName(A.Op);
    A.Id = Key + ":" + std::to_string(Seen[Key]++) + "@" + Facts.Mangled;
  }
}

/// By place, accesses of one place in program order.
void KernelReader::orderBySource() {
  std::map<std::tuple<std::string, unsigned, unsigned, size_t>, AccessFact>
      Ordered;
  for (size_t I = 0; I < Facts.Accesses.size(); ++I) {
    const SourceSpot &W = Facts.Accesses[I].Where;
    Ordered.emplace(std::tuple(W.File, W.Line, W.Column, I),
                    std::move(Facts.Accesses[I]));
  }
  Facts.Accesses.clear();
  for (auto &[Place, Access] : Ordered)
    Facts.Accesses.push_back(std::move(Access));
}

/// So far the order is that of the blocks in memory, where the code behind a
/// loop may come before its body.
void KernelReader::rankByRun() {
  std::map<std::pair<unsigned, unsigned>, unsigned> ByBlock; // To old orders.
  for (const AccessFact &A : Facts.Accesses)
    ByBlock[{A.Block, A.Order}] = A.Order;
  for (const CutFact &C : Facts.Cuts)
    ByBlock[{C.Block, C.Order}] = C.Order;
  std::map<unsigned, unsigned> Rank;
  for (const auto &[At, Old] : ByBlock)
    Rank.emplace(Old, static_cast<unsigned>(Rank.size()));
  for (AccessFact &A : Facts.Accesses) {
    A.Order = Rank.at(A.Order);
    if (auto It = Rank.find(A.StoredFrom); It != Rank.end())
      A.StoredFrom = It->second;
  }
  for (CutFact &C : Facts.Cuts)
    C.Order = Rank.at(C.Order);
  for (BarrierFact &B : Facts.Barriers)
    B.Order = Rank.at(B.Order);
}

void KernelReader::read() {
  for (const Argument &A : F.args()) {
    ParamFact P;
    P.Name = sourceName(A.getName());
    P.IsPointer = A.getType()->isPointerTy();
    if (A.getType()->isIntegerTy())
      P.Bits = A.getType()->getIntegerBitWidth();
    Facts.Params.push_back(std::move(P));
  }
  Facts.StaticSharedBytes = staticSharedBytes(F);
  for (const Instruction &I : instructions(F))
    visit(I);
  for (auto [Barrier, Order] : BarrierOrders)
    addBarrier(*Barrier, Order);
  Builder.readLoops();
  Shape.read();
  Builder.completePhis();
  for (const LoopFact &L : Facts.Loops)
    for (ExprRef Phi : L.Phis) {
      PhiInfo &Info = Facts.Pool.phiInfo(Phi);
      Info.Name = Index.variableName(Info.Name);
    }
  readRows(); // Last, as expressions are written in the order they came.
  rankByRun();
  Facts.Pool.finalize();
  findSteps(Facts);
  orderBySource();
  numberIds();
}

namespace {

unsigned launchBounds(const clang::FunctionDecl &Kernel,
                      const clang::ASTContext &Context) {
  const auto *Bounds = Kernel.getAttr<clang::CUDALaunchBoundsAttr>();
  clang::Expr::EvalResult R;
  if (!Bounds || !Bounds->getMaxThreads() ||
      Bounds->getMaxThreads()->isValueDependent() ||
      !Bounds->getMaxThreads()->EvaluateAsInt(R, Context))
    return 0;
  return static_cast<unsigned>(R.Val.getInt().getZExtValue());
}

std::string kernelName(const clang::FunctionDecl &Kernel,
                       const clang::ASTContext &Context) {
  std::string Name;
  raw_string_ostream OS(Name);
  Kernel.getNameForDiagnostic(OS, Context.getPrintingPolicy(), true);
  return Name;
}

} // namespace

std::vector<KernelFacts> readKernels(DeviceModule &Device, SourceIndex &Index,
                                     clang::ASTContext &Context) {
  std::vector<KernelFacts> Out;
  for (const KernelDecl &K : Device.Kernels) {
    KernelFacts Facts;
    Facts.Name = kernelName(*K.Decl, Context);
    Facts.Mangled = K.Mangled;
    Facts.Where = Index.spot(K.Decl->getLocation(), K.Decl->getEndLoc());
    Facts.MaxThreadsPerBlock = launchBounds(*K.Decl, Context);
    Function *F = K.Broken ? nullptr : Device.Module->getFunction(K.IRName);
    if (!F || F->isDeclaration()) {
      Facts.Unknown = UnknownReason::DoesNotCompile;
      Facts.Pool.finalize();
    } else {
      KernelReader(Facts, *F, Index).read();
    }
    Out.push_back(std::move(Facts));
  }
  return Out;
}

} // namespace warptidy
