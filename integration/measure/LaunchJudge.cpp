//===- LaunchJudge.cpp - One kernel under one launch ----------------------===//
// See LaunchJudge.h.
//===----------------------------------------------------------------------===//
#include "measure/LaunchJudge.h"
#include "measure/Sass.h"
#include "measure/Text.h"
#include <algorithm>
#include <cstdio>
#include <set>

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
                : P->Min == P->Max           ? std::to_string(P->Min)
                                             : "[" + std::to_string(P->Min) +
                                         ", " + std::to_string(P->Max) + "]";
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

/// An atomic whose result is unused is compiled to a reduction.
static std::string opClass(const std::string &Op) {
  return Op == "reduction" ? "atomic" : Op;
}

namespace {
struct Group {
  std::vector<size_t> Accesses; ///< Indices into the kernel's.
  std::vector<const Instruction *> Instructions;
  std::string Space, Op;
  bool Shifted = false; ///< Joined although the lines differ.
};

class LaunchJudge {
public:
  LaunchJudge(const PredictedKernel &K, unsigned Predicted, const Launch &L)
      : K(K), Predicted(Predicted), L(L), Counters(L),
        Blocks(L.Grid[0] * L.Grid[1] * L.Grid[2]) {}

  std::vector<Row> run(std::vector<const Instruction *> &Unclaimed) {
    makeGroups();
    claim();
    joinShifted();
    for (const Instruction &I : L.Instructions)
      if (!Claimed.count(&I) && ran(I) && I.Space != "parameter")
        Unclaimed.push_back(&I);
    Rows.resize(K.Accesses.size());
    for (const Group &G : Groups)
      for (const Group &Part : byWidth(G))
        judgeGroup(Part);
    settleByTotals();
    return std::move(Rows);
  }

private:
  static bool ran(const Instruction &I) { return I.Executed && I.Threads; }

  void makeGroups() {
    for (size_t I = 0; I < K.Accesses.size(); ++I) {
      const PredictedAccess &A = K.Accesses[I];
      auto Same = [&](const Group &G) {
        const PredictedAccess &B = K.Accesses[G.Accesses[0]];
        return A.Line == B.Line && A.File == B.File && A.Space == B.Space &&
               opClass(A.Op) == G.Op;
      };
      auto It = std::find_if(Groups.begin(), Groups.end(), Same);
      if (It == Groups.end())
        Groups.push_back({{I}, {}, A.Space, opClass(A.Op), false});
      else
        It->Accesses.push_back(I);
    }
  }

  static bool sameKind(const Instruction &I, const Group &G) {
    bool Space = I.Space == G.Space ||
                 (I.Space == "global+shared" &&
                  (G.Space == "global" || G.Space == "shared")) ||
                 (I.Space == "generic" && G.Space == "global");
    return Space && opClass(I.Op) == G.Op;
  }

  void claim() {
    for (const Instruction &I : L.Instructions)
      for (Group &G : Groups) {
        const PredictedAccess &A = K.Accesses[G.Accesses[0]];
        if (I.Line != A.Line || !sameKind(I, G) || !samePath(I.File, A.File))
          continue;
        G.Instructions.push_back(&I);
        Claimed.insert(&I);
      }
  }

  /// The compiler may give an access of a statement over several lines another
  /// of its lines: when only one group and one line are left over of a kind,
  /// they belong together.
  void joinShifted() {
    for (Group &G : Groups) {
      std::vector<const Instruction *> Left;
      std::set<unsigned> Lines;
      for (const Instruction &I : L.Instructions)
        if (!Claimed.count(&I) && ran(I) && sameKind(I, G)) {
          Left.push_back(&I);
          Lines.insert(I.Line);
        }
      auto Orphan = [&](const Group &Other) {
        return Other.Instructions.empty() && Other.Space == G.Space &&
               Other.Op == G.Op;
      };
      if (Lines.size() != 1 || !G.Instructions.empty() ||
          std::count_if(Groups.begin(), Groups.end(), Orphan) != 1)
        continue;
      G.Instructions = Left;
      G.Shifted = true;
      Claimed.insert(Left.begin(), Left.end());
    }
  }

  static unsigned widthOf(const Instruction &I) {
    bool Matrix = contains(I.Sass, "LDSM") || contains(I.Sass, "STSM");
    return Matrix || I.Space == "constant" ? 0 : I.SizeBits;
  }

  /// Splits a group whose accesses and instructions have the same set of
  /// widths. Accesses of a width without instructions were removed when each
  /// instruction has accesses of its width.
  std::vector<Group> byWidth(const Group &G) const {
    std::set<unsigned> Widths, Made;
    for (size_t A : G.Accesses)
      Widths.insert(8 * K.Accesses[A].WidthBytes);
    for (const Instruction *I : G.Instructions)
      Made.insert(widthOf(*I));
    bool Subset = !Made.empty() && std::includes(Widths.begin(), Widths.end(),
                                                 Made.begin(), Made.end());
    if (Widths.size() < 2 || !Subset)
      return {G};
    std::vector<Group> Parts;
    for (unsigned W : Widths) {
      Group Part{{}, {}, G.Space, G.Op, G.Shifted};
      for (size_t A : G.Accesses)
        if (8 * K.Accesses[A].WidthBytes == W)
          Part.Accesses.push_back(A);
      for (const Instruction *I : G.Instructions)
        if (widthOf(*I) == W)
          Part.Instructions.push_back(I);
      Parts.push_back(std::move(Part));
    }
    return Parts;
  }

  /// The predictions of the group in a view; empty unless all have it.
  std::vector<Expected> expected(const Group &G, const std::string &View) const {
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
  void judgeViews(const Group &G, Contest &C, const std::vector<Expected> &Source,
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
                                 : G.Space == "shared" ? "wavefronts" : "sectors";
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
      C.Instructions.push_back({*Units, I->Executed, widthOf(*I),
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
        C.Instructions.push_back({0, I->Executed, 0, false});
    }
    if (C.times() == 0)
      return Judgement::of(Verdict::NotMeasured, "NOT_EXECUTED");
    if (Uniform) {
      // One word for the warp, whatever the counters say.
      for (Executed &I : C.Instructions)
        I.Units = I.Times;
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
  Judgement judgeAllConstant(Contest &C, uint64_t Requests) {
    uint64_t Times = C.times();
    C.Instructions = {{Requests, Times, 0, false}};
    C.From = Evidence::HardwareCounter;
    Judgement J = judge(C);
    if (J.Result != Verdict::Mismatch || J.Reason == "EXECUTED")
      return J;
    // Isolated by the parameter loads in the code; the overhead of 1 to 3
    // requests a warp that was measured otherwise is the most it can be off.
    uint64_t Threads = L.Block[0] * L.Block[1] * L.Block[2];
    uint64_t Warps = (Threads + 31) / 32 * Blocks;
    const Prediction &P = *C.Accesses[0].Says;
    if (Requests + 3 * Warps >= P.Min * Times &&
        Requests <= P.Max * Times + 3 * Warps)
      return Judgement::of(Verdict::Ambiguous, "CONSTANT_OVERHEAD",
                           "it differs by no more than the launch's own 1 to 3 "
                           "requests a warp");
    return J;
  }

  void finish(const Group &G, const Contest &C, const std::string &View,
              Judgement J) {
    if (G.Shifted)
      J.Note += std::string(J.Note.empty() ? "" : "; ") +
                "the compiled code has it on line " +
                std::to_string(G.Instructions[0]->Line);
    J.Note += disagreement(G, C, J.Note.empty());
    for (size_t A : G.Accesses) {
      const Prediction *P = findPrediction(K.Accesses[A], Predicted, View);
      Row R = predictedRow(
          K.Accesses[A],
          P ? P : findPrediction(K.Accesses[A], Predicted, "source"));
      R.View = View;
      R.Judged = J;
      R.Units = C.units(), R.Executed = C.times();
      if (R.Executed && !(G.Space == "constant" && R.Units == 0)) {
        R.Measured = quotient(R.Units, R.Executed);
        R.MeasuredMean = double(R.Units) / double(R.Executed);
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

  /// Groups that the source page could not decide: when every group of a kind
  /// has one exact figure, their sum must be the hardware counter.
  void settleByTotals() {
    std::set<std::string> Names{"constant"};
    for (const auto &[G, C] : Judged)
      for (const Instruction *I : G.Instructions)
        if (G.Space != "constant")
          Names.insert(Counters.kind(*I, G.Space));
    Names.erase("");
    for (const std::string &Name : Names)
      settle(Name);
  }

  bool open(const Group &G) const {
    const std::string &R = Rows[G.Accesses[0]].Judged.Reason;
    return R == "PAGE_MODEL" || R == "PAGE_DISPUTED" || R == "CONSTANT_SHARED";
  }

  bool belongs(const Instruction &I, const std::string &Name) const {
    if (!ran(I))
      return false;
    if (Name == "constant")
      return I.Space == "constant" && !classify(I.Sass).Uniform;
    return Counters.kind(I, I.Space) == Name;
  }

  void settle(const std::string &Name) {
    uint64_t Sum = 0;
    size_t Members = 0, All = 0;
    bool Open = false;
    for (const Instruction &I : L.Instructions)
      All += belongs(I, Name);
    for (const auto &[G, C] : Judged) {
      uint64_t Times = 0;
      for (const Instruction *I : G.Instructions)
        if (belongs(*I, Name))
          Times += I->Executed, ++Members;
      if (!Times)
        continue;
      Count Each = sharedExact(C.Accesses);
      if (!Each)
        return;
      Sum += *Each * Times;
      Open |= open(G);
    }
    Count Total = Name == "constant" ? Counters.constantRequests()
                                     : Counters.hardware(Name);
    if (!Open || !Total || Members != All)
      return;
    for (const auto &[G, C] : Judged) {
      bool Mine = std::any_of(
          G.Instructions.begin(), G.Instructions.end(),
          [&](const Instruction *I) { return belongs(*I, Name); });
      if (Mine && open(G))
        conclude(G, Sum, *Total);
    }
  }

  void conclude(const Group &G, uint64_t Sum, uint64_t Total) {
    for (size_t A : G.Accesses) {
      Rows[A].Judged =
          Sum == Total
              ? Judgement::match("KERNEL_TOTAL", Agreement::Exact)
              : Judgement::of(Verdict::Mismatch, "KERNEL_TOTAL",
                              "predicted " + std::to_string(Sum) +
                                  " for the kernel, counted " +
                                  std::to_string(Total));
      Rows[A].Evidence = evidenceName(Evidence::HardwareCounter);
    }
  }

  const PredictedKernel &K;
  unsigned Predicted;
  const Launch &L;
  LaunchCounters Counters;
  uint64_t Blocks;
  std::vector<Group> Groups;
  std::set<const Instruction *> Claimed;
  std::vector<Row> Rows;
  std::vector<std::pair<Group, Contest>> Judged;
};
} // namespace

std::vector<Row> judgeLaunch(const PredictedKernel &Kernel, unsigned Predicted,
                             const Launch &Measured,
                             std::vector<const Instruction *> &Unclaimed) {
  return LaunchJudge(Kernel, Predicted, Measured).run(Unclaimed);
}

} // namespace warptidy::measure
