//===- Elf.cpp - Device code inside a binary ------------------------------===//
// See Elf.h.
//===----------------------------------------------------------------------===//
#include "measure/Elf.h"
#include "measure/Text.h"

namespace warptidy::measure {

uint64_t ByteReader::number(unsigned Bytes) {
  if (Bytes > Size - std::min(At, Size)) {
    Failed = true;
    At = Size;
    return 0;
  }
  uint64_t Value = 0;
  for (unsigned I = 0; I < Bytes; ++I)
    Value |= uint64_t(static_cast<unsigned char>(Data[At++])) << (8 * I);
  return Value;
}

uint64_t ByteReader::uleb() {
  uint64_t Value = 0;
  for (unsigned Shift = 0; !Failed; Shift += 7) {
    uint64_t Byte = number(1);
    if (Shift < 64)
      Value |= (Byte & 0x7f) << Shift;
    if (!(Byte & 0x80))
      break;
  }
  return Value;
}

int64_t ByteReader::sleb() {
  uint64_t Value = 0;
  for (unsigned Shift = 0; !Failed;) {
    uint64_t Byte = number(1);
    if (Shift < 64)
      Value |= (Byte & 0x7f) << Shift;
    Shift += 7;
    if (Byte & 0x80)
      continue;
    if ((Byte & 0x40) && Shift < 64)
      Value |= ~uint64_t(0) << Shift;
    break;
  }
  return static_cast<int64_t>(Value);
}

std::string ByteReader::text() {
  std::string Result;
  while (!atEnd())
    if (char C = static_cast<char>(number(1)))
      Result += C;
    else
      return Result;
  Failed = true;
  return Result;
}

void ByteReader::seek(size_t To) {
  Failed |= To > Size;
  At = std::min(To, Size);
}

const Section *Cubin::find(const std::string &Name) const {
  for (const Section &S : Sections)
    if (S.Name == Name)
      return &S;
  return nullptr;
}

namespace {
struct Header {
  uint64_t Name, Type, Offset, Size, Link, Info;
};
constexpr uint64_t MachineCuda = 190;
constexpr uint64_t NoBits = 8, Rela = 4, Rel = 9, SymbolTable = 2;

/// Section headers of the image that starts Bytes; empty when it is not one.
std::vector<Header> headers(const std::string &Bytes) {
  ByteReader R(Bytes.data(), Bytes.size());
  R.seek(4);
  bool Is64 = R.number(1) == 2;
  R.seek(18);
  if (R.number(2) != MachineCuda || !Is64)
    return {};
  R.seek(40);
  uint64_t Table = R.number(8);
  R.seek(58);
  uint64_t EntrySize = R.number(2), Count = R.number(2);
  std::vector<Header> Result;
  for (uint64_t I = 0; I < Count && !R.failed(); ++I) {
    R.seek(Table + I * EntrySize);
    Header H{};
    H.Name = R.number(4), H.Type = R.number(4);
    R.number(8), R.number(8);
    H.Offset = R.number(8), H.Size = R.number(8);
    H.Link = R.number(4), H.Info = R.number(4);
    Result.push_back(H);
  }
  return R.failed() ? std::vector<Header>() : Result;
}

std::string textAt(const std::string &Table, uint64_t Offset) {
  ByteReader R(Table.data(), Table.size());
  R.seek(Offset);
  return R.text();
}

void readSections(const std::string &Bytes, const std::vector<Header> &Headers,
                  Cubin &C) {
  for (const Header &H : Headers) {
    Section S;
    if (H.Type != NoBits && H.Offset <= Bytes.size())
      S.Bytes = Bytes.substr(H.Offset, H.Size);
    C.Sections.push_back(std::move(S));
  }
  ByteReader R(Bytes.data(), Bytes.size());
  R.seek(62);
  uint64_t Names = R.number(2);
  for (size_t I = 0; I < Headers.size() && Names < Headers.size(); ++I)
    C.Sections[I].Name = textAt(C.Sections[Names].Bytes, Headers[I].Name);
}

void readSymbols(const std::vector<Header> &Headers, Cubin &C) {
  for (size_t I = 0; I < Headers.size(); ++I) {
    if (Headers[I].Type != SymbolTable || Headers[I].Link >= Headers.size())
      continue;
    const std::string &Table = C.Sections[I].Bytes;
    ByteReader R(Table.data(), Table.size());
    for (size_t At = 0; At + 24 <= Table.size(); At += 24) {
      R.seek(At);
      C.Symbols.push_back(
          textAt(C.Sections[Headers[I].Link].Bytes, R.number(4)));
    }
    return;
  }
}

void readRelocations(const std::vector<Header> &Headers, Cubin &C) {
  for (size_t I = 0; I < Headers.size(); ++I) {
    uint64_t Type = Headers[I].Type;
    if ((Type != Rela && Type != Rel) || Headers[I].Info >= Headers.size())
      continue;
    const std::string &Table = C.Sections[I].Bytes;
    size_t EntrySize = Type == Rela ? 24 : 16;
    ByteReader R(Table.data(), Table.size());
    for (size_t At = 0; At + EntrySize <= Table.size(); At += EntrySize) {
      R.seek(At);
      uint64_t Offset = R.number(8), Symbol = R.number(8) >> 32;
      if (Symbol < C.Symbols.size())
        C.Relocations[C.Sections[Headers[I].Info].Name][Offset] =
            C.Symbols[Symbol];
    }
  }
}
} // namespace

std::vector<Cubin> cubinsIn(const std::string &Bytes) {
  std::vector<Cubin> Result;
  const std::string Magic = "\x7f"
                            "ELF";
  for (size_t At = Bytes.find(Magic); At != std::string::npos;
       At = Bytes.find(Magic, At + 1)) {
    if (Bytes.size() - At < 64 ||
        static_cast<unsigned char>(Bytes[At + 18]) != MachineCuda)
      continue;
    std::string Image = Bytes.substr(At);
    std::vector<Header> Headers = headers(Image);
    if (Headers.empty())
      continue;
    Cubin C;
    readSections(Image, Headers, C);
    readSymbols(Headers, C);
    readRelocations(Headers, C);
    Result.push_back(std::move(C));
  }
  return Result;
}

} // namespace warptidy::measure
