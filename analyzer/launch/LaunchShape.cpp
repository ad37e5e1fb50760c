//===- LaunchShape.cpp - Choosing the shapes to predict for ---------------===//
// Applies the precedence of shape sources (command line, annotation, launches,
// __launch_bounds__, assumption), merges known argument values and adds the
// launches that were measured.
//===----------------------------------------------------------------------===//
#include "launch/LaunchShape.h"
#include "launch/MangledName.h"

#include <algorithm>

using namespace warptidy;

using Dims = std::array<unsigned, 3>;

const char *warptidy::shapeSourceName(ShapeSource S) {
  switch (S) {
  case ShapeSource::LaunchSite:
    return "launch site";
  case ShapeSource::LaunchBounds:
    return "__launch_bounds__";
  case ShapeSource::Annotation:
    return "annotation";
  case ShapeSource::Configuration:
    return "configuration";
  case ShapeSource::Profiler:
    return "profiler";
  case ShapeSource::Assumed:
    return "assumed";
  }
  return "assumed";
}

bool warptidy::isGuess(const LaunchShape &L) {
  return L.Source == ShapeSource::Assumed ||
         L.Source == ShapeSource::LaunchBounds;
}

bool warptidy::isLaunchableBlock(const Dims &Block) {
  for (unsigned Side : Block)
    if (Side == 0 || Side > 1024)
      return false;
  return Block[2] <= 64 && uint64_t(Block[0]) * Block[1] * Block[2] <= 1024;
}

static bool reads(const KernelFacts &Kernel, Builtin B) {
  return Kernel.Reads[static_cast<unsigned>(B)];
}

static LaunchShape shapeOf(Dims Block, ShapeSource Source) {
  LaunchShape Shape;
  Shape.Block = Block;
  Shape.Source = Source;
  return Shape;
}

/// A table's entry for the kernel.
static const std::vector<LaunchShape> *findShapes(const ShapesByKernel &Table,
                                                  const std::string &Mangled) {
  auto It = Table.find(Mangled);
  if (It == Table.end())
    It = std::find_if(Table.begin(), Table.end(),
                      [Name = comparableMangled(Mangled)](const auto &Entry) {
                        return comparableMangled(Entry.first) == Name;
                      });
  return It == Table.end() ? nullptr : &It->second;
}

/// The kernel's entry in the configuration, else its annotations, else all of
/// its launches.
static std::vector<LaunchShape> knownShapes(const KernelFacts &Kernel,
                                            const LaunchTable &Table) {
  const std::vector<LaunchShape> *All =
      findShapes(Table.Shapes, Kernel.Mangled);
  auto Configured = Table.Configured.find(Kernel.Mangled);
  if (Configured != Table.Configured.end())
    return Configured->second;
  if (!All)
    return {};
  std::vector<LaunchShape> Annotated;
  std::copy_if(
      All->begin(), All->end(), std::back_inserter(Annotated),
      [](const LaunchShape &S) { return S.Source == ShapeSource::Annotation; });
  return Annotated.empty() ? *All : Annotated;
}

/// The largest blocks that __launch_bounds__ allows, in as many dimensions as
/// the kernel reads.
static std::vector<Dims> boundsBlocks(const KernelFacts &Kernel, unsigned Max) {
  if (reads(Kernel, Builtin::ThreadIdxZ) && Max >= 64)
    return {{8, 8, Max / 64}};
  if ((reads(Kernel, Builtin::ThreadIdxY) ||
       reads(Kernel, Builtin::ThreadIdxZ)) &&
      Max >= 32)
    return {{32, Max / 32, 1}, {16, Max / 16, 1}};
  return {{Max, 1, 1}};
}

/// Shapes that form warps differently (one row of 32, two of 16, four of 8),
/// since a finding is made only if it holds for all of them.
static std::vector<Dims> assumedBlocks(const KernelFacts &Kernel) {
  if (reads(Kernel, Builtin::ThreadIdxZ))
    return {{8, 8, 4}, {32, 4, 2}, {16, 4, 4}};
  if (reads(Kernel, Builtin::ThreadIdxY))
    return {{32, 8, 1}, {16, 16, 1}, {8, 8, 1}};
  return {{256, 1, 1}, {128, 1, 1}};
}

/// A block of about that many threads with the sides that are not 0.
static std::optional<Dims> completed(Dims Block, unsigned Threads) {
  unsigned Known = 1, Open = 0;
  for (unsigned Side : Block) {
    Known *= Side ? std::min(Side, 1024u) : 1;
    Open += Side == 0;
  }
  if (Open == 0 || Open == 3)
    return std::nullopt;
  for (unsigned I = 0; I < 3; ++I)
    if (Block[I] == 0) {
      // The first side that is open takes them all.
      Block[I] = std::max(Threads / Known, 1u);
      Known *= Block[I];
    }
  Block[2] = std::min(Block[2], 64u);
  return isLaunchableBlock(Block) ? std::optional(Block) : std::nullopt;
}

/// Blocks for a launch of which only some sides are known; empty when that is
/// none of them.
static std::vector<Dims> completedBlocks(const KernelFacts &Kernel,
                                         const Dims &Known, unsigned Max) {
  // Two open sides of a kernel that reads both are as open as all.
  if (Known[0] == 0 && Known[1] == 0 && reads(Kernel, Builtin::ThreadIdxY))
    return {};
  std::vector<Dims> Blocks;
  for (unsigned Threads : {256u, 128u})
    if (std::optional<Dims> Block = completed(Known, Max ? Max : Threads))
      if (std::find(Blocks.begin(), Blocks.end(), *Block) == Blocks.end())
        Blocks.push_back(*Block);
  return Blocks;
}

/// What is predicted for a launch of which the block is not known.
static void guess(const KernelFacts &Kernel, const LaunchShape &Launch,
                  std::vector<LaunchShape> &Out) {
  unsigned Max = std::min(Kernel.MaxThreadsPerBlock, 1024u);
  std::vector<Dims> Blocks = completedBlocks(Kernel, Launch.Block, Max);
  if (Blocks.empty())
    Blocks = Max ? boundsBlocks(Kernel, Max) : assumedBlocks(Kernel);
  for (const Dims &Block : Blocks) {
    LaunchShape &Shape = Out.emplace_back(Launch);
    Shape.Block = Block;
    Shape.Source = Max ? ShapeSource::LaunchBounds : ShapeSource::Assumed;
  }
}

/// Shapes for a kernel without a launch whose block is known.
static std::vector<LaunchShape>
guesses(const KernelFacts &Kernel, const std::vector<LaunchShape> *Unread) {
  constexpr size_t MaxLaunches = 8;
  std::vector<LaunchShape> Shapes;
  if (Unread)
    for (size_t I = 0; I < Unread->size() && I < MaxLaunches; ++I)
      guess(Kernel, (*Unread)[I], Shapes);
  if (Shapes.empty())
    guess(Kernel, shapeOf({0, 0, 0}, ShapeSource::Assumed), Shapes);
  return Shapes;
}

static void applyArguments(LaunchShape &Shape, const KernelFacts &Kernel,
                           const LaunchOverrides &Overrides) {
  for (unsigned I = 0; I < Kernel.Params.size(); ++I) {
    auto It = Overrides.ArgumentValues.find(Kernel.Params[I].Name);
    if (It != Overrides.ArgumentValues.end())
      Shape.Arguments[I] = It->second;
  }
}

/// Whether a launch of this site could have been measured as Seen.
static bool mayBe(const LaunchShape &Site, const LaunchShape &Seen) {
  return Site.Block == Seen.Block && (!Site.Grid || Site.Grid == Seen.Grid) &&
         (!Site.DynamicSharedBytes || !Seen.DynamicSharedBytes ||
          Site.DynamicSharedBytes == Seen.DynamicSharedBytes);
}

/// Fills in what the sites lack, and appends the shapes that no site has.
static void addMeasured(std::vector<LaunchShape> &Shapes,
                        const std::vector<LaunchShape> &Measured) {
  std::vector<LaunchShape> All;
  std::vector<bool> Claimed(Measured.size());
  for (const LaunchShape &Site : Shapes) {
    bool Ran = false;
    for (size_t I = 0; I < Measured.size(); ++I) {
      if (!mayBe(Site, Measured[I]))
        continue;
      LaunchShape &Added = All.emplace_back(Site);
      Added.Grid = Measured[I].Grid;
      if (!Added.DynamicSharedBytes)
        Added.DynamicSharedBytes = Measured[I].DynamicSharedBytes;
      Claimed[I] = Ran = true;
    }
    if (!Ran)
      All.push_back(Site);
  }
  for (size_t I = 0; I < Measured.size(); ++I)
    if (!Claimed[I])
      All.push_back(Measured[I]);
  Shapes = std::move(All);
}

/// Gives measured shapes the arguments of the only launch that they may be, one
/// whose block the source does not say.
static void addArguments(std::vector<LaunchShape> &Shapes,
                         const LaunchShape &Unread) {
  for (LaunchShape &Shape : Shapes) {
    if (Shape.Source != ShapeSource::Profiler)
      continue;
    LaunchShape Site = Unread;
    for (unsigned I = 0; I < 3; ++I)
      if (Site.Block[I] == 0)
        Site.Block[I] = Shape.Block[I];
    if (!mayBe(Site, Shape))
      continue;
    Shape.Arguments = Unread.Arguments;
    Shape.NullArguments = Unread.NullArguments;
  }
}

static bool usesDynamicShared(const KernelFacts &Kernel) {
  return std::any_of(
      Kernel.Accesses.begin(), Kernel.Accesses.end(), [&](const AccessFact &A) {
        return A.Space == AddressSpace::Shared && A.Base != NoExpr &&
               Kernel.Pool.symbolInfo(A.Base).Dynamic;
      });
}

/// The grid counts where launches were measured, or where the kernel reads it;
/// dynamic shared memory where it is used as well.
static void removeDuplicates(std::vector<LaunchShape> &Shapes, bool ByGrid,
                             bool ByShared) {
  std::vector<LaunchShape> Kept;
  for (LaunchShape &Shape : Shapes) {
    bool Seen =
        std::any_of(Kept.begin(), Kept.end(), [&](const LaunchShape &Other) {
          return Other.Block == Shape.Block &&
                 Other.Arguments == Shape.Arguments &&
                 Other.NullArguments == Shape.NullArguments &&
                 (!ByGrid || Other.Grid == Shape.Grid) &&
                 (!ByShared ||
                  Other.DynamicSharedBytes == Shape.DynamicSharedBytes);
        });
    if (!Seen)
      Kept.push_back(std::move(Shape));
  }
  Shapes = std::move(Kept);
}

std::vector<LaunchShape> warptidy::shapesFor(const KernelFacts &Kernel,
                                             const LaunchTable &Table,
                                             const LaunchOverrides &Overrides) {
  std::vector<LaunchShape> Shapes;
  if (Overrides.Block)
    Shapes.push_back(shapeOf(*Overrides.Block, ShapeSource::Configuration));
  else
    Shapes = knownShapes(Kernel, Table);
  const std::vector<LaunchShape> *Measured =
      Overrides.Block ? nullptr : findShapes(Table.Measured, Kernel.Mangled);
  if (Measured)
    addMeasured(Shapes, *Measured);
  const std::vector<LaunchShape> *Unread =
      findShapes(Table.Unread, Kernel.Mangled);
  if (Unread && Unread->size() == 1 && !Table.Shapes.count(Kernel.Mangled))
    addArguments(Shapes, Unread->front());
  if (Shapes.empty())
    Shapes = guesses(Kernel, Unread);
  for (LaunchShape &Shape : Shapes) {
    applyArguments(Shape, Kernel, Overrides);
    if (Shape.Source == ShapeSource::LaunchSite && Unread && !Measured)
      Shape.UnreadLaunches = static_cast<unsigned>(Unread->size());
  }
  bool ByGrid = Measured || reads(Kernel, Builtin::GridDimX) ||
                reads(Kernel, Builtin::GridDimY) ||
                reads(Kernel, Builtin::GridDimZ);
  removeDuplicates(Shapes, ByGrid, ByGrid || usesDynamicShared(Kernel));
  return Shapes;
}
