//===- AccessFact.h - What one kernel does to memory ------------*- C++ -*-===//
// The contract between the front half (device IR) and the back half (model,
// rules, reports): one AccessFact for each load, store, atomic or copy of a
// kernel, with its symbolic address, active-lane conditions and source words.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_ACCESSFACT_H
#define WARPTIDY_ACCESS_ACCESSFACT_H

#include "access/Expr.h"
#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warptidy {

enum class AddressSpace : uint8_t {
  Global,
  Shared,
  Constant,
  Local,
  Distributed, ///< Shared memory of any block of the cluster, by its rank.
  Generic
};
enum class AccessOp : uint8_t { Load, Store, Atomic, Reduction, Copy };
/// How the access is made, where that matters to the model or the message.
enum class AccessForm : uint8_t {
  Plain,
  ReadOnly, ///< __ldg family.
  CpAsync,  ///< One side of a cp.async (op Copy).
  LdMatrix, ///< ldmatrix: each lane gives a 16-byte row address.
  StMatrix,
  Increment,       ///< Shared atomic that adds one, result unused.
  CompareSwap,     ///< Shared compare-and-swap.
  CompareSwapLoop, ///< Float atomics on shared memory.
};
const char *addressSpaceName(AddressSpace S);
const char *accessOpName(AccessOp Op);
const char *accessFormName(AccessForm F);

/// A place in a source file. Token is opaque to everyone but the front end.
struct SourceSpot {
  std::string File;
  unsigned Line = 0, Column = 0; ///< 1-based; 0 when unknown.
  unsigned EndLine = 0, EndColumn = 0;
  uint64_t Token = 0;
};

/// A branch condition that must have the given outcome for the lane to be
/// active.
struct Guard {
  ExprRef Cond = NoExpr;
  bool Holds = true;
};

/// A natural loop. A lane leaves it in the first iteration in which all the
/// guards of one of Exits hold.
struct LoopFact {
  unsigned Parent = ~0u; ///< Index of the enclosing loop, ~0u for none.
  unsigned Line = 0;
  ExprRef Iteration = NoExpr; ///< Symbol of its iteration number.
  std::vector<ExprRef> Phis;
  std::vector<std::vector<Guard>> Exits;
  bool ExitsComplete = true; ///< False when some way out could not be read.
  /// Times that the body runs, where the code alone says so; else 0.
  unsigned Trips = 0;
  /// What a pragma asks for: nothing, everything, no unrolling, a factor.
  enum class Pragma : uint8_t { None, Full, Disable, Factor } Asked;
  unsigned AskedFactor = 0;
  /// Instructions of one iteration that an optimizer would leave, without
  /// those of inner loops.
  unsigned Instructions = 0;
  LoopFact() : Asked(Pragma::None) {}
};

/// A basic block, for what the compiler may do across accesses.
struct BlockFact {
  std::vector<unsigned> Loops; ///< Enclosing loops, outermost first.
  std::vector<unsigned> Predecessors, Successors; ///< Block numbers.
  /// The block that every way here leads through last; ~0u at the entry.
  unsigned Dominator = ~0u;
};

/// Something that accesses are not moved across.
struct CutFact {
  unsigned Order = 0; ///< In the order of AccessFact::Order.
  unsigned Block = 0;
  bool Exchange = false; ///< A shuffle or vote; else a barrier, fence or call.
  bool Branch = false;   ///< The compiler may put a branch here.
};

/// One call on the way from the kernel to the access, innermost first.
struct InlinedCall {
  std::string Callee; ///< Function that was inlined.
  SourceSpot CallSite;
};

struct FieldFact {
  std::string Name;
  unsigned Offset = 0, Size = 0; ///< Bytes within the record.
  /// "float *x", for an array of the field's values; empty for a bit-field.
  std::string Pointer;
};

/// The struct whose field the access reads or writes.
struct RecordAccess {
  std::string Record;
  unsigned Size = 0; ///< sizeof, bytes: the element pitch of an array of it.
  std::string
      Field; ///< Dotted path of the accessed field, empty for a whole copy.
  unsigned FieldOffset = 0, FieldSize = 0;
  bool HasBases = false;
  /// All members that are not structs themselves, nested ones by their path.
  std::vector<FieldFact> Fields;
};

/// The lvalue the author wrote.
struct SourceWords {
  std::string Text;  ///< e.g. "tile[threadIdx.x][k]"; empty when not found.
  std::string Array; ///< Declared variable at the root, e.g. "tile".
  SourceSpot ArrayDecl;
  std::optional<RecordAccess> Record;
};

struct AccessFact {
  std::string Id; ///< file:line:column:op:ordinal@kernel; unique, stable.
  SourceSpot Where;
  AddressSpace Space = AddressSpace::Generic;
  AccessOp Op = AccessOp::Load;
  AccessForm Form = AccessForm::Plain;
  unsigned WidthBytes = 0;  ///< Bytes a lane moves in one request.
  unsigned AlignBytes = 1;  ///< That the type promises of the address.
  uint32_t UsedBytes = ~0u; ///< Loads: bit I says that byte I is used.
  bool Volatile = false;
  unsigned Order = 0; ///< Rank in program order, among accesses and cuts.
  unsigned Block = 0; ///< Index into KernelFacts::Blocks.
  /// Iterations of the loops in PickLoops in which the access is made; all
  /// when empty. Only for accesses as compiled.
  std::vector<unsigned> PickLoops;
  std::set<std::vector<unsigned>> Picks;
  ExprRef Address = NoExpr; ///< Byte address, 64 bits.
  ExprRef Base = NoExpr;    ///< Symbol of the array at the root, if one.
  /// Shared arrays of arrays, where the subscripts could be told apart: Address
  /// is Base + RowBytes * Row + Column. Of a[i][j - 16] with rows of 16 this
  /// can be row i - 1 and column j.
  ExprRef Row = NoExpr, Column = NoExpr;
  ExprRef Other = NoExpr;        ///< cp.async: byte address of the other side.
  bool Bypass = false;           ///< cp.async.cg, which goes past L1.
  std::vector<Guard> Mask;       ///< Conjunction; includes loop conditions.
  std::vector<ExprRef> Promises; ///< Conditions of __builtin_assume that hold.
  /// An atomic that nvcc gives to one lane where all lanes share the address.
  bool Aggregates = false;
  /// An atomic whose lanes could be combined before: an addition, a minimum,
  /// a maximum, a bitwise operation.
  bool Combines = false;
  bool ResultUsed = false; ///< Of an atomic.
  /// Stores: Order of the load whose value is stored as it is, or converted.
  unsigned StoredFrom = ~0u;
  bool MaskComplete = true;    ///< False when some condition could not be read.
  std::vector<unsigned> Loops; ///< Enclosing loops, outermost first.
  std::vector<InlinedCall> InlinedAt;
  SourceWords Words;
  UnknownReason Unknown = UnknownReason::None;
  std::string UnknownDetail;
};

/// Whether requests cost the sectors that the lanes touch: global memory, and
/// on sm_90 the shared memory of other blocks, which L1 asks for in sectors
/// too.
inline bool isBySectors(const AccessFact &A) {
  return A.Space == AddressSpace::Global ||
         A.Space == AddressSpace::Distributed;
}

/// A __syncthreads().
struct BarrierFact {
  unsigned Order = 0; ///< As AccessFact::Order.
  SourceSpot Where;
  std::vector<Guard> Mask;
  bool MaskComplete = true;
  std::vector<unsigned> Loops;
  std::vector<InlinedCall> InlinedAt;
};

struct ParamFact {
  std::string Name;
  bool IsPointer = false;
  unsigned Bits = 0; ///< Scalars: width of the integer, 0 if not one.
};

struct KernelFacts {
  std::string Name; ///< Qualified, with template arguments.
  std::string Mangled;
  SourceSpot Where;
  ExprPool Pool;
  std::vector<ParamFact> Params;
  std::vector<LoopFact> Loops;
  std::vector<AccessFact> Accesses;
  std::vector<BlockFact> Blocks; ///< In the order of the code.
  std::vector<CutFact> Cuts;
  std::vector<BarrierFact> Barriers;
  /// Of the static shared arrays, with the gaps between them.
  uint64_t StaticSharedBytes = 0;
  /// Code that is not seen gets a pointer.
  bool PassesPointers = false;
  /// Host code of the unit names the kernel other than to launch it, or that
  /// is not known: attributes may have been set.
  bool Named = true;
  unsigned MaxThreadsPerBlock = 0; ///< From __launch_bounds__, 0 if absent.
  std::array<bool, NumBuiltins> Reads{}; ///< Built-ins the kernel reads.
  /// Warps may wait for each other by something that is not in Cuts: inline
  /// assembly, barriers in memory.
  bool WaitsOtherwise = false;
  /// Set when the kernel was not analysed: the reason and Clang's message.
  UnknownReason Unknown = UnknownReason::None;
  std::string UnknownDetail;
};

} // namespace warptidy

#endif
