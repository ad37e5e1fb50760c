//===- Sha256.cpp - The digest that ties measurements to sources ----------===//
// FIPS 180-4 over a whole string. Small on purpose: the measuring half must
// build where there is nothing but a compiler.
//===----------------------------------------------------------------------===//
#include "measure/Text.h"
#include <array>

namespace warptidy::measure {

static const uint32_t RoundConstants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<uint32_t, 8>;

static uint32_t rotate(uint32_t X, unsigned N) {
  return (X >> N) | (X << (32 - N));
}

static void expand(const unsigned char *Block, uint32_t (&W)[64]) {
  for (unsigned I = 0; I < 16; ++I)
    W[I] = uint32_t(Block[4 * I]) << 24 | uint32_t(Block[4 * I + 1]) << 16 |
           uint32_t(Block[4 * I + 2]) << 8 | Block[4 * I + 3];
  for (unsigned I = 16; I < 64; ++I) {
    uint32_t A = W[I - 15], B = W[I - 2];
    W[I] = W[I - 16] + (rotate(A, 7) ^ rotate(A, 18) ^ (A >> 3)) + W[I - 7] +
           (rotate(B, 17) ^ rotate(B, 19) ^ (B >> 10));
  }
}

static void compress(State &H, const unsigned char *Block) {
  uint32_t W[64];
  expand(Block, W);
  State S = H;
  for (unsigned I = 0; I < 64; ++I) {
    uint32_t E = S[4], A = S[0];
    uint32_t T1 = S[7] + (rotate(E, 6) ^ rotate(E, 11) ^ rotate(E, 25)) +
                  ((E & S[5]) ^ (~E & S[6])) + RoundConstants[I] + W[I];
    uint32_t T2 = (rotate(A, 2) ^ rotate(A, 13) ^ rotate(A, 22)) +
                  ((A & S[1]) ^ (A & S[2]) ^ (S[1] & S[2]));
    S = {T1 + T2, A, S[1], S[2], S[3] + T1, E, S[5], S[6]};
  }
  for (unsigned I = 0; I < 8; ++I)
    H[I] += S[I];
}

std::string sha256(const std::string &Bytes) {
  State H = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string Padded = Bytes + '\x80';
  Padded.append((120 - Padded.size() % 64) % 64, '\0');
  for (int Shift = 56; Shift >= 0; Shift -= 8)
    Padded += char(uint64_t(Bytes.size()) * 8 >> Shift);
  for (size_t I = 0; I < Padded.size(); I += 64)
    compress(H, reinterpret_cast<const unsigned char *>(Padded.data()) + I);
  std::string Hex;
  for (uint32_t Word : H)
    for (int Shift = 28; Shift >= 0; Shift -= 4)
      Hex += "0123456789abcdef"[Word >> Shift & 15];
  return Hex;
}

} // namespace warptidy::measure
