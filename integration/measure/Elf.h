//===- Elf.h - Device code inside a binary ----------------------*- C++ -*-===//
// Finds the ELF images of GPU code (cubins) in a file's bytes and gives access
// to their sections, symbols and relocations. Every read is bounds-checked.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_ELF_H
#define WARPTIDY_MEASURE_ELF_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warptidy::measure {

/// Little-endian reader over bytes that it does not own. Reading past the end
/// gives zeros and sets Failed.
class ByteReader {
public:
  ByteReader(const char *Begin, size_t Size) : Data(Begin), Size(Size) {}
  uint64_t number(unsigned Bytes);
  uint64_t uleb();
  int64_t sleb();
  std::string text(); ///< Up to and over the next zero byte.
  void seek(size_t To);
  size_t position() const { return At; }
  bool atEnd() const { return At >= Size; }
  bool failed() const { return Failed; }

private:
  const char *Data;
  size_t Size, At = 0;
  bool Failed = false;
};

struct Section {
  std::string Name;
  std::string Bytes; ///< Empty for sections without contents.
};

/// One device image.
struct Cubin {
  std::vector<Section> Sections;
  std::vector<std::string> Symbols; ///< Names by symbol index.
  /// For each section name: offset within it -> name of the symbol there.
  std::map<std::string, std::map<uint64_t, std::string>> Relocations;

  const Section *find(const std::string &Name) const;
};

/// The device images that lie uncompressed in the bytes of an executable or a
/// cubin.
std::vector<Cubin> cubinsIn(const std::string &Bytes);

} // namespace warptidy::measure

#endif
