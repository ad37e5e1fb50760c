//===- Sass.cpp - What a machine instruction does to memory ---------------===//
// See Sass.h.
//===----------------------------------------------------------------------===//
#include "measure/Sass.h"
#include "measure/Text.h"
#include <cstdlib>

namespace warptidy::measure {

namespace {
struct Opcode {
  const char *Name, *Space, *Op;
};
const Opcode Opcodes[] = {
    {"LDG", "global", "load"},
    {"STG", "global", "store"},
    {"ATOMG", "global", "atomic"},
    {"REDG", "global", "reduction"},
    {"LDGSTS", "global+shared", "copy"},
    {"LDS", "shared", "load"},
    {"STS", "shared", "store"},
    {"LDSM", "shared", "load"},
    {"STSM", "shared", "store"},
    {"ATOMS", "shared", "atomic"},
    {"LDL", "local", "load"},
    {"STL", "local", "store"},
    {"LD", "generic", "load"},
    {"ST", "generic", "store"},
    {"ATOM", "generic", "atomic"},
    {"RED", "generic", "reduction"},
};

/// Bits a lane moves: the last modifier that names a width.
unsigned sizeOf(const std::vector<std::string> &Parts) {
  unsigned Bits = 32;
  for (size_t I = 1; I < Parts.size(); ++I) {
    const std::string &P = Parts[I];
    if (P == "U8" || P == "S8")
      Bits = 8;
    else if (P == "U16" || P == "S16")
      Bits = 16;
    else if (P == "64" || P == "U64" || P == "S64" || P == "F64")
      Bits = 64;
    else if (P == "128")
      Bits = 128;
    else if (P == "256")
      Bits = 256;
  }
  return Bits;
}

/// A matrix load or store moves one, two or four registers a lane.
unsigned matrixSize(const std::vector<std::string> &Parts) {
  const std::string &Last = Parts.back();
  return 32 * (Last == "4" ? 4 : Last == "2" ? 2 : 1);
}

/// Reads of constant banks: bank 3 holds the program's __constant__ variables,
/// bank 0 the launch's parameters.
void classifyConstant(const std::string &Head, const std::string &Sass,
                      SassAccess &A) {
  bool Load = Head == "LDC", User = contains(Sass, "c[0x3]");
  if (User) {
    A.Space = "constant";
    A.Op = "load";
    A.Uniform = !Load;
  } else if (Load) {
    A.Space = "parameter";
    A.Op = "load";
    size_t Index = Sass.find("][R"); // c[0x0][R5]: not uniform, perhaps.
    A.Uniform = Index == std::string::npos || Sass[Index + 3] == 'Z';
  }
}
} // namespace

SassAccess classify(const std::string &Sass) {
  SassAccess A;
  std::string Text = trim(Sass);
  if (startsWith(Text, "@")) {
    if (startsWith(Text, "@!PT ") || startsWith(Text, "@!UPT "))
      return A;
    A.Predicated = true;
    Text = trim(Text.substr(std::min(Text.find(' '), Text.size())));
  }
  std::vector<std::string> Parts =
      split(Text.substr(0, Text.find_first_of(" ;")), '.');
  if (Parts.empty())
    return A;
  for (const Opcode &O : Opcodes)
    if (Parts[0] == O.Name) {
      A.Space = O.Space;
      A.Op = O.Op;
    }
  A.SizeBits = sizeOf(Parts);
  if (Parts[0] == "LDSM" || Parts[0] == "STSM")
    A.SizeBits = matrixSize(Parts);
  if (A.Space.empty())
    classifyConstant(Parts[0], Text, A);
  if (A.Space.empty())
    A.SizeBits = 0;
  return A;
}

} // namespace warptidy::measure
