//===- Expr.h - Symbolic integer expressions of a kernel --------*- C++ -*-===//
// The address language of the analyzer: a hash-consed DAG of integer
// expressions over threadIdx, blockIdx, kernel arguments, loop-carried values
// and loaded values. It knows nothing of Clang or LLVM IR.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_EXPR_H
#define WARPTIDY_ACCESS_EXPR_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warptidy {

/// Index of a node in its ExprPool.
using ExprRef = uint32_t;
constexpr ExprRef NoExpr = ~0u;

enum class ExprOp : uint8_t {
  // Leaves. Value holds: Const the value sign-extended to 64 bits, Builtin a
  // Builtin, Symbol/Phi/Load/Opaque an index into the pool's tables.
  Const,
  Builtin,
  Symbol, ///< A uniform value known only by name (argument, array base, ...).
  Phi,    ///< A loop-carried value; see PhiInfo.
  Load,   ///< The value read from address A: uniform exactly when A is.
  Opaque, ///< A value the model does not follow; uniform when A, B, C are.
  // Binary, operands A and B of the same width.
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  UMin,
  UMax,
  SMin,
  SMax,
  UMulHi,
  SMulHi,
  // Comparisons, one bit wide.
  Eq,
  Ne,
  ULt,
  ULe,
  SLt,
  SLe,
  // Bit counts and reversal of A.
  PopCount,
  BitReverse,
  LeadingZeros,
  TrailingZeros,
  // Select: A ? B : C. Casts of A to Bits.
  Select,
  Trunc,
  ZExt,
  SExt,
};

/// The CUDA built-in variables, one value per component.
enum class Builtin : uint8_t {
  ThreadIdxX,
  ThreadIdxY,
  ThreadIdxZ,
  BlockIdxX,
  BlockIdxY,
  BlockIdxZ,
  BlockDimX,
  BlockDimY,
  BlockDimZ,
  GridDimX,
  GridDimY,
  GridDimZ,
  LaneId,
};
constexpr unsigned NumBuiltins = 13;
const char *builtinName(Builtin B);
inline bool isThreadBuiltin(Builtin B) {
  return B <= Builtin::ThreadIdxZ || B == Builtin::LaneId;
}

/// Why a value or an access cannot be modelled. A closed list: every member is
/// documented in analyzer/README.md with what the user can do about it.
enum class UnknownReason : uint8_t {
  None,
  DoesNotCompile, ///< The kernel or a callee has a compile error.
  OpaqueCall,     ///< The value comes from a call that was not inlined.
  OpaqueAsm,      ///< The value or access sits in inline PTX not in the table.
  FloatIndex,     ///< The index is computed in floating point.
  PrivateArray,   ///< The index is read back from a private array.
  ControlMerge,   ///< The value depends on which branch ran.
  LoopCarried,    ///< The value changes in a loop in no form the model has.
  GenericPointer, ///< The memory space of the pointer is not known.
  UnsupportedAccess, ///< A memory instruction the model does not cover.
  Budget,            ///< The evaluation budget was used up.
};
const char *unknownReasonName(UnknownReason R);

enum class SymbolKind : uint8_t {
  Argument,     ///< Scalar kernel argument.
  KernelBuffer, ///< Pointer kernel argument (or pointer member of a struct
                ///< one).
  SharedArray,  ///< __shared__ variable, static or dynamic.
  ConstantArray,
  GlobalArray,   ///< __device__ or __managed__ variable.
  LocalArray,    ///< Private array that stayed in memory.
  Iteration,     ///< Completed iterations of a loop, 0 in the first one.
  ClusterWindow, ///< Where the shared memory of a cluster's blocks begins.
};

/// A uniform unknown. Align is a power of two that divides its value (bytes
/// for bases, 1 where nothing is known).
struct SymbolInfo {
  std::string Name;
  SymbolKind Kind;
  uint64_t Align = 1;
  uint64_t SizeBytes = 0;    ///< Bases: size of the array, 0 when unknown.
  unsigned ParamIndex = ~0u; ///< Argument, KernelBuffer: kernel parameter.
  /// Shared arrays: what the compiler knows of their place, bytes, at most 16.
  unsigned LayoutAlign = 1;
  bool Aligned = false; ///< Shared: the declaration asks for 8 or 16 bytes.
  bool Dynamic = false; ///< Shared: as large as the launch says.
  /// Shared arrays of arrays: the innermost array and its element; else 0.
  unsigned RowBytes = 0, ElementBytes = 0;
  bool Restrict = false; ///< KernelBuffer: __restrict__.
  bool Table = false;    ///< ConstantArray: a private array that is constant.
  bool Escapes = false;  ///< LocalArray: its address is passed on.
};

/// A value carried by a loop header: Init before the first iteration, Next
/// after each one. Step is set when Next == Phi + Step with Step not carried
/// by the same loop.
struct PhiInfo {
  std::string Name;
  unsigned Loop = ~0u;
  ExprRef Init = NoExpr;
  ExprRef Next = NoExpr;
  ExprRef Step = NoExpr;
};

struct LoadInfo {
  std::string Name; ///< Text of the loaded lvalue, for messages.
  unsigned WidthBits = 0;
  unsigned Loop = ~0u; ///< Innermost loop that makes the load.
};

struct OpaqueInfo {
  UnknownReason Reason;
  std::string What;
  /// Set for a value that comes out of a loop: Inside, as it is in the
  /// iteration in which the lane leaves loop ExitOf.
  unsigned ExitOf = ~0u;
  ExprRef Inside = NoExpr;
};

struct ExprNode {
  ExprOp Op;
  uint8_t Bits = 64; ///< Width of the value, 1 to 64 bits.
  ExprRef A = NoExpr, B = NoExpr, C = NoExpr;
  int64_t Value = 0;
  bool operator<(const ExprNode &O) const;
};

/// Owns the expressions of one kernel.
class ExprPool {
public:
  ExprRef constant(int64_t V, unsigned Bits);
  ExprRef builtin(Builtin B, unsigned Bits = 32);
  ExprRef symbol(SymbolInfo Info, unsigned Bits);
  ExprRef phi(PhiInfo Info, unsigned Bits);
  ExprRef load(ExprRef Address, LoadInfo Info, unsigned Bits);
  ExprRef opaque(OpaqueInfo Info, unsigned Bits, ExprRef A = NoExpr,
                 ExprRef B = NoExpr, ExprRef C = NoExpr);
  /// Folds constants and trivial identities.
  ExprRef binary(ExprOp Op, ExprRef A, ExprRef B);
  ExprRef unary(ExprOp Op, ExprRef A);
  ExprRef select(ExprRef Cond, ExprRef T, ExprRef F);
  ExprRef cast(ExprOp Op, ExprRef A, unsigned Bits);

  const ExprNode &operator[](ExprRef R) const { return Nodes[R]; }
  size_t size() const { return Nodes.size(); }
  const SymbolInfo &symbolInfo(ExprRef R) const {
    return Symbols[Nodes[R].Value];
  }
  SymbolInfo &symbolInfo(ExprRef R) { return Symbols[Nodes[R].Value]; }
  PhiInfo &phiInfo(ExprRef R) { return Phis[Nodes[R].Value]; }
  const PhiInfo &phiInfo(ExprRef R) const { return Phis[Nodes[R].Value]; }
  const LoadInfo &loadInfo(ExprRef R) const { return Loads[Nodes[R].Value]; }
  const OpaqueInfo &opaqueInfo(ExprRef R) const {
    return Opaques[Nodes[R].Value];
  }

  /// Puts A in the place of B and B in the place of A, everywhere.
  void exchange(Builtin A, Builtin B);

  /// Computes uniformity; call once every phi has its Init and Next.
  void finalize();
  /// True when every lane of a warp holds the same value (given that the lanes
  /// run the same loop iteration). Valid after finalize, for later nodes too.
  bool isUniform(ExprRef R) const { return R != NoExpr && Uniform[R]; }

private:
  ExprRef intern(const ExprNode &N);
  bool uniformFromOperands(const ExprNode &N) const;

  std::vector<ExprNode> Nodes;
  std::map<ExprNode, ExprRef> Index;
  std::vector<SymbolInfo> Symbols;
  std::vector<PhiInfo> Phis;
  std::vector<LoadInfo> Loads;
  std::vector<OpaqueInfo> Opaques;
  std::vector<uint8_t> Uniform; ///< Empty until finalize.
  bool Finalized = false;
};

/// V reduced to Bits and sign-extended to 64 bits.
int64_t signExtend(uint64_t V, unsigned Bits);
/// V reduced to its low Bits.
uint64_t zeroExtend(uint64_t V, unsigned Bits);
/// Applies a binary or comparison operator to values of Bits width. Returns
/// false for a division by zero or a shift out of range.
bool applyBinary(ExprOp Op, unsigned Bits, uint64_t A, uint64_t B,
                 uint64_t &Out);

/// Applies PopCount to TrailingZeros to a value of Bits width.
uint64_t applyUnary(ExprOp Op, unsigned Bits, uint64_t A);
/// Eq to SLe.
inline bool isComparison(ExprOp Op) {
  return Op >= ExprOp::Eq && Op <= ExprOp::SLe;
}
/// PopCount to TrailingZeros.
inline bool isUnary(ExprOp Op) {
  return Op >= ExprOp::PopCount && Op <= ExprOp::TrailingZeros;
}

} // namespace warptidy

#endif
