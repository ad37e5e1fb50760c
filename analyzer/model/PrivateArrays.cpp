//===- PrivateArrays.cpp - Arrays that live in registers ------------------===//
// See PrivateArrays.h.
//===----------------------------------------------------------------------===//
#include "model/PrivateArrays.h"
#include <algorithm>
#include <map>

namespace warptidy {

namespace {

enum class Fate : uint8_t { Gone, Stays, Unsure };

struct Array {
  bool Fixed = true, Escapes = false, InLoop = false, Open = false;
  bool OnlyStores = true;
  unsigned Variable = 0; ///< Accesses with an index that is not constant.
  uint64_t Elements = 0;
};

/// All indices constant: registers, at any size (27 of 27). Else the assembler
/// may still choose among registers: one access with such an index, outside
/// loops, goes up to 80 elements and stays from 96 on; in a loop, it stays from
/// 32 on (170 kernels).
Fate fateOfPrivate(const Array &A) {
  if (A.Escapes)
    return Fate::Stays;
  if (A.Fixed)
    return Fate::Gone;
  if (A.Open)
    return Fate::Unsure;
  if (A.Elements >= 96 || (A.InLoop && A.Elements >= 32))
    return Fate::Stays;
  return !A.InLoop && A.Variable == 1 && A.Elements <= 80 ? Fate::Gone
                                                          : Fate::Unsure;
}

class Remover {
public:
  Remover(const KernelFacts &Facts, const std::vector<PrivateUse> &Uses,
          CompiledCode &Code)
      : Facts(Facts), Uses(Uses), Code(Code) {}

  void run() {
    for (size_t I = 0; I < Facts.Accesses.size(); ++I)
      note(I);
    std::vector<bool> Gone(Facts.Accesses.size());
    for (size_t I = 0; I < Facts.Accesses.size(); ++I)
      Gone[I] = decide(I);
    std::erase_if(Code.Accesses,
                  [&](const CompiledAccess &C) { return Gone[C.Members[0]]; });
    for (size_t I = 0; I < Gone.size(); ++I)
      if (Gone[I])
        Code.Accesses.push_back({Facts.Accesses[I], {I}, true});
  }

private:
  void note(size_t I) {
    const AccessFact &A = Facts.Accesses[I];
    bool Plain = A.Op == AccessOp::Store && !A.Volatile &&
                 A.Unknown == UnknownReason::None;
    if (A.Base == NoExpr) {
      AnyReader |= !Plain && A.Space != AddressSpace::Global;
      return;
    }
    Array &Of = Arrays[A.Base];
    const SymbolInfo &Info = Facts.Pool.symbolInfo(A.Base);
    Of.OnlyStores &= Plain;
    Of.Escapes |= Info.Escapes || A.Volatile;
    Of.Fixed &= Uses[I].Reached && Uses[I].Constant && !Code.Unsure[I];
    Of.InLoop |= Uses[I].InLoop && !Uses[I].Constant;
    Of.Open |= Uses[I].Open && !Uses[I].Constant;
    Of.Variable += !Uses[I].Constant;
    if (A.WidthBytes)
      Of.Elements = std::max(Of.Elements, Info.SizeBytes / A.WidthBytes);
  }

  /// True when the access goes.
  bool decide(size_t I) {
    const AccessFact &A = Facts.Accesses[I];
    if (A.Base == NoExpr)
      return false;
    if (A.Space == AddressSpace::Local) {
      Fate F = fateOfPrivate(Arrays[A.Base]);
      Code.Unsure[I] = (Code.Unsure[I] && F != Fate::Gone) || F == Fate::Unsure;
      return F == Fate::Gone;
    }
    // A static shared array that is only written goes (101 of 101).
    const SymbolInfo &Info = Facts.Pool.symbolInfo(A.Base);
    bool Gone = A.Space == AddressSpace::Shared && Arrays[A.Base].OnlyStores &&
                Info.SizeBytes && !AnyReader;
    for (size_t J = 0; Gone && J < Facts.Accesses.size(); ++J)
      if (const AccessFact &B = Facts.Accesses[J]; // Read for the store alone?
          B.Op == AccessOp::Load && B.Where.Line == A.Where.Line)
        Code.Unsure[J] = true;
    return Gone;
  }

  const KernelFacts &Facts;
  const std::vector<PrivateUse> &Uses;
  CompiledCode &Code;
  std::map<ExprRef, Array> Arrays;
  bool AnyReader = false; ///< Of memory that is not known.
};

} // namespace

void removeArrays(const KernelFacts &Facts, const std::vector<PrivateUse> &Uses,
                  CompiledCode &Code) {
  Remover(Facts, Uses, Code).run();
}

} // namespace warptidy
