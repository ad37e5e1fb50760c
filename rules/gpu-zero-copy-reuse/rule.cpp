//===- gpu-zero-copy-reuse ------------------------------------------------===//
// A kernel reads elements of host memory again and again: what the caches do
// not keep comes over the bus each time.
//===----------------------------------------------------------------------===//
#include "model/Reuse.h"
#include "rules/HostSupport.h"
#include "rules/Support.h"
#include <algorithm>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_zero_copy_reuse();

namespace {

/// The load through a parameter whose elements are read most often.
struct MostRead {
  const AccessFact *Access = nullptr;
  ElementReuse How;
  uint64_t times() const { return How.Warps * How.Blocks; }
};

bool isMade(const KernelPredictions &K, size_t Access, unsigned Launch) {
  return std::any_of(
      K.Accesses[Access].PerLaunch.begin(), K.Accesses[Access].PerLaunch.end(),
      [&](const Prediction &P) {
        return P.Launch == Launch && P.Kind != Pattern::NotExecuted;
      });
}

MostRead mostRead(const KernelPredictions &K, unsigned Argument,
                  unsigned Launch) {
  MostRead Out;
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Op != AccessOp::Load || A.Base == NoExpr ||
        K.Facts.Pool.symbolInfo(A.Base).ParamIndex != Argument ||
        !isMade(K, I, Launch))
      continue;
    std::optional<ElementReuse> How = reuseOf(K.Facts, A, K.Launches[Launch]);
    MostRead Mine{&A, How.value_or(ElementReuse())};
    if (How && Mine.times() > Out.times())
      Out = Mine;
  }
  return Out;
}

/// The launch at that place, if its block is known.
std::optional<unsigned> launchAt(const KernelPredictions &K,
                                 const SourceSpot &Where) {
  for (unsigned L = 0; L < K.Launches.size(); ++L)
    if (!isGuess(K.Launches[L]) && K.Launches[L].Where.File == Where.File &&
        K.Launches[L].Where.Line == Where.Line)
      return L;
  return std::nullopt;
}

std::string readersText(const ElementReuse &How) {
  std::string Text;
  if (How.Warps > 1)
    Text = std::to_string(How.Warps) + " warps of a block";
  if (How.Blocks > 1)
    Text += (Text.empty() ? "" : " in each of ") + std::to_string(How.Blocks) +
            " blocks";
  return Text;
}

void report(const HostFunction &Function, const HostCall &Launch,
            const HostPointer &P, const KernelPredictions &K,
            const MostRead &Most, const FindingSink &Emit) {
  Finding F = startFinding(ruleInfo_gpu_zero_copy_reuse(), Function, Launch,
                           Severity::Warning);
  F.Message = "kernel '" + Launch.Name + "' reads each element of '" +
              P.Variable + "', which is memory of the host, " +
              std::to_string(Most.times()) +
              " times: what the caches do not keep comes over the bus each "
              "time";
  F.Kernel = K.Facts.Name;
  F.Notes.push_back(
      {Most.Access->Where, "read here by " + readersText(Most.How)});
  addOriginNote(F, P);
  F.Notes.push_back({{},
                     "a copy to device memory before the launch brings each "
                     "element over the bus once"});
  Emit(std::move(F));
}

void check(const std::vector<KernelPredictions> &Kernels, const HostFacts &Host,
           const ArchInfo &, const RuleOptions &Options,
           const FindingSink &Emit) {
  for (const HostFunction &Function : Host.Functions)
    for (const HostCall &C : Function.Calls) {
      auto K = std::find_if(Kernels.begin(), Kernels.end(),
                            [&](const KernelPredictions &One) {
                              return One.Facts.Unknown == UnknownReason::None &&
                                     One.Facts.Mangled == C.Kernel;
                            });
      if (C.Kind != HostCallKind::Launch || K == Kernels.end())
        continue;
      std::optional<unsigned> Launch = launchAt(*K, C.Where);
      for (const HostPointer &P : C.Arguments) {
        if (!Launch || (P.Origin != PointerOrigin::Mapped &&
                        P.Origin != PointerOrigin::Pinned))
          continue;
        MostRead Most = mostRead(*K, P.Argument, *Launch);
        if (Most.Access &&
            static_cast<double>(Most.times()) >= Options.number("Threshold"))
          report(Function, C, P, *K, Most, Emit);
      }
    }
}

} // namespace

const RuleInfo &ruleInfo_gpu_zero_copy_reuse() {
  static const RuleInfo Info{
      .Name = "gpu-zero-copy-reuse",
      .Summary = "a kernel reads elements of host memory again and again",
      .Options = {{"Threshold", "2",
                   "warps that read an element from which to report"}},
      .CheckUnit = check};
  return Info;
}

} // namespace warptidy
