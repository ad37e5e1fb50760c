//===- ExprAsm.cpp - Values of inline assembly ----------------------------===//
// Reads of special registers and conversions between address spaces, as they
// are commonly written. Source: the PTX ISA reference, "Special Registers".
//===----------------------------------------------------------------------===//
#include "access/ExprBuilder.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace warptidy {

/// Alignment in bytes of the shared memory that the toolkit keeps for
/// cooperative groups (multi_warp_scratch in cooperative_groups' memory.h).
constexpr uint64_t ReservedSharedAlign = 8;

static std::string asmText(const CallBase *C) {
  return cast<InlineAsm>(C->getCalledOperand())->getAsmString().str();
}

/// The special register that one mov brings into the result, empty for none.
static StringRef registerMoved(StringRef Text) {
  Text = Text.trim();
  if (!Text.starts_with("mov.") || Text.count(';') > 1)
    return {};
  auto [Before, After] = Text.rtrim("; \t\n").split(',');
  After = After.trim();
  return After.consume_front("%") ? After : StringRef();
}

/// Lanes below, at or above the own one, as the bits of a word.
ExprRef ExprBuilder::laneMask(StringRef Which) {
  auto Word = [&](int64_t V) { return Pool.constant(V, 32); };
  Facts.Reads[static_cast<unsigned>(Builtin::LaneId)] = true;
  ExprRef Own =
      Pool.binary(ExprOp::Shl, Word(1), Pool.builtin(Builtin::LaneId));
  ExprRef Below = Pool.binary(ExprOp::Sub, Own, Word(1));
  ExprRef UpTo = Pool.binary(ExprOp::Or, Own, Below);
  if (Which == "eq")
    return Own;
  if (Which == "lt" || Which == "ge")
    return Which == "lt" ? Below : Pool.binary(ExprOp::Xor, Below, Word(-1));
  if (Which == "le" || Which == "gt")
    return Which == "le" ? UpTo : Pool.binary(ExprOp::Xor, UpTo, Word(-1));
  return NoExpr;
}

/// NoExpr for registers that are not in the table.
ExprRef ExprBuilder::assemblyRegister(StringRef Name, unsigned Bits) {
  static const std::pair<StringRef, Builtin> Builtins[] = {
      {"tid", Builtin::ThreadIdxX},
      {"ctaid", Builtin::BlockIdxX},
      {"ntid", Builtin::BlockDimX},
      {"nctaid", Builtin::GridDimX}};
  auto Read = [&](Builtin B) {
    Facts.Reads[static_cast<unsigned>(B)] = true;
    return Pool.cast(Bits > 32 ? ExprOp::ZExt : ExprOp::Trunc, Pool.builtin(B),
                     Bits);
  };
  auto [Base, Part] = Name.split('.');
  size_t Dim = Part.size() == 1 ? StringRef("xyz").find(Part[0]) : 3;
  for (auto [Register, First] : Builtins)
    if (Base == Register && Dim < 3)
      return Read(static_cast<Builtin>(static_cast<unsigned>(First) + Dim));
  if (Name == "laneid")
    return Read(Builtin::LaneId);
  if (Name.consume_front("lanemask_")) {
    ExprRef Mask = laneMask(Name);
    return Mask == NoExpr || Bits == 32 ? Mask : NoExpr;
  }
  // The same for all lanes of a warp, and not known before it runs.
  if (Name.starts_with("envreg") || Name == "smid" || Name == "nsmid" ||
      Name == "warpid" || Name == "nwarpid" || Name == "gridid" ||
      Name == "dynamic_smem_size" || Name == "total_smem_size")
    return Pool.opaque({UnknownReason::None, ("%" + Name).str()}, Bits,
                       Pool.constant(0, 1));
  return NoExpr;
}

/// Where the toolkit's own shared memory starts.
ExprRef ExprBuilder::reservedShared() {
  if (Reserved == NoExpr) {
    SymbolInfo Info{"shared memory of cooperative groups",
                    SymbolKind::SharedArray, ReservedSharedAlign};
    Info.LayoutAlign = ReservedSharedAlign;
    Reserved = Pool.symbol(std::move(Info), 64);
  }
  return Reserved;
}

std::optional<RemoteShared> remoteSharedOf(const CallBase &C) {
  if (C.arg_size() != 2)
    return std::nullopt;
  bool Is = C.getCalledFunction() &&
            C.getCalledFunction()->getName().starts_with("llvm.nvvm.mapa");
  if (C.isInlineAsm()) {
    std::string Whole = asmText(&C);
    StringRef Text = StringRef(Whole).trim();
    Is = Text.starts_with("mapa.") && Text.count(';') <= 1 &&
         (Text.contains("$0, $1, $2") || Text.contains("$0,$1,$2"));
  }
  return Is ? std::optional(
                  RemoteShared{C.getArgOperand(0), C.getArgOperand(1)})
            : std::nullopt;
}

/// In the window of a cluster each block has 16 MiB, in the order of ranks:
/// what nvcc computes for sm_90.
ExprRef ExprBuilder::distributedAddress(const Value *Address, const Value *Rank,
                                        unsigned Bits) {
  constexpr unsigned BlockShift = 24;
  if (Window == NoExpr)
    Window = Pool.symbol({"shared memory of the cluster",
                          SymbolKind::ClusterWindow, uint64_t(1) << BlockShift},
                         64);
  auto Wide = [&](ExprRef R) {
    return Pool[R].Bits < 64 ? Pool.cast(ExprOp::ZExt, R, 64) : R;
  };
  ExprRef Block = Pool.binary(ExprOp::Shl, Wide(value(Rank)),
                              Pool.constant(BlockShift, 64));
  ExprRef Sum = Pool.binary(ExprOp::Add, Wide(value(Address)),
                            Pool.binary(ExprOp::Add, Window, Block));
  return Bits < 64 ? Pool.cast(ExprOp::Trunc, Sum, Bits) : Sum;
}

ExprRef ExprBuilder::assembly(const CallBase *C, unsigned Bits) {
  std::string Text = asmText(C);
  if (C->getType()->isIntegerTy())
    if (StringRef Name = registerMoved(Text); !Name.empty())
      if (ExprRef R = assemblyRegister(Name, Bits); R != NoExpr)
        return R;
  if (readsReservedShared(*C))
    return reservedShared();
  if (auto Remote = remoteSharedOf(*C))
    return distributedAddress(Remote->Address, Remote->Rank, Bits);
  StringRef All = Text;
  if (C->arg_size() == 1 && All.contains("cvta.") && !All.contains("[") &&
      (C->getArgOperand(0)->getType()->isPointerTy() ||
       C->getArgOperand(0)->getType()->isIntegerTy())) {
    ExprRef V = value(C->getArgOperand(0));
    return Pool.cast(Bits < Pool[V].Bits ? ExprOp::Trunc : ExprOp::ZExt, V,
                     Bits);
  }
  const auto *Asm = cast<InlineAsm>(C->getCalledOperand());
  if (!Asm->hasSideEffects() && !All.contains('%') && !All.contains('['))
    return pure(C, UnknownReason::OpaqueAsm);
  return varying(UnknownReason::OpaqueAsm, "inline assembly", Bits);
}

bool readsReservedShared(const CallBase &C) {
  return C.isInlineAsm() && C.arg_size() == 0 && C.getType()->isIntegerTy(64) &&
         StringRef(asmText(&C)).contains("%reserved_smem_offset");
}

bool readsEnvironment(const Value *V) {
  const auto *C = dyn_cast<CallBase>(V);
  return C && C->isInlineAsm() &&
         registerMoved(asmText(C)).starts_with("envreg");
}

} // namespace warptidy
