//===- Attribution.cpp - Instructions to the user's lines -----------------===//
// See Attribution.h.
//===----------------------------------------------------------------------===//
#include "measure/Attribution.h"
#include "measure/Text.h"
#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>

namespace warptidy::measure {

/// The name without parameters, template arguments, qualifiers and spaces:
/// what two demanglers agree on.
static std::string plainName(std::string Name) {
  std::string Plain;
  int Depth = 0;
  for (char C : Name) {
    if (C == '(' && !Depth && !Plain.empty())
      break;
    Depth += C == '<' ? 1 : C == '>' ? -1 : 0;
    if (Depth == 0 && C != '>')
      Plain += C;
  }
  size_t Space = Plain.find_last_of(" :");
  return Space == std::string::npos ? Plain : Plain.substr(Space + 1);
}

static std::string demangled(const std::string &Symbol) {
  int Status = 0;
  char *Text = abi::__cxa_demangle(Symbol.c_str(), nullptr, nullptr, &Status);
  std::string Result = Status == 0 && Text ? Text : Symbol;
  std::free(Text);
  return Result;
}

static bool named(const Launch &L, const FunctionLines &F) {
  if (!L.Mangled.empty())
    return L.Mangled == F.Symbol;
  return plainName(L.Kernel) == plainName(demangled(F.Symbol));
}

/// Whether the table and the profiler say the same of every access.
static bool agrees(const Launch &L, const FunctionLines &F) {
  if (L.Instructions.empty() || L.Instructions.back().Offset + 16 > F.Size)
    return false;
  for (const Instruction &I : L.Instructions) {
    if (I.Space.empty() || I.Space == "parameter" || !I.Line)
      continue;
    const std::vector<Frame> *Frames = F.at(I.Offset);
    if (!Frames || Frames->empty() || (*Frames)[0].Line != I.Line ||
        baseName((*Frames)[0].File) != baseName(I.File))
      return false;
  }
  return true;
}

void attribute(Launch &L, const std::vector<FunctionLines> &Functions) {
  for (const FunctionLines &F : Functions) {
    if (!named(L, F) || !agrees(L, F))
      continue;
    L.Lines = "line table";
    if (L.Mangled.empty())
      L.Mangled = F.Symbol;
    for (Instruction &I : L.Instructions) {
      const std::vector<Frame> *Frames = F.at(I.Offset);
      if (const Frame *User = Frames ? userFrame(*Frames) : nullptr) {
        I.File = User->File;
        I.Line = User->Line;
      }
    }
    break;
  }
  auto Plain = [](const Instruction &I) { return I.Space.empty(); };
  L.Instructions.erase(
      std::remove_if(L.Instructions.begin(), L.Instructions.end(), Plain),
      L.Instructions.end());
}

} // namespace warptidy::measure
