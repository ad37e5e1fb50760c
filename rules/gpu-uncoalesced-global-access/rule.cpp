//===- gpu-uncoalesced-global-access --------------------------------------===//
// A warp's global access touches many more sectors than its bytes need.
//===----------------------------------------------------------------------===//
#include "rules/Cures.h"
#include <algorithm>
#include <set>

namespace warptidy {

const RuleInfo &ruleInfo_gpu_uncoalesced_global_access();

static std::string message(const AccessFact &A, const Prediction &P,
                           const ArchInfo &Arch) {
  std::string Text = "warp " + operationText(A) + " touches " +
                     intervalText(P.Min, P.Max) + " " + sectorsText(Arch);
  if (P.Kind == Pattern::DataDependent)
    return Text + dependsText(P);
  Text += " where " + sufficeText(P.Ideal);
  if (P.Kind == Pattern::Exact && P.BytesUsed)
    Text += " (" + percentText(P.BytesUsed, P.Max * Arch.SectorBytes) +
            " of the bytes moved are used)";
  return Text + dependsText(P);
}

/// Lanes that share a few addresses (a row of a 16-wide block reads two) need
/// less than one sector of bytes, as do a handful of lanes: there is nothing to
/// gain by bringing them together.
static bool isNearBroadcast(const AccessFact &A, const Prediction &P,
                            const ArchInfo &Arch) {
  constexpr unsigned FewLanes = 8;
  if (!P.BytesUsed)
    return false;
  bool Atomic = A.Op == AccessOp::Atomic || A.Op == AccessOp::Reduction;
  if (Atomic && P.BytesUsed < P.ActiveLanes * A.WidthBytes)
    return true; // Contention: another matter than where the lanes go.
  return P.BytesUsed < Arch.SectorBytes &&
         (P.ActiveLanes < FewLanes ||
          2 * P.BytesUsed <= P.ActiveLanes * A.WidthBytes);
}

/// Two sectors for one: a shift by part of a sector, which is
/// gpu-misaligned-global-access's concern although it doubles the figure.
static bool isShifted(const AccessFact &A, const Prediction &P) {
  return isContiguous(A, P) && P.Ideal == 1 && P.Max == 2;
}

static std::string walkNote(const StructWalk &W) {
  std::string Text = std::to_string(W.Accesses.size()) + " accesses of '" +
                     W.Record + "' walk the array like this";
  if (W.coversStruct())
    Text += ": together they use all of its bytes, but each is a request of "
            "its own";
  return Text;
}

static std::string groupNote(const VectorGroup &G, const AccessFact &A) {
  return "with its neighbours it is one of " +
         std::to_string(G.Accesses.size()) + " " + operationText(A) + "s of " +
         std::to_string(G.Bytes) +
         " aligned bytes a thread: together they use all of the sectors, but "
         "each is a request of its own; one access of " +
         std::to_string(8 * G.Bytes) + " bits is coalesced";
}

/// The group that an access belongs to, null for none.
static const VectorGroup *groupOf(const std::vector<VectorGroup> &Groups,
                                  size_t Access) {
  for (const VectorGroup &G : Groups)
    if (std::count(G.Accesses.begin(), G.Accesses.end(), Access))
      return &G;
  return nullptr;
}

static void report(const KernelPredictions &K, size_t I, const Judgement &J,
                   const StructWalk *Walk, const VectorGroup *Group,
                   TransposeNotes &Transposes, const ArchInfo &Arch,
                   const RuleOptions &Options, const FindingSink &Emit) {
  const AccessFact &A = K.Facts.Accesses[I];
  const PossibleMerge M = possibleMerge(K, I, Options.number("Threshold"));
  bool Covered =
      Group || (Walk && Walk->Accesses.size() > 1 && Walk->coversStruct());
  bool Weak =
      (J.How == Strength::Possible && !Options.flag("WarnOnPossible")) ||
      (M.Fact && M.How == Strength::None);
  Finding F =
      startFinding(ruleInfo_gpu_uncoalesced_global_access(), K, I,
                   Weak || Covered ? Severity::Remark : Severity::Warning);
  F.Message = message(A, *J.Worst, Arch);
  addStrideNote(F, K, I, *J.Worst);
  addMergeNote(F, K, I, J);
  if (M.Fact)
    F.Notes.push_back({{}, possibleMergeText(M)});
  if (Walk && Walk->Accesses.size() > 1)
    F.Notes.push_back({{}, walkNote(*Walk)});
  if (Group)
    F.Notes.push_back({{}, groupNote(*Group, A)});
  Transposes.add(F, I, J);
  addLaunchNote(F, K, J);
  Emit(std::move(F));
}

static void check(const KernelPredictions &K, const ArchInfo &Arch,
                  const RuleOptions &Options, const FindingSink &Emit) {
  double Threshold = Options.number("Threshold");
  std::vector<StructWalk> Walks = structWalks(K);
  std::vector<VectorGroup> Groups = vectorGroups(K);
  TransposeNotes Transposes(K);
  std::set<const StructWalk *> Reported;
  std::set<const VectorGroup *> ReportedGroups;
  for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
    const AccessFact &A = K.Facts.Accesses[I];
    if (A.Space != AddressSpace::Global)
      continue;
    Judgement J = judge(K, I, Threshold);
    if (!J.Worst || J.Worst->AlwaysMisaligned || isShifted(*J.Fact, *J.Worst) ||
        isNearBroadcast(*J.Fact, *J.Worst, Arch))
      continue;
    const StructWalk *Walk = walkOf(Walks, I);
    if (Walk && !Reported.insert(Walk).second)
      continue; // Once a walk, at its first access.
    const VectorGroup *Group = groupOf(Groups, I);
    if (Group && !ReportedGroups.insert(Group).second)
      continue;
    report(K, I, J, Walk, Group, Transposes, Arch, Options, Emit);
  }
}

static void cure(const UnitFacts &Unit, const RuleOptions &Options,
                 std::vector<Finding> &Findings) {
  cureAlignment(Unit, Options, Findings);
  cureExchange(Unit, Options, Findings);
}

const RuleInfo &ruleInfo_gpu_uncoalesced_global_access() {
  static const RuleInfo Info{
      .Name = "gpu-uncoalesced-global-access",
      .Summary = "a warp's global access touches many more sectors than its "
                 "bytes need",
      .Options =
          {{"Threshold", "2", "sectors over the ideal from which to report"},
           {"WarnOnPossible", "false",
            "report unknown strides and data-dependent indices as warnings"}},
      .Check = check,
      .Cure = cure};
  return Info;
}

} // namespace warptidy
