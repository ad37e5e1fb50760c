//===- Text.cpp - Small helpers on strings, paths and files ---------------===//
// See Text.h.
//===----------------------------------------------------------------------===//
#include "measure/Text.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace warptidy::measure {

bool startsWith(const std::string &Text, const std::string &Prefix) {
  return Text.compare(0, Prefix.size(), Prefix) == 0;
}

bool endsWith(const std::string &Text, const std::string &Suffix) {
  return Text.size() >= Suffix.size() &&
         Text.compare(Text.size() - Suffix.size(), Suffix.size(), Suffix) == 0;
}

bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

std::string trim(const std::string &Text) {
  size_t Begin = Text.find_first_not_of(" \t\r\n");
  if (Begin == std::string::npos)
    return "";
  return Text.substr(Begin, Text.find_last_not_of(" \t\r\n") - Begin + 1);
}

std::vector<std::string> split(const std::string &Text, char Separator) {
  std::vector<std::string> Parts;
  std::string Part;
  std::istringstream Stream(Text);
  while (std::getline(Stream, Part, Separator))
    Parts.push_back(Part);
  return Parts;
}

std::string replaceAll(std::string Text, const std::string &From,
                       const std::string &To) {
  for (size_t At = Text.find(From); At != std::string::npos;
       At = Text.find(From, At + To.size()))
    Text.replace(At, From.size(), To);
  return Text;
}

std::optional<uint64_t> wholeNumber(const std::string &Text) {
  std::string Digits = replaceAll(trim(Text), ",", "");
  size_t Point = Digits.find('.');
  if (Point != std::string::npos) {
    if (Digits.find_first_not_of('0', Point + 1) != std::string::npos)
      return std::nullopt;
    Digits.resize(Point);
  }
  if (Digits.empty() || Digits.size() > 19 ||
      Digits.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::strtoull(Digits.c_str(), nullptr, 10);
}

std::string normalPath(const std::string &Path) {
  return std::filesystem::path(Path).lexically_normal().generic_string();
}

std::string baseName(const std::string &Path) {
  size_t Slash = Path.find_last_of('/');
  return Slash == std::string::npos ? Path : Path.substr(Slash + 1);
}

bool samePath(const std::string &A, const std::string &B, size_t Components) {
  std::vector<std::string> X = split(normalPath(A), '/');
  std::vector<std::string> Y = split(normalPath(B), '/');
  std::reverse(X.begin(), X.end());
  std::reverse(Y.begin(), Y.end());
  size_t Needed = std::min({X.size(), Y.size(), Components});
  return Needed > 0 && std::equal(X.begin(), X.begin() + Needed, Y.begin());
}

std::optional<std::string> readFile(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  if (!In)
    return std::nullopt;
  std::ostringstream Bytes;
  Bytes << In.rdbuf();
  if (In.bad())
    return std::nullopt;
  return Bytes.str();
}

bool writeFile(const std::string &Path, const std::string &Bytes) {
  std::ofstream Out(Path, std::ios::binary | std::ios::trunc);
  Out << Bytes;
  Out.close();
  return bool(Out);
}

} // namespace warptidy::measure
