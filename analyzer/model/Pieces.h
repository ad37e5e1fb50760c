//===- Pieces.h - Machine accesses from written ones ------------*- C++ -*-===//
// Takes groups of accesses at constant distances, which nothing keeps apart,
// and makes the machine accesses that serve them.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_PIECES_H
#define WARPTIDY_MODEL_PIECES_H

#include "model/AddressKey.h"
#include "model/Merging.h"

namespace warptidy {

/// An access in one iteration of the unrolled loops around it.
struct Instance {
  size_t Access = 0;
  std::vector<unsigned> Iterations;
  int64_t Offset = 0; ///< The constant part of its address.
};

using Groups = std::map<AddressKey, std::vector<Instance>>;

class Pieces {
public:
  Pieces(KernelFacts &Facts, const std::vector<Unrolling> &Plan,
         AddressReader &Reader, CompiledCode &Code)
      : Facts(Facts), Plan(Plan), Reader(Reader), Code(Code) {}

  /// Of is the groups that are alive together with this one.
  void merge(const AddressKey &K, const std::vector<Instance> &Members,
             const Groups &Of);
  /// Nothing that came before is moved past here.
  void forget() { Past.clear(); }
  /// Only accesses whose alignment is declared are moved past a store.
  void closeShared();
  void unsure(const std::vector<Instance> &Members);
  /// An access to an array of shared memory, merged or not.
  void note(const AddressKey &K, int64_t Offset);

private:
  struct Earlier {
    AddressKey Key;
    std::vector<Instance> Members;
    bool Open;
  };
  std::vector<MergedPiece> divide(const AddressKey &K,
                                  const std::vector<Instance> &Members,
                                  bool &Unsure);
  void compareWidths(const AddressKey &K, const std::vector<Instance> &Members,
                     const Groups &Of);
  void compareWithEarlier(const AddressKey &K,
                          const std::vector<Instance> &Members, bool Changes);
  bool wouldJoin(const Earlier &E, const AddressKey &K,
                 const std::vector<Instance> &Members);
  bool isRewritten(const AddressKey &K,
                   const std::vector<Instance> &Members) const;
  unsigned frontAlign(const AddressKey &K,
                      const std::vector<Instance> &Members);
  AddressSpace spaceOf(const std::vector<Instance> &Members) const {
    return Facts.Accesses[Members[0].Access].Space;
  }
  void addPiece(const MergedPiece &P, const std::vector<Instance> &Members);
  CompiledAccess pieceOf(const Instance &First, const MergedPiece &P,
                         std::vector<size_t> Members);

  KernelFacts &Facts;
  const std::vector<Unrolling> &Plan;
  AddressReader &Reader;
  CompiledCode &Code;
  std::vector<Earlier> Past; ///< Of shared memory.
  /// By array and variables of the index: the multiples and offsets in use.
  std::map<std::pair<ExprRef, std::set<Monomial>>,
           std::map<std::map<Monomial, int64_t>, std::set<int64_t>>>
      Indexed;
  std::map<std::tuple<size_t, int64_t, unsigned, std::vector<size_t>>, size_t>
      Known; ///< Into Code.Accesses.
};

} // namespace warptidy

#endif
