//===- Verdict.h - What comparing one access gave ---------------*- C++ -*-===//
// The verdicts and their reason codes; integration/docs/verdicts.md explains
// each. A verdict starts AMBIGUOUS and changes only on evidence.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_VERDICT_H
#define WARPTIDY_MEASURE_VERDICT_H

#include <cstdint>
#include <string>
#include <vector>

namespace warptidy::measure {

enum class Verdict { Match, Mismatch, Ambiguous, NotMeasured };
const char *verdictName(Verdict V);

/// How closely a MATCH agrees.
enum class Agreement {
  None,      ///< Not a MATCH.
  Exact,     ///< min = max = measured in every execution.
  Total,     ///< The one predicted total of the launch is the measured one.
  Mean,      ///< The predicted mean of varying requests is the measured mean.
  Contained, ///< The measured mean lies within [min, max].
};
const char *agreementName(Agreement A);

struct Judgement {
  Verdict Result = Verdict::Ambiguous;
  std::string Reason = "NO_EVIDENCE"; ///< A code.
  Agreement Closeness = Agreement::None;
  std::string Note; ///< A sentence for what the code leaves open.
  /// What each access of the contest was measured at, where the accesses of a
  /// line could be told apart: units and executions.
  std::vector<std::pair<uint64_t, uint64_t>> Shares;

  static Judgement match(const char *Reason, Agreement A) {
    return {Verdict::Match, Reason, A, "", {}};
  }
  static Judgement of(Verdict V, const char *Reason, std::string Note = "") {
    return {V, Reason, Agreement::None, std::move(Note), {}};
  }
};

/// One access under one launch.
struct Row {
  std::string Program, Kernel, Launch, Id, Source;
  unsigned Line = 0;
  std::string Space, Op, Unit;
  std::string Predicted; ///< "4", "[4, 8]" or a reason.
  std::string Measured;  ///< Units per execution: "4", "12.5", "-".
  double PredictedMin = 0, PredictedMax = 0;
  double MeasuredMean =
      -1; ///< Of one request; negative when only a sum is known.
  uint64_t Units = 0, Executed = 0;
  std::string View;     ///< The view that the judgement is about.
  std::string Evidence; ///< HW_COUNTER, PAGE_CHECKED, PAGE, ...
  Judgement Judged;
  unsigned Times = 1; ///< Launches with the same outcome.
};

/// A measured access that no prediction speaks of.
struct Unpredicted {
  std::string Program, Kernel, File, Sass;
  unsigned Line = 0;
};

struct Comparison {
  std::vector<Row> Rows;
  std::vector<Unpredicted> Unmatched;
  std::vector<std::string> Errors; ///< Stale sources and the like.
  bool SourcesChecked = false;

  size_t count(Verdict V) const;
  size_t count(Agreement A) const;
  bool passes() const { return Errors.empty() && !count(Verdict::Mismatch); }
};

} // namespace warptidy::measure

#endif
