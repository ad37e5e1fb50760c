//===- Pieces.cpp - Machine accesses from written ones --------------------===//
// See Pieces.h.
//===----------------------------------------------------------------------===//
#include "model/Pieces.h"
#include <algorithm>

namespace warptidy {

/// Groups looked back at.
static constexpr size_t MaxPast = 64;

static std::set<int64_t> offsetsOf(const std::vector<Instance> &Members) {
  std::set<int64_t> Out;
  for (const Instance &I : Members)
    Out.insert(I.Offset);
  return Out;
}

void Pieces::unsure(const std::vector<Instance> &Members) {
  for (const Instance &I : Members)
    Code.Unsure[I.Access] = true;
}

void Pieces::closeShared() {
  for (Earlier &E : Past)
    if (!Reader.isAligned(E.Key))
      E.Open = false;
}

/// Alignment that the type of one member promises for all, or that follows from
/// the declaration of the array. Private arrays get 16 bytes.
unsigned Pieces::frontAlign(const AddressKey &K,
                            const std::vector<Instance> &Members) {
  if (spaceOf(Members) == AddressSpace::Local)
    return 16;
  unsigned Align = K.WidthBytes;
  if (spaceOf(Members) == AddressSpace::Global)
    Align = std::max(Align, Reader.layoutAlign(K).Bytes);
  for (const Instance &I : Members) {
    unsigned Promised = std::min(Facts.Accesses[I.Access].AlignBytes, 16u);
    if (I.Offset % int64_t(Promised) == 0)
      Align = std::max(Align, Promised);
  }
  return Align;
}

std::vector<MergedPiece> Pieces::divide(const AddressKey &K,
                                        const std::vector<Instance> &Members,
                                        bool &Unsure) {
  std::set<int64_t> Offsets = offsetsOf(Members);
  AddressSpace Space = spaceOf(Members);
  KnownAlign Layout = Reader.layoutAlign(K);
  std::vector<MergedPiece> Out;
  if (Space == AddressSpace::Shared)
    Out = mergeElements(Offsets, K.WidthBytes, Layout.Bytes, K.Store,
                        K.WidthBytes < 4 && Reader.isAligned(K)
                            ? Merger::FrontHalf
                            : Merger::Assembler,
                        Unsure);
  else
    Out = mergeElements(Offsets, K.WidthBytes, frontAlign(K, Members), K.Store,
                        Merger::FrontHalf, Unsure);
  bool Changes = std::any_of(Out.begin(), Out.end(), [&](const auto &P) {
    return P.WidthBytes != K.WidthBytes;
  });
  Unsure |= Changes && Space == AddressSpace::Shared && Layout.Doubtful;
  return Out;
}

static bool holdsAny(const std::set<int64_t> &S, int64_t At, int64_t Bytes) {
  auto It = S.lower_bound(At);
  return It != S.end() && *It < At + Bytes;
}

/// Neighbours of several widths are merged or not, depending on their types.
void Pieces::compareWidths(const AddressKey &K,
                           const std::vector<Instance> &Members,
                           const Groups &Of) {
  for (const auto &[Other, List] : Of) {
    if (Other.WidthBytes >= K.WidthBytes || Other.Store != K.Store ||
        Other.Variable != K.Variable)
      continue;
    int64_t Bytes =
        spaceOf(Members) == AddressSpace::Shared
            ? Reader.layoutAlign(K).Bytes
            : std::max(frontAlign(K, Members), frontAlign(Other, List));
    std::set<int64_t> Wide = offsetsOf(Members);
    for (const Instance &I : List)
      if (Bytes > int64_t(Other.WidthBytes) &&
          holdsAny(Wide, I.Offset - (I.Offset % Bytes + Bytes) % Bytes,
                   Bytes)) {
        unsure(List);
        unsure(Members);
      }
  }
}

/// Whether the two, if nothing kept them apart, would share an access.
bool Pieces::wouldJoin(const Earlier &E, const AddressKey &K,
                       const std::vector<Instance> &Members) {
  if (!E.Open || E.Key.Store != K.Store || E.Key.Variable != K.Variable ||
      E.Key.WidthBytes != K.WidthBytes)
    return false;
  std::set<int64_t> Before = offsetsOf(E.Members), Now = offsetsOf(Members);
  std::vector<Instance> All = E.Members;
  All.insert(All.end(), Members.begin(), Members.end());
  bool Unsure = false;
  for (const MergedPiece &P : divide(K, All, Unsure)) {
    auto Only = [&](const std::set<int64_t> &A, const std::set<int64_t> &B) {
      return std::any_of(A.begin(), A.end(), [&](int64_t O) {
        return O >= P.Start && O < P.Start + P.WidthBytes && !B.count(O);
      });
    };
    if (P.WidthBytes > K.WidthBytes && Only(Before, Now) && Only(Now, Before))
      return true;
  }
  return false;
}

/// Accesses of several blocks may be merged when a small branch goes; stores
/// to what was just read may not be merged, nor the reads.
void Pieces::compareWithEarlier(const AddressKey &K,
                                const std::vector<Instance> &Members,
                                bool Changes) {
  for (const Earlier &E : Past) {
    bool Updates = Changes && K.Store && !E.Key.Store &&
                   E.Key.Variable == K.Variable &&
                   offsetsOf(E.Members) == offsetsOf(Members);
    if (!Updates && !wouldJoin(E, K, Members))
      continue;
    unsure(E.Members);
    unsure(Members);
  }
  if (Past.size() >= MaxPast)
    Past.erase(Past.begin());
  Past.push_back({K, Members, true});
}

static std::set<Monomial> namesOf(const AddressKey &K) {
  std::set<Monomial> Out;
  for (const auto &[M, C] : K.Variable)
    Out.insert(M);
  return Out;
}

void Pieces::note(const AddressKey &K, int64_t Offset) {
  if (K.Base != NoExpr)
    Indexed[{K.Base, namesOf(K)}][K.Variable].insert(Offset);
}

/// The front half computes an address from an earlier one when several
/// multiples of one variable index an array, and forgets its alignment.
bool Pieces::isRewritten(const AddressKey &K,
                         const std::vector<Instance> &Members) const {
  unsigned Multiples = 0;
  bool Displaced = false;
  std::set<int64_t> Now = offsetsOf(Members);
  for (const auto &[Variable, Offsets] : Indexed.at({K.Base, namesOf(K)})) {
    ++Multiples;
    if (Variable == K.Variable)
      continue;
    for (const auto &[M, C] : Variable)
      Displaced |= K.Variable.at(M) == C && !(M.size() == 1 && M[0] == K.Base);
    for (int64_t O : Offsets)
      Displaced |= O != 0 && Now.count(O);
  }
  return Multiples > 2 || (Multiples == 2 && Displaced);
}

void Pieces::merge(const AddressKey &K, const std::vector<Instance> &Members,
                   const Groups &Of) {
  bool Unsure = false;
  std::vector<MergedPiece> Out = divide(K, Members, Unsure);
  bool Changes = std::any_of(Out.begin(), Out.end(), [&](const auto &P) {
    return P.WidthBytes != K.WidthBytes;
  });
  bool Shared = spaceOf(Members) == AddressSpace::Shared;
  if (Unsure ||
      (Changes && Shared && K.Base != NoExpr && isRewritten(K, Members)))
    unsure(Members);
  compareWidths(K, Members, Of);
  if (Shared)
    compareWithEarlier(K, Members, Changes);
  for (const MergedPiece &P : Out)
    addPiece(P, Members);
}

void Pieces::addPiece(const MergedPiece &P,
                      const std::vector<Instance> &Members) {
  std::set<size_t> Serves;
  const Instance *First = nullptr;
  for (const Instance &I : Members) {
    if (I.Offset < P.Start || I.Offset >= P.Start + int64_t(P.WidthBytes))
      continue;
    Serves.insert(I.Access);
    if (!First || I.Offset < First->Offset)
      First = &I;
  }
  std::vector<size_t> List(Serves.begin(), Serves.end());
  auto Same =
      std::tuple(First->Access, P.Start - First->Offset, P.WidthBytes, List);
  auto [It, New] = Known.try_emplace(Same, Code.Accesses.size());
  if (New)
    Code.Accesses.push_back(pieceOf(*First, P, std::move(List)));
  Code.Accesses[It->second].Fact.Picks.insert(First->Iterations);
}

CompiledAccess Pieces::pieceOf(const Instance &First, const MergedPiece &P,
                               std::vector<size_t> Members) {
  CompiledAccess C;
  C.Fact = Facts.Accesses[First.Access];
  C.Members = std::move(Members);
  C.Fact.WidthBytes = P.WidthBytes;
  if (P.Start != First.Offset)
    C.Fact.Address =
        Facts.Pool.binary(ExprOp::Add, C.Fact.Address,
                          Facts.Pool.constant(P.Start - First.Offset, 64));
  for (unsigned L : C.Fact.Loops)
    if (Plan[L] == Unrolling::Full)
      C.Fact.PickLoops.push_back(L);
  return C;
}

} // namespace warptidy
