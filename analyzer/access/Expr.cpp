//===- Expr.cpp - Symbolic integer expressions of a kernel ----------------===//
// Construction with folding, and the uniformity of each expression.
//===----------------------------------------------------------------------===//
#include "access/Expr.h"
#include <bit>
#include <tuple>

namespace warptidy {

const char *builtinName(Builtin B) {
  static const char *const Names[NumBuiltins] = {
      "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y",
      "blockIdx.z",  "blockDim.x",  "blockDim.y",  "blockDim.z", "gridDim.x",
      "gridDim.y",   "gridDim.z",   "laneid"};
  return Names[static_cast<unsigned>(B)];
}

const char *unknownReasonName(UnknownReason R) {
  switch (R) {
  case UnknownReason::None:
    return "none";
  case UnknownReason::DoesNotCompile:
    return "does not compile";
  case UnknownReason::OpaqueCall:
    return "value from a call that is not inlined";
  case UnknownReason::OpaqueAsm:
    return "inline assembly outside the table";
  case UnknownReason::FloatIndex:
    return "index computed in floating point";
  case UnknownReason::PrivateArray:
    return "index read back from a private array";
  case UnknownReason::ControlMerge:
    return "value depends on the branch taken";
  case UnknownReason::LoopCarried:
    return "loop-carried value without a closed form";
  case UnknownReason::GenericPointer:
    return "memory space of the pointer is not known";
  case UnknownReason::UnsupportedAccess:
    return "memory instruction outside the model";
  case UnknownReason::Budget:
    return "evaluation budget used up";
  }
  return "none";
}

int64_t signExtend(uint64_t V, unsigned Bits) {
  if (Bits >= 64)
    return static_cast<int64_t>(V);
  return static_cast<int64_t>(V << (64 - Bits)) >> (64 - Bits);
}

uint64_t zeroExtend(uint64_t V, unsigned Bits) {
  return Bits >= 64 ? V : V & ((uint64_t(1) << Bits) - 1);
}

static bool applyDivision(ExprOp Op, unsigned Bits, uint64_t A, uint64_t B,
                          uint64_t &Out) {
  int64_t SA = signExtend(A, Bits), SB = signExtend(B, Bits);
  if (B == 0 || (SB == -1 && SA == INT64_MIN))
    return false;
  switch (Op) {
  case ExprOp::UDiv:
    Out = A / B;
    return true;
  case ExprOp::URem:
    Out = A % B;
    return true;
  case ExprOp::SDiv:
    Out = static_cast<uint64_t>(SA / SB);
    return true;
  default:
    Out = static_cast<uint64_t>(SA % SB);
    return true;
  }
}

static bool applyShift(ExprOp Op, unsigned Bits, uint64_t A, uint64_t B,
                       uint64_t &Out) {
  if (B >= Bits)
    return false;
  if (Op == ExprOp::Shl)
    Out = A << B;
  else if (Op == ExprOp::LShr)
    Out = A >> B;
  else
    Out = static_cast<uint64_t>(signExtend(A, Bits) >> B);
  return true;
}

static uint64_t applyCompareOrMinMax(ExprOp Op, unsigned Bits, uint64_t A,
                                     uint64_t B) {
  int64_t SA = signExtend(A, Bits), SB = signExtend(B, Bits);
  switch (Op) {
  case ExprOp::UMin:
    return A < B ? A : B;
  case ExprOp::UMax:
    return A > B ? A : B;
  case ExprOp::SMin:
    return SA < SB ? A : B;
  case ExprOp::SMax:
    return SA > SB ? A : B;
  case ExprOp::Eq:
    return A == B;
  case ExprOp::Ne:
    return A != B;
  case ExprOp::ULt:
    return A < B;
  case ExprOp::ULe:
    return A <= B;
  case ExprOp::SLt:
    return SA < SB;
  default:
    return SA <= SB;
  }
}

bool applyBinary(ExprOp Op, unsigned Bits, uint64_t A, uint64_t B,
                 uint64_t &Out) {
  A = zeroExtend(A, Bits);
  B = zeroExtend(B, Bits);
  bool Ok = true;
  switch (Op) {
  case ExprOp::Add:
    Out = A + B;
    break;
  case ExprOp::Sub:
    Out = A - B;
    break;
  case ExprOp::Mul:
    Out = A * B;
    break;
  case ExprOp::And:
    Out = A & B;
    break;
  case ExprOp::Or:
    Out = A | B;
    break;
  case ExprOp::Xor:
    Out = A ^ B;
    break;
  case ExprOp::UDiv:
  case ExprOp::SDiv:
  case ExprOp::URem:
  case ExprOp::SRem:
    Ok = applyDivision(Op, Bits, A, B, Out);
    break;
  case ExprOp::Shl:
  case ExprOp::LShr:
  case ExprOp::AShr:
    Ok = applyShift(Op, Bits, A, B, Out);
    break;
  case ExprOp::UMulHi:
    Out =
        static_cast<uint64_t>((static_cast<unsigned __int128>(A) * B) >> Bits);
    break;
  case ExprOp::SMulHi:
    Out = static_cast<uint64_t>(
        (static_cast<__int128>(signExtend(A, Bits)) * signExtend(B, Bits)) >>
        Bits);
    break;
  default:
    Out = applyCompareOrMinMax(Op, Bits, A, B);
    break;
  }
  Out = zeroExtend(Out, Bits);
  return Ok;
}

bool ExprNode::operator<(const ExprNode &O) const {
  return std::tie(Op, Bits, A, B, C, Value) <
         std::tie(O.Op, O.Bits, O.A, O.B, O.C, O.Value);
}

ExprRef ExprPool::intern(const ExprNode &N) {
  auto [It, New] = Index.try_emplace(N, static_cast<ExprRef>(Nodes.size()));
  if (New) {
    Nodes.push_back(N);
    if (Finalized)
      Uniform.push_back(uniformFromOperands(N));
  }
  return It->second;
}

ExprRef ExprPool::constant(int64_t V, unsigned Bits) {
  ExprNode N{ExprOp::Const, static_cast<uint8_t>(Bits)};
  N.Value = signExtend(static_cast<uint64_t>(V), Bits);
  return intern(N);
}

ExprRef ExprPool::builtin(Builtin B, unsigned Bits) {
  ExprNode N{ExprOp::Builtin, static_cast<uint8_t>(Bits)};
  N.Value = static_cast<int64_t>(B);
  return intern(N);
}

template <class Table, class Info>
static ExprNode leaf(ExprOp Op, unsigned Bits, Table &T, Info I) {
  ExprNode N{Op, static_cast<uint8_t>(Bits)};
  N.Value = static_cast<int64_t>(T.size());
  T.push_back(std::move(I));
  return N;
}

ExprRef ExprPool::symbol(SymbolInfo Info, unsigned Bits) {
  return intern(leaf(ExprOp::Symbol, Bits, Symbols, std::move(Info)));
}

ExprRef ExprPool::phi(PhiInfo Info, unsigned Bits) {
  return intern(leaf(ExprOp::Phi, Bits, Phis, std::move(Info)));
}

ExprRef ExprPool::load(ExprRef Address, LoadInfo Info, unsigned Bits) {
  ExprNode N = leaf(ExprOp::Load, Bits, Loads, std::move(Info));
  N.A = Address;
  return intern(N);
}

ExprRef ExprPool::opaque(OpaqueInfo Info, unsigned Bits, ExprRef A, ExprRef B,
                         ExprRef C) {
  ExprNode N = leaf(ExprOp::Opaque, Bits, Opaques, std::move(Info));
  N.A = A;
  N.B = B;
  N.C = C;
  return intern(N);
}

/// x op C for the constants that leave x, or 0, unchanged. NoExpr otherwise.
static ExprRef foldIdentity(ExprPool &P, ExprOp Op, ExprRef A, ExprRef B) {
  const ExprNode NA = P[A], NB = P[B];
  bool CA = NA.Op == ExprOp::Const, CB = NB.Op == ExprOp::Const;
  switch (Op) {
  case ExprOp::Add:
  case ExprOp::Or:
  case ExprOp::Xor:
    if (CB && NB.Value == 0)
      return A;
    if (CA && NA.Value == 0)
      return B;
    break;
  case ExprOp::Sub:
  case ExprOp::Shl:
  case ExprOp::LShr:
  case ExprOp::AShr:
    if (CB && NB.Value == 0)
      return A;
    break;
  case ExprOp::Mul:
    if (CB && NB.Value == 1)
      return A;
    if (CA && NA.Value == 1)
      return B;
    [[fallthrough]];
  case ExprOp::And:
    if ((CB && NB.Value == 0) || (CA && NA.Value == 0))
      return P.constant(0, NA.Bits);
    if (Op == ExprOp::And && CB && NB.Value == -1)
      return A;
    break;
  case ExprOp::UDiv:
  case ExprOp::SDiv:
    if (CB && NB.Value == 1)
      return A;
    break;
  default:
    break;
  }
  return NoExpr;
}

ExprRef ExprPool::binary(ExprOp Op, ExprRef A, ExprRef B) {
  if (A == NoExpr || B == NoExpr)
    return NoExpr;
  unsigned Bits = Nodes[A].Bits;
  if (Nodes[A].Op == ExprOp::Const && Nodes[B].Op == ExprOp::Const) {
    uint64_t Out;
    if (applyBinary(Op, Bits, static_cast<uint64_t>(Nodes[A].Value),
                    static_cast<uint64_t>(Nodes[B].Value), Out))
      return constant(static_cast<int64_t>(Out), isComparison(Op) ? 1 : Bits);
  }
  if (ExprRef R = foldIdentity(*this, Op, A, B); R != NoExpr)
    return R;
  ExprNode N{Op, static_cast<uint8_t>(isComparison(Op) ? 1 : Bits), A, B};
  return intern(N);
}

uint64_t applyUnary(ExprOp Op, unsigned Bits, uint64_t A) {
  A = zeroExtend(A, Bits);
  uint64_t Out = 0;
  switch (Op) {
  case ExprOp::PopCount:
    return static_cast<uint64_t>(std::popcount(A));
  case ExprOp::LeadingZeros:
    return static_cast<uint64_t>(std::countl_zero(A)) - (64 - Bits);
  case ExprOp::TrailingZeros:
    return A ? static_cast<uint64_t>(std::countr_zero(A)) : Bits;
  default:
    for (unsigned I = 0; I < Bits; ++I)
      Out |= (A >> I & 1) << (Bits - 1 - I);
    return Out;
  }
}

ExprRef ExprPool::unary(ExprOp Op, ExprRef A) {
  const ExprNode NA = Nodes[A];
  if (NA.Op == ExprOp::Const)
    return constant(static_cast<int64_t>(applyUnary(
                        Op, NA.Bits, static_cast<uint64_t>(NA.Value))),
                    NA.Bits);
  return intern({Op, NA.Bits, A});
}

ExprRef ExprPool::select(ExprRef Cond, ExprRef T, ExprRef F) {
  if (Cond == NoExpr || T == NoExpr || F == NoExpr)
    return NoExpr;
  if (T == F)
    return T;
  if (Nodes[Cond].Op == ExprOp::Const)
    return Nodes[Cond].Value ? T : F;
  ExprNode N{ExprOp::Select, Nodes[T].Bits, Cond, T, F};
  return intern(N);
}

ExprRef ExprPool::cast(ExprOp Op, ExprRef A, unsigned Bits) {
  if (A == NoExpr || Nodes[A].Bits == Bits)
    return A;
  const ExprNode NA = Nodes[A];
  if (NA.Op == ExprOp::Const) {
    uint64_t V = zeroExtend(static_cast<uint64_t>(NA.Value), NA.Bits);
    if (Op == ExprOp::SExt)
      V = static_cast<uint64_t>(signExtend(V, NA.Bits));
    return constant(static_cast<int64_t>(V), Bits);
  }
  // Casting back what a widening cast made gives the original value.
  if (Op == ExprOp::Trunc && (NA.Op == ExprOp::ZExt || NA.Op == ExprOp::SExt) &&
      Nodes[NA.A].Bits == Bits)
    return NA.A;
  ExprNode N{Op, static_cast<uint8_t>(Bits), A};
  return intern(N);
}

bool ExprPool::uniformFromOperands(const ExprNode &N) const {
  if (N.Op == ExprOp::Builtin)
    return !isThreadBuiltin(static_cast<Builtin>(N.Value));
  if (N.Op == ExprOp::Phi) {
    const PhiInfo &Phi = Phis[N.Value];
    return isUniform(Phi.Init) && isUniform(Phi.Next);
  }
  if (N.Op == ExprOp::Opaque && N.A == NoExpr)
    return false;
  for (ExprRef Op : {N.A, N.B, N.C})
    if (Op != NoExpr && !Uniform[Op])
      return false;
  return true;
}

/// Greatest fixed point: every phi starts uniform and loses it when its initial
/// or next value is not.
void ExprPool::exchange(Builtin A, Builtin B) {
  Index.clear();
  for (ExprRef R = 0; R < Nodes.size(); ++R) {
    ExprNode &N = Nodes[R];
    if (N.Op == ExprOp::Builtin && N.Value == static_cast<int64_t>(A))
      N.Value = static_cast<int64_t>(B);
    else if (N.Op == ExprOp::Builtin && N.Value == static_cast<int64_t>(B))
      N.Value = static_cast<int64_t>(A);
    Index.emplace(N, R);
  }
}

void ExprPool::finalize() {
  Finalized = true;
  Uniform.assign(Nodes.size(), 1);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t I = 0; I < Nodes.size(); ++I)
      if (Uniform[I] && !uniformFromOperands(Nodes[I])) {
        Uniform[I] = 0;
        Changed = true;
      }
  }
}

} // namespace warptidy
