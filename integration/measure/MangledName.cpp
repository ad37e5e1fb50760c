//===- MangledName.cpp - Kernel names that compilers agree on -------------===//
// See MangledName.h. analyzer/launch/MangledName.cpp does the same:
// the halves are built apart.
//===----------------------------------------------------------------------===//
#include "measure/MangledName.h"
#include <cstdlib>

namespace warptidy::measure {

static bool isDigit(char C) { return C >= '0' && C <= '9'; }

/// Shortens each component such as `32_GLOBAL__N__9b914f75_4_a_cu_main` to
/// Clang's `12_GLOBAL__N_1`.
static std::string withoutFileHashes(std::string Name) {
  const std::string Start = "_GLOBAL__N_", Plain = "12_GLOBAL__N_1";
  for (size_t At = Name.find(Start); At != std::string::npos;
       At = Name.find(Start, At + Start.size())) {
    size_t First = At;
    while (First > 0 && isDigit(Name[First - 1]))
      --First;
    if (First == At || At - First > 4)
      continue;
    size_t Length = std::strtoul(Name.c_str() + First, nullptr, 10);
    Name.replace(First, At - First + Length, Plain);
    At = First;
  }
  return Name;
}

/// Drops the `L` before the components of a name with internal linkage.
static std::string withoutLinkage(std::string Name) {
  if (Name.compare(0, 2, "_Z") != 0)
    return Name;
  for (size_t At = Name.compare(2, 1, "N") == 0 ? 3 : 2; At < Name.size();) {
    if (Name[At] == 'L' && At + 1 < Name.size() && isDigit(Name[At + 1]))
      Name.erase(At, 1);
    if (!isDigit(Name[At]))
      break;
    char *End = nullptr;
    size_t Length = std::strtoul(Name.c_str() + At, &End, 10);
    At = static_cast<size_t>(End - Name.c_str()) + Length;
  }
  return Name;
}

/// Takes `__nv_static_21__9b914f75_4_a_cu_main_` off the front.
static std::string withoutStaticPrefix(const std::string &Name) {
  const std::string Prefix = "__nv_static_";
  if (Name.compare(0, Prefix.size(), Prefix) != 0)
    return Name;
  char *End = nullptr;
  size_t Length = std::strtoul(Name.c_str() + Prefix.size(), &End, 10);
  size_t At = static_cast<size_t>(End - Name.c_str()) + Length + 2;
  return At < Name.size() ? Name.substr(At) : Name;
}

std::string comparableMangled(const std::string &Mangled) {
  std::string Name = withoutStaticPrefix(Mangled);
  for (const char *Suffix : {"__intern__", "__static__"})
    Name = Name.substr(0, Name.rfind(Suffix));
  return withoutLinkage(withoutFileHashes(Name));
}

} // namespace warptidy::measure
