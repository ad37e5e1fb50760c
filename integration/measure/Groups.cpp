//===- Groups.cpp - Accesses and instructions of a line -------------------===//
// See Groups.h.
//===----------------------------------------------------------------------===//
#include "measure/Groups.h"
#include "measure/Text.h"
#include <algorithm>
#include <set>

namespace warptidy::measure {

/// An atomic whose result is unused is compiled to a reduction.
static std::string opClass(const std::string &Op) {
  return Op == "reduction" ? "atomic" : Op;
}

unsigned comparableWidth(const Instruction &I) {
  bool Matrix = contains(I.Sass, "LDSM") || contains(I.Sass, "STSM");
  return Matrix ? 0 : I.SizeBits;
}

namespace {
class Grouping {
public:
  Grouping(const PredictedKernel &K, const Launch &L) : K(K), L(L) {}

  std::vector<Group> run(std::vector<const Instruction *> &Unclaimed) {
    makeGroups();
    joinMerged();
    claim();
    joinShifted();
    for (const Instruction &I : L.Instructions)
      if (!Claimed.count(&I) && ran(I) && I.Space != "parameter")
        Unclaimed.push_back(&I);
    return std::move(Groups);
  }

private:
  void makeGroups() {
    for (size_t I = 0; I < K.Accesses.size(); ++I) {
      const PredictedAccess &A = K.Accesses[I];
      auto Same = [&](const Group &G) {
        const PredictedAccess &B = K.Accesses[G.Accesses[0]];
        return A.Line == B.Line && A.File == B.File && A.Space == B.Space &&
               opClass(A.Op) == G.Op;
      };
      auto It = std::find_if(Groups.begin(), Groups.end(), Same);
      if (It == Groups.end())
        Groups.push_back({{I}, {}, A.Space, opClass(A.Op), false});
      else
        It->Accesses.push_back(I);
    }
  }

  /// Lines whose accesses are merged into one instruction belong together.
  void joinMerged() {
    for (const CompiledAccess &C : K.Compiled) {
      Group *First = nullptr;
      for (size_t I = 0; I < Groups.size(); ++I) {
        std::vector<size_t> &Mine = Groups[I].Accesses;
        bool Serves =
            std::any_of(C.Members.begin(), C.Members.end(), [&](size_t M) {
              return std::find(Mine.begin(), Mine.end(), M) != Mine.end();
            });
        if (!Serves)
          continue;
        if (!First) {
          First = &Groups[I];
          continue;
        }
        First->Accesses.insert(First->Accesses.end(), Mine.begin(), Mine.end());
        Groups.erase(Groups.begin() + static_cast<long>(I--));
      }
    }
  }

  static bool sameKind(const Instruction &I, const Group &G) {
    bool Space = I.Space == G.Space ||
                 (I.Space == "global+shared" &&
                  (G.Space == "global" || G.Space == "shared")) ||
                 (I.Space == "generic" && G.Space == "global");
    return Space && opClass(I.Op) == G.Op;
  }

  void claim() {
    for (const Instruction &I : L.Instructions)
      for (Group &G : Groups) {
        auto Here = [&](size_t A) {
          const PredictedAccess &Access = K.Accesses[A];
          return I.Line == Access.Line && samePath(I.File, Access.File);
        };
        if (!sameKind(I, G) ||
            std::none_of(G.Accesses.begin(), G.Accesses.end(), Here))
          continue;
        G.Instructions.push_back(&I);
        Claimed.insert(&I);
      }
  }

  /// The compiler may give an access of a statement over several lines another
  /// of its lines: when only one group and one line are left over of a kind,
  /// they belong together.
  void joinShifted() {
    for (Group &G : Groups) {
      std::vector<const Instruction *> Left;
      std::set<unsigned> Lines;
      for (const Instruction &I : L.Instructions)
        if (!Claimed.count(&I) && ran(I) && sameKind(I, G)) {
          Left.push_back(&I);
          Lines.insert(I.Line);
        }
      auto Orphan = [&](const Group &Other) {
        return Other.Instructions.empty() && Other.Space == G.Space &&
               Other.Op == G.Op;
      };
      if (Lines.size() != 1 || !G.Instructions.empty() ||
          std::count_if(Groups.begin(), Groups.end(), Orphan) != 1)
        continue;
      G.Instructions = Left;
      G.Shifted = true;
      Claimed.insert(Left.begin(), Left.end());
    }
  }

  const PredictedKernel &K;
  const Launch &L;
  std::vector<Group> Groups;
  std::set<const Instruction *> Claimed;
};
} // namespace

std::vector<Group> groupAccesses(const PredictedKernel &Kernel,
                                 const Launch &Measured,
                                 std::vector<const Instruction *> &Unclaimed) {
  return Grouping(Kernel, Measured).run(Unclaimed);
}

std::vector<Group> splitByWidth(const PredictedKernel &K, const Group &G) {
  std::set<unsigned> Widths, Made;
  for (size_t A : G.Accesses)
    Widths.insert(8 * K.Accesses[A].WidthBytes);
  for (const Instruction *I : G.Instructions)
    Made.insert(comparableWidth(*I));
  bool Subset = !Made.empty() && std::includes(Widths.begin(), Widths.end(),
                                               Made.begin(), Made.end());
  if (Widths.size() < 2 || !Subset)
    return {G};
  std::vector<Group> Parts;
  for (unsigned W : Widths) {
    Group Part{{}, {}, G.Space, G.Op, G.Shifted};
    for (size_t A : G.Accesses)
      if (8 * K.Accesses[A].WidthBytes == W)
        Part.Accesses.push_back(A);
    for (const Instruction *I : G.Instructions)
      if (comparableWidth(*I) == W)
        Part.Instructions.push_back(I);
    Parts.push_back(std::move(Part));
  }
  return Parts;
}

} // namespace warptidy::measure
