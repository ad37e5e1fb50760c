//===- MixedSpaces.h - Pointers into one of several memories ----*- C++ -*-===//
// A pointer that is chosen between arrays of different address spaces, as in
// `inside ? global + i : zeros`, is an access to each of them: by the lanes
// that choose it.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_MIXEDSPACES_H
#define WARPTIDY_ACCESS_MIXEDSPACES_H

#include "access/AccessFact.h"

namespace warptidy {

/// Address space of the memory behind a base symbol; Generic for other symbols.
AddressSpace addressSpaceOf(SymbolKind Kind);

/// One choice: the address as it is then, and the guards under which it is.
struct SpaceChoice {
  AddressSpace Space = AddressSpace::Generic;
  ExprRef Base = NoExpr; ///< NoExpr when several arrays of one space remain.
  ExprRef Address = NoExpr;
  std::vector<Guard> Guards;
};

/// Takes the choices in Address apart. Empty when they are too many, or when
/// the space of one stays unknown.
std::vector<SpaceChoice> choicesOfSpace(ExprPool &Pool, ExprRef Address);

} // namespace warptidy

#endif
