//===- Text.h - Small helpers on strings, paths and files -------*- C++ -*-===//
// What the standard library lacks and several parts of the tool need. Nothing
// here throws; failures are empty optionals.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_TEXT_H
#define WARPTIDY_MEASURE_TEXT_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warptidy::measure {

bool startsWith(const std::string &Text, const std::string &Prefix);
bool endsWith(const std::string &Text, const std::string &Suffix);
bool contains(const std::string &Text, const std::string &Part);
std::string trim(const std::string &Text);
std::vector<std::string> split(const std::string &Text, char Separator);
std::string replaceAll(std::string Text, const std::string &From,
                       const std::string &To);

/// A whole number, with commas between thousands and a fraction of zeros
/// allowed ("1,234", "400.000000"); nothing for anything else.
std::optional<uint64_t> wholeNumber(const std::string &Text);

/// The path with "." and ".." resolved as text.
std::string normalPath(const std::string &Path);
std::string baseName(const std::string &Path);
/// Whether both name the same file as far as can be told: the shorter one is a
/// tail of the other, by whole components, and at least Components (or all)
/// of them agree.
bool samePath(const std::string &A, const std::string &B,
              size_t Components = 2);

std::optional<std::string> readFile(const std::string &Path);
bool writeFile(const std::string &Path, const std::string &Bytes);

/// Lower-case hexadecimal SHA-256 of the bytes.
std::string sha256(const std::string &Bytes);

} // namespace warptidy::measure

#endif
