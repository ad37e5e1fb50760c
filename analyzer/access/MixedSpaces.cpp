//===- MixedSpaces.cpp - Pointers into one of several memories ------------===//
// Looks for the selects between bases of different spaces on the way from an
// address to its bases.
//===----------------------------------------------------------------------===//
#include "access/MixedSpaces.h"

namespace warptidy {

constexpr unsigned MaxChoices = 8;

AddressSpace addressSpaceOf(SymbolKind Kind) {
  switch (Kind) {
  case SymbolKind::KernelBuffer:
  case SymbolKind::GlobalArray:
    return AddressSpace::Global;
  case SymbolKind::SharedArray:
    return AddressSpace::Shared;
  case SymbolKind::ConstantArray:
    return AddressSpace::Constant;
  case SymbolKind::LocalArray:
    return AddressSpace::Local;
  case SymbolKind::ClusterWindow:
    return AddressSpace::Distributed;
  default:
    return AddressSpace::Generic;
  }
}

namespace {

class Splitter {
public:
  explicit Splitter(ExprPool &Pool) : Pool(Pool) {}

  bool split(ExprRef Address, std::vector<Guard> Guards);
  std::vector<SpaceChoice> Out;

private:
  void collect(ExprRef R, std::set<ExprRef> &Bases,
               std::set<AddressSpace> &Spaces) const;
  std::set<AddressSpace> spaces(ExprRef R) const;
  ExprRef choiceIn(ExprRef R) const;
  ExprRef replace(ExprRef R, ExprRef Old, ExprRef New);

  ExprPool &Pool;
};

/// Bases that R may point into, and their spaces: Generic for one that is not
/// known, and global memory for a pointer that is read from memory.
void Splitter::collect(ExprRef R, std::set<ExprRef> &Bases,
                       std::set<AddressSpace> &Spaces) const {
  const ExprNode N = Pool[R];
  switch (N.Op) {
  case ExprOp::Symbol:
    if (AddressSpace S = addressSpaceOf(Pool.symbolInfo(R).Kind);
        S != AddressSpace::Generic) {
      Bases.insert(R);
      Spaces.insert(S);
    }
    return;
  case ExprOp::Add:
    collect(N.A, Bases, Spaces);
    collect(N.B, Bases, Spaces);
    return;
  case ExprOp::Sub:
    return collect(N.A, Bases, Spaces);
  case ExprOp::Select:
    collect(N.B, Bases, Spaces);
    collect(N.C, Bases, Spaces);
    return;
  case ExprOp::Load:
  case ExprOp::Phi:
  case ExprOp::Opaque:
    if (N.Bits == 64)
      Spaces.insert(N.Op == ExprOp::Load ? AddressSpace::Global
                                         : AddressSpace::Generic);
    return;
  default: // An index.
    return;
  }
}

std::set<AddressSpace> Splitter::spaces(ExprRef R) const {
  std::set<ExprRef> Bases;
  std::set<AddressSpace> Spaces;
  collect(R, Bases, Spaces);
  return Spaces;
}

/// The outermost select whose arms differ in their spaces, NoExpr for none.
ExprRef Splitter::choiceIn(ExprRef R) const {
  const ExprNode N = Pool[R];
  if (N.Op == ExprOp::Select && spaces(N.B) != spaces(N.C))
    return R;
  if (N.Op != ExprOp::Add && N.Op != ExprOp::Sub && N.Op != ExprOp::Select)
    return NoExpr;
  for (ExprRef Op : {N.A, N.B, N.C})
    if (Op != NoExpr && !(N.Op == ExprOp::Select && Op == N.A))
      if (ExprRef Found = choiceIn(Op); Found != NoExpr)
        return Found;
  return NoExpr;
}

ExprRef Splitter::replace(ExprRef R, ExprRef Old, ExprRef New) {
  if (R == Old)
    return New;
  const ExprNode N = Pool[R];
  if (N.Op == ExprOp::Add || N.Op == ExprOp::Sub) {
    ExprRef A = replace(N.A, Old, New), B = replace(N.B, Old, New);
    return A == N.A && B == N.B ? R : Pool.binary(N.Op, A, B);
  }
  if (N.Op == ExprOp::Select) {
    ExprRef B = replace(N.B, Old, New), C = replace(N.C, Old, New);
    return B == N.B && C == N.C ? R : Pool.select(N.A, B, C);
  }
  return R;
}

bool Splitter::split(ExprRef Address, std::vector<Guard> Guards) {
  if (Pool[Address].Op == ExprOp::Const)
    return true; // A null pointer is not followed.
  std::set<ExprRef> Bases;
  std::set<AddressSpace> Spaces;
  collect(Address, Bases, Spaces);
  if (Spaces.size() == 1 && *Spaces.begin() != AddressSpace::Generic) {
    Out.push_back({*Spaces.begin(), Bases.size() == 1 ? *Bases.begin() : NoExpr,
                   Address, std::move(Guards)});
    return Out.size() <= MaxChoices;
  }
  ExprRef Choice = choiceIn(Address);
  if (Choice == NoExpr)
    return false;
  const ExprNode N = Pool[Choice];
  for (bool Holds : {true, false}) {
    std::vector<Guard> More = Guards;
    More.push_back({N.A, Holds});
    if (!split(replace(Address, Choice, Holds ? N.B : N.C), std::move(More)))
      return false;
  }
  return true;
}

} // namespace

std::vector<SpaceChoice> choicesOfSpace(ExprPool &Pool, ExprRef Address) {
  Splitter S(Pool);
  if (!S.split(Address, {}))
    return {};
  return std::move(S.Out);
}

} // namespace warptidy
