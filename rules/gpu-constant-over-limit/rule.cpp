//===- gpu-constant-over-limit --------------------------------------------===//
// More constant memory than there is: the file does not build.
//===----------------------------------------------------------------------===//
#include "rules/Rule.h"
#include <algorithm>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_constant_over_limit();

static void check(const HostFacts &Host, const ArchInfo &Arch,
                  const RuleOptions &, const FindingSink &Emit) {
  uint64_t Sum = 0;
  const ConstantDecl *Largest = nullptr;
  for (const ConstantDecl &C : Host.Constants) {
    Sum += C.Bytes;
    if (!Largest || C.Bytes > Largest->Bytes)
      Largest = &C;
  }
  if (Sum <= Arch.ConstantBytes)
    return;
  Finding F;
  F.Rule = ruleInfo_gpu_constant_over_limit().Name;
  F.Cost = double(Sum) / Arch.ConstantBytes;
  F.Where = Largest->Where;
  F.Message = std::to_string(Sum) + " bytes of constant memory where " +
              std::to_string(Arch.ConstantBytes) + " are allowed: '" +
              Largest->Name + "' has " + std::to_string(Largest->Bytes) +
              " of them";
  for (const ConstantDecl &C : Host.Constants)
    if (&C != Largest)
      F.Notes.push_back({C.Where, "'" + C.Name + "' has " +
                                      std::to_string(C.Bytes) + " bytes"});
  constexpr size_t MostNotes = 8;
  if (F.Notes.size() > MostNotes) {
    size_t More = F.Notes.size() - MostNotes;
    F.Notes.resize(MostNotes);
    F.Notes.push_back({{}, "and " + std::to_string(More) + " more"});
  }
  Emit(std::move(F));
}

const RuleInfo &ruleInfo_gpu_constant_over_limit() {
  static const RuleInfo Info{
      .Name = "gpu-constant-over-limit",
      .Summary = "the __constant__ variables of a file exceed constant memory",
      .CheckHost = check};
  return Info;
}

} // namespace warptidy
