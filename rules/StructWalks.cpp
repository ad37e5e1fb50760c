//===- StructWalks.cpp - Arrays of structs, lane by lane ------------------===//
// Groups the accesses of a kernel that walk one array of structs.
//===----------------------------------------------------------------------===//
#include "model/Hardware.h"
#include "rules/Support.h"
#include <algorithm>
#include <set>

namespace warptidy {

/// The lane stride under the first launch that has one.
static std::optional<int64_t> strideOf(const AccessPredictions &A) {
  for (const Prediction &P : A.PerLaunch)
    if (P.LaneStrideBytes)
      return P.LaneStrideBytes;
  return std::nullopt;
}

std::vector<StructWalk> structWalks(const KernelPredictions &K) {
  std::vector<StructWalk> Out;
  std::map<std::pair<ExprRef, std::string>, size_t> Index;
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    const auto &R = A.Words.Record;
    std::optional<int64_t> Stride = strideOf(K.Accesses[I]);
    if (A.Space != AddressSpace::Global || !R || !R->Size || !Stride ||
        *Stride == 0 || *Stride % R->Size || A.WidthBytes > R->Size)
      continue;
    auto [It, New] = Index.try_emplace({A.Base, R->Record}, Out.size());
    if (New) {
      StructWalk W;
      W.Record = R->Record;
      W.Array = A.Words.Array;
      W.Size = R->Size;
      W.StrideBytes = *Stride;
      W.Used.assign(R->Size, false);
      W.Padding.assign(R->Size, true);
      for (const FieldFact &F : R->Fields)
        for (unsigned B = F.Offset; B < F.Offset + F.Size && B < R->Size; ++B)
          W.Padding[B] = false;
      Out.push_back(std::move(W));
    }
    StructWalk &W = Out[It->second];
    if (W.Size != R->Size)
      continue;
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
