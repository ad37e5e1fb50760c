//===- HostFlow.h - What runs in each iteration of a loop -------*- C++ -*-===//
// Questions about order that Clang's control-flow graph of a function answers.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTFLOW_H
#define WARPTIDY_LAUNCH_HOSTFLOW_H

#include "clang/AST/ParentMap.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include <utility>

namespace warptidy {

class HostFlow {
public:
  /// Graph may be null: then nothing is certain.
  HostFlow(const clang::CFG *Graph, const clang::ParentMap &Parents);

  /// Whether the statement runs whenever the loop comes around, and the loop
  /// comes around after it.
  bool runsEachIteration(const clang::Stmt *S, const clang::Stmt *Loop) const;
  /// Whether Second always runs after First in the same iteration, if the loop
  /// comes around at all.
  bool alwaysFollows(const clang::Stmt *First, const clang::Stmt *Second,
                     const clang::Stmt *Loop) const;

private:
  using Block = const clang::CFGBlock *;
  std::pair<Block, unsigned> placeOf(const clang::Stmt *S) const;
  Block headOf(const clang::Stmt *Loop) const;
  /// Whether a path leads from a successor of From to To around Avoided and
  /// without another round of the loops around Loop.
  bool reaches(Block From, Block To, Block Avoided,
               const clang::Stmt *Loop) const;

  const clang::ParentMap &Parents;
  llvm::DenseMap<const clang::Stmt *, std::pair<Block, unsigned>> Places;
  llvm::DenseMap<const clang::Stmt *, Block> Heads;
};

} // namespace warptidy

#endif
