//===- SourceIndex.h - From debug locations to the author's words -*- C++ -*-//
// Leads an access of the device IR back through its debug location to the
// subscript, member or dereference that the author wrote.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_ACCESS_SOURCEINDEX_H
#define WARPTIDY_ACCESS_SOURCEINDEX_H

#include "access/AccessFact.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warptidy {

class SourceIndex {
public:
  explicit SourceIndex(clang::ASTContext &Context);

  /// Where a debug location points; invalid when the file is not known.
  clang::SourceLocation locate(const llvm::DILocation *Loc);
  bool isUserCode(clang::SourceLocation Loc) const;
  SourceSpot spot(clang::SourceLocation Begin, clang::SourceLocation End) const;
  SourceSpot spot(clang::SourceLocation Loc) const { return spot(Loc, Loc); }

  /// The lvalue that begins at Loc and has values of WidthBytes, else the
  /// widest expression there; null when none does.
  const clang::Expr *lvalueAt(clang::SourceLocation Loc,
                              unsigned WidthBytes) const;
  /// The target of the assignment whose operator is at Loc. For a load only
  /// where the assignment reads its target (+=, ++).
  const clang::Expr *assignedAt(clang::SourceLocation Loc, bool Load) const;
  /// Alignment of the type that a copy of Bytes through Pointer has in the
  /// source; 0 when the copy's lvalue is not found.
  uint64_t copyAlignment(const llvm::Value &Pointer,
                         const llvm::Instruction &Copy, uint64_t Bytes);
  SourceWords wordsOf(const clang::Expr *E) const;
  std::string textOf(const clang::Expr *E) const;
  /// The name a local variable has in the source: IR gives the second i of a
  /// function the name i7.
  std::string variableName(llvm::StringRef IRName) const;

  /// Alignment of a member of a packed struct, 0 for any other lvalue.
  unsigned packedAlignment(const clang::Expr *E) const;

private:
  uint64_t alignmentOfSize(const clang::Expr *E, uint64_t Bytes) const;
  friend class LvalueCollector;
  clang::ASTContext &Context;
  const clang::SourceManager &SM;
  /// Lvalues by the expansion location they begin at, outermost first.
  std::map<clang::SourceLocation, std::vector<const clang::Expr *>> Lvalues;
  struct Assignment {
    const clang::Expr *Target;
    bool Reads;
  };
  std::map<clang::SourceLocation, Assignment> Assignments;
  std::map<std::string, clang::FileID> Files;
  std::set<std::string, std::less<>> Variables;
};

} // namespace warptidy

#endif
