//===- Formula.h - A table as a formula -------------------------*- C++ -*-===//
// Finds the formula of one unknown that gives every row of a table.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_MODEL_FORMULA_H
#define WARPTIDY_MODEL_FORMULA_H

#include "model/Prediction.h"
#include <string>
#include <vector>

namespace warptidy {

/// The text of the simplest formula that gives the units of each case, such as
/// min(4*n, 32); empty when no formula of the known forms does. Cases ascend.
std::string formulaOf(const std::vector<SymbolCase> &Cases,
                      const std::string &Symbol);

} // namespace warptidy

#endif
