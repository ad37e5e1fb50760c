//===- LoopChoice.cpp - Which loops are iterated --------------------------===//
// Tells the loops whose iterations an access must be followed through from
// those of which a closed form says enough.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include <algorithm>

namespace warptidy {

/// The loops that must be run to see every address and every mask: those whose
/// values occur in the address or in a guard that differs between lanes.
std::set<unsigned> AccessPredictor::loopsToIterate(const AccessFact &A,
                                                   const Form &F) {
  std::set<unsigned> Out;
  std::vector<ExprRef> Work;
  for (ExprRef P : F.Varying.Phis)
    Work.push_back(P);
  auto Add = [&](const Guard &G) {
    if (!Facts.Pool.isUniform(G.Cond))
      for (ExprRef P : leavesOf(G.Cond).Phis)
        Work.push_back(P);
  };
  std::for_each(A.Mask.begin(), A.Mask.end(), Add);
  for (unsigned L : A.Loops)
    for (const std::vector<Guard> &Way : Facts.Loops[L].Exits)
      std::for_each(Way.begin(), Way.end(), Add);
  std::set<ExprRef> Seen(Work.begin(), Work.end());
  while (!Work.empty()) {
    const PhiInfo Info = Facts.Pool.phiInfo(Work.back());
    Work.pop_back();
    auto Follow = [&](ExprRef From) {
      for (ExprRef P : leavesOf(From).Phis)
        if (Seen.insert(P).second)
          Work.push_back(P);
    };
    Follow(Info.Init);
    Follow(Info.Next);
    if (!Out.insert(Info.Loop).second)
      continue;
    // How often an inner loop runs may depend on the iteration of an outer one.
    for (const std::vector<Guard> &Way : Facts.Loops[Info.Loop].Exits)
      for (const Guard &G : Way)
        Follow(G.Cond);
  }
  Out.insert(F.Loops.begin(), F.Loops.end());
  Out.insert(A.PickLoops.begin(), A.PickLoops.end());
  std::set<unsigned> Around(A.Loops.begin(), A.Loops.end());
  std::erase_if(Out, [&](unsigned L) { return !Around.count(L); });
  return Out;
}

/// True when the lanes that make the access may differ between iterations.
bool AccessPredictor::variesByIteration(const AccessFact &A) const {
  auto Moves = [&](const Guard &G) {
    return !Facts.Pool.isUniform(G.Cond) && !leavesOf(G.Cond).Phis.empty();
  };
  if (std::any_of(A.Mask.begin(), A.Mask.end(), Moves))
    return true;
  for (unsigned L : A.Loops)
    for (const std::vector<Guard> &Way : Facts.Loops[L].Exits)
      if (std::any_of(Way.begin(), Way.end(), Moves))
        return true;
  return false;
}

} // namespace warptidy
