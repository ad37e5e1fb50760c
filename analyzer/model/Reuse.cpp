//===- Reuse.cpp - Warps and blocks that read the same elements -----------===//
// See Reuse.h.
//===----------------------------------------------------------------------===//
#include "model/Reuse.h"
#include "model/Hardware.h"
#include <algorithm>
#include <set>

namespace warptidy {
namespace {

/// What a value depends on.
class Dependence {
public:
  explicit Dependence(const KernelFacts &Facts) : Facts(Facts) {}

  void add(ExprRef R) {
    if (R == NoExpr || !Seen.insert(R).second)
      return;
    const ExprNode N = Facts.Pool[R];
    if (N.Op == ExprOp::Builtin)
      On.insert(static_cast<Builtin>(N.Value));
    Open |= N.Op == ExprOp::Opaque;
    Sized |= N.Op == ExprOp::Load ||
             (N.Op == ExprOp::Symbol &&
              Facts.Pool.symbolInfo(R).Kind == SymbolKind::Argument);
    if (N.Op == ExprOp::Phi) {
      add(Facts.Pool.phiInfo(R).Init);
      add(Facts.Pool.phiInfo(R).Next);
      addExits(Facts.Pool.phiInfo(R).Loop);
    }
    add(N.A);
    add(N.B);
    add(N.C);
  }
  void addExits(unsigned Loop) {
    if (!Loops.insert(Loop).second)
      return;
    Open |= !Facts.Loops[Loop].ExitsComplete;
    for (const std::vector<Guard> &Way : Facts.Loops[Loop].Exits)
      for (const Guard &G : Way)
        add(G.Cond);
  }

  std::set<Builtin> On;
  bool Open = false;  ///< On something that the model does not follow.
  bool Sized = false; ///< On an argument or on what is in memory.

private:
  const KernelFacts &Facts;
  std::set<ExprRef> Seen;
  std::set<unsigned> Loops;
};

/// `row < n && column < m`, of sizes that come from outside: it is taken to let
/// whole blocks through.
bool isSizeCheck(const KernelFacts &Facts, ExprRef Cond) {
  const ExprNode N = Facts.Pool[Cond];
  auto IsConst = [&](ExprRef R) {
    return R == NoExpr || Facts.Pool[R].Op == ExprOp::Const;
  };
  if (N.Op == ExprOp::And || N.Op == ExprOp::Or ||
      (N.Op == ExprOp::Xor && IsConst(N.B)) || N.Op == ExprOp::Select)
    return (IsConst(N.A) || isSizeCheck(Facts, N.A)) &&
           (IsConst(N.B) || isSizeCheck(Facts, N.B)) &&
           (IsConst(N.C) || isSizeCheck(Facts, N.C));
  if (N.Op < ExprOp::ULt || N.Op > ExprOp::SLe)
    return false;
  const bool Left = Facts.Pool.isUniform(N.A),
             Right = Facts.Pool.isUniform(N.B);
  if (Left == Right)
    return Left && Right;
  Dependence Size(Facts);
  Size.add(Left ? N.A : N.B);
  return Size.Sized && !Size.Open;
}

unsigned partOf(Builtin B, Builtin First) {
  return static_cast<unsigned>(B) - static_cast<unsigned>(First);
}

/// The warps of the block, over those that differ in a part that matters.
unsigned warpsPerElement(const std::set<Builtin> &On,
                         const LaunchShape &Shape) {
  const unsigned Threads = Shape.Block[0] * Shape.Block[1] * Shape.Block[2];
  auto Matters = [&](Builtin B) {
    return On.count(B) || On.count(Builtin::LaneId);
  };
  std::set<std::vector<unsigned>> Different;
  unsigned Warps = 0;
  for (unsigned First = 0; First < Threads; First += WarpLanes, ++Warps) {
    std::vector<unsigned> Lanes;
    for (unsigned T = First; T < std::min(Threads, First + WarpLanes); ++T) {
      const unsigned Index[3] = {T % Shape.Block[0],
                                 T / Shape.Block[0] % Shape.Block[1],
                                 T / Shape.Block[0] / Shape.Block[1]};
      for (Builtin B :
           {Builtin::ThreadIdxX, Builtin::ThreadIdxY, Builtin::ThreadIdxZ})
        Lanes.push_back(Matters(B) ? Index[partOf(B, Builtin::ThreadIdxX)] : 0);
    }
    Different.insert(std::move(Lanes));
  }
  return Different.empty() ? 1 : Warps / Different.size();
}

} // namespace

std::optional<ElementReuse> reuseOf(const KernelFacts &Facts,
                                    const AccessFact &A,
                                    const LaunchShape &Shape) {
  if (A.Address == NoExpr || A.Unknown != UnknownReason::None ||
      !A.MaskComplete)
    return std::nullopt;
  Dependence Address(Facts);
  Address.add(A.Address);
  for (unsigned Loop : A.Loops)
    Address.addExits(Loop);
  if (Address.Open)
    return std::nullopt;
  for (const Guard &G : A.Mask) {
    Dependence Guarded(Facts);
    Guarded.add(G.Cond);
    const bool Alike =
        !Guarded.Open && std::includes(Address.On.begin(), Address.On.end(),
                                       Guarded.On.begin(), Guarded.On.end());
    if (!Alike && !isSizeCheck(Facts, G.Cond))
      return std::nullopt;
  }
  ElementReuse Out;
  Out.Warps = warpsPerElement(Address.On, Shape);
  if (Shape.Grid)
    for (Builtin B :
         {Builtin::BlockIdxX, Builtin::BlockIdxY, Builtin::BlockIdxZ})
      if (!Address.On.count(B))
        Out.Blocks *= (*Shape.Grid)[partOf(B, Builtin::BlockIdxX)];
  return Out;
}

} // namespace warptidy
