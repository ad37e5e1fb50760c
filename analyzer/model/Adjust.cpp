//===- Adjust.cpp - What else becomes of single accesses ------------------===//
// See Adjust.h.
//===----------------------------------------------------------------------===//
#include "model/Adjust.h"
#include <algorithm>
#include <bit>

namespace warptidy {

namespace {

class Adjuster {
public:
  Adjuster(KernelFacts &Facts, const std::vector<Unrolling> &Plan,
           AddressReader &Reader, CompiledCode &Code)
      : Facts(Facts), Plan(Plan), Reader(Reader), Code(Code) {}

  void run() {
    for (size_t I = 0; I < Facts.Accesses.size(); ++I) {
      noteRolled(I);
      shrink(I);
      noteConstants(I);
      noteArms(I);
    }
  }

private:
  /// A loop that stays may be unrolled in part, and then what neighbouring
  /// iterations access may be merged.
  void noteRolled(size_t I) {
    const AccessFact &A = Facts.Accesses[I];
    if (A.Unknown != UnknownReason::None || A.Address == NoExpr)
      return;
    bool Local = A.Space == AddressSpace::Local;
    bool Merges =
        A.Space == AddressSpace::Shared || Local || A.AlignBytes > A.WidthBytes;
    for (unsigned L : A.Loops)
      if (Plan[L] == Unrolling::Unsure && Merges && A.WidthBytes < 16 &&
          mergesAcross(A, Facts.Loops[L].Iteration))
        Code.Unsure[I] = true;
  }

  /// Whether the step is small and what else is in the index a multiple of more
  /// than one element.
  bool mergesAcross(const AccessFact &A, ExprRef Iteration) {
    AddressKey Rest;
    Rest.Base = A.Base;
    bool Near = false;
    for (const auto &[M, C] : Reader.address(A).Terms) {
      if (std::find(M.begin(), M.end(), Iteration) != M.end())
        Near |= std::abs(C) < 16;
      else if (!M.empty())
        Rest.Variable[M] = C;
    }
    return A.Space == AddressSpace::Local ||
           (Near && (A.Space != AddressSpace::Shared ||
                     Reader.layoutAlign(Rest).Bytes > A.WidthBytes));
  }

  /// Of a vector of words only what is used is loaded: three or four words in
  /// one go, half of it, or word by word (18 of 18). A mask may narrow a load.
  void shrink(size_t I) {
    const AccessFact A = Facts.Accesses[I];
    uint32_t All = A.WidthBytes >= 32 ? ~0u : (1u << A.WidthBytes) - 1;
    uint32_t Used = A.UsedBytes & All;
    if (A.Op != AccessOp::Load || Used == All || A.Address == NoExpr ||
        !A.WidthBytes || A.Volatile)
      return;
    unsigned Words = 0;
    for (unsigned W = 0; W * 4 < A.WidthBytes; ++W)
      Words |= unsigned((Used >> W * 4 & 15) != 0) << W;
    if (A.WidthBytes == 16 && std::popcount(Words) >= 3)
      return;
    auto Other = [&](const CompiledAccess &C) {
      return std::find(C.Members.begin(), C.Members.end(), I) !=
                 C.Members.end() &&
             C.Members.size() > 1;
    };
    if (A.WidthBytes < 8 || A.Space == AddressSpace::Shared ||
        std::any_of(Code.Accesses.begin(), Code.Accesses.end(), Other)) {
      Code.Unsure[I] = true;
      return;
    }
    std::erase_if(Code.Accesses, [&](const CompiledAccess &C) {
      return C.Members == std::vector<size_t>{I};
    });
    for (unsigned W = 0; W < A.WidthBytes / 4; ++W) {
      bool Pair = W % 2 == 0 && (Words >> W & 3) == 3;
      if (Words >> W & 1)
        part(I, W * 4, Pair ? 8 : 4);
      W += Pair;
    }
  }

  void part(size_t I, unsigned Offset, unsigned Bytes) {
    CompiledAccess C;
    C.Fact = Facts.Accesses[I];
    C.Fact.WidthBytes = Bytes;
    C.Fact.Address = Facts.Pool.binary(ExprOp::Add, C.Fact.Address,
                                       Facts.Pool.constant(Offset, 64));
    C.Members = {I};
    Code.Accesses.push_back(std::move(C));
  }

  /// No constant load is wider than 64 bits. Neighbours may be merged, which
  /// depends on where the compiler puts the array.
  void noteConstants(size_t I) {
    const AccessFact A = Facts.Accesses[I];
    if (A.Space != AddressSpace::Constant || A.Address == NoExpr)
      return;
    if (A.Base != NoExpr && Facts.Pool.symbolInfo(A.Base).Table)
      Code.Unsure[I] = true;
    if (A.WidthBytes == 16) {
      part(I, 0, 8);
      part(I, 8, 8);
    }
    bool Unrolled =
        std::any_of(A.Loops.begin(), A.Loops.end(),
                    [&](unsigned L) { return Plan[L] != Unrolling::Rolled; });
    for (const AccessFact &B : Facts.Accesses) {
      if (B.Base != A.Base || B.Address == NoExpr || A.WidthBytes > 4 ||
          A.WidthBytes < 2 || Unrolled)
        continue;
      Polynomial Distance = Reader.address(A);
      Distance.add(Reader.address(B), -1);
      int64_t D = Distance.isConstant() ? Distance.constantTerm() : 0;
      Code.Unsure[I] = Code.Unsure[I] || (D && std::abs(D) < 8);
    }
  }

  /// What both arms of a branch do to one address may be done once.
  void noteArms(size_t I) {
    const AccessFact &A = Facts.Accesses[I];
    if (A.Address == NoExpr || A.Block >= Facts.Blocks.size())
      return;
    const auto &After = Facts.Blocks[A.Block].Successors;
    for (size_t J = 0; J < I; ++J) {
      const AccessFact &B = Facts.Accesses[J];
      if (B.Op != A.Op || B.Address == NoExpr || B.Space != A.Space ||
          B.Block == A.Block || After.size() != 1 ||
          B.Block >= Facts.Blocks.size() ||
          Facts.Blocks[B.Block].Successors != After)
        continue;
      Polynomial Distance = Reader.address(A);
      Distance.add(Reader.address(B), -1);
      if (Distance.Terms.empty())
        Code.Unsure[I] = Code.Unsure[J] = true;
    }
  }

  KernelFacts &Facts;
  const std::vector<Unrolling> &Plan;
  AddressReader &Reader;
  CompiledCode &Code;
};

} // namespace

void adjustAccesses(KernelFacts &Facts, const std::vector<Unrolling> &Plan,
                    AddressReader &Reader, CompiledCode &Code) {
  Adjuster(Facts, Plan, Reader, Code).run();
}

} // namespace warptidy
