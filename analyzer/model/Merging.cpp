//===- Merging.cpp - Adjacent accesses become one -------------------------===//
// See Merging.h. Found with nvcc 13.0 for sm_90 by compiling kernels: loads and
// stores of 32 bits, all subsets of a granule (612 of 612); random accesses to
// static shared arrays (414 of 414); fields of aligned structs (85 of 85).
//===----------------------------------------------------------------------===//
#include "model/Merging.h"
#include <iterator>

namespace warptidy {

namespace {

constexpr unsigned MaxBytes = 16;

/// The elements of one aligned granule.
class Granule {
public:
  Granule(int64_t Start, unsigned Bytes, unsigned ElementBytes)
      : Start(Start), Bytes(Bytes), Element(ElementBytes) {}

  void add(int64_t Offset) {
    Used |= 1u << ((Offset - Start) / int64_t(Element));
  }

  void pieces(bool Store, Merger By, std::vector<MergedPiece> &Out,
              bool &Unsure) const {
    if (Bytes == MaxBytes && whole(Store, By, Unsure)) {
      Out.push_back({Start, Bytes});
      return;
    }
    unsigned Slots = Bytes / Element, Pair = 8 / Element;
    for (unsigned Slot = 0; Slot < Slots; Slot += Pair) {
      unsigned Mask = ((1u << Pair) - 1) << Slot;
      int64_t At = Start + int64_t(Slot * Element);
      if (Pair > 1 && (Used & Mask) == Mask) {
        Out.push_back({At, 8});
        continue;
      }
      for (unsigned S = Slot; S < Slot + Pair; ++S)
        if (Used >> S & 1)
          Out.push_back({Start + int64_t(S * Element), Element});
    }
  }

private:
  /// One 128-bit access for all; loads may take a word more than asked for.
  bool whole(bool Store, Merger By, bool &Unsure) const {
    if (Element == 8 || Store)
      return Used == (1u << Bytes / Element) - 1;
    switch (Used) {
    case 0b1111:
    case 0b0111:
    case 0b1011:
      return true;
    case 0b1101:
      Unsure |= By == Merger::FrontHalf;
      return By == Merger::Assembler;
    case 0b1110:
      return By == Merger::Assembler;
    default:
      return false;
    }
  }

  int64_t Start;
  unsigned Bytes, Element;
  unsigned Used = 0;
};

} // namespace

/// Bytes and halves merge only in some types: what they become if they do. True
/// when any may merge.
static bool mergeSubwords(const std::set<int64_t> &Offsets,
                          unsigned ElementBytes, unsigned Bytes, bool Store,
                          std::vector<MergedPiece> &Out) {
  bool Any = false;
  for (auto It = Offsets.begin(); It != Offsets.end();) {
    const int64_t Start = *It - ((*It % Bytes) + Bytes) % Bytes;
    auto End = Offsets.lower_bound(Start + int64_t(Bytes));
    const unsigned Count = static_cast<unsigned>(std::distance(It, End));
    const bool Merges = Count > 1 && (!Store || Count * ElementBytes == Bytes);
    if (Merges)
      Out.push_back({Start, Bytes});
    for (; It != End; ++It) {
      Any |= Merges || Offsets.count(*It + ElementBytes) != 0;
      if (!Merges)
        Out.push_back({*It, ElementBytes});
    }
  }
  return Any;
}

std::vector<MergedPiece> mergeElements(const std::set<int64_t> &Offsets,
                                       unsigned ElementBytes,
                                       unsigned AlignBytes, bool Store,
                                       Merger By, bool &Unsure) {
  std::vector<MergedPiece> Out;
  unsigned Bytes = AlignBytes < MaxBytes ? AlignBytes : MaxBytes;
  bool Whole = ElementBytes == 4 || ElementBytes == 8;
  if (!Whole && By == Merger::FrontHalf && ElementBytes < 4 &&
      Bytes > ElementBytes) {
    Unsure |= mergeSubwords(Offsets, ElementBytes, Bytes, Store, Out);
    return Out;
  }
  if (!Whole || Bytes <= ElementBytes) {
    for (int64_t O : Offsets)
      Out.push_back({O, ElementBytes});
    // The assembler never merges bytes.
    if (ElementBytes == 2 && Bytes > ElementBytes)
      for (int64_t O : Offsets)
        Unsure |= Offsets.count(O + ElementBytes) != 0;
    return Out;
  }
  for (auto It = Offsets.begin(); It != Offsets.end();) {
    int64_t Start = (*It - ((*It % Bytes) + Bytes) % Bytes);
    Granule G(Start, Bytes, ElementBytes);
    for (; It != Offsets.end() && *It < Start + int64_t(Bytes); ++It) {
      if ((*It - Start) % ElementBytes) {
        Unsure = true; // Elements that overlap.
        Out.push_back({*It, ElementBytes});
      } else {
        G.add(*It);
      }
    }
    G.pieces(Store, By, Out, Unsure);
  }
  return Out;
}

} // namespace warptidy
