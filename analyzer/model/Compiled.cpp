//===- Compiled.cpp - Accesses as nvcc compiles them ----------------------===//
// See Compiled.h. Writes the unrolled code out, gathers accesses that differ by
// a constant between two things which keep them apart, and merges them.
//===----------------------------------------------------------------------===//
#include "model/Compiled.h"
#include "model/Leaves.h"
#include "model/Merging.h"
#include <algorithm>
#include <map>

namespace warptidy {

namespace {

/// An access in one iteration of the unrolled loops around it.
struct Instance {
  size_t Access;
  std::vector<unsigned> Iterations;
  int64_t Offset = 0; ///< The constant part of its address.
};

/// Accesses whose addresses differ by constants, under the same conditions.
struct Key {
  std::map<Monomial, int64_t> Variable;
  unsigned WidthBytes;
  bool Store, ReadOnly;
  std::vector<std::pair<ExprRef, bool>> Mask;
  auto tie() const {
    return std::tie(Variable, WidthBytes, Store, ReadOnly, Mask);
  }
  bool operator<(const Key &O) const { return tie() < O.tie(); }
};

using Groups = std::map<Key, std::vector<Instance>>;

class Compiler {
public:
  explicit Compiler(KernelFacts &Facts)
      : Facts(Facts), Builder(Facts.Pool, Facts.Loops, {}),
        Plan(planUnrolling(Facts)), Instances(Facts.Accesses.size()),
        Constant(Facts.Accesses.size(), true) {
    Code.Unsure.resize(Facts.Accesses.size());
  }

  CompiledCode run() {
    for (const CodeEvent &E : expandCode(Facts, Plan))
      visit(E);
    flushAll();
    noteRolledNeighbours();
    splitConstants();
    eliminateLocals();
    dropUnchanged();
    return std::move(Code);
  }

private:
  void visit(const CodeEvent &E) {
    switch (E.What) {
    case CodeEvent::Break:
    case CodeEvent::Cut:
      return flushAll();
    case CodeEvent::Exchange:
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
        flush(Shared);
      flush(Global);
      return alone(E.Index);
    }
    if (A.Space == AddressSpace::Shared)
      return shared(E, A);
    if (A.Space == AddressSpace::Local)
      return local(E, A);
    if (A.Space == AddressSpace::Global)
      global(E, A);
  }

  void shared(const CodeEvent &E, const AccessFact &A) {
    Key K;
    Instance I{E.Index, E.Iterations};
    bool Follows = keyOf(E, A, K, I.Offset);
    bool Store = A.Op == AccessOp::Store;
    // A store keeps loads apart; whatever lies between keeps stores apart.
    bool SameStore = Store && Follows && Shared.count(K) && Shared.size() == 1;
    bool Stores = std::any_of(Shared.begin(), Shared.end(),
                              [](const auto &G) { return G.first.Store; });
    if ((Store || Stores) && !SameStore)
      flush(Shared);
    if (!Follows || A.Volatile)
      return alone(E.Index);
    Shared[K].push_back(std::move(I));
  }

  void global(const CodeEvent &E, const AccessFact &A) {
    Key K;
    Instance I{E.Index, E.Iterations};
    bool Store = A.Op == AccessOp::Store;
    for (auto It = Global.begin(); It != Global.end();) {
      bool Either = Store || It->first.Store;
      const AccessFact &B = Facts.Accesses[It->second[0].Access];
      if (Either && A.Base != B.Base && !apart(A, B)) {
        merge(It->first, It->second, Merger::FrontHalf);
        It = Global.erase(It);
      } else {
        ++It;
      }
    }
    if (!keyOf(E, A, K, I.Offset) || A.Volatile)
      return alone(E.Index);
    Global[K].push_back(std::move(I));
  }

  bool isRestrict(const AccessFact &A) const {
    return A.Base != NoExpr && Facts.Pool.symbolInfo(A.Base).Restrict;
  }
  bool apart(const AccessFact &A, const AccessFact &B) const {
    return isRestrict(A) && isRestrict(B);
  }

  void local(const CodeEvent &E, const AccessFact &A) {
    Key K;
    int64_t Offset;
    Constant[E.Index] =
        Constant[E.Index] && keyOf(E, A, K, Offset) && K.Variable.size() == 1;
  }

  /// False when the address has no form in which the iteration can be put.
  bool keyOf(const CodeEvent &E, const AccessFact &A, Key &K, int64_t &Offset) {
    if (A.Unknown != UnknownReason::None || A.Address == NoExpr)
      return false;
    Offset = 0;
    size_t At = 0;
    std::map<ExprRef, int64_t> Values;
    std::set<unsigned> Gone;
    for (unsigned L : A.Loops)
      if (Plan[L] == Unrolling::Full && At < E.Iterations.size()) {
        Gone.insert(L);
        Values[Facts.Loops[L].Iteration] = E.Iterations[At++];
      }
    for (const auto &[M, C] : Builder.of(A.Address).Terms) {
      Monomial Rest;
      int64_t Factor = C;
      for (ExprRef Atom : M) {
        if (auto It = Values.find(Atom); It != Values.end())
          Factor *= It->second;
        else if (dependsOn(Atom, Gone))
          return false;
        else
          Rest.push_back(Atom);
      }
      if (Rest.empty())
        Offset += Factor;
      else if (Factor && (K.Variable[Rest] += Factor) == 0)
        K.Variable.erase(Rest);
    }
    K.WidthBytes = A.WidthBytes;
    K.Store = A.Op == AccessOp::Store;
    K.ReadOnly = A.Form == AccessForm::ReadOnly;
    for (const Guard &G : A.Mask)
      K.Mask.emplace_back(G.Cond, G.Holds);
    return true;
  }

  bool dependsOn(ExprRef R, const std::set<unsigned> &Loops) const {
    Leaves L;
    std::set<ExprRef> Seen;
    collectLeaves(
        Facts.Pool, R, [](ExprRef) { return false; },
        [](ExprRef) { return true; }, L, Seen);
    auto Inside = [&](ExprRef P) {
      return Loops.count(Facts.Pool.phiInfo(P).Loop) != 0;
    };
    if (std::any_of(L.Phis.begin(), L.Phis.end(), Inside))
      return true;
    return std::any_of(Loops.begin(), Loops.end(), [&](unsigned I) {
      return L.Unknown.count(Facts.Loops[I].Iteration) != 0;
    });
  }

  /// An instance that nothing can be merged with.
  void alone(size_t Access) { ++Kept[Access]; }

  void flushAll() {
    flush(Shared);
    flush(Global);
  }

  void flush(Groups &G) {
    for (const auto &[K, Members] : G)
      merge(K, Members, &G == &Shared ? Merger::Assembler : Merger::FrontHalf);
    G.clear();
  }

  /// Alignment in bytes that the compiler knows of the common base.
  unsigned alignOf(const Key &K, const std::vector<Instance> &Members,
                   Merger By, bool &Unsure) {
    unsigned Align = By == Merger::Assembler ? 16 : K.WidthBytes;
    if (By == Merger::FrontHalf) { // What one type promises holds for all.
      for (const Instance &I : Members) {
        unsigned Promised = Facts.Accesses[I.Access].AlignBytes;
        if (I.Offset % int64_t(Promised) == 0)
          Align = std::max(Align, std::min(Promised, 16u));
      }
      return Align;
    }
    for (const auto &[M, C] : K.Variable) {
      bool Base = M.size() == 1 && Facts.Pool[M[0]].Op == ExprOp::Symbol &&
                  Facts.Pool.symbolInfo(M[0]).Kind == SymbolKind::SharedArray;
      Polynomial Term;
      Term.Terms[M] = C;
      uint64_t Divisor = Base ? Facts.Pool.symbolInfo(M[0]).LayoutAlign
                              : Builder.divisorOf(Term);
      Align = static_cast<unsigned>(std::min<uint64_t>(Align, Divisor));
      for (ExprRef Atom : M)
        Unsure |= losesAlignment(Atom);
    }
    return Align;
  }

  /// Forms whose alignment the assembler forgets, and loops that stay, whose
  /// addresses are strength-reduced to pointers of unknown alignment.
  bool losesAlignment(ExprRef Atom) const {
    switch (Facts.Pool[Atom].Op) {
    case ExprOp::URem:
    case ExprOp::SRem:
    case ExprOp::UMin:
    case ExprOp::SMin:
    case ExprOp::UMax:
    case ExprOp::SMax:
    case ExprOp::Select:
    case ExprOp::Phi:
      return true;
    case ExprOp::Symbol:
      return Facts.Pool.symbolInfo(Atom).Kind == SymbolKind::Iteration;
    default:
      return false;
    }
  }

  void merge(const Key &K, const std::vector<Instance> &Members, Merger By) {
    std::set<int64_t> Offsets;
    for (const Instance &I : Members)
      Offsets.insert(I.Offset);
    bool Doubtful = false, Unsure = false;
    unsigned Align = alignOf(K, Members, By, Doubtful);
    std::vector<MergedPiece> Pieces =
        mergeElements(Offsets, K.WidthBytes, Align, K.Store, By, Unsure);
    bool Changes =
        std::any_of(Pieces.begin(), Pieces.end(), [&](const MergedPiece &P) {
          return P.WidthBytes != K.WidthBytes;
        });
    if (Unsure || (Doubtful && Changes))
      for (const Instance &I : Members)
        Code.Unsure[I.Access] = true;
    for (const MergedPiece &P : Pieces)
      addPiece(P, Members);
  }

  void addPiece(const MergedPiece &P, const std::vector<Instance> &Members) {
    std::set<size_t> Serves;
    const Instance *First = nullptr;
    for (const Instance &I : Members) {
      if (I.Offset < P.Start || I.Offset >= P.Start + int64_t(P.WidthBytes))
        continue;
      Serves.insert(I.Access);
      if (!First || I.Offset < First->Offset)
        First = &I;
    }
    std::vector<size_t> List(Serves.begin(), Serves.end());
    auto Same =
        std::tuple(First->Access, P.Start - First->Offset, P.WidthBytes, List);
    auto [It, New] = Pieces.try_emplace(Same, Code.Accesses.size());
    if (New)
      Code.Accesses.push_back(pieceOf(*First, P, std::move(List)));
    AccessFact &Fact = Code.Accesses[It->second].Fact;
    Fact.Picks.insert(First->Iterations);
  }

  CompiledAccess pieceOf(const Instance &First, const MergedPiece &P,
                         std::vector<size_t> Members) {
    CompiledAccess C;
    C.Fact = Facts.Accesses[First.Access];
    C.Members = std::move(Members);
    C.Fact.WidthBytes = P.WidthBytes;
    if (P.Start != First.Offset)
      C.Fact.Address =
          Facts.Pool.binary(ExprOp::Add, C.Fact.Address,
                            Facts.Pool.constant(P.Start - First.Offset, 64));
    for (unsigned L : C.Fact.Loops)
      if (Plan[L] == Unrolling::Full)
        C.Fact.PickLoops.push_back(L);
    return C;
  }

  /// A loop that stays may be unrolled in part, and then what neighbouring
  /// iterations access may be merged.
  void noteRolledNeighbours() {
    for (size_t I = 0; I < Facts.Accesses.size(); ++I) {
      const AccessFact &A = Facts.Accesses[I];
      if (A.Unknown != UnknownReason::None || A.Address == NoExpr)
        continue;
      bool Merges = A.Space == AddressSpace::Shared ||
                    A.AlignBytes > A.WidthBytes ||
                    A.Space == AddressSpace::Local;
      for (unsigned L : A.Loops)
        if (Plan[L] == Unrolling::Unsure && Merges)
          for (const auto &[M, C] : Builder.of(A.Address).Terms)
            if (std::find(M.begin(), M.end(), Facts.Loops[L].Iteration) !=
                    M.end() &&
                (A.Space == AddressSpace::Local ||
                 (std::abs(C) == int64_t(A.WidthBytes) && A.WidthBytes < 16)))
              Code.Unsure[I] = true;
    }
  }

  /// No constant load is wider than 64 bits.
  void splitConstants() {
    for (size_t I = 0; I < Facts.Accesses.size(); ++I) {
      const AccessFact &A = Facts.Accesses[I];
      if (A.Space != AddressSpace::Constant || A.WidthBytes != 16 ||
          A.Address == NoExpr)
        continue;
      for (unsigned Offset : {0u, 8u}) {
        CompiledAccess C;
        C.Fact = A;
        C.Fact.WidthBytes = 8;
        C.Fact.Address = Facts.Pool.binary(ExprOp::Add, A.Address,
                                           Facts.Pool.constant(Offset, 64));
        C.Members = {I};
        Code.Accesses.push_back(std::move(C));
      }
    }
  }

  /// A private array lives in registers when every index is constant.
  void eliminateLocals() {
    std::map<ExprRef, bool> Registers;
    for (size_t I = 0; I < Facts.Accesses.size(); ++I) {
      const AccessFact &A = Facts.Accesses[I];
      if (A.Space != AddressSpace::Local || A.Base == NoExpr)
        continue;
      bool Fixed = Instances[I] && Constant[I] && !Code.Unsure[I] &&
                   !Facts.Pool.symbolInfo(A.Base).Escapes && !A.Volatile;
      auto [It, New] = Registers.try_emplace(A.Base, Fixed);
      It->second &= Fixed;
    }
    for (size_t I = 0; I < Facts.Accesses.size(); ++I) {
      const AccessFact &A = Facts.Accesses[I];
      if (A.Space == AddressSpace::Local && A.Base != NoExpr &&
          Registers[A.Base])
        Code.Accesses.push_back({A, {I}, true});
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
  PolynomialBuilder Builder;
  std::vector<Unrolling> Plan;
  Groups Shared, Global;
  std::vector<size_t> Instances; ///< By access, written out.
  std::map<size_t, size_t> Kept; ///< By access, taken as written.
  std::vector<bool> Constant;    ///< By access: local, fixed index.
  std::map<std::tuple<size_t, int64_t, unsigned, std::vector<size_t>>, size_t>
      Pieces; ///< Into Code.Accesses.
  CompiledCode Code;
};

} // namespace

CompiledCode compiledCode(KernelFacts &Facts) { return Compiler(Facts).run(); }

} // namespace warptidy
