//===- Totals.cpp - What the sum of a kernel decides ----------------------===//
// See Totals.h.
//===----------------------------------------------------------------------===//
#include "measure/Totals.h"
#include "measure/Sass.h"
#include <algorithm>
#include <set>

namespace warptidy::measure {

static const char ConstantKind[] = "constant";

namespace {
/// The instructions of one counter and what is predicted for them.
class Settlement {
public:
  Settlement(const std::string &Name, const Launch &L,
             const LaunchCounters &Counters,
             const std::vector<JudgedGroup> &Judged, std::vector<Row> &Rows)
      : Name(Name), L(L), Counters(Counters), Judged(Judged), Rows(Rows) {}

  void run() {
    Count Total = Name == ConstantKind ? Counters.constantRequests()
                                       : Counters.hardware(Name);
    if (!Total || !addUp())
      return;
    // Idle executions and copies can explain a difference.
    bool Explained = Diluted || (Counters.mixed() && Name != ConstantKind);
    if (Sum != *Total && Explained)
      return;
    for (const JudgedGroup &J : Judged)
      if (isOpen(J.Members) && times(J.Members))
        conclude(J.Members, *Total);
  }

private:
  bool belongs(const Instruction &I) const {
    if (!ran(I))
      return false;
    if (Name == ConstantKind)
      return I.Space == "constant" && !classify(I.Sass).Uniform;
    return Counters.kind(I, I.Space) == Name;
  }

  uint64_t times(const Group &G) const {
    uint64_t Times = 0;
    for (const Instruction *I : G.Instructions)
      Times += belongs(*I) ? I->Executed : 0;
    return Times;
  }

  bool isOpen(const Group &G) const {
    const std::string &R = Rows[G.Accesses[0]].Judged.Reason;
    return R == "PAGE_MODEL" || R == "PAGE_DISPUTED" || R == "CONSTANT_SHARED";
  }

  /// The predicted sum; false when some instruction of the counter has no
  /// exact figure.
  bool addUp() {
    size_t Members = 0, All = 0;
    for (const Instruction &I : L.Instructions)
      All += belongs(I);
    for (const JudgedGroup &J : Judged) {
      uint64_t Times = times(J.Members);
      if (!Times)
        continue;
      Count Each = sharedExact(J.Figures.Accesses);
      if (!Each || changedWidth(J))
        return false;
      Sum += *Each * Times;
      for (const Instruction *I : J.Members.Instructions) {
        Members += belongs(*I);
        Diluted |=
            classify(I->Sass).Predicated && I->Threads < 32 * I->Executed;
      }
    }
    return Members == All;
  }

  static bool changedWidth(const JudgedGroup &J) {
    if (J.Figures.Compiled)
      return false;
    for (const Expected &E : J.Figures.Accesses)
      for (const Instruction *I : J.Members.Instructions)
        if (comparableWidth(*I) && comparableWidth(*I) != E.WidthBits)
          return true;
    return false;
  }

  void conclude(const Group &G, uint64_t Total) {
    for (size_t A : G.Accesses) {
      Rows[A].Judged = Sum == Total
                           ? Judgement::match("KERNEL_TOTAL", Agreement::Exact)
                           : Judgement::of(Verdict::Mismatch, "KERNEL_TOTAL",
                                           "predicted " + std::to_string(Sum) +
                                               " for the kernel, counted " +
                                               std::to_string(Total));
      Rows[A].MeasuredMean = -1;
      Rows[A].Evidence = evidenceName(Evidence::HardwareCounter);
    }
  }

  const std::string &Name;
  const Launch &L;
  const LaunchCounters &Counters;
  const std::vector<JudgedGroup> &Judged;
  std::vector<Row> &Rows;
  uint64_t Sum = 0;
  bool Diluted = false;
};
} // namespace

void settleByTotals(const Launch &L, const LaunchCounters &Counters,
                    const std::vector<JudgedGroup> &Judged,
                    std::vector<Row> &Rows) {
  std::set<std::string> Names{ConstantKind};
  for (const JudgedGroup &J : Judged)
    for (const Instruction *I : J.Members.Instructions)
      Names.insert(Counters.kind(*I, I->Space));
  Names.erase("");
  for (const std::string &Name : Names)
    Settlement(Name, L, Counters, Judged, Rows).run();
}

} // namespace warptidy::measure
