//===- Compiled.cpp - Accesses as nvcc compiles them ----------------------===//
// See Compiled.h. Walks the unrolled code, gathers accesses that differ by a
// constant between two things which keep them apart, and merges them.
//===----------------------------------------------------------------------===//
#include "model/Adjust.h"
#include "model/Aliasing.h"
#include "model/Pieces.h"
#include "model/PrivateArrays.h"
#include <algorithm>

namespace warptidy {

namespace {

/// A load or store of a word whose value the thread still has.
struct EarlierRead : Instance {
  EarlierRead(const Instance &I) : Instance(I) {}
  bool Sure = true;      ///< It comes before, unless a branch passes it by.
  bool Branched = false; ///< Other blocks have begun since.
  std::vector<Instance> Ways; ///< Stores to it in blocks before.
};

class Compiler {
public:
  explicit Compiler(KernelFacts &Facts)
      : Facts(Facts), Plan(planUnrolling(Facts)), Reader(Facts, Plan),
        Made(Facts, Plan, Reader, Code), Instances(Facts.Accesses.size()),
        Repeated(Facts.Accesses.size()), Private(Facts.Accesses.size()) {
    Code.Unsure.resize(Facts.Accesses.size());
  }

  CompiledCode run() {
    const std::vector<CodeEvent> Events = expandCode(Facts, Plan);
    if (Events.empty() && !Facts.Blocks.empty()) // Too long to write out.
      Code.Unsure.assign(Facts.Accesses.size(), true);
    for (const CodeEvent &E : Events)
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
      for (auto &[Where, What] : Read)
        What.Branched = true;
      return;
    case CodeEvent::Split:
      return flush(Shared);
    case CodeEvent::Exchange:
      std::erase_if(Read, [&](const auto &Entry) {
        return Facts.Accesses[Entry.second.Access].Space ==
               AddressSpace::Shared;
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
      overwrite({E.Index, std::nullopt});
      return alone(E.Index);
    }
    AddressKey K;
    Instance I{E.Index, E.Iterations};
    bool Follows = Reader.read(E, K, I.Offset) && !A.Volatile;
    if (Follows && A.Space == AddressSpace::Shared)
      Made.note(K, I.Offset);
    if (A.Space == AddressSpace::Local)
      return local(A, std::move(I), K, Follows);
    Touch Now{E.Index, std::nullopt, I.Offset};
    if (Follows)
      Now.Key = K;
    if (A.Op == AccessOp::Store)
      write(Now, I);
    else if (Follows && isRepeated(A, K, I))
      return;
    if (A.Space == AddressSpace::Shared)
      shared(A, std::move(I), K, Follows);
    else if (A.Space == AddressSpace::Global)
      global(Now, std::move(I), K);
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

  /// Loads of a group are made where the first one is, stores where the last
  /// one is, unless what lies between may touch their bytes.
  void global(const Touch &Now, Instance I, const AddressKey &K) {
    const AccessFact &A = Facts.Accesses[Now.Access];
    for (auto It = Global.begin(); It != Global.end();) {
      bool Joins = Now.Key && !(It->first < K) && !(K < It->first);
      if (closes(It->first, It->second, Now, Joins)) {
        Made.merge(It->first, It->second, Global);
        StoresSince.erase(It->first);
        It = Global.erase(It);
      } else {
        ++It;
      }
    }
    if (A.Op == AccessOp::Store)
      for (const auto &[Key, Members] : Global)
        if (!Key.Store)
          StoresSince[Key].push_back(Now);
    add(Global, A, std::move(I), K, Now.Key.has_value());
  }

  /// Whether nothing more can be merged with the group once Now is made.
  bool closes(const AddressKey &K, const std::vector<Instance> &Members,
              const Touch &Now, bool Joins) const {
    auto Touches = [&](const Touch &T) { return mayOverlap(Facts, T, Now); };
    if (!K.Store) {
      auto It = StoresSince.find(K);
      return It != StoresSince.end() &&
             (It->second.size() > MaxStoresSince ||
              (Joins &&
               std::any_of(It->second.begin(), It->second.end(), Touches)));
    }
    return !Joins &&
           std::any_of(Members.begin(), Members.end(), [&](const Instance &I) {
             return Touches({I.Access, K, I.Offset});
           });
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

  /// What a thread has stored it does not load again, not even where each of
  /// several branches stored it.
  void write(const Touch &Now, const Instance &I) {
    if (!Now.Key)
      return overwrite(Now);
    AddressKey K = *Now.Key;
    K.Mask.clear();
    K.Store = false;
    std::vector<Instance> Ways;
    if (auto It = Read.find({K, I.Offset});
        It != Read.end() && It->second.Sure) {
      Ways = It->second.Ways;
      Ways.push_back(It->second);
    }
    overwrite(Now);
    Read.try_emplace({K, I.Offset}, I).first->second.Ways = std::move(Ways);
  }

  /// A word that was read and not overwritten is not read again, not even past
  /// a store or an atomic to another shared array (414 of 414), nor in a block
  /// that is only reached through the one that read it (24 of 24).
  bool isRepeated(const AccessFact &A, AddressKey K, const Instance &I) {
    if (A.Space != AddressSpace::Shared && A.Space != AddressSpace::Global)
      return false;
    K.Mask.clear();
    auto [It, New] = Read.try_emplace({K, I.Offset}, I);
    if (New)
      return false;
    const EarlierRead &First = It->second;
    if (!First.Sure ||
        (First.Branched && !isBehind(I, First) && !isBehindAll(I, First))) {
      Code.Unsure[I.Access] = true;
      return false;
    }
    ++Repeated[I.Access];
    return true;
  }

  /// In the same iteration, behind the block of the earlier read.
  bool isBehind(const Instance &I, const Instance &First) const {
    const AccessFact &A = Facts.Accesses[First.Access],
                     &B = Facts.Accesses[I.Access];
    return A.Loops == B.Loops && First.Iterations == I.Iterations &&
           dominates(Facts, A.Block, B.Block);
  }

  /// In the same iteration, where every way leads through one of the blocks
  /// that wrote the word.
  bool isBehindAll(const Instance &I, const EarlierRead &Written) const {
    std::set<unsigned> Through;
    const AccessFact &A = Facts.Accesses[I.Access];
    auto Add = [&](const Instance &Way) {
      const AccessFact &B = Facts.Accesses[Way.Access];
      if (B.Loops == A.Loops && Way.Iterations == I.Iterations)
        Through.insert(B.Block);
    };
    Add(Written);
    for (const Instance &Way : Written.Ways)
      Add(Way);
    return Through.size() > 1 && leadsThrough(Facts, A.Block, Through);
  }

  void doubtRead() {
    for (auto &[Where, What] : Read)
      What.Sure = false;
  }

  /// Forgets what was read and a store may have changed.
  void overwrite(const Touch &Now) {
    std::erase_if(Read, [&](const auto &Entry) {
      const auto &[Where, What] = Entry;
      return mayOverlap(Facts, {What.Access, Where.first, Where.second}, Now);
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
    if (&G == &Global)
      StoresSince.clear();
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
    for (const CompiledAccess &C : Code.Accesses)
      if (Doubtful(C) && !C.Eliminated &&
          C.Fact.WidthBytes > Facts.Accesses[C.Members[0]].WidthBytes)
        Code.Possible.push_back(C);
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
  /// Made since the first load of a group.
  std::map<AddressKey, std::vector<Touch>> StoresSince;
  static constexpr size_t MaxStoresSince = 64;
  std::map<std::pair<AddressKey, int64_t>, EarlierRead> Read;
  std::vector<size_t> Instances; ///< By access, written out.
  std::vector<size_t> Repeated;  ///< By access, of values already there.
  std::vector<PrivateUse> Private;
  std::map<size_t, size_t> Kept; ///< By access, taken as written.
};

} // namespace

CompiledCode compiledCode(KernelFacts &Facts) { return Compiler(Facts).run(); }

} // namespace warptidy
