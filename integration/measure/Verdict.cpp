//===- Verdict.cpp - What comparing one access gave -----------------------===//
// See Verdict.h.
//===----------------------------------------------------------------------===//
#include "measure/Verdict.h"

namespace warptidy::measure {

const char *verdictName(Verdict V) {
  switch (V) {
  case Verdict::Match:
    return "MATCH";
  case Verdict::Mismatch:
    return "MISMATCH";
  case Verdict::Ambiguous:
    return "AMBIGUOUS";
  case Verdict::NotMeasured:
    return "NOT_MEASURED";
  }
  return "";
}

const char *agreementName(Agreement A) {
  switch (A) {
  case Agreement::None:
    return "none";
  case Agreement::Exact:
    return "exact";
  case Agreement::Total:
    return "total";
  case Agreement::Mean:
    return "mean";
  case Agreement::Contained:
    return "contained";
  }
  return "";
}

size_t Comparison::count(Verdict V) const {
  size_t N = 0;
  for (const Row &R : Rows)
    N += R.Judged.Result == V;
  return N;
}

size_t Comparison::count(Agreement A) const {
  size_t N = 0;
  for (const Row &R : Rows)
    N += R.Judged.Closeness == A;
  return N;
}

} // namespace warptidy::measure
