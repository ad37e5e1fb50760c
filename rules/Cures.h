//===- Cures.h - Looking for changes that remove a finding ------*- C++ -*-===//
// What the searches for fixes share.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_RULES_CURES_H
#define WARPTIDY_RULES_CURES_H

#include "rules/Support.h"

namespace warptidy {

/// Where a finding's access is among the kernels of the unit.
struct FoundAccess {
  const KernelPredictions *Kernel = nullptr; ///< Null if it is not there.
  size_t Index = 0;
};
FoundAccess accessOf(const UnitFacts &Unit, const Finding &F);

/// Whether the machine accesses made for an access cost the least possible
/// under every launch. False where the figure is not known.
bool isIdeal(const KernelPredictions &K, size_t Access);
/// Of the widest machine access that serves this one, bytes.
unsigned machineWidth(const KernelPredictions &K, size_t Access);
/// Whether the figures hold whatever the data and the unknown arguments are.
bool isDecided(const KernelPredictions &K, size_t Access);
/// isIdeal for all accesses to the shared array of that name declared in that
/// line; false if there are none.
bool isArrayIdeal(const std::vector<KernelPredictions> &Kernels,
                  const std::string &Array, unsigned Line);

/// Pads the rows of shared arrays, or exchanges their columns: RowCure.cpp.
void cureRows(const UnitFacts &Unit, const RuleOptions &Options,
              std::vector<Finding> &Findings);
/// Raises the alignment of structs: RecordAlignment.cpp.
void cureAlignment(const UnitFacts &Unit, const RuleOptions &Options,
                   std::vector<Finding> &Findings);
/// Says where exchanging x and y helps: IndexExchange.cpp.
void cureExchange(const UnitFacts &Unit, const RuleOptions &Options,
                  std::vector<Finding> &Findings);
/// "struct BodyArrays { float *x, *y; };" for the fields of a struct; empty if
/// they are too many or cannot be written so.
std::string arraysText(const RecordAccess &Record);

} // namespace warptidy

#endif
