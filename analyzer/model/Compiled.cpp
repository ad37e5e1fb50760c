//===- Compiled.cpp - Accesses as nvcc compiles them ----------------------===//
// See Compiled.h. Walks the unrolled code, gathers accesses that differ by a
// constant between two things which keep them apart, and merges them.
//===----------------------------------------------------------------------===//
#include "model/Adjust.h"
#include "model/Pieces.h"
#include "model/PrivateArrays.h"
#include <algorithm>

namespace warptidy {

namespace {

class Compiler {
public:
  explicit Compiler(KernelFacts &Facts)
      : Facts(Facts), Plan(planUnrolling(Facts)), Reader(Facts, Plan),
        Made(Facts, Plan, Reader, Code), Instances(Facts.Accesses.size()),
        Repeated(Facts.Accesses.size()), Private(Facts.Accesses.size()) {
    Code.Unsure.resize(Facts.Accesses.size());
  }

  CompiledCode run() {
    for (const CodeEvent &E : expandCode(Facts, Plan))
      visit(E);
    flushAll();
    adjustAccesses(Facts, Plan, Reader, Code);
    removeRepeated();
    removeArrays(Facts, Private, Code);
    dropUnchanged();
    return std::move(Code);
  }

private:
  void visit(const CodeEvent &E) {
    switch (E.What) {
    case CodeEvent::Loop:
    case CodeEvent::Cut:
      flushAll();
      Made.forget();
      if (E.What == CodeEvent::Cut)
        Read.clear();
      else
        doubtRead();
      return;
    case CodeEvent::Branch:
      flushAll();
      return doubtRead();
    case CodeEvent::Split:
      return flush(Shared);
    case CodeEvent::Exchange:
      std::erase_if(Read, [&](const auto &Entry) {
        return Facts.Accesses[Entry.second.first].Space == AddressSpace::Shared;
      });
      doubtRead();
      return flush(Global);
    case CodeEvent::Access:
      return access(E);
    }
  }

  void access(const CodeEvent &E) {
    const AccessFact &A = Facts.Accesses[E.Index];
    ++Instances[E.Index];
    bool Memory = A.Op == AccessOp::Load || A.Op == AccessOp::Store;
    if (!Memory || A.Form == AccessForm::LdMatrix ||
        A.Form == AccessForm::StMatrix) {
      if (A.Space == AddressSpace::Shared)
        closeShared();
      flush(Global);
      overwrite(A, nullptr, 0);
      return alone(E.Index);
    }
    AddressKey K;
    Instance I{E.Index, E.Iterations};
    bool Follows = Reader.read(E, K, I.Offset) && !A.Volatile;
    if (Follows && A.Space == AddressSpace::Shared)
      Made.note(K, I.Offset);
    if (A.Space == AddressSpace::Local)
      return local(A, std::move(I), K, Follows);
    if (A.Op == AccessOp::Store)
      overwrite(A, Follows ? &K : nullptr, I.Offset);
    else if (Follows && isRepeated(A, K, I))
      return;
    if (A.Space == AddressSpace::Shared)
      shared(A, std::move(I), K, Follows);
    else if (A.Space == AddressSpace::Global)
      global(A, std::move(I), K, Follows);
  }

  void shared(const AccessFact &A, Instance I, const AddressKey &K,
              bool Follows) {
    bool Store = A.Op == AccessOp::Store;
    // A store keeps loads apart; whatever lies between keeps stores apart.
    bool SameStore = Store && Follows && Shared.count(K) && Shared.size() == 1;
    bool Stores = std::any_of(Shared.begin(), Shared.end(),
                              [](const auto &G) { return G.first.Store; });
    if (Store && !SameStore)
      closeShared();
    else if (Stores && !SameStore)
      flush(Shared);
    add(Shared, A, std::move(I), K, Follows);
  }

  void closeShared() {
    flush(Shared);
    Made.closeShared();
  }

  void global(const AccessFact &A, Instance I, const AddressKey &K,
              bool Follows) {
    bool Store = A.Op == AccessOp::Store;
    for (auto It = Global.begin(); It != Global.end();) {
      const AccessFact &B = Facts.Accesses[It->second[0].Access];
      bool Either = Store || It->first.Store;
      if (Either && A.Base != B.Base && !apart(A, B)) {
        Made.merge(It->first, It->second, Global);
        It = Global.erase(It);
      } else {
        ++It;
      }
    }
    add(Global, A, std::move(I), K, Follows);
  }

  void local(const AccessFact &A, Instance I, const AddressKey &K,
             bool Follows) {
    PrivateUse &Use = Private[I.Access];
    Use.Reached = true;
    bool Constant = Follows && K.Variable.size() == 1;
    Use.Constant &= Constant;
    for (unsigned L : A.Loops) {
      Use.InLoop |= Plan[L] != Unrolling::Full;
      Use.Open |= Plan[L] == Unrolling::Unsure && Facts.Loops[L].Trips;
    }
    bool Other = std::any_of(Local.begin(), Local.end(), [&](const auto &G) {
      return G.first.Store != K.Store;
    });
    if (!Constant || Other)
      flush(Local);
    add(Local, A, std::move(I), K, Constant);
  }

  /// An access whose address does not follow from the iteration may have been
  /// merged with any other.
  void add(Groups &G, const AccessFact &A, Instance I, const AddressKey &K,
           bool Follows) {
    if (Follows)
      return G[K].push_back(std::move(I));
    bool Unrolled = !I.Iterations.empty() && !A.Volatile;
    if (Unrolled && A.WidthBytes < 16 && A.Unknown == UnknownReason::None &&
        (&G == &Shared || A.AlignBytes > A.WidthBytes))
      Code.Unsure[I.Access] = true;
    alone(I.Access);
  }

  bool apart(const AccessFact &A, const AccessFact &B) const {
    auto Restrict = [&](const AccessFact &F) {
      return F.Base != NoExpr && Facts.Pool.symbolInfo(F.Base).Restrict;
    };
    return Restrict(A) && Restrict(B);
  }

  /// A word that was read and not overwritten is not read again, not even past
  /// a store or an atomic to another shared array (414 of 414).
  bool isRepeated(const AccessFact &A, AddressKey K, const Instance &I) {
    if (A.Space != AddressSpace::Shared && A.Space != AddressSpace::Global)
      return false;
    K.Mask.clear();
    auto [It, New] = Read.try_emplace({K, I.Offset}, I.Access, true);
    if (New)
      return false;
    const auto &[First, Sure] = It->second;
    if (!Sure) { // Read in a block that may not come before.
      Code.Unsure[I.Access] = true;
      return false;
    }
    ++Repeated[I.Access];
    return true;
  }

  void doubtRead() {
    for (auto &[Where, What] : Read)
      What.second = false;
  }

  /// Forgets what was read and a store to A, at K and Offset when known, may
  /// have changed.
  void overwrite(const AccessFact &A, const AddressKey *K, int64_t Offset) {
    std::erase_if(Read, [&](const auto &Entry) {
      const auto &[Where, What] = Entry;
      const AccessFact &B = Facts.Accesses[What.first];
      if (A.Space != B.Space && A.Space != AddressSpace::Generic)
        return false;
      if (A.Base != B.Base && A.Base != NoExpr && B.Base != NoExpr &&
          (A.Space == AddressSpace::Shared || apart(A, B)))
        return false;
      bool Elsewhere = K && K->Variable == Where.first.Variable &&
                       (Offset >= Where.second + B.WidthBytes ||
                        Where.second >= Offset + A.WidthBytes);
      return !Elsewhere;
    });
  }

  /// An instance that nothing can be merged with.
  void alone(size_t Access) { ++Kept[Access]; }

  void flushAll() {
    flush(Shared);
    flush(Global);
    flush(Local);
  }

  void flush(Groups &G) {
    for (const auto &[K, Members] : G)
      Made.merge(K, Members, G);
    G.clear();
  }

  void removeRepeated() {
    for (size_t I = 0; I < Repeated.size(); ++I) {
      if (!Repeated[I])
        continue;
      if (Repeated[I] == Instances[I] && !Code.Unsure[I])
        Code.Accesses.push_back({Facts.Accesses[I], {I}, true});
      else
        Code.Unsure[I] = true;
    }
  }

  /// Leaves out what is as written: its own width, alone, every time.
  void dropUnchanged() {
    std::vector<unsigned> Parts(Facts.Accesses.size());
    for (const CompiledAccess &C : Code.Accesses)
      for (size_t M : C.Members)
        ++Parts[M];
    auto Unchanged = [&](const CompiledAccess &C) {
      size_t A = C.Members[0];
      return !C.Eliminated && C.Members.size() == 1 && Parts[A] == 1 &&
             C.Fact.WidthBytes == Facts.Accesses[A].WidthBytes &&
             C.Fact.Address == Facts.Accesses[A].Address &&
             C.Fact.Picks.size() + Kept[A] == Instances[A];
    };
    auto Doubtful = [&](const CompiledAccess &C) {
      return std::any_of(C.Members.begin(), C.Members.end(),
                         [&](size_t M) { return Code.Unsure[M]; });
    };
    spreadDoubt();
    std::erase_if(Code.Accesses, [&](const CompiledAccess &C) {
      return Unchanged(C) || Doubtful(C);
    });
  }

  /// What is merged with an unsure access is unsure.
  void spreadDoubt() {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const CompiledAccess &C : Code.Accesses) {
        bool Any = std::any_of(C.Members.begin(), C.Members.end(),
                               [&](size_t M) { return Code.Unsure[M]; });
        for (size_t M : C.Members)
          if (Any && !Code.Unsure[M])
            Code.Unsure[M] = Changed = true;
      }
    }
  }

  KernelFacts &Facts;
  std::vector<Unrolling> Plan;
  AddressReader Reader;
  CompiledCode Code;
  Pieces Made;
  Groups Shared, Global, Local;
  /// Words that have been read: by whom, and whether surely before.
  std::map<std::pair<AddressKey, int64_t>, std::pair<size_t, bool>> Read;
  std::vector<size_t> Instances; ///< By access, written out.
  std::vector<size_t> Repeated;  ///< By access, of values already there.
  std::vector<PrivateUse> Private;
  std::map<size_t, size_t> Kept; ///< By access, taken as written.
};

} // namespace

CompiledCode compiledCode(KernelFacts &Facts) { return Compiler(Facts).run(); }

} // namespace warptidy
