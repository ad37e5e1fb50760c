//===- ChooseArch.cpp - The architecture of a compile command -------------===//
// See Commands.h. Of -gencode the virtual architecture (arch=) counts: it is
// the one that the source can test, as __CUDA_ARCH__.
//===----------------------------------------------------------------------===//
#include "tool/Commands.h"

using namespace llvm;

namespace warptidy {
namespace {

struct ArchName {
  unsigned Number = 0; ///< 90 of sm_90a; 0 for no architecture.
  char Suffix = 0;     ///< 'a', 'f' or none.
  bool operator<(const ArchName &O) const {
    return std::pair(Number, Suffix == 'a') <
           std::pair(O.Number, O.Suffix == 'a');
  }
};

ArchName parseArch(StringRef Text) {
  ArchName Out;
  if (!Text.consume_front("sm_") && !Text.consume_front("compute_"))
    Text.consume_front("lto_");
  if (Text.ends_with("a") || Text.ends_with("f")) {
    Out.Suffix = Text.back();
    Text = Text.drop_back();
  }
  if (Text.getAsInteger(10, Out.Number))
    Out.Number = 0;
  return Out;
}

/// The highest architecture of the model that is not above Number.
ArchName nearestModelled(unsigned Number) {
  ArchName Best;
  for (const std::string &Name : archNames()) {
    ArchName A = parseArch(Name);
    if (!Best.Number || A.Number <= Number)
      Best.Number = A.Number;
  }
  return Best;
}

ChosenArch chosen(ArchName Name) {
  // Clang has no family-specific targets; feature-specific ones begin at 9.0.
  const bool Specific = Name.Suffix == 'a' && Name.Number >= 90;
  std::string Plain = "sm_" + std::to_string(Name.Number);
  return {findArch(Plain), Plain + (Specific ? "a" : "")};
}

} // namespace

ChosenArch chooseArch(const std::vector<std::string> &Names,
                      const std::string &Default, const NoteSink &Note) {
  ArchName Best;
  std::string Other;
  for (const std::string &Name : Names) {
    ArchName A = parseArch(Name);
    if (!A.Number)
      Other = Name;
    else if (Best < A)
      Best = A;
  }
  if (!Best.Number) {
    if (!Other.empty())
      Note("arch " + Other, "architecture '" + Other +
                                "' of the compile command names no one GPU: " +
                                Default + " is used; choose with --gpu-arch");
    return chosen(parseArch(Default));
  }
  ArchName Modelled = nearestModelled(Best.Number);
  if (Modelled.Number != Best.Number)
    Note("arch " + std::to_string(Best.Number),
         "architecture sm_" + std::to_string(Best.Number) +
             " of the compile command is not modelled: sm_" +
             std::to_string(Modelled.Number) + " is used");
  else
    Modelled.Suffix = Best.Suffix;
  return chosen(Modelled);
}

} // namespace warptidy
