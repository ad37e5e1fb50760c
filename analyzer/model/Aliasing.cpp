//===- Aliasing.cpp - Accesses that the compiler knows apart --------------===//
// See Aliasing.h.
//===----------------------------------------------------------------------===//
#include "model/Aliasing.h"
#include <algorithm>

namespace warptidy {

static bool rangesOverlap(int64_t A, int64_t ABytes, int64_t B,
                          int64_t BBytes) {
  return A < B + BBytes && B < A + ABytes;
}

/// The access is to one member, and to none that another one overlays.
static bool isOneMember(const AccessFact &A) {
  const auto &R = A.Words.Record;
  if (!R || R->Field.empty() || R->FieldSize != A.WidthBytes)
    return false;
  return std::count_if(R->Fields.begin(), R->Fields.end(),
                       [&](const FieldFact &F) {
                         return rangesOverlap(F.Offset, F.Size, R->FieldOffset,
                                              R->FieldSize);
                       }) == 1;
}

/// Members at different offsets of one type, wherever the structs are.
static bool areOtherMembers(const AccessFact &A, const AccessFact &B) {
  return isOneMember(A) && isOneMember(B) &&
         A.Words.Record->Record == B.Words.Record->Record &&
         !rangesOverlap(A.Words.Record->FieldOffset, A.WidthBytes,
                        B.Words.Record->FieldOffset, B.WidthBytes);
}

static bool areOtherArrays(const ExprPool &Pool, const AccessFact &A,
                           const AccessFact &B) {
  if (A.Base == B.Base || A.Base == NoExpr || B.Base == NoExpr)
    return false;
  const SymbolInfo &SA = Pool.symbolInfo(A.Base), &SB = Pool.symbolInfo(B.Base);
  auto IsArray = [](const SymbolInfo &S) {
    return S.Kind == SymbolKind::SharedArray ||
           S.Kind == SymbolKind::GlobalArray;
  };
  return (SA.Restrict && SB.Restrict) || (IsArray(SA) && IsArray(SB));
}

bool mayOverlap(const KernelFacts &Facts, const Touch &A, const Touch &B) {
  const AccessFact &FA = Facts.Accesses[A.Access],
                   &FB = Facts.Accesses[B.Access];
  // nvcc does not know what map_shared_rank gives.
  auto IsOpen = [](const AccessFact &F) {
    return F.Space == AddressSpace::Generic ||
           F.Space == AddressSpace::Distributed;
  };
  const bool Open = IsOpen(FA) || IsOpen(FB);
  if (FA.Space != FB.Space && !Open)
    return false;
  if ((!Open && areOtherArrays(Facts.Pool, FA, FB)) || areOtherMembers(FA, FB))
    return false;
  return !A.Key || !B.Key || A.Key->Variable != B.Key->Variable ||
         rangesOverlap(A.Offset, FA.WidthBytes, B.Offset, FB.WidthBytes);
}

bool dominates(const KernelFacts &Facts, unsigned Dominator, unsigned Block) {
  if (Dominator >= Facts.Blocks.size())
    return false;
  while (Block != Dominator && Block < Facts.Blocks.size())
    Block = Facts.Blocks[Block].Dominator;
  return Block == Dominator;
}

bool leadsThrough(const KernelFacts &Facts, unsigned Block,
                  const std::set<unsigned> &Gates) {
  if (Block >= Facts.Blocks.size() || Gates.count(Block))
    return false;
  std::set<unsigned> Seen{Block};
  std::vector<unsigned> Work{Block};
  while (!Work.empty()) {
    const BlockFact &B = Facts.Blocks[Work.back()];
    Work.pop_back();
    if (B.Predecessors.empty() || B.Loops != Facts.Blocks[Block].Loops)
      return false;
    for (unsigned P : B.Predecessors)
      if (!Gates.count(P) && Seen.insert(P).second)
        Work.push_back(P);
  }
  return true;
}

} // namespace warptidy
