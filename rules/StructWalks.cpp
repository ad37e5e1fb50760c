//===- StructWalks.cpp - Arrays of structs, lane by lane ------------------===//
// Groups the accesses of a kernel that walk one array of structs.
//===----------------------------------------------------------------------===//
#include "model/Hardware.h"
#include "rules/Support.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace warptidy {

/// The first launch under which the lanes are a constant distance apart.
static const Prediction *withStride(const AccessPredictions &A) {
  for (const Prediction &P : A.PerLaunch)
    if (P.LaneStrideBytes)
      return &P;
  return nullptr;
}

static StructWalk startWalk(const RecordAccess &R, const std::string &Array,
                            const Prediction &P) {
  StructWalk W;
  W.Record = R.Record;
  W.Array = Array;
  W.Size = R.Size;
  W.StrideBytes = *P.LaneStrideBytes;
  W.Worst = &P;
  W.Used.assign(R.Size, false);
  W.Padding.assign(R.Size, true);
  for (const FieldFact &F : R.Fields)
    for (unsigned B = F.Offset; B < F.Offset + F.Size && B < R.Size; ++B)
      W.Padding[B] = false;
  return W;
}

std::vector<StructWalk> structWalks(const KernelPredictions &K) {
  std::vector<StructWalk> Out;
  // The same structs of the same array: equal address up to the field.
  std::map<std::tuple<std::string, std::string, int64_t>, size_t> Index;
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    const auto &R = A.Words.Record;
    const Prediction *P = withStride(K.Accesses[I]);
    if (A.Space != AddressSpace::Global || !R || !R->Size || !P ||
        *P->LaneStrideBytes == 0 || *P->LaneStrideBytes % R->Size ||
        A.WidthBytes > R->Size)
      continue;
    int64_t First = K.Accesses[I].ConstantOffset - R->FieldOffset;
    auto [It, New] = Index.try_emplace(
        {R->Record, K.Accesses[I].VariableText, First}, Out.size());
    if (New)
      Out.push_back(startWalk(*R, A.Words.Array, *P));
    StructWalk &W = Out[It->second];
    W.Accesses.push_back(I);
    for (unsigned B = 0; B < A.WidthBytes; ++B)
      W.Used[(R->FieldOffset + B) % W.Size] = true;
  }
  return Out;
}

bool StructWalk::coversStruct() const {
  for (unsigned B = 0; B < Size; ++B)
    if (!Used[B] && !Padding[B])
      return false;
  return true;
}

const StructWalk *walkOf(const std::vector<StructWalk> &Walks, size_t Access) {
  for (const StructWalk &W : Walks)
    if (std::find(W.Accesses.begin(), W.Accesses.end(), Access) !=
        W.Accesses.end())
      return &W;
  return nullptr;
}

void StructWalk::traffic(const ArchInfo &Arch, unsigned &BytesUsed,
                         unsigned &BytesFetched) const {
  std::set<int64_t> Bytes, Sectors;
  for (int64_t Lane = 0; Lane < WarpLanes; ++Lane)
    for (unsigned B = 0; B < Size; ++B)
      if (Used[B]) {
        int64_t Byte = Lane * std::abs(StrideBytes) + B;
        Bytes.insert(Byte);
        Sectors.insert(Byte / Arch.SectorBytes);
      }
  BytesUsed = static_cast<unsigned>(Bytes.size());
  BytesFetched = static_cast<unsigned>(Sectors.size()) * Arch.SectorBytes;
}

} // namespace warptidy
