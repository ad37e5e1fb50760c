//===- HardwareOracleTest.cpp - The rules against an enumeration ----------===//
// Enumerates every byte of every lane, over classic and seeded random patterns.
// Shares no code or method with model/Hardware.cpp.
//===----------------------------------------------------------------------===//
#include "HardwareTest.h"
#include <map>
#include <random>
#include <set>

using namespace warptidy;

namespace {

std::set<uint64_t> bytesOf(const LaneAddresses &L, int From, int To) {
  std::set<uint64_t> Bytes;
  for (int Lane = From; Lane < To; ++Lane)
    if (L.Active & (1u << Lane))
      for (unsigned Byte = 0; Byte < L.WidthBytes; ++Byte)
        Bytes.insert(L.Byte[Lane] + Byte);
  return Bytes;
}

/// Each wavefront takes from every bank at most one of the words still wanted.
unsigned oracleWavefronts(const LaneAddresses &L, int From, int To) {
  std::set<std::pair<uint64_t, uint64_t>> Wanted; // (bank, word)
  for (uint64_t Byte : bytesOf(L, From, To))
    Wanted.insert({Byte / 4 % 32, Byte / 4});
  unsigned Wavefronts = 0;
  for (; !Wanted.empty(); ++Wavefronts)
    for (uint64_t Bank = 0; Bank < 32; ++Bank) {
      auto Word = Wanted.lower_bound({Bank, 0});
      if (Word != Wanted.end() && Word->first == Bank)
        Wanted.erase(Word);
    }
  return Wavefronts;
}

/// Rule P by the sets of elements that the pairs (Lane, Lane + Distance) read.
bool oraclePaired(const LaneAddresses &L, int Distance) {
  for (int Lane = 0; Lane < 32; ++Lane) {
    if (Lane / Distance % 2 != 0)
      continue;
    std::set<uint64_t> Elements;
    for (int Member : {Lane, Lane + Distance})
      if (L.Active & (1u << Member))
        Elements.insert(L.Byte[Member]);
    if (Elements.size() > 1)
      return false;
  }
  return true;
}

int oraclePassLanes(const LaneAddresses &L, SharedOp Op) {
  const bool Merge =
      Op == SharedOp::Load && (oraclePaired(L, 1) || oraclePaired(L, 2));
  switch (L.WidthBytes) {
  case 16:
    return Merge ? 16 : 8;
  case 8:
    return Merge ? 32 : 16;
  default:
    return 32;
  }
}

unsigned oracleShared(const LaneAddresses &L, SharedOp Op) {
  const int Step = oraclePassLanes(L, Op);
  unsigned Sum = 0;
  for (int From = 0; From < 32; From += Step)
    Sum += oracleWavefronts(L, From, From + Step);
  return Sum;
}

unsigned oraclePasses(const LaneAddresses &L, SharedOp Op) {
  const int Step = oraclePassLanes(L, Op);
  unsigned Passes = 0;
  for (int From = 0; From < 32; From += Step)
    Passes += !bytesOf(L, From, From + Step).empty();
  return Passes;
}

unsigned oracleSectors(const LaneAddresses &L) {
  std::set<uint64_t> Sectors;
  for (uint64_t Byte : bytesOf(L, 0, 32))
    Sectors.insert(Byte / 32);
  return Sectors.size();
}

/// Sector S is fetched once for every pass that has a lane in it; the k-th lane
/// of an address is in pass k.
unsigned oracleAtomicSectors(const LaneAddresses &L) {
  std::map<uint64_t, unsigned> LanesOfAddress;
  std::set<std::pair<unsigned, uint64_t>> PassAndSector;
  for (int Lane = 0; Lane < 32; ++Lane)
    if (L.Active & (1u << Lane)) {
      const unsigned Pass = LanesOfAddress[L.Byte[Lane]]++;
      for (unsigned Byte = 0; Byte < L.WidthBytes; ++Byte)
        PassAndSector.insert({Pass, (L.Byte[Lane] + Byte) / 32});
    }
  return PassAndSector.size();
}

unsigned oracleConstant(const LaneAddresses &L) {
  std::set<std::pair<uint64_t, unsigned>> Requests; // (address, piece)
  for (int Lane = 0; Lane < 32; ++Lane)
    if (L.Active & (1u << Lane))
      for (unsigned Byte = 0; Byte < L.WidthBytes; ++Byte)
        Requests.insert({L.Byte[Lane], Byte / 8});
  return Requests.size();
}

/// Compares every counting function on L; shared and constant memory too.
void expectLikeOracle(const LaneAddresses &L) {
  for (SharedOp Op : {SharedOp::Load, SharedOp::Store, SharedOp::Increment}) {
    ASSERT_EQ(sharedWavefronts(hopper(), L, Op), oracleShared(L, Op))
        << "op " << static_cast<int>(Op);
    ASSERT_EQ(sharedPasses(L, Op), oraclePasses(L, Op))
        << "op " << static_cast<int>(Op);
  }
  const unsigned Bytes = bytesOf(L, 0, 32).size();
  ASSERT_EQ(sectors(L), oracleSectors(L));
  const UnitRange Atomic = globalAtomicSectors(hopper(), L);
  ASSERT_EQ(Atomic.Least, oracleAtomicSectors(L));
  if (misalignedLanes(L) == 0) {
    const unsigned Here = atomicTags(hopper(), L, false).Sectors;
    ASSERT_LE(Atomic.Least, Here);
    ASSERT_LE(Here, Atomic.Most);
  }
  ASSERT_EQ(distinctBytes(L), Bytes);
  ASSERT_EQ(idealSectors(hopper(), L), Bytes / 32 + (Bytes % 32 != 0));
  ASSERT_LE(idealSectors(hopper(), L), sectors(L));
  ASSERT_EQ(constantRequests(L), oracleConstant(L));
}

constexpr unsigned Widths[] = {1, 2, 4, 8, 16};
constexpr uint32_t Masks[] = {
    0xffffffffu, 0x0000ffffu, 0xffff0000u, 0x55555555u, 0x000fffffu,
    0x80000001u, 0x00ff00ffu, 0x66666666u, 1u,          0u};

TEST(Oracle, StridesWidthsAndMasks) {
  for (unsigned Width : Widths)
    for (int Stride = -33; Stride <= 33; ++Stride)
      for (uint32_t Mask : Masks)
        for (uint64_t Base : {4096, 4100, 4097}) {
          SCOPED_TRACE(testing::Message()
                       << Width << " bytes, stride " << Stride << ", mask "
                       << Mask << ", base " << Base);
          expectLikeOracle(
              lanes(Width, [=](int T) { return Stride * T; }, Mask, Base));
        }
}

TEST(Oracle, Blocks) {
  for (unsigned Width : Widths)
    for (int BlockX : {2, 4, 8, 16, 20, 32})
      for (int Pitch = BlockX; Pitch <= BlockX + 4; ++Pitch)
        for (uint32_t Mask : Masks) {
          SCOPED_TRACE(testing::Message()
                       << Width << " bytes, " << BlockX << " wide, pitch "
                       << Pitch << ", mask " << Mask);
          expectLikeOracle(lanes(
              Width, [=](int T) { return T / BlockX * Pitch + T % BlockX; },
              Mask));
          expectLikeOracle(lanes(
              Width, [=](int T) { return T % BlockX * Pitch + T / BlockX; },
              Mask));
        }
}

TEST(Oracle, BroadcastsAndSwizzles) {
  for (unsigned Width : Widths)
    for (int Shift = 0; Shift <= 5; ++Shift)
      for (int Scale : {1, 2, 8, 16, 32})
        for (uint32_t Mask : Masks) {
          SCOPED_TRACE(testing::Message()
                       << Width << " bytes, shift " << Shift << ", scale "
                       << Scale << ", mask " << Mask);
          expectLikeOracle(
              lanes(Width, [=](int T) { return (T >> Shift) * Scale; }, Mask));
          expectLikeOracle(lanes(
              Width, [=](int T) { return T % (1 << Shift) * Scale; }, Mask));
          expectLikeOracle(lanes(
              Width, [=](int T) { return T * Scale + (T ^ Shift); }, Mask));
          expectLikeOracle(lanes(
              Width, [=](int T) { return (T & ~(1 << Shift)) * Scale; }, Mask));
        }
}

TEST(Oracle, RandomPatternsUnalignedToo) {
  std::mt19937 Random(20261130);
  for (int Trial = 0; Trial < 20000; ++Trial) {
    LaneAddresses L;
    L.WidthBytes = Widths[Random() % 5];
    L.Active =
        Trial % 3 == 0 ? ~0u : Random() | (Trial % 3 == 1 ? 0 : Random());
    const unsigned Span = 16u << Random() % 10;
    const unsigned Merge = Random() % 4; // lanes that read alike, for rule P
    const bool Aligned = Random() % 2;
    for (unsigned Lane = 0; Lane < 32; ++Lane) {
      const uint64_t Address = Random() % Span;
      L.Byte[Lane] = Aligned ? Address / L.WidthBytes * L.WidthBytes : Address;
    }
    for (unsigned Lane = 0; Lane < 32; ++Lane)
      L.Byte[Lane] = L.Byte[Lane & ~Merge];
    SCOPED_TRACE(testing::Message() << "trial " << Trial);
    expectLikeOracle(L);
  }
}

TEST(Oracle, AddressesBelowAnUnknownBase) {
  for (unsigned Width : Widths)
    for (int Offset = -40; Offset <= 0; ++Offset) {
      SCOPED_TRACE(testing::Message() << Width << " bytes, from " << Offset);
      expectLikeOracle(lanes(
          Width, [=](int T) { return T; }, ~0u,
          static_cast<uint64_t>(int64_t{Offset})));
    }
}

} // namespace
