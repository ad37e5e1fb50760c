//===- Support.h - What the rules share -------------------------*- C++ -*-===//
// Choosing the launch to report, the words of messages, and the notes that
// every finding carries.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_RULES_SUPPORT_H
#define WARPTIDY_RULES_SUPPORT_H

#include "rules/Rule.h"
#include <memory>

namespace warptidy {

/// How strongly the predictions of one access exceed a threshold.
enum class Strength : uint8_t {
  None,
  Possible, ///< Only for some unknown stride, or for some data.
  Certain,  ///< For the reported launch, whatever is unknown.
};

struct Judgement {
  Strength How = Strength::None;
  const Prediction *Worst = nullptr; ///< The prediction to report.
  unsigned FineLaunches = 0; ///< Known launches for which nothing is wrong.
  /// What Worst is about: the access, or what nvcc makes of it.
  const AccessFact *Fact = nullptr;
};

/// An access as the machine makes it.
struct MachineAccess {
  const AccessFact *Fact;
  const std::vector<Prediction> *PerLaunch;
};

/// The access itself, or what nvcc makes of it and its neighbours. Empty when
/// another access stands for it, or when its array lives in registers.
std::vector<MachineAccess> machineAccesses(const KernelPredictions &K,
                                           size_t Access);

/// Neighbouring lanes access neighbouring elements, up or down.
bool isContiguous(const AccessFact &A, const Prediction &P);

/// Judges cost over ideal against Threshold, as compiled where that is known. A
/// known launch (launch site, annotation, configuration) counts by itself; the
/// shapes guessed for a launch count only if the fault shows under all of them.
Judgement judge(const KernelPredictions &K, size_t Access, double Threshold);
/// The same of accesses that the machine makes or may make.
Judgement judgeAll(const std::vector<MachineAccess> &Accesses,
                   const KernelPredictions &K, double Threshold);

/// What becomes of an access if nvcc merges it with its neighbours, of which
/// the model is not sure.
struct PossibleMerge {
  Strength How = Strength::None;
  const AccessFact *Fact = nullptr;  ///< Null when there is no such case.
  const Prediction *Worst = nullptr; ///< Null when nothing is known of it.
};
PossibleMerge possibleMerge(const KernelPredictions &K, size_t Access,
                            double Threshold);
/// The note of a finding about it; M.Fact is not null.
std::string possibleMergeText(const PossibleMerge &M);

/// "load", "store", ... in a message about a warp's access.
std::string operationText(const AccessFact &A);
/// "5", or "4 to 5".
std::string intervalText(unsigned Min, unsigned Max);
/// "sectors", or "128-byte sectors" where --sector-bytes asks for them.
std::string sectorsText(const ArchInfo &Arch);
/// "17%", to the nearest percent.
std::string percentText(unsigned Part, unsigned Whole);
/// "1 suffices", "4 suffice".
std::string sufficeText(unsigned Ideal);
/// ", depending on 'stride': min(4*stride, 32)" for symbolic verdicts, ",
/// depending on the data in 'index[i]'" for data-dependent ones.
std::string dependsText(const Prediction &P);
/// "4 when stride = 1, 8 when 2, 32 from 8 on"; empty without a table, and
/// where a formula says it.
std::string casesText(const Prediction &P);
/// "256x1x1".
std::string blockText(const LaunchShape &Shape);

/// The finding's place and common notes: inlined-at chain, launch.
Finding startFinding(const RuleInfo &Rule, const KernelPredictions &K,
                     size_t Access, Severity Level);
/// A finding about a launch, at the launch, or at the kernel when the launch is
/// in another file.
Finding startFinding(const RuleInfo &Rule, const KernelPredictions &K,
                     const LaunchShape &L, Severity Level);
/// The notes of the same: the kernel with what Block says of it, the launch.
void addKernelNotes(Finding &F, const KernelPredictions &K,
                    const LaunchShape &L, const std::string &Block);
/// Threads of a block.
unsigned threadsOf(const LaunchShape &L);
/// Blocks of the launch, 0 when not known.
uint64_t blocksOf(const LaunchShape &L);
/// The notes of a finding about an array: stride, declaration, launch.
void addArrayNotes(Finding &F, const KernelPredictions &K, size_t Access,
                   const Judgement &J);
void addLaunchNote(Finding &F, const KernelPredictions &K, const Judgement &J);
/// Says so where nvcc merges the access with its neighbours.
void addMergeNote(Finding &F, const KernelPredictions &K, size_t Access,
                  const Judgement &J);
/// Offers a tile where an access is one side of a copy that exchanges rows and
/// columns, and the other side is coalesced. One object for a kernel.
class TransposeNotes {
public:
  explicit TransposeNotes(const KernelPredictions &K);
  ~TransposeNotes();
  void add(Finding &F, size_t Access, const Judgement &J);

private:
  struct Copies;
  const KernelPredictions &K;
  std::unique_ptr<Copies> Known;
};
void addStrideNote(Finding &F, const KernelPredictions &K, size_t Access,
                   const Prediction &P);

/// Accesses by which a thread takes all of 2, 4, 8 or 16 aligned bytes of an
/// array one by one, while neighbouring lanes take the next, and of which it is
/// known that nvcc does not merge them.
struct VectorGroup {
  std::vector<size_t> Accesses;
  unsigned Bytes = 0;
};
std::vector<VectorGroup> vectorGroups(const KernelPredictions &K);

/// Accesses that walk one array of structs, neighbouring lanes in neighbouring
/// structs (or a constant number of structs apart).
struct StructWalk {
  std::string Record;
  std::string Array;
  unsigned Size = 0;                 ///< sizeof the struct, bytes.
  int64_t StrideBytes = 0;           ///< Between neighbouring lanes.
  const Prediction *Worst = nullptr; ///< The launch with that stride.
  std::vector<size_t> Accesses;
  std::vector<bool> Used;    ///< Bytes of the struct that the kernel touches.
  std::vector<bool> Padding; ///< Bytes of the struct that no field holds.
  /// Every field is touched; padding does not count.
  bool coversStruct() const;
  /// Distinct bytes used, and bytes of the sectors fetched, by a full warp.
  void traffic(const ArchInfo &Arch, unsigned &BytesUsed,
               unsigned &BytesFetched) const;
};

/// The walk that an access belongs to, null for none.
const StructWalk *walkOf(const std::vector<StructWalk> &Walks, size_t Access);

/// The walks of a kernel, in the order of their first access.
std::vector<StructWalk> structWalks(const KernelPredictions &K);

} // namespace warptidy

#endif
