//===- Judge.cpp - Predicted against measured, for one line ---------------===//
// See Judge.h.
//===----------------------------------------------------------------------===//
#include "measure/Judge.h"
#include <algorithm>
#include <functional>

namespace warptidy::measure {

const char *evidenceName(Evidence E) {
  switch (E) {
  case Evidence::HardwareCounter:
    return "HW_COUNTER";
  case Evidence::PageChecked:
    return "PAGE_CHECKED";
  case Evidence::PageBusy:
    return "PAGE_BUSY";
  case Evidence::Page:
    return "PAGE";
  case Evidence::PageModel:
    return "PAGE_MODEL";
  case Evidence::PageDisputed:
    return "PAGE_DISPUTED";
  }
  return "";
}

uint64_t Contest::units() const {
  uint64_t Sum = 0;
  for (const Executed &I : Instructions)
    Sum += I.Units;
  return Sum;
}

uint64_t Contest::times() const {
  uint64_t Sum = 0;
  for (const Executed &I : Instructions)
    Sum += I.Times;
  return Sum;
}

static bool isNotExecuted(const Expected &E) {
  return E.Says->Pattern == "not-executed";
}

static bool isExact(const Prediction &P) { return P.Min == P.Max; }

Count sharedExact(const std::vector<Expected> &Accesses) {
  for (const Expected &E : Accesses)
    if (!E.Says->Unknown.empty() || isNotExecuted(E) || !isExact(*E.Says) ||
        E.Says->Min != Accesses[0].Says->Min)
      return std::nullopt;
  return Accesses.empty() ? Count() : Count(Accesses[0].Says->Min);
}

namespace {
/// The judgement in steps; each step decides or leaves it to the next.
class Judge {
public:
  explicit Judge(const Contest &C) : C(C), U(C.units()), T(C.times()) {}

  Judgement run() {
    if (dropNotExecuted() || undecidable())
      return Result;
    if (merged())
      return mergedTotals();
    if (C.Compiled && !widthsExpected())
      return Judgement::of(Verdict::Mismatch, "COMPILED_OTHERWISE",
                           "an instruction has none of the widths that were "
                           "predicted for the compiled code");
    return byLaunch(same() ? samePredictions() : assignment());
  }

private:
  /// What the totals of the launch add to a judgement on its requests.
  Judgement byLaunch(Judgement J) const {
    Count Units = launchTotal(&Prediction::LaunchUnits);
    if (!Units || J.Result == Verdict::Mismatch ||
        J.Closeness == Agreement::Exact)
      return J;
    if (*Units == U)
      return Judgement::match("LAUNCH_TOTAL", Agreement::Total);
    if (J.Result == Verdict::Match &&
        launchTotal(&Prediction::LaunchRequests) == Count(T))
      return Judgement::of(Verdict::Mismatch, "LAUNCH_TOTAL",
                           "predicted " + std::to_string(*Units) + " in " +
                               std::to_string(T) + " requests");
    return J;
  }

  /// The sum over the accesses, if every one has it.
  Count launchTotal(Count Prediction::*Figure) const {
    uint64_t Sum = 0;
    for (const Expected &E : C.Accesses) {
      if (!(E.Says->*Figure))
        return std::nullopt;
      Sum += *(E.Says->*Figure);
    }
    return Sum;
  }

  bool decide(Judgement J) {
    Result = std::move(J);
    return true;
  }

  /// Accesses that no lane reaches take no part, unless there are only such.
  bool dropNotExecuted() {
    std::vector<Expected> &A = C.Accesses;
    if (std::all_of(A.begin(), A.end(), isNotExecuted))
      return decide(T ? Judgement::of(Verdict::Mismatch, "EXECUTED",
                                      "no lane was predicted to get here")
                      : Judgement::match("NOT_EXECUTED", Agreement::Exact));
    A.erase(std::remove_if(A.begin(), A.end(), isNotExecuted), A.end());
    return T == 0 &&
           decide(Judgement::of(Verdict::NotMeasured, "NOT_EXECUTED"));
  }

  bool undecidable() {
    size_t Unknown = 0;
    for (const Expected &E : C.Accesses)
      Unknown += !E.Says->Unknown.empty();
    if (Unknown == C.Accesses.size())
      return decide(Judgement::of(Verdict::Ambiguous, "UNKNOWN_PREDICTION"));
    if (Unknown)
      return decide(
          Judgement::of(Verdict::Ambiguous, "LINE_SHARED",
                        "another access of this line has no prediction"));
    if (C.From == Evidence::PageModel)
      return decide(Judgement::of(Verdict::Ambiguous, "PAGE_MODEL",
                                  "the profiler models this access and no "
                                  "hardware counter isolates it"));
    if (C.From == Evidence::PageDisputed)
      return decide(Judgement::of(
          Verdict::Ambiguous, "PAGE_DISPUTED",
          "the source page and the hardware counter differ over this kernel"));
    return false;
  }

  /// The global side of a 16-byte cp.async, which nvcc lets bypass L1.
  bool bypassesL1() const {
    const Expected &E = C.Accesses[0];
    return E.Form == "cp.async" && E.WidthBits == 128 &&
           E.Says->Unit == "sectors";
  }

  bool widthsExpected() const {
    return std::all_of(
        C.Instructions.begin(), C.Instructions.end(), [&](const Executed &I) {
          return !I.SizeBits ||
                 std::any_of(C.Accesses.begin(), C.Accesses.end(),
                             [&](const Expected &E) {
                               return E.WidthBits == I.SizeBits;
                             });
        });
  }

  bool merged() const {
    if (C.Compiled)
      return false;
    for (const Expected &E : C.Accesses)
      for (const Executed &I : C.Instructions)
        if (E.WidthBits && I.SizeBits && E.WidthBits != I.SizeBits)
          return true;
    return false;
  }

  /// Units that the predictions give for the whole grid, if they say.
  Count predictedTotal() const {
    if (Count Units = launchTotal(&Prediction::LaunchUnits))
      return Units;
    uint64_t Sum = 0;
    for (const Expected &E : C.Accesses) {
      if (!E.Says->BlockUnits)
        return std::nullopt;
      Sum += *E.Says->BlockUnits * C.Blocks / E.Says->Blocks;
    }
    return Sum;
  }

  /// How well the totals agree when they do.
  Agreement ofTotals() const {
    if (allExact())
      return Agreement::Exact;
    return launchTotal(&Prediction::LaunchUnits) ? Agreement::Total
                                                 : Agreement::Mean;
  }

  bool allExact() const {
    return std::all_of(C.Accesses.begin(), C.Accesses.end(),
                       [](const Expected &E) { return isExact(*E.Says); });
  }

  /// Wider or narrower instructions than written: only totals compare.
  Judgement mergedTotals() const {
    if (predictedTotal() == Count(U))
      return Judgement::match("TOTAL_PER_LINE", ofTotals());
    bool Wider = C.Instructions[0].SizeBits > C.Accesses[0].WidthBits;
    return Judgement::of(
        Verdict::Ambiguous, Wider ? "MERGED_WIDER" : "SPLIT_NARROWER",
        "the compiler made " + std::to_string(C.Instructions[0].SizeBits) +
            "-bit requests of these " +
            std::to_string(C.Accesses[0].WidthBits) + "-bit accesses");
  }

  bool same() const {
    for (const Expected &E : C.Accesses)
      if (E.Says->Min != C.Accesses[0].Says->Min ||
          E.Says->Max != C.Accesses[0].Says->Max)
        return false;
    return true;
  }

  Judgement samePredictions() const {
    const Prediction &P = *C.Accesses[0].Says;
    if (isExact(P) && U == P.Min * T)
      return Judgement::match("EXACT", Agreement::Exact);
    if (U < P.Min * T || U > P.Max * T)
      return outside(U < P.Min * T);
    return inInterval(P);
  }

  /// A mean that lies outside of what was predicted.
  Judgement outside(bool Below) const {
    bool Diluted = std::any_of(C.Instructions.begin(), C.Instructions.end(),
                               [](const Executed &I) { return I.Diluted; });
    if (Below && Diluted) {
      if (predictedTotal() == Count(U))
        return Judgement::match("BLOCK_TOTAL", ofTotals());
      return Judgement::of(Verdict::Ambiguous, "PREDICATED",
                           "the counter includes executions without any "
                           "active lane");
    }
    if (bypassesL1())
      return Judgement::of(Verdict::Ambiguous, "BYPASS",
                           "the sectors of a cp.async that bypasses L1 depend "
                           "on its shared side as well");
    if (C.Accesses[0].Form == "cas-loop")
      return Judgement::of(Verdict::Ambiguous, "CAS_LOOP",
                           "how often the loop repeats depends on the data");
    return Judgement::of(Verdict::Mismatch, "OUTSIDE");
  }

  Judgement inInterval(const Prediction &P) const {
    uint64_t Requests = 0, Units = 0;
    bool Known = true;
    for (const Expected &E : C.Accesses) {
      Known &= E.Says->BlockRequests.has_value();
      Requests += E.Says->BlockRequests.value_or(0);
      Units += E.Says->BlockUnits.value_or(0);
    }
    if (Known && Requests && U * Requests == Units * T)
      return Judgement::match("MEAN", Agreement::Mean);
    // The whole grid was followed in full: no way out.
    if (Known && C.Blocks == C.Accesses[0].Says->Blocks && Requests == T)
      return Judgement::of(Verdict::Mismatch, "MEAN_DIFFERS",
                           "predicted " + std::to_string(Units) + " in " +
                               std::to_string(Requests) + " requests");
    return Judgement::match(P.Pattern == "data-dependent" ? "DATA_DEPENDENT"
                                                          : "IN_INTERVAL",
                            Agreement::Contained);
  }

  bool fits(const Executed &I, const Expected &E) const {
    if (C.Compiled && I.SizeBits && I.SizeBits != E.WidthBits)
      return false;
    return E.Says->Min * I.Times <= I.Units && I.Units <= E.Says->Max * I.Times;
  }

  /// Several accesses with different predictions: each instruction must be a
  /// copy of one of them, and each access have equally many copies.
  Judgement assignment() const {
    for (const Executed &I : C.Instructions)
      if (std::none_of(C.Accesses.begin(), C.Accesses.end(),
                       [&](const Expected &E) { return fits(I, E); }))
        return I.Diluted
                   ? outside(true)
                   : Judgement::of(Verdict::Mismatch, "OUTSIDE",
                                   "an instruction of this line fits none "
                                   "of its accesses");
    size_t N = C.Instructions.size(), M = 0;
    for (const Expected &E : C.Accesses)
      M += E.Copies;
    std::vector<std::vector<size_t>> Taken(C.Accesses.size());
    if (N % M == 0 && assigns(N / M, Taken)) {
      Judgement J = Judgement::match(
          "LINE_SET", allExact() ? Agreement::Exact : Agreement::Contained);
      for (const std::vector<size_t> &Mine : Taken) {
        J.Shares.push_back({0, 0});
        for (size_t I : Mine) {
          J.Shares.back().first += C.Instructions[I].Units;
          J.Shares.back().second += C.Instructions[I].Times;
        }
      }
      return J;
    }
    return Judgement::of(Verdict::Ambiguous, "LINE_SHARED",
                         std::to_string(M) + " accesses of this line became " +
                             std::to_string(N) + " instructions");
  }

  /// Bipartite matching with Copies instructions for each access.
  bool assigns(size_t Copies, std::vector<std::vector<size_t>> &Taken) const {
    std::vector<bool> Seen;
    std::function<bool(size_t)> Place = [&](size_t I) {
      for (size_t A = 0; A < Taken.size(); ++A) {
        if (Seen[A] || !fits(C.Instructions[I], C.Accesses[A]))
          continue;
        Seen[A] = true;
        if (Taken[A].size() < Copies * C.Accesses[A].Copies) {
          Taken[A].push_back(I);
          return true;
        }
        for (size_t &Other : Taken[A])
          if (Place(Other)) {
            Other = I;
            return true;
          }
      }
      return false;
    };
    for (size_t I = 0; I < C.Instructions.size(); ++I) {
      Seen.assign(Taken.size(), false);
      if (!Place(I))
        return false;
    }
    return true;
  }

  Contest C;
  uint64_t U, T;
  Judgement Result;
};
} // namespace

Judgement judge(const Contest &C) { return Judge(C).run(); }

} // namespace warptidy::measure
