//===- gpu-aos-field-waste ------------------------------------------------===//
// A kernel walks an array of structs and uses few of the fields whose bytes
// its sectors bring in.
//===----------------------------------------------------------------------===//
#include "rules/Cures.h"
#include <algorithm>
#include <cstdlib>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_aos_field_waste();

/// "'y', 'z' and 'w'": the fields of which no byte is touched.
static std::string unusedFields(const KernelPredictions &K,
                                const StructWalk &W) {
  const RecordAccess &R = *K.Facts.Accesses[W.Accesses[0]].Words.Record;
  std::vector<std::string> Names;
  for (const FieldFact &F : R.Fields) {
    bool Touched = false;
    for (unsigned B = F.Offset; B < F.Offset + F.Size && B < W.Size; ++B)
      Touched |= W.Used[B];
    if (!Touched)
      Names.push_back("'" + F.Name + "'");
  }
  constexpr size_t Shown = 8;
  if (Names.size() > Shown) {
    std::string More = std::to_string(Names.size() - Shown) + " more";
    Names.resize(Shown);
    Names.push_back(More);
  }
  std::string Out;
  for (size_t I = 0; I < Names.size(); ++I) {
    if (I)
      Out += I + 1 == Names.size() ? " and " : ", ";
    Out += Names[I];
  }
  return Out;
}

static void report(const KernelPredictions &K, const StructWalk &W,
                   unsigned Used, unsigned Fetched, const FindingSink &Emit) {
  size_t First = W.Accesses[0];
  Finding F =
      startFinding(ruleInfo_gpu_aos_field_waste(), K, First, Severity::Warning);
  std::string Name = W.Array.empty() ? "" : "'" + W.Array + "': ";
  F.Message = Name + percentText(Used, Fetched) +
              " of the bytes moved for an array of '" + W.Record +
              "' are used (" + std::to_string(Used) + " of " +
              std::to_string(Fetched) + " bytes a warp)";
  if (std::string Unused = unusedFields(K, W); !Unused.empty())
    F.Notes.push_back(
        {{},
         "the kernel never touches " + Unused + " of the " +
             std::to_string(W.Size) +
             "-byte struct; a separate array for each field would leave them "
             "out"});
  const RecordAccess &Record = *K.Facts.Accesses[First].Words.Record;
  if (std::string Arrays = arraysText(Record); !Arrays.empty())
    F.Notes.push_back({{}, "an array for each field: '" + Arrays + "'"});
  for (size_t I = 1; I < W.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[W.Accesses[I]];
    const AccessFact &Before = K.Facts.Accesses[W.Accesses[I - 1]];
    if (A.Where.Line != Before.Where.Line ||
        A.Where.Column != Before.Where.Column)
      F.Notes.push_back({A.Where, "another access of the array"});
  }
  Judgement J;
  J.Worst = W.Worst;
  addLaunchNote(F, K, J);
  Emit(std::move(F));
}

static void check(const KernelPredictions &K, const ArchInfo &Arch,
                  const RuleOptions &Options, const FindingSink &Emit) {
  double MaxUsed = Options.number("MaxUsedPercent");
  for (const StructWalk &W : structWalks(K)) {
    unsigned Used, Fetched;
    W.traffic(Arch, Used, Fetched);
    bool OneStruct = std::abs(W.StrideBytes) == int64_t(W.Size);
    if (OneStruct && !W.coversStruct() && 100.0 * Used < MaxUsed * Fetched)
      report(K, W, Used, Fetched, Emit);
  }
}

const RuleInfo &ruleInfo_gpu_aos_field_waste() {
  static const RuleInfo Info{
      .Name = "gpu-aos-field-waste",
      .Summary = "a kernel uses few of the fields that its sectors bring in",
      .Options =
          {{"MaxUsedPercent", "75",
            "report when less than this share of the fetched bytes is used"}},
      .Check = check};
  return Info;
}

} // namespace warptidy
