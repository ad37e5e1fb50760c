//===- Measured.cpp - Counters beside predictions -------------------------===//
// See Measured.h.
//===----------------------------------------------------------------------===//
#include "report/Measured.h"
#include "launch/MangledName.h"
#include <cstdio>

namespace warptidy {

std::string measuredOperation(const std::string &Op) {
  return Op == "reduction" ? "atomic" : Op;
}

const std::vector<MeasuredRow> *
MeasuredCounters::of(const AccessRef &A, const std::string &Path) const {
  const AccessFact &F = A.fact();
  auto It = Rows.find({comparableMangled(A.Kernel->Facts.Mangled), Path,
                       F.Where.Line, addressSpaceName(F.Space),
                       measuredOperation(accessOpName(F.Op))});
  return It == Rows.end() ? nullptr : &It->second;
}

std::string perRequestText(const MeasuredRow &Row) {
  if (!Row.Requests)
    return "not executed";
  if (Row.Units % Row.Requests == 0)
    return std::to_string(Row.Units / Row.Requests);
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%.2f",
                double(Row.Units) / double(Row.Requests));
  return Text;
}

std::string predictedFor(const AccessRef &A, const MeasuredRow &Row) {
  std::string Out;
  for (const MachineAccess &M : machineAccesses(*A.Kernel, A.Index))
    for (const Prediction &P : *M.PerLaunch) {
      const LaunchShape &L = A.Kernel->Launches[P.Launch];
      if (L.Block != Row.Block || (L.Grid && *L.Grid != Row.Grid))
        continue;
      std::string Text = hasFigure(P) ? intervalText(P.Min, P.Max)
                         : P.Kind == Pattern::NotExecuted ? "not executed"
                                                          : "unknown";
      if (Out.empty())
        Out = Text;
      else if (Out != Text)
        Out += " or " + Text;
    }
  return Out;
}

} // namespace warptidy
