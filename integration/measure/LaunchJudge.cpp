//===- LaunchJudge.cpp - One kernel under one launch ----------------------===//
// See LaunchJudge.h.
//===----------------------------------------------------------------------===//
#include "measure/LaunchJudge.h"
#include "measure/Sass.h"
#include "measure/Totals.h"
#include <algorithm>
#include <cstdio>

namespace warptidy::measure {

const Prediction *findPrediction(const PredictedAccess &A, unsigned Launch,
                                 const std::string &View) {
  for (const Prediction &P : A.Predictions)
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
      for (const Group &Part : splitByWidth(K, G))
        judgeGroup(Part);
    settleByTotals(L, Counters, Judged, Rows);
    return std::move(Rows);
  }

private:
  /// The predictions of the group in a view; empty unless all have it.
  std::vector<Expected> expected(const Group &G,
                                 const std::string &View) const {
    std::vector<Expected> All;
    for (size_t A : G.Accesses) {
      const PredictedAccess &Access = K.Accesses[A];
      const Prediction *P = findPrediction(Access, Predicted, View);
      if (!P && View == "compiled") // Unknown stands for both views.
        P = findPrediction(Access, Predicted, "source");
      if (!P || (View == "compiled" && P->View != View && P->Unknown.empty()))
        return {};
      All.push_back({P, 8 * Access.WidthBytes, Access.Form});
    }
    return All;
  }

  void judgeGroup(const Group &G) {
    Contest C;
    C.Blocks = Blocks;
    std::vector<Expected> Source = expected(G, "source");
    std::vector<Expected> Compiled = expected(G, "compiled");
    if (Source.empty() && Compiled.empty())
      return finish(G, C, "source",
                    Judgement::of(Verdict::Ambiguous, "UNKNOWN_PREDICTION"));
    C.Accesses = Source.empty() ? Compiled : Source;
    C.Compiled = Source.empty();
    if (G.Instructions.empty())
      return finish(G, C, "source",
                    Judgement::of(Verdict::NotMeasured, "NO_INSTRUCTION",
                                  "the compiler removed or merged it"));
    if (G.Space == "constant")
      return finish(G, C, "source", judgeConstant(G, C));
    if (!measure(G, C))
      return finish(G, C, "source",
                    Judgement::of(Verdict::NotMeasured, "NO_COUNTER",
                                  "the profiler has no counter of this kind"));
    judgeViews(G, C, Source, Compiled);
  }

  /// The compiled view goes first; the source view may still be what matches.
  void judgeViews(const Group &G, Contest &C,
                  const std::vector<Expected> &Source,
                  const std::vector<Expected> &Compiled) {
    Judgement First;
    if (!Compiled.empty()) {
      C.Accesses = Compiled, C.Compiled = true;
      First = judge(C);
      if (First.Result == Verdict::Match || Source.empty())
        return finish(G, C, "compiled", First);
    }
    C.Accesses = Source, C.Compiled = false;
    Judgement Second = judge(C);
    if (Second.Result == Verdict::Match || Compiled.empty())
      return finish(G, C, "source", Second);
    C.Accesses = Compiled, C.Compiled = true;
    finish(G, C, "compiled", First);
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
      const Prediction *P = findPrediction(K.Accesses[A], Predicted, View);
      Row R = predictedRow(
          K.Accesses[A],
          P ? P : findPrediction(K.Accesses[A], Predicted, "source"));
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

  /// What the source page says where the hardware counter overrules it.
  std::string disagreement(const Group &G, const Contest &C, bool First) const {
    if (C.From != Evidence::HardwareCounter || G.Space == "constant")
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
