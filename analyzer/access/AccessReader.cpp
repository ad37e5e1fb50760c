//===- AccessReader.cpp - Facts of the kernels of one file ----------------===//
// Turns the memory instructions of each kernel into access facts.
//===----------------------------------------------------------------------===//
#include "access/AccessReader.h"
#include "access/AsmTable.h"
#include "access/AtomicForm.h"
#include "access/CodeShape.h"
#include "access/ExprBuilder.h"
#include "access/Polynomial.h"
#include "clang/AST/Attr.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace warptidy {
namespace {

/// A copy's source stands at most this many lines below its operator.
constexpr unsigned MaxStatementLines = 4;

class KernelReader {
public:
  KernelReader(KernelFacts &Facts, Function &F, SourceIndex &Index)
      : Facts(Facts), F(F), DL(F.getDataLayout()), Index(Index),
        Builder(Facts, F, [this](const Instruction &I) { return describe(I); }),
        Shape(Facts, F, Builder) {}

  void read();

private:
  struct Raw {
    const Instruction *I;
    const Value *Pointer;
    unsigned Width;
    AccessOp Op;
    AccessForm Form = AccessForm::Plain;
    AddressSpace Space = AddressSpace::Generic; ///< When the instruction says.
    int64_t Offset = 0;
    const Value *Other = nullptr; ///< cp.async: the other side's pointer.
    int64_t OtherOffset = 0;
    bool Bypass = false; ///< cp.async.cg.
  };
  ExprRef addressOf(const Value *Pointer, int64_t Offset);

  void visit(const Instruction &I);
  void visitCall(const CallBase &C);
  void visitIntrinsic(const CallBase &C);
  void visitAsm(const CallBase &C);
  void add(Raw R);
  unsigned packedAlignment(const Raw &R);
  void addPieces(Raw R, unsigned Bytes);
  void addUnknown(const Instruction &I, UnknownReason Reason, std::string What);
  void placeAndName(AccessFact &A, const Instruction &I, const Value *Pointer,
                    unsigned Width);
  const clang::Expr *lvalueOf(const Instruction &I, const Value *Pointer,
                              unsigned Width, const DILocation *Frame,
                              bool &Own);
  const DILocation *userFrame(const DILocation *Loc);
  std::string describe(const Instruction &I);
  void orderBySource();
  void numberIds();

  KernelFacts &Facts;
  Function &F;
  const DataLayout &DL;
  SourceIndex &Index;
  ExprBuilder Builder;
  CodeShape Shape;
  unsigned NextOrder = 0;
};

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
  if (R.Other) {
    A.Other = addressOf(R.Other, R.OtherOffset);
    A.Bypass = R.Bypass;
  }
  A.Order = NextOrder++;
  A.Block = Shape.blockOf(R.I->getParent());
  A.Volatile = R.I->isVolatile();
  if (isa<LoadInst, StoreInst>(R.I))
    A.AlignBytes = Shape.promisedAlign(*R.I);
  if (const auto *L = dyn_cast<LoadInst>(R.I))
    A.UsedBytes = usedBytes(*L);
  A.Mask = Builder.guardsOf(R.I->getParent(), A.MaskComplete);
  A.Loops = Builder.loopsOf(R.I->getParent());
  A.Aggregates = aggregates(*R.I);
  if (A.Space == AddressSpace::Shared)
    A.Form = sharedAtomicForm(*R.I, A.Form);
  if (A.Form == AccessForm::CompareSwapLoop && R.Width == 8 && !adds(*R.I)) {
    A.Unknown = UnknownReason::UnsupportedAccess;
    A.UnknownDetail = "this 64-bit operation on shared memory is a loop of "
                      "compare-and-swaps whose rounds depend on the data";
  }
  if (A.Space == AddressSpace::Generic) {
    A.Unknown = UnknownReason::GenericPointer;
    A.UnknownDetail = "the pointer may point to more than one memory space";
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
  Facts.Accesses.push_back(std::move(A));
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
  if (const auto *C = dyn_cast<CallBase>(&I))
    visitCall(*C);
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
  if (Name.contains(".load") || Name.contains(".store") ||
      Name.starts_with("cp.async.bulk.tensor") ||
      Name.starts_with("cp.async.bulk.shared") ||
      Name.starts_with("cp.async.bulk.global") ||
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
  for (size_t I = 0; I < All.size(); ++I) {
    AsmAccess A = All[I];
    const Value *Pointer = A.Known ? Operand(A.Operand) : nullptr;
    if (A.SizeOperand >= 0)
      if (const auto *Size = dyn_cast_or_null<ConstantInt>(
              Operand(static_cast<unsigned>(A.SizeOperand))))
        A.WidthBytes = static_cast<unsigned>(Size->getZExtValue());
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

void KernelReader::read() {
  for (const Argument &A : F.args()) {
    ParamFact P;
    P.Name = sourceName(A.getName());
    P.IsPointer = A.getType()->isPointerTy();
    if (A.getType()->isIntegerTy())
      P.Bits = A.getType()->getIntegerBitWidth();
    Facts.Params.push_back(std::move(P));
  }
  for (const Instruction &I : instructions(F))
    visit(I);
  Builder.readLoops();
  Shape.read();
  Builder.completePhis();
  for (const LoopFact &L : Facts.Loops)
    for (ExprRef Phi : L.Phis) {
      PhiInfo &Info = Facts.Pool.phiInfo(Phi);
      Info.Name = Index.variableName(Info.Name);
    }
  Facts.Pool.finalize();
  findSteps(Facts);
  orderBySource();
  numberIds();
}

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
