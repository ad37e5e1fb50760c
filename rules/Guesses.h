//===- Guesses.h - Launches whose block is not known ------------*- C++ -*-===//
// Shapes are guessed for such a launch, and what is found must hold for each of
// them.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_RULES_GUESSES_H
#define WARPTIDY_RULES_GUESSES_H

#include "rules/Support.h"
#include <vector>

namespace warptidy {

/// Whether two guessed shapes stand for the same launch, or both for none.
bool sameLaunch(const LaunchShape &A, const LaunchShape &B);

/// How far a fault shows under the shapes guessed for each launch.
class Guesses {
public:
  /// Ignores shapes that are not guessed.
  void add(const LaunchShape &Shape, Strength S);
  bool any() const { return !Launches.empty(); }
  /// What holds for all shapes of one launch.
  Strength strongest() const;

private:
  struct Launch {
    const LaunchShape *Shape;
    Strength Weakest;
  };
  std::vector<Launch> Launches;
};

} // namespace warptidy

#endif
