//===- RecordAlignment.cpp - Structs that are read in one access ----------===//
// Looks for an alignment of a struct, of those that leave its size as it is,
// with which nvcc makes one wide access of those to its fields.
//===----------------------------------------------------------------------===//
#include "rules/Cures.h"
#include <algorithm>
#include <map>

namespace warptidy {
namespace {

bool isOf(const AccessFact &A, const std::string &Record) {
  return A.Space == AddressSpace::Global && A.Words.Record &&
         A.Words.Record->Record == Record;
}

/// The largest alignment that does not change the size; the one it has, if
/// there is none larger.
unsigned largestAlignment(const RecordFact &R) {
  for (unsigned Align = 16; Align > R.Align; Align /= 2)
    if (R.Size % Align == 0)
      return Align;
  return R.Align;
}

/// The accesses of a kernel to the structs, if those were aligned so.
KernelPredictions predictAligned(const KernelPredictions &K,
                                 const std::string &Record, unsigned Align,
                                 const UnitFacts &Unit) {
  KernelFacts Facts = K.Facts;
  PredictOptions Options = Unit.Predict;
  Options.Only.assign(Facts.Accesses.size(), false);
  for (size_t I = 0; I < Facts.Accesses.size(); ++I) {
    AccessFact &A = Facts.Accesses[I];
    if (!isOf(A, Record))
      continue;
    Options.Only[I] = true;
    unsigned Mine = Align;
    while (A.Words.Record->FieldOffset % Mine)
      Mine /= 2;
    A.AlignBytes = std::max(A.AlignBytes, Mine);
  }
  return predictKernel(std::move(Facts), K.Launches, Unit.Arch,
                       std::move(Options));
}

/// Whether no access to the structs exceeds the threshold then.
bool serves(const UnitFacts &Unit, const std::string &Record, unsigned Align,
            double Threshold) {
  for (const KernelPredictions &K : Unit.Kernels) {
    if (std::none_of(K.Facts.Accesses.begin(), K.Facts.Accesses.end(),
                     [&](const AccessFact &A) { return isOf(A, Record); }))
      continue;
    KernelPredictions Aligned = predictAligned(K, Record, Align, Unit);
    for (size_t I = 0; I < K.Facts.Accesses.size(); ++I)
      if (isOf(K.Facts.Accesses[I], Record) &&
          judge(Aligned, I, Threshold).How != Strength::None)
        return false;
  }
  return true;
}

std::optional<FindingFix> alignmentOf(const UnitFacts &Unit,
                                      const RecordFact &R, double Threshold) {
  unsigned Align = largestAlignment(R);
  if (Align == R.Align || !serves(Unit, R.Name, Align, Threshold))
    return std::nullopt;
  std::string Text = "alignas(" + std::to_string(Align) + ")";
  FindingFix Fix;
  Fix.Note = {R.Keyword, "with '" + Text + "' on '" + R.Name +
                             "' nvcc makes accesses of " +
                             std::to_string(8 * Align) + " bits of these"};
  if (R.Obstacle.empty())
    Fix.Edits.push_back({R.Keyword, R.KeywordText, R.KeywordText + " " + Text});
  else
    Fix.Note.Message += "; not done by --fix: " + R.Obstacle;
  return Fix;
}

} // namespace

void cureAlignment(const UnitFacts &Unit, const RuleOptions &Options,
                   std::vector<Finding> &Findings) {
  std::map<const RecordFact *, std::optional<FindingFix>> Known;
  std::map<const KernelPredictions *, std::vector<StructWalk>> WalksOf;
  for (Finding &F : Findings) {
    FoundAccess At = accessOf(Unit, F);
    if (!At.Kernel)
      continue;
    const AccessFact &A = At.Kernel->Facts.Accesses[At.Index];
    const RecordFact *R = A.Words.Record
                              ? Unit.Declarations.record(A.Words.Record->Record)
                              : nullptr;
    if (!R)
      continue;
    auto [Walks, Unread] = WalksOf.try_emplace(At.Kernel);
    if (Unread)
      Walks->second = structWalks(*At.Kernel);
    const StructWalk *Walk = walkOf(Walks->second, At.Index);
    if (!Walk || Walk->Accesses.size() < 2)
      continue;
    auto [It, New] = Known.try_emplace(R);
    if (New)
      It->second = alignmentOf(Unit, *R, Options.number("Threshold"));
    F.Fix = It->second;
  }
}

} // namespace warptidy
