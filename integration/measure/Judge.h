//===- Judge.h - Predicted against measured, for one line -------*- C++ -*-===//
// Pure arithmetic on the accesses and instructions that share a source line,
// an address space and an operation. No tolerance anywhere.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MEASURE_JUDGE_H
#define WARPTIDY_MEASURE_JUDGE_H

#include "measure/Predictions.h"
#include "measure/Verdict.h"

namespace warptidy::measure {

/// Where a measured figure comes from.
enum class Evidence {
  HardwareCounter, ///< The only instruction of its kind: the counter is its.
  PageChecked,     ///< Source page, whose sum is the hardware counter.
  PageBusy,        ///< Source page; the counter of a busy GPU says some more.
  Page,            ///< Source page alone.
  PageModel,       ///< Source page alone, where it is known to be a model.
  PageDisputed,    ///< Source page, whose sum is not the hardware counter.
};
const char *evidenceName(Evidence E);

/// One machine instruction that ran.
struct Executed {
  uint64_t Units = 0, Times = 0;
  unsigned SizeBits = 0; ///< 0: any (matrix loads).
  bool Diluted = false;  ///< Some executions may have had no active lane.
};

/// One view of what is predicted for one access.
struct Expected {
  const Prediction *Says = nullptr;
  unsigned WidthBits = 0;
  std::string Form;
  unsigned Copies = 1; ///< Instructions that an unrolled loop makes of it.
};

struct Contest {
  std::vector<Expected> Accesses;
  std::vector<Executed> Instructions;
  Evidence From = Evidence::Page;
  uint64_t Blocks = 1;
  bool Compiled = false; ///< The predictions are for the compiled code.

  uint64_t units() const;
  uint64_t times() const;
};

/// The judgement on all accesses of the contest together.
Judgement judge(const Contest &C);

/// The one exact figure that all accesses share, if they do.
Count sharedExact(const std::vector<Expected> &Accesses);

} // namespace warptidy::measure

#endif
