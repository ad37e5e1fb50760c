//===- DeclFacts.cpp - Declarations that a fix may change -----------------===//
// See DeclFacts.h.
//===----------------------------------------------------------------------===//
#include "access/DeclFacts.h"

namespace warptidy {

std::string ArrayFact::longer(unsigned More) const {
  if (Number)
    return BeforeNumber + std::to_string(*Number + More);
  return (Binds ? ExtentText : "(" + ExtentText + ")") + " + " +
         std::to_string(More);
}

const ArrayFact *DeclFacts::arrayAt(const SourceSpot &Where) const {
  for (const ArrayFact &A : Arrays)
    if (A.Where.Line == Where.Line && A.Where.Column == Where.Column &&
        A.Where.File == Where.File)
      return &A;
  return nullptr;
}

const RecordFact *DeclFacts::record(const std::string &Name) const {
  for (const RecordFact &R : Records)
    if (R.Name == Name)
      return &R;
  return nullptr;
}

} // namespace warptidy
