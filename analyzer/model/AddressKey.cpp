//===- AddressKey.cpp - Accesses at constant distances --------------------===//
// See AddressKey.h.
//===----------------------------------------------------------------------===//
#include "model/AddressKey.h"
#include "model/Leaves.h"
#include <algorithm>
#include <bit>

namespace warptidy {

static constexpr unsigned MaxAlign = 16;

/// What a value that doubles, halves or multiplies from one iteration to the
/// next is in this one, when it starts at a constant.
void AddressReader::carried(unsigned Loop, unsigned Iteration, Values &At) {
  for (ExprRef Phi : Facts.Loops[Loop].Phis) {
    const PhiInfo &Info = Facts.Pool.phiInfo(Phi);
    std::optional<int64_t> Now = evaluate(Info.Init, {});
    for (unsigned I = 0; Now && I < Iteration; ++I)
      Now = evaluate(Info.Next, {{Phi, *Now}});
    if (Now)
      At[Phi] = *Now;
  }
}

std::optional<int64_t> AddressReader::evaluate(ExprRef R, const Values &At) {
  if (R == NoExpr)
    return std::nullopt;
  if (auto It = At.find(R); It != At.end())
    return It->second;
  const ExprNode N = Facts.Pool[R];
  if (N.Op == ExprOp::Const)
    return N.Value;
  auto A = evaluate(N.A, At), B = evaluate(N.B, At);
  if (A && (N.Op == ExprOp::ZExt || N.Op == ExprOp::SExt))
    return A;
  if (!A || !B)
    return std::nullopt;
  switch (N.Op) {
  case ExprOp::Add:
    return *A + *B;
  case ExprOp::Sub:
    return *A - *B;
  case ExprOp::Mul:
    return *A * *B;
  case ExprOp::Shl:
    return *B >= 0 && *B < 31 ? std::optional(*A << *B) : std::nullopt;
  case ExprOp::LShr:
  case ExprOp::AShr:
    return *A >= 0 && *B >= 0 && *B < 31 ? std::optional(*A >> *B)
                                         : std::nullopt;
  case ExprOp::SDiv:
  case ExprOp::UDiv:
    return *A >= 0 && *B > 0 ? std::optional(*A / *B) : std::nullopt;
  default:
    return std::nullopt;
  }
}

void AddressReader::valuesOf(const CodeEvent &E, const AccessFact &A,
                             Values &At, std::set<unsigned> &Gone) {
  size_t Depth = 0;
  for (unsigned L : A.Loops)
    if (Plan[L] == Unrolling::Full && Depth < E.Iterations.size()) {
      unsigned Iteration = E.Iterations[Depth++];
      Gone.insert(L);
      carried(L, Iteration, At);
      At[Facts.Loops[L].Iteration] = Iteration;
    }
}

bool AddressReader::read(const CodeEvent &E, AddressKey &K, int64_t &Offset) {
  const AccessFact &A = Facts.Accesses[E.Index];
  if (A.Unknown != UnknownReason::None || A.Address == NoExpr)
    return false;
  Values At;
  std::set<unsigned> Gone;
  valuesOf(E, A, At, Gone);
  if (!substitute(Builder.of(A.Address), At, Gone, K, Offset))
    return false;
  K.WidthBytes = A.WidthBytes;
  K.Store = A.Op == AccessOp::Store;
  K.ReadOnly = A.Form == AccessForm::ReadOnly;
  K.Base = A.Base;
  for (const Guard &G : A.Mask)
    K.Mask.emplace_back(G.Cond, G.Holds);
  return true;
}

bool AddressReader::substitute(const Polynomial &P, const Values &At,
                               const std::set<unsigned> &Gone, AddressKey &K,
                               int64_t &Offset) {
  Offset = 0;
  for (const auto &[M, C] : P.Terms) {
    Monomial Rest;
    int64_t Factor = C;
    for (ExprRef Atom : M) {
      std::optional<int64_t> Value = evaluate(Atom, At);
      if (!Value && dependsOn(Atom, Gone)) {
        Atom = inIteration(Atom, At, Gone);
        if (Atom == NoExpr)
          return false;
        if (Facts.Pool[Atom].Op == ExprOp::Const)
          Value = Facts.Pool[Atom].Value;
      }
      if (Value)
        Factor *= *Value;
      else
        Rest.push_back(Atom);
    }
    std::sort(Rest.begin(), Rest.end());
    if (Rest.empty())
      Offset += Factor;
    else if (Factor && (K.Variable[Rest] += Factor) == 0)
      K.Variable.erase(Rest);
  }
  return true;
}

/// The expression with what the loops of Gone change as constants; NoExpr when
/// these are not known: a minimum or a choice of what an unrolled loop counts.
ExprRef AddressReader::inIteration(ExprRef R, const Values &At,
                                   const std::set<unsigned> &Gone) {
  ExprPool &Pool = Facts.Pool;
  const ExprNode N = Pool[R];
  if (auto It = At.find(R); It != At.end())
    return Pool.constant(It->second, N.Bits);
  if (N.Op < ExprOp::Add) // A leaf, or loaded data.
    return dependsOn(R, Gone) ? NoExpr : R;
  ExprRef Operands[] = {N.A, N.B, N.C};
  for (ExprRef &Operand : Operands)
    if (Operand != NoExpr &&
        (Operand = inIteration(Operand, At, Gone)) == NoExpr)
      return NoExpr;
  const auto [A, B, C] = Operands;
  if (N.Op == ExprOp::Select)
    return Pool.select(A, B, C);
  if (N.Op >= ExprOp::Trunc)
    return Pool.cast(N.Op, A, N.Bits);
  return B == NoExpr ? Pool.unary(N.Op, A) : Pool.binary(N.Op, A, B);
}

bool AddressReader::dependsOn(ExprRef R,
                              const std::set<unsigned> &Loops) const {
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

bool AddressReader::isLoopVariable(ExprRef Atom) const {
  const ExprNode &N = Facts.Pool[Atom];
  return N.Op == ExprOp::Phi ||
         (N.Op == ExprOp::Symbol &&
          Facts.Pool.symbolInfo(Atom).Kind == SymbolKind::Iteration);
}

bool AddressReader::isAligned(const AddressKey &K) const {
  return K.Base != NoExpr && Facts.Pool.symbolInfo(K.Base).Aligned;
}

static uint64_t lowestBit(int64_t V) {
  uint64_t U = static_cast<uint64_t>(V);
  return U ? uint64_t(1) << std::countr_zero(U) : MaxAlign;
}

/// Known are coefficients and what masks, shifts and the like leave. A
/// remainder or minimum of multiples is no longer known to be one, and of a
/// choice only sometimes (41 forms of index).
KnownAlign AddressReader::termAlign(const Monomial &M, int64_t Factor) {
  Polynomial Term;
  Term.Terms[M] = Factor;
  uint64_t Plain = std::min<uint64_t>(lowestBit(Factor), MaxAlign);
  uint64_t Full = std::min<uint64_t>(Builder.divisorOf(Term), MaxAlign);
  KnownAlign Out{static_cast<unsigned>(std::max(Plain, Full))};
  for (ExprRef Atom : M) {
    const ExprNode &N = Facts.Pool[Atom];
    switch (N.Op) {
    case ExprOp::And:
      for (ExprRef Side : {N.A, N.B})
        if (Facts.Pool[Side].Op == ExprOp::Const)
          Full = Plain * lowestBit(Facts.Pool[Side].Value);
      Out.Bytes = static_cast<unsigned>(
          std::min<uint64_t>(std::max<uint64_t>(Out.Bytes, Full), MaxAlign));
      break;
    case ExprOp::URem:
    case ExprOp::SRem:
    case ExprOp::UMin:
    case ExprOp::SMin:
    case ExprOp::UMax:
    case ExprOp::SMax:
      Out.Bytes = static_cast<unsigned>(Plain);
      break;
    case ExprOp::Select:
      Out.Doubtful |= Full > Plain;
      break;
    default:
      Out.Doubtful |= isLoopVariable(Atom);
    }
  }
  return Out;
}

/// The mask when the atom is X & (2^n - 1).
static int64_t lowBits(const ExprPool &Pool, const Monomial &M, ExprRef &X) {
  if (M.size() != 1 || Pool[M[0]].Op != ExprOp::And)
    return 0;
  const ExprNode &N = Pool[M[0]];
  bool Left = Pool[N.A].Op == ExprOp::Const;
  X = Left ? N.B : N.A;
  const ExprNode &Mask = Pool[Left ? N.A : N.B];
  bool Ones = Mask.Op == ExprOp::Const && Mask.Value > 0 &&
              (Mask.Value & (Mask.Value + 1)) == 0;
  return Ones ? Mask.Value : 0;
}

/// Takes C * (X - (X & mask)), a multiple of C * (mask + 1), out of Terms.
uint64_t AddressReader::roundedTerms(std::map<Monomial, int64_t> &Terms) {
  uint64_t Align = MaxAlign;
  const std::map<Monomial, int64_t> All = Terms;
  for (const auto &[M, C] : All) {
    ExprRef X = NoExpr;
    int64_t Mask = lowBits(Facts.Pool, M, X);
    if (!Mask)
      continue;
    const auto Of = Builder.of(X).Terms;
    bool Found = std::all_of(Of.begin(), Of.end(), [&, C = C](const auto &T) {
      auto It = Terms.find(T.first);
      return It != Terms.end() && It->second == -C * T.second;
    });
    if (!Found)
      continue;
    for (const auto &[Part, Factor] : Of)
      Terms.erase(Part);
    Terms.erase(M);
    Align = std::min(Align, lowestBit(C * (Mask + 1)));
  }
  return Align;
}

KnownAlign AddressReader::layoutAlign(const AddressKey &K) {
  std::map<Monomial, int64_t> Terms = K.Variable;
  KnownAlign Out{static_cast<unsigned>(roundedTerms(Terms))};
  for (const auto &[M, C] : Terms) {
    KnownAlign Term = termAlign(M, C);
    if (M.size() == 1 && M[0] == K.Base) {
      const SymbolInfo &Info = Facts.Pool.symbolInfo(K.Base);
      uint64_t Place = Info.Kind == SymbolKind::SharedArray   ? Info.LayoutAlign
                       : Info.Kind == SymbolKind::GlobalArray ? Info.Align
                                                              : 1;
      Term.Bytes = static_cast<unsigned>(std::min<uint64_t>(Place, MaxAlign));
    }
    Out.Bytes = std::min(Out.Bytes, Term.Bytes);
    Out.Doubtful |= Term.Doubtful;
  }
  return Out;
}

} // namespace warptidy
