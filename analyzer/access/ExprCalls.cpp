//===- ExprCalls.cpp - Expressions of calls and special registers ---------===//
// The calls whose result the model can evaluate, and what is known of the
// rest: uniform or varying, data or unknown.
//===----------------------------------------------------------------------===//
#include "access/ExprBuilder.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace warptidy {

static unsigned resultBits(const CallBase *C) {
  Type *T = C->getType();
  if (T->isIntegerTy())
    return std::min(T->getIntegerBitWidth(), 64u);
  return 64;
}

static std::optional<Builtin> builtinRegister(unsigned ID) {
  switch (ID) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return Builtin::ThreadIdxX;
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    return Builtin::ThreadIdxY;
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return Builtin::ThreadIdxZ;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    return Builtin::BlockIdxX;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    return Builtin::BlockIdxY;
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return Builtin::BlockIdxZ;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return Builtin::BlockDimX;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    return Builtin::BlockDimY;
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return Builtin::BlockDimZ;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return Builtin::GridDimX;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return Builtin::GridDimY;
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return Builtin::GridDimZ;
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
    return Builtin::LaneId;
  default:
    return std::nullopt;
  }
}

/// The rest are the same for all lanes of a warp, and not known before it runs:
/// the block's rank in its cluster, the multiprocessor, ...
ExprRef ExprBuilder::otherRegister(const CallBase *C) {
  StringRef Name = C->getCalledFunction()->getName();
  if (!Name.consume_front("llvm.nvvm.read.ptx.sreg."))
    return NoExpr;
  if (Name.consume_front("lanemask."))
    return laneMask(Name);
  return Pool.opaque({UnknownReason::None, ("%" + Name).str()}, resultBits(C),
                     Pool.constant(0, 1));
}

ExprRef ExprBuilder::specialRegister(const CallBase *C) {
  unsigned ID = C->getIntrinsicID();
  if (ID == Intrinsic::nvvm_read_ptx_sreg_warpsize)
    return Pool.constant(32, 32);
  std::optional<Builtin> B = builtinRegister(ID);
  if (!B)
    return otherRegister(C);
  Facts.Reads[static_cast<unsigned>(*B)] = true;
  return Pool.builtin(*B);
}

ExprRef ExprBuilder::intrinsic(const CallBase *C) {
  unsigned Bits = resultBits(C);
  auto Binary = [&](ExprOp Op) {
    return Pool.binary(Op, value(C->getArgOperand(0)),
                       value(C->getArgOperand(1)));
  };
  if (C->getType()->isIntegerTy())
    switch (C->getIntrinsicID()) {
    case Intrinsic::umin:
      return Binary(ExprOp::UMin);
    case Intrinsic::umax:
      return Binary(ExprOp::UMax);
    case Intrinsic::smin:
      return Binary(ExprOp::SMin);
    case Intrinsic::smax:
      return Binary(ExprOp::SMax);
    case Intrinsic::nvvm_mulhi_ui:
    case Intrinsic::nvvm_mulhi_ull:
      return Binary(ExprOp::UMulHi);
    case Intrinsic::nvvm_mulhi_i:
    case Intrinsic::nvvm_mulhi_ll:
      return Binary(ExprOp::SMulHi);
    case Intrinsic::ctpop:
      return Pool.unary(ExprOp::PopCount, value(C->getArgOperand(0)));
    case Intrinsic::bitreverse:
      return Pool.unary(ExprOp::BitReverse, value(C->getArgOperand(0)));
    case Intrinsic::ctlz:
      return Pool.unary(ExprOp::LeadingZeros, value(C->getArgOperand(0)));
    case Intrinsic::cttz:
      return Pool.unary(ExprOp::TrailingZeros, value(C->getArgOperand(0)));
    case Intrinsic::abs: {
      ExprRef V = value(C->getArgOperand(0)), Zero = Pool.constant(0, Bits);
      return Pool.select(Pool.binary(ExprOp::SLt, V, Zero),
                         Pool.binary(ExprOp::Sub, Zero, V), V);
    }
    default:
      break;
    }
  if (auto Remote = remoteSharedOf(*C))
    return distributedAddress(Remote->Address, Remote->Rank, 64);
  StringRef Name = C->getCalledFunction()->getName();
  // From one fixed lane to all: uniform.
  if (Name.starts_with("llvm.nvvm.shfl.sync.idx") &&
      isa<ConstantInt>(C->getArgOperand(2)))
    return Pool.opaque({UnknownReason::None, "a value of one lane"}, Bits,
                       Pool.constant(0, 1));
  if (Name.starts_with("llvm.nvvm.shfl"))
    return varying(UnknownReason::None, "a value shuffled between lanes", Bits);
  if (Name.starts_with("llvm.nvvm.vote.ballot") ||
      Name.starts_with("llvm.nvvm.activemask") ||
      Name.starts_with("llvm.nvvm.vote") || Name.starts_with("llvm.nvvm.redux"))
    return Pool.opaque({UnknownReason::None, "a warp vote"}, Bits,
                       Pool.constant(0, 1));
  if (Name.starts_with("llvm.nvvm.atomic"))
    return varying(UnknownReason::None, "the result of an atomic", Bits);
  if (Name.starts_with("llvm.nvvm.ldg") || Name.starts_with("llvm.nvvm.ldu"))
    return Pool.load(value(C->getArgOperand(0)), {Describe(*C), Bits}, Bits);
  if (C->doesNotAccessMemory())
    return pure(C, C->getType()->isFloatingPointTy()
                       ? UnknownReason::FloatIndex
                       : UnknownReason::OpaqueCall);
  return varying(UnknownReason::OpaqueCall, Name.str(), Bits);
}

ExprRef ExprBuilder::call(const CallBase *C) {
  unsigned Bits = resultBits(C);
  if (C->isInlineAsm())
    return assembly(C, Bits);
  const Function *Callee = C->getCalledFunction();
  if (!Callee)
    return varying(UnknownReason::OpaqueCall, "an indirect call", Bits);
  if (Callee->isIntrinsic()) {
    ExprRef R = specialRegister(C);
    return R != NoExpr ? R : intrinsic(C);
  }
  static const std::pair<StringRef, ExprOp> BitFunctions[] = {
      {"__nv_popc", ExprOp::PopCount},    {"__nv_popcll", ExprOp::PopCount},
      {"__nv_brev", ExprOp::BitReverse},  {"__nv_brevll", ExprOp::BitReverse},
      {"__nv_clz", ExprOp::LeadingZeros}, {"__nv_clzll", ExprOp::LeadingZeros}};
  for (auto [Name, Op] : BitFunctions)
    if (Callee->getName() == Name) {
      ExprRef A = value(C->getArgOperand(0));
      return Pool.cast(ExprOp::Trunc, Pool.unary(Op, A), Bits);
    }
  // libdevice and other functions without side effects.
  if (C->doesNotAccessMemory() || Callee->getName().starts_with("__nv_"))
    return pure(C, UnknownReason::FloatIndex);
  return varying(UnknownReason::OpaqueCall,
                 "a call of " + demangle(Callee->getName()), Bits);
}

} // namespace warptidy
