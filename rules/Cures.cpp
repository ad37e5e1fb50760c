//===- Cures.cpp - Looking for changes that remove a finding --------------===//
// See Cures.h.
//===----------------------------------------------------------------------===//
#include "rules/Cures.h"
#include <algorithm>

namespace warptidy {

FoundAccess accessOf(const UnitFacts &Unit, const Finding &F) {
  for (const KernelPredictions &K : Unit.Kernels)
    for (size_t I = 0; I < K.Facts.Accesses.size(); ++I)
      if (K.Facts.Accesses[I].Id == F.AccessId)
        return {&K, I};
  return {};
}

static bool isServedBy(const CompiledPredictions &C, size_t Access) {
  return !C.Eliminated && std::find(C.Members.begin(), C.Members.end(),
                                    Access) != C.Members.end();
}

unsigned machineWidth(const KernelPredictions &K, size_t Access) {
  unsigned Width = K.Facts.Accesses[Access].WidthBytes;
  for (const CompiledPredictions &C : K.Compiled)
    if (isServedBy(C, Access))
      Width = std::max(Width, C.Fact.WidthBytes);
  return Width;
}

/// Calls Test for the predictions of what becomes of an access, or may.
template <class Function>
static bool holdsForAll(const KernelPredictions &K, size_t Access,
                        const Function &Test) {
  for (const MachineAccess &M : machineAccesses(K, Access))
    for (const Prediction &P : *M.PerLaunch)
      if (P.Kind != Pattern::NotExecuted && !Test(P))
        return false;
  for (const CompiledPredictions &C : K.Possible)
    for (const Prediction &P : C.PerLaunch)
      if (isServedBy(C, Access) && P.Kind != Pattern::NotExecuted && !Test(P))
        return false;
  return true;
}

bool isIdeal(const KernelPredictions &K, size_t Access) {
  return holdsForAll(K, Access, [](const Prediction &P) {
    return P.Kind != Pattern::Unknown && P.MaxRatio <= 1.0 &&
           !P.MisalignedLanes;
  });
}

bool isDecided(const KernelPredictions &K, size_t Access) {
  return holdsForAll(K, Access, [](const Prediction &P) {
    return P.Kind == Pattern::Exact || P.Kind == Pattern::Interval;
  });
}

bool isArrayIdeal(const std::vector<KernelPredictions> &Kernels,
                  const std::string &Array, unsigned Line) {
  bool Any = false;
  for (const KernelPredictions &K : Kernels)
    for (size_t I = 0; I < K.Facts.Accesses.size(); ++I) {
      const AccessFact &A = K.Facts.Accesses[I];
      if (A.Space != AddressSpace::Shared || A.Words.Array != Array ||
          A.Words.ArrayDecl.Line != Line)
        continue;
      Any = true;
      if (!isIdeal(K, I))
        return false;
    }
  return Any;
}

/// Takes the name off the end of "float *x"; empty if it is not of that form.
static std::string typeOf(const FieldFact &F) {
  size_t Star = F.Pointer.rfind('*');
  if (Star == std::string::npos || F.Pointer.find('(') != std::string::npos)
    return "";
  return F.Pointer.substr(0, Star);
}

std::string arraysText(const RecordAccess &Record) {
  constexpr size_t MostFields = 16;
  if (Record.Fields.empty() || Record.Fields.size() > MostFields)
    return "";
  size_t Colon = Record.Record.rfind("::");
  std::string Name = Colon == std::string::npos
                         ? Record.Record
                         : Record.Record.substr(Colon + 2);
  if (Name.empty() || Name.find('(') != std::string::npos)
    return ""; // Without a name.
  std::string Text = "struct " + Name + "Arrays {", Last;
  for (size_t I = 0; I < Record.Fields.size(); ++I) {
    const FieldFact &F = Record.Fields[I];
    std::string Type = typeOf(F);
    if (F.Pointer.empty())
      return "";
    if (I && !Type.empty() && Type == Last)
      Text += ", " + F.Pointer.substr(Type.size());
    else
      Text += (I ? "; " : " ") + F.Pointer;
    Last = Type;
  }
  return Text + "; };";
}

} // namespace warptidy
