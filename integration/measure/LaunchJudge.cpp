//===- LaunchJudge.cpp - One kernel under one launch ----------------------===//
// See LaunchJudge.h.
//===----------------------------------------------------------------------===//
#include "measure/LaunchJudge.h"
#include "measure/Sass.h"
#include "measure/Totals.h"
#include <algorithm>
#include <cstdio>
#include <set>

namespace warptidy::measure {

const Prediction *findPrediction(const std::vector<Prediction> &All,
                                 unsigned Launch, const std::string &View) {
  for (const Prediction &P : All)
    if (P.Launch == Launch &&
        (P.View == View || (View == "source" && !P.Unknown.empty())))
      return &P;
  return nullptr;
}

Row predictedRow(const PredictedAccess &A, const Prediction *P) {
  Row R;
  R.Id = A.Id, R.Source = A.Source, R.Line = A.Line;
  R.Space = A.Space, R.Op = A.Op;
  R.Measured = "-", R.View = "source";
  if (!P || !P->Unknown.empty()) {
    R.Predicted = P ? P->Unknown : "none";
    return R;
  }
  R.Unit = P->Unit, R.View = P->View;
  R.PredictedMin = double(P->Min), R.PredictedMax = double(P->Max);
  R.Predicted = P->Pattern == "not-executed" ? "not executed"
                : P->Min == P->Max ? std::to_string(P->Min)
                                   : "[" + std::to_string(P->Min) + ", " +
                                         std::to_string(P->Max) + "]";
  return R;
}

static std::string quotient(uint64_t Units, uint64_t Times) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.3f", double(Units) / double(Times));
  std::string S = Text;
  while (S.back() == '0')
    S.pop_back();
  if (S.back() == '.')
    S.pop_back();
  return S;
}

namespace {
class LaunchJudge {
public:
  LaunchJudge(const PredictedKernel &K, unsigned Predicted, const Launch &L)
      : K(K), Predicted(Predicted), L(L), Counters(L),
        Blocks(L.Grid[0] * L.Grid[1] * L.Grid[2]) {}

  std::vector<Row> run(std::vector<const Instruction *> &Unclaimed) {
    std::vector<Group> Groups = groupAccesses(K, L, Unclaimed);
    Rows.resize(K.Accesses.size());
    for (const Group &G : Groups)
      judgeBoth(G);
    settleByTotals(L, Counters, Judged, Rows);
    return std::move(Rows);
  }

private:
  /// The predictions of the group as written; empty unless all have one.
  std::vector<Expected> asWritten(const Group &G) const {
    std::vector<Expected> All;
    for (size_t A : G.Accesses) {
      const PredictedAccess &Access = K.Accesses[A];
      const Prediction *P =
          findPrediction(Access.Predictions, Predicted, "source");
      if (!P)
        return {};
      All.push_back({P, 8 * Access.WidthBytes, Access.Form});
    }
    return All;
  }

  std::vector<const CompiledAccess *> compiledOf(size_t Access) const {
    std::vector<const CompiledAccess *> Found;
    for (const CompiledAccess &C : K.Compiled)
      if (std::count(C.Members.begin(), C.Members.end(), Access))
        Found.push_back(&C);
    return Found;
  }

  /// The machine accesses that the group becomes. False where these are the
  /// written ones, or not known.
  bool asCompiled(const Group &G, std::vector<Expected> &All) const {
    std::set<const CompiledAccess *> Seen;
    for (size_t A : G.Accesses) {
      const PredictedAccess &Access = K.Accesses[A];
      std::vector<const CompiledAccess *> Entries = compiledOf(A);
      if (Access.CompiledUnsure)
        return false;
      for (const CompiledAccess *C : Entries) {
        if (!Seen.insert(C).second || C->Eliminated)
          continue;
        const Prediction *P =
            findPrediction(C->Predictions, Predicted, "compiled");
        if (!P)
          return false;
        All.push_back({P, 8 * C->WidthBytes, Access.Form, C->Copies});
      }
      const Prediction *P =
          findPrediction(Access.Predictions, Predicted, "source");
      if (Entries.empty() && !P)
        return false;
      if (Entries.empty())
        All.push_back({P, 8 * Access.WidthBytes, Access.Form});
    }
    return !Seen.empty();
  }

  /// The compiled view goes first; the source view may still be what matches.
  void judgeBoth(const Group &G) {
    Contest C;
    C.Blocks = Blocks;
    C.Compiled = true;
    if (!asCompiled(G, C.Accesses))
      return judgeParts(G);
    Judgement J = judgeCompiled(G, C);
    if (J.Result == Verdict::Match || !couldBeAsWritten(G))
      return finish(G, C, "compiled", J);
    judgeParts(G);
    if (Rows[G.Accesses[0]].Judged.Result != Verdict::Match)
      finish(G, C, "compiled", J);
  }

  /// Some instruction has the width of a written access.
  bool couldBeAsWritten(const Group &G) const {
    for (const Instruction *I : G.Instructions)
      for (size_t A : G.Accesses)
        if (ran(*I) && comparableWidth(*I) == 8 * K.Accesses[A].WidthBytes)
          return true;
    return false;
  }

  Judgement judgeCompiled(const Group &G, Contest &C) {
    bool Ran = std::any_of(G.Instructions.begin(), G.Instructions.end(),
                           [](const Instruction *I) { return ran(*I); });
    if (C.Accesses.empty()) // Its array lives in registers.
      return Ran ? Judgement::of(Verdict::Mismatch, "NOT_ELIMINATED",
                                 "predicted to live in registers")
                 : Judgement::match("ELIMINATED", Agreement::Exact);
    return judgeMeasured(G, C);
  }

  /// Either view, against what the instructions did.
  Judgement judgeMeasured(const Group &G, Contest &C) {
    if (G.Instructions.empty())
      return Judgement::of(Verdict::NotMeasured, "NO_INSTRUCTION",
                           C.Compiled ? "the compiler removed it"
                                      : "the compiler removed or merged it");
    if (G.Space == "constant")
      return judgeConstant(G, C);
    if (!measure(G, C))
      return Judgement::of(Verdict::NotMeasured, "NO_COUNTER",
                           "the profiler has no counter of this kind");
    return judge(C);
  }

  void judgeParts(const Group &G) {
    for (const Group &Part : splitByWidth(K, G))
      judgeGroup(Part);
  }

  void judgeGroup(const Group &G) {
    Contest C;
    C.Blocks = Blocks;
    C.Accesses = asWritten(G);
    finish(G, C, "source",
           C.Accesses.empty()
               ? Judgement::of(Verdict::Ambiguous, "UNKNOWN_PREDICTION")
               : judgeMeasured(G, C));
  }

  /// Fills in the instructions that ran; false when a figure is missing.
  bool measure(const Group &G, Contest &C) {
    const std::string Unit = C.Accesses[0].Says->Unknown.empty()
                                 ? C.Accesses[0].Says->Unit
                             : G.Space == "shared" ? "wavefronts"
                                                   : "sectors";
    bool First = true;
    for (const Instruction *I : G.Instructions) {
      if (!ran(*I))
        continue;
      Evidence E = Counters.evidence(*I, G.Space);
      Count Units = E == Evidence::HardwareCounter
                        ? Counters.hardware(Counters.kind(*I, G.Space))
                        : pageUnits(*I, G.Space, Unit);
      if (!Units)
        return false;
      SassAccess S = classify(I->Sass);
      C.Instructions.push_back({*Units, I->Executed, comparableWidth(*I),
                                S.Predicated && I->Threads < 32 * I->Executed});
      C.From = First ? E : std::max(C.From, E);
      First = false;
    }
    return true;
  }

  Judgement judgeConstant(const Group &G, Contest &C) {
    bool Uniform = true;
    for (const Instruction *I : G.Instructions) {
      Uniform &= classify(I->Sass).Uniform;
      if (ran(*I))
        C.Instructions.push_back({0, I->Executed, comparableWidth(*I), false});
    }
    if (C.times() == 0)
      return Judgement::of(Verdict::NotMeasured, "NOT_EXECUTED");
    if (Uniform) {
      // One word for the warp, whatever the counters say.
      for (Executed &I : C.Instructions)
        I.Units = I.Times, I.SizeBits = 0;
      Judgement J = judge(C);
      if (J.Result == Verdict::Match)
        J.Reason = "UNIFORM_OPERAND";
      return J;
    }
    Count Requests = Counters.constantRequests();
    size_t Indexed = 0;
    for (const Instruction &I : L.Instructions)
      Indexed += I.Space == "constant" && ran(I) && !classify(I.Sass).Uniform;
    if (!Requests)
      return Judgement::of(Verdict::Ambiguous, "CONSTANT_OVERHEAD",
                           "the launch's own constant requests can't be told "
                           "from the kernel's");
    if (Indexed != C.Instructions.size()) {
      C.From = Evidence::PageDisputed; // Settled by the total, if at all.
      return Judgement::of(Verdict::Ambiguous, "CONSTANT_SHARED",
                           "other constant loads share the counter");
    }
    return judgeAllConstant(C, *Requests);
  }

  /// The group holds every indexed constant load of the kernel.
  static Judgement judgeAllConstant(Contest &C, uint64_t Requests) {
    unsigned Width = C.Instructions[0].SizeBits;
    for (const Executed &I : C.Instructions)
      if (I.SizeBits != Width)
        Width = 1; // No access is that wide: only totals compare.
    C.Instructions = {{Requests, C.times(), Width, false}};
    C.From = Evidence::HardwareCounter;
    return judge(C);
  }

  void finish(const Group &G, const Contest &C, const std::string &View,
              Judgement J) {
    if (G.Shifted)
      J.Note += std::string(J.Note.empty() ? "" : "; ") +
                "the compiled code has it on line " +
                std::to_string(G.Instructions[0]->Line);
    J.Note += disagreement(G, C, J.Note.empty());
    // Sums say nothing of a single request.
    bool SumOnly = J.Reason == "TOTAL_PER_LINE" || J.Reason == "BLOCK_TOTAL";
    bool Apart = J.Shares.size() == G.Accesses.size();
    for (size_t N = 0; N < G.Accesses.size(); ++N) {
      size_t A = G.Accesses[N];
      Row R = predictedRow(K.Accesses[A], shown(A, View));
      R.View = View;
      R.Judged = J;
      R.Units = Apart ? J.Shares[N].first : C.units();
      R.Executed = Apart ? J.Shares[N].second : C.times();
      if (R.Executed && !(G.Space == "constant" && R.Units == 0)) {
        R.Measured = quotient(R.Units, R.Executed);
        R.MeasuredMean = SumOnly ? -1 : double(R.Units) / double(R.Executed);
        R.Evidence = evidenceName(C.From);
      }
      Rows[A] = std::move(R);
    }
    Judged.push_back({G, C});
  }

  /// The prediction that stands in the row of an access.
  const Prediction *shown(size_t A, const std::string &View) const {
    if (View == "compiled")
      for (const CompiledAccess *C : compiledOf(A))
        if (!C->Eliminated)
          return findPrediction(C->Predictions, Predicted, View);
    return findPrediction(K.Accesses[A].Predictions, Predicted, "source");
  }

  /// What the source page says where the hardware counter overrules it.
  std::string disagreement(const Group &G, const Contest &C, bool First) const {
    if (C.From != Evidence::HardwareCounter || G.Space == "constant" ||
        G.Space == "distributed" || C.Accesses.empty())
      return "";
    for (const Instruction *I : G.Instructions) {
      Count Page = pageUnits(*I, G.Space, C.Accesses[0].Says->Unit);
      if (ran(*I) && Page && *Page != C.units())
        return std::string(First ? "" : "; ") + "the source page says " +
               quotient(*Page, I->Executed);
    }
    return "";
  }

  const PredictedKernel &K;
  unsigned Predicted;
  const Launch &L;
  LaunchCounters Counters;
  uint64_t Blocks;
  std::vector<Row> Rows;
  std::vector<JudgedGroup> Judged;
};
} // namespace

std::vector<Row> judgeLaunch(const PredictedKernel &Kernel, unsigned Predicted,
                             const Launch &Measured,
                             std::vector<const Instruction *> &Unclaimed) {
  return LaunchJudge(Kernel, Predicted, Measured).run(Unclaimed);
}

} // namespace warptidy::measure
