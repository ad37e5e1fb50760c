//===- gpu-register-spill -------------------------------------------------===//
// Registers that ptxas keeps in local memory, by its own account.
//===----------------------------------------------------------------------===//
#include "rules/Support.h"
#include <algorithm>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_register_spill();

/// The most that an instruction can name: CUDA Programming Guide 13, "Maximum
/// number of 32-bit registers per thread".
constexpr unsigned MaxRegisters = 255;

static unsigned spilled(const KernelResources &R) {
  return R.SpillStoreBytes + R.SpillLoadBytes;
}

static std::string limitNote(const KernelPredictions &K,
                             const KernelResources &R) {
  if (R.Registers >= MaxRegisters)
    return "a thread can have no more registers: fewer values that live at the "
           "same time would help, as less unrolling has";
  std::string Text = "a thread can have " + std::to_string(MaxRegisters) +
                     " registers; fewer are allowed by ";
  if (K.Facts.MaxThreadsPerBlock)
    return Text + "__launch_bounds__, or by -maxrregcount where nvcc was given "
                  "it";
  return Text + "-maxrregcount, or by the size of a block";
}

static void check(const KernelPredictions &K, const ArchInfo &Arch,
                  const RuleOptions &Options, const FindingSink &Emit) {
  // Of the architecture that is analysed, where the log has it.
  const KernelResources *Worst = nullptr;
  auto IsOfArch = [&](const KernelResources &R) { return R.Arch == Arch.Name; };
  const bool Known =
      std::any_of(K.Resources.begin(), K.Resources.end(), IsOfArch);
  for (const KernelResources &R : K.Resources)
    if ((!Known || IsOfArch(R)) && (!Worst || spilled(R) > spilled(*Worst)))
      Worst = &R;
  if (!Worst || spilled(*Worst) < std::max(1.0, Options.number("MinBytes")))
    return;
  Finding F = startFinding(ruleInfo_gpu_register_spill(), K, LaunchShape(),
                           Severity::Warning); // Of no launch: at the kernel.
  F.Cost = spilled(*Worst);
  F.Message =
      std::to_string(Worst->SpillStoreBytes) + " bytes of spill stores and " +
      std::to_string(Worst->SpillLoadBytes) +
      " of spill loads in the code of a thread: ptxas gives '" + K.Facts.Name +
      "' " + std::to_string(Worst->Registers) + " registers on " + Worst->Arch;
  F.Notes.push_back({{}, limitNote(K, *Worst)});
  Emit(std::move(F));
}

const RuleInfo &ruleInfo_gpu_register_spill() {
  static const RuleInfo Info{
      .Name = "gpu-register-spill",
      .Summary = "registers that ptxas keeps in local memory",
      .Options = {{"MinBytes", "1",
                   "report from so many bytes of spill stores and loads on"}},
      .Check = check};
  return Info;
}

} // namespace warptidy
