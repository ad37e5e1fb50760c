//===- DeclFacts.h - Declarations that a fix may change ---------*- C++ -*-===//
// Where the extent of a shared array and the keyword of a struct are written,
// and what keeps them from being changed.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_DECLFACTS_H
#define WARPTIDY_ACCESS_DECLFACTS_H

#include "access/AccessFact.h"

namespace warptidy {

/// A __shared__ array of arrays.
struct ArrayFact {
  std::string Name;
  SourceSpot Where; ///< Its name in the declaration.
  unsigned Dimensions = 0;
  /// Its innermost extent as written; line 0 where it is not in the source.
  SourceSpot Extent;
  std::string ExtentText;
  /// The declarator up to that extent: "tile[32][".
  std::string Head;
  /// The extent is Text of its start, then this number: "N + " and 1.
  std::string BeforeNumber;
  std::optional<uint64_t> Number;
  bool Binds = true;    ///< "+ 1" can be written behind it as it is.
  std::string Obstacle; ///< Why it must stay as it is; empty if it need not.

  /// The extent with More elements added.
  std::string longer(unsigned More) const;
};

/// A struct or class of the user's.
struct RecordFact {
  std::string Name; ///< Qualified.
  SourceSpot Keyword;
  std::string KeywordText; ///< "struct" or "class".
  unsigned Size = 0, Align = 0;
  std::string Obstacle; ///< Why its alignment must stay; empty if it need not.
};

struct DeclFacts {
  std::vector<ArrayFact> Arrays;
  std::vector<RecordFact> Records;
  /// By the place of the name.
  const ArrayFact *arrayAt(const SourceSpot &Where) const;
  const RecordFact *record(const std::string &Name) const;
};

} // namespace warptidy

#endif
