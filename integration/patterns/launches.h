//===- launches.h - The patterns of a kind, in order ------------*- C++ -*-===//
// Which patterns an operation is launched with: a baseline, random ones, two
// that are known by heart and a baseline again. Host code only.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_PATTERNS_LAUNCHES_H
#define WARPTIDY_PATTERNS_LAUNCHES_H

#include "pattern.h"
#include "probes.h"

#include <string>
#include <vector>

namespace patterns {

struct Launch {
  const Probe *Of;
  std::string Family;
  Pattern P;
};

inline bool isKind(const Probe &Of, const char *Kind) {
  return Kind == std::string(Of.Kind);
}

/// Draws the patterns of one operation.
class Drawer {
public:
  Drawer(const Probe &Of, uint32_t Seed, std::vector<Launch> &Out)
      : Of(Of), G(Seed), Out(Out) {}

  void draw(unsigned Count) {
    emit("baseline", 0);
    // The numbers of families and of masks are coprime: all pairs come up.
    const unsigned Start =
        G.below(Generator::families() * Generator::maskShapes());
    for (unsigned I = 0; I < Count; ++I) {
      const std::string Family =
          isKind(Of, "copy") ? drawCopy(Start + I) : drawOne(Start + I);
      const uint32_t Mask = G.mask(Start + I);
      emit(Family, Of.WholeWarp ? ~0u : Mask);
    }
    // Known by heart: the same address for all, and consecutive elements.
    for (unsigned Step : {0u, 1u}) {
      for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
        Address[Lane] = Source[Lane] =
            Lane * Step * Of.WidthBytes % Of.RegionBytes;
      emit(Step ? "unit" : "uniform", ~0u);
    }
    emit("baseline", 0);
  }

private:
  const Probe &Of;
  Generator G;
  std::vector<Launch> &Out;
  Offsets Address{}, Source{};

  void emit(const std::string &Family, uint32_t Mask) {
    Launch L{&Of, Family, {}};
    L.P.Mask = Mask;
    L.P.Operand = 0x3f800003; // near 1.0f
    std::copy(Address.begin(), Address.end(), L.P.Address);
    std::copy(Source.begin(), Source.end(), L.P.Source);
    Out.push_back(L);
  }

  std::string drawOne(unsigned Number) {
    // Atomics compete for few addresses more often than other accesses.
    const bool Contended = isKind(Of, "global_atomic") && G.below(2);
    const unsigned Family = Contended ? G.contended() : Number;
    return G.draw(Family, Of.WidthBytes, Of.RegionBytes, Address);
  }

  /// Both sides of a copy, named destination/source. In most, one side is
  /// orderly while the other is permuted, repeats itself or is random.
  std::string drawCopy(unsigned Number) {
    static constexpr unsigned Consecutive = 12, Shuffled[] = {6, 13, 14},
                              Repeating[] = {3, 4, 15};
    const unsigned Any = Number / 9;
    const auto Of3 = [&](const unsigned *Families) {
      return Families[G.below(3)];
    };
    unsigned To = Consecutive, From = Consecutive;
    switch (Number % 9) {
    case 0:
      From = Of3(Shuffled);
      break;
    case 1:
      To = Of3(Shuffled);
      break;
    case 2:
      From = Of3(Repeating);
      break;
    case 3:
      To = Of3(Repeating);
      break;
    case 4:
      From = Any;
      break;
    case 5:
      To = Any;
      break;
    case 6: // both orderly
      break;
    case 7:
      To = Of3(Shuffled), From = Of3(G.below(2) ? Shuffled : Repeating);
      break;
    default:
      To = G.below(Generator::families()), From = Any;
    }
    const std::string Name = G.draw(To, Of.WidthBytes, Of.RegionBytes, Address);
    return Name + "/" + G.draw(From, Of.WidthBytes, GlobalBytes, Source);
  }
};

/// One round of all operations of a kind. Each has its own sequence, whatever
/// else is drawn.
inline std::vector<Launch> drawRound(const std::string &Kind, unsigned Count,
                                     uint32_t Seed) {
  std::vector<Launch> Out;
  uint32_t Number = 0;
  for (const Probe &Of : Probes) {
    ++Number;
    if (Kind == Of.Kind)
      Drawer(Of, Seed * 1000 + Number, Out).draw(Count * Of.Times);
  }
  return Out;
}

} // namespace patterns

#endif
