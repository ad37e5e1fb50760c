//===- LaneRun.cpp - Running an access over warps and iterations ----------===//
// Sets the lanes of each warp, iterates the loops that matter, reads the
// guards, and evaluates the address of each request.
//===----------------------------------------------------------------------===//
#include "model/AccessPredictor.h"
#include <algorithm>

namespace warptidy {

/// Requests and iterations evaluated for one access under one launch before
/// giving up: with every value known, and for each way to fill in unknowns.
constexpr uint64_t MaxEvaluations = 1 << 15;
constexpr uint64_t MaxSampledEvaluations = 1 << 13;
/// To hold a formula against the lanes.
constexpr uint64_t MaxFormulaEvaluations = 1 << 15;
/// The same for the total of a launch, which only a comparison asks for, and
/// for all accesses of the kernel together whose blocks differ.
constexpr uint64_t MaxCountEvaluations = 1 << 16;
constexpr uint64_t MaxCountOfKernel = 1 << 18;
/// Warps of a block that are run for each way to fill in unknowns.
constexpr unsigned MaxSampledWarps = 8;
/// And for a formula.
constexpr unsigned MaxFormulaWarps = 16;
/// Iterations of one loop.
constexpr unsigned MaxIterations = 4096;

bool AccessPredictor::overBudget(Run &R) {
  uint64_t Max = R.Verifying         ? MaxFormulaEvaluations
                 : R.Counting        ? MaxCountEvaluations
                 : R.Sampled.empty() ? MaxEvaluations
                                     : MaxSampledEvaluations;
  R.OverBudget |=
      (R.EachBlock && ++Counted > MaxCountOfKernel) || ++R.Evaluations > Max;
  return R.OverBudget;
}

bool AccessPredictor::iterate(const AccessFact &A, const Form &F, Run &R,
                              size_t Depth, uint32_t Active) {
  unsigned Index = A.Loops[Depth];
  const LoopFact &L = Facts.Loops[Index];
  std::vector<LaneValues> Phis = Lanes.startLoop(L);
  bool Ok = true;
  for (unsigned It = 0; Active && Ok; ++It) {
    R.OverBudget |= It == MaxIterations;
    if (overBudget(R)) {
      Ok = false; // What is set below must not outlive the run.
      break;
    }
    Lanes.setIteration(L, Phis, It);
    uint32_t Exiting;
    if (!exitingLanes(L, Active, Exiting,
                      [&](ExprRef Cond, uint32_t &True, uint32_t &Known) {
                        evaluate(Cond, True, Known);
                      })) {
      Ok = false;
      break;
    }
    Ok = runWarp(A, F, R, Depth + 1, Active);
    Active &= ~Exiting;
    Phis = Lanes.nextIteration(L);
  }
  Lanes.leaveLoop(L);
  return Ok;
}

/// Lanes may have left a loop that is not iterated before the others.
void AccessPredictor::noteDivergentExits(unsigned Loop, Run &R) {
  const LoopFact &L = Facts.Loops[Loop];
  R.GuardsUnread |= !L.ExitsComplete;
  for (const std::vector<Guard> &Way : L.Exits)
    for (const Guard &G : Way)
      if (!Facts.Pool.isUniform(G.Cond))
        (isBoundsCheck(G.Cond, !G.Holds) ? R.BoundsAssumed : R.GuardsUnread) =
            true;
}

bool AccessPredictor::runWarp(const AccessFact &A, const Form &F, Run &R,
                              size_t Depth, uint32_t Active) {
  if (Depth == A.Loops.size())
    return request(A, F, R, Active);
  if (auto It = R.Skipped.find(A.Loops[Depth]); It != R.Skipped.end())
    return runStretches(A, F, R, Depth, Active, It->second);
  if (R.Iterated.count(A.Loops[Depth]))
    return iterate(A, F, R, Depth, Active);
  R.LoopsOpen = true;
  noteDivergentExits(A.Loops[Depth], R);
  return runWarp(A, F, R, Depth + 1, Active);
}

/// Gives phis inside nonlinear atoms the value of their closed form.
void AccessPredictor::bindClosedPhis(const AccessFact &A, const Form &F,
                                     const Run &R) {
  std::set<ExprRef> Phis = F.Varying.Phis;
  for (const Guard &G : A.Mask) // A row that ends within the block.
    if (R.Small)
      Phis.merge(leavesOf(G.Cond).Phis);
  for (ExprRef P : Phis) {
    const PhiInfo Info = Facts.Pool.phiInfo(P);
    if (Info.Step == NoExpr || R.Iterated.count(Info.Loop))
      continue;
    auto It = R.Sampled.find(Facts.Loops[Info.Loop].Iteration);
    if (It == R.Sampled.end())
      continue;
    LaneValues V = Lanes.value(Info.Init);
    const LaneValues &Step = Lanes.value(Info.Step);
    unsigned Bits = Facts.Pool[P].Bits;
    for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
      V.V[Lane] = zeroExtend(
          V.V[Lane] + Step.V[Lane] * static_cast<uint64_t>(It->second), Bits);
    V.Known &= Step.Known;
    V.Same &= Step.Same;
    Lanes.set(P, V);
    ClosedPhis.insert(P);
  }
}

/// The residues that are tried for an offset which is only known to be a
/// multiple of Divisor, below Period. The access is taken not to fault wherever
/// it can be.
static std::vector<LaneAddresses> shifted(const LaneAddresses &L,
                                          uint64_t Divisor, uint64_t Period,
                                          size_t &Dropped) {
  std::vector<LaneAddresses> Aligned, All;
  for (uint64_t Shift = 0; Shift < Period; Shift += Divisor) {
    LaneAddresses Shifted = L;
    for (uint64_t &B : Shifted.Byte)
      B += Shift;
    All.push_back(Shifted);
    if (!misalignedLanes(Shifted))
      Aligned.push_back(Shifted);
  }
  Dropped = Aligned.empty() ? 0 : All.size() - Aligned.size();
  return Aligned.empty() ? All : Aligned;
}

/// What the cost of a request repeats after. A shift by whole words only
/// rotates the banks of shared memory, and requests to constant memory do not
/// depend on where the array starts; global atomics go by lines.
uint64_t AccessPredictor::periodOf(const AccessFact &A) const {
  switch (A.Space) {
  case AddressSpace::Shared:
    return Arch.BankBytes;
  case AddressSpace::Constant:
    return 1;
  case AddressSpace::Local:
    return 4;
  default:
    break;
  }
  bool Atomic = A.Op == AccessOp::Atomic || A.Op == AccessOp::Reduction;
  return Atomic || A.Bypass ? Arch.LineBytes : Arch.SectorBytes;
}

/// Counts the request for every residue that its unknown offsets can have.
void AccessPredictor::costOf(const AccessFact &A, Run &R, const Placed &Mine,
                             const Placed *Other) {
  size_t Dropped = 0, Ignored = 0;
  std::vector<LaneAddresses> Ways =
      shifted(Mine.Lanes, Mine.Divisor, periodOf(A), Dropped);
  std::vector<LaneAddresses> Others;
  if (Other)
    Others = shifted(Other->Lanes, Other->Divisor,
                     A.Space == AddressSpace::Global ? Arch.SectorBytes
                                                     : Arch.BankBytes,
                     Ignored);
  R.OffsetsVaried |= Ways.size() > 1 || Others.size() > 1;
  R.OffsetsDropped |= Dropped != 0;
  if (!R.Sampled.empty())
    SampledRequests += Ways.size() * std::max<size_t>(1, Others.size());
  unsigned Worst = 0, Best = ~0u;
  auto Count = [&](const LaneAddresses &L, const LaneAddresses *O) {
    RequestCost Cost = Costs.of(Arch, A, L, O);
    Worst = std::max({Worst, Cost.Units, Cost.MostUnits});
    Best = std::min(Best, Cost.Units);
    R.Stats.add(Cost, L, !R.Small, R.Weight);
  };
  for (const LaneAddresses &L : Ways)
    if (Other)
      for (const LaneAddresses &O : Others)
        Count(L, &O);
    else
      Count(L, nullptr);
  if (R.Sampled.size() == 1 + R.Bounded.size()) {
    // The one symbol that is no iteration.
    for (const auto &[S, V] : R.Sampled)
      if (!R.Bounded.count(S)) {
        R.Cases[V] = std::max(R.Cases[V], Worst);
        unsigned &Least = R.Least.try_emplace(V, Best).first->second;
        Least = std::min(Least, Best);
      }
  }
}

/// Evaluates an address for the active lanes. False when a lane's is unknown.
bool AccessPredictor::place(const Polynomial &Address, uint32_t Active,
                            Placed &Out) {
  Out.Lanes.Active = Active;
  Polynomial Offset; // Uniform and unknown.
  for (const auto &[M, C] : Address.Terms) {
    std::array<uint64_t, WarpLanes> Product;
    Product.fill(static_cast<uint64_t>(C));
    bool Unknown = false, Varies = false;
    for (ExprRef Atom : M) {
      const LaneValues &V = Lanes.value(Atom);
      // Where an array starts is known only as far as its alignment.
      bool Missing = (V.Known & Active) != Active || isBase(Atom);
      Varies |= !warpUniform(Atom);
      Unknown |= Missing;
      for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
        Product[Lane] *=
            static_cast<uint64_t>(signExtend(V.V[Lane], Facts.Pool[Atom].Bits));
    }
    if (Unknown && Varies)
      return false;
    if (Unknown)
      Offset.Terms[M] = C;
    else
      for (unsigned Lane = 0; Lane < WarpLanes; ++Lane)
        Out.Lanes.Byte[Lane] += Product[Lane];
  }
  Out.Divisor = Builder.divisorOfVariableTerms(Offset, &Divisors);
  return true;
}

/// Whether the access is made in the iterations that the loops are in.
bool AccessPredictor::isPicked(const AccessFact &A) {
  if (A.PickLoops.empty())
    return true;
  std::vector<unsigned> Now;
  for (unsigned L : A.PickLoops)
    Now.push_back(
        static_cast<unsigned>(Lanes.value(Facts.Loops[L].Iteration).V[0]));
  return A.Picks.count(Now) != 0;
}

bool AccessPredictor::request(const AccessFact &A, const Form &F, Run &R,
                              uint32_t Active) {
  if (!isPicked(A))
    return true;
  if (overBudget(R))
    return false;
  bindClosedPhis(A, F, R);
  Active = guardedLanes(A, R, Active);
  if (A.Form == AccessForm::LdMatrix || A.Form == AccessForm::StMatrix)
    Active &= A.WidthBytes >= 64 ? ~0u : (1u << A.WidthBytes / 2) - 1;
  if (!Active)
    return true;
  // One lane does the work of all that add to the same place.
  if (A.Aggregates && Facts.Pool.isUniform(A.Address))
    Active &= ~Active + 1;
  Placed Mine, Other;
  bool Matrix =
      A.Form == AccessForm::LdMatrix || A.Form == AccessForm::StMatrix;
  Mine.Lanes.WidthBytes = Other.Lanes.WidthBytes = Matrix ? 16 : A.WidthBytes;
  if (!place(*F.Address, Active, Mine) ||
      (F.Other && !place(*F.Other, Active, Other)))
    return false;
  costOf(A, R, Mine, F.Other ? &Other : nullptr);
  return true;
}

/// Blocks of the launch that are run one by one where the mask depends on
/// them: the last block of a bounds check, the border of a stencil.
constexpr unsigned MaxBlocks = 64;

unsigned AccessPredictor::blocksToRun(const AccessFact &A) const {
  if (!Shape.Grid)
    return 1;
  uint64_t Blocks =
      uint64_t((*Shape.Grid)[0]) * (*Shape.Grid)[1] * (*Shape.Grid)[2];
  if (Blocks > MaxBlocks)
    return 1;
  for (const Guard &G : A.Mask)
    for (ExprRef U : leavesOf(G.Cond).Unknown)
      if (Facts.Pool[U].Op == ExprOp::Builtin)
        return static_cast<unsigned>(Blocks);
  return 1;
}

void AccessPredictor::setBlock(unsigned Block) {
  const auto &Grid = *Shape.Grid;
  unsigned Index[3] = {Block % Grid[0], Block / Grid[0] % Grid[1],
                       Block / Grid[0] / Grid[1]};
  for (unsigned Dim = 0; Dim < 3; ++Dim)
    Lanes.setBuiltin(static_cast<Builtin>(unsigned(Builtin::BlockIdxX) + Dim),
                     Index[Dim]);
}

void AccessPredictor::unsetBlock() {
  for (unsigned Dim = 0; Dim < 3; ++Dim)
    if ((*Shape.Grid)[Dim] > 1)
      Lanes.unsetBuiltin(
          static_cast<Builtin>(unsigned(Builtin::BlockIdxX) + Dim));
}

bool AccessPredictor::runSample(const AccessFact &A, const Form &F, Run &R) {
  R.Blocks = R.Sampled.empty() ? blocksToRun(A) : 1;
  if (R.Blocks == 1)
    return runBlock(A, F, R);
  bool Ok = true;
  for (unsigned Block = 0; Block < R.Blocks && Ok; ++Block) {
    setBlock(Block);
    Ok = runBlock(A, F, R);
  }
  unsetBlock();
  return Ok;
}

bool AccessPredictor::runBlock(const AccessFact &A, const Form &F, Run &R) {
  // With values filled in for unknowns, some warps stand for all.
  unsigned Count = warps();
  unsigned Most = R.Verifying         ? MaxFormulaWarps
                  : R.Sampled.empty() ? Count
                                      : MaxSampledWarps;
  unsigned Step = (Count + Most - 1) / Most;
  bool Ok = true;
  for (unsigned W = 0; W < Count && Ok; W += Step) {
    uint32_t Active;
    Lanes.setWarp(Shape.Block, W, Active);
    Ok = runWarp(A, F, R, 0, Active);
  }
  for (ExprRef P : ClosedPhis) // Nothing of this run may reach the next one.
    Lanes.unset(P);
  ClosedPhis.clear();
  return Ok;
}

} // namespace warptidy
