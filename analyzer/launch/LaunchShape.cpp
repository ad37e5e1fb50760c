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

/// The annotations of the kernel if it has any, else all of its launches.
static std::vector<LaunchShape> knownShapes(const KernelFacts &Kernel,
                                            const LaunchTable &Table) {
  const std::vector<LaunchShape> *All =
      findShapes(Table.Shapes, Kernel.Mangled);
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
static std::vector<LaunchShape> boundsShapes(const KernelFacts &Kernel) {
  unsigned Max = std::min(Kernel.MaxThreadsPerBlock, 1024u);
  std::vector<Dims> Blocks{{Max, 1, 1}};
  if (reads(Kernel, Builtin::ThreadIdxZ) && Max >= 64)
    Blocks = {{8, 8, Max / 64}};
  else if ((reads(Kernel, Builtin::ThreadIdxY) ||
            reads(Kernel, Builtin::ThreadIdxZ)) &&
           Max >= 32)
    Blocks = {{32, Max / 32, 1}, {16, Max / 16, 1}};
  std::vector<LaunchShape> Shapes;
  for (const Dims &Block : Blocks)
    Shapes.push_back(shapeOf(Block, ShapeSource::LaunchBounds));
  return Shapes;
}

/// Shapes that form warps differently (one row of 32, two of 16, four of 8),
/// since a finding is made only if it holds for all of them.
static std::vector<LaunchShape> assumedShapes(const KernelFacts &Kernel) {
  std::vector<Dims> Blocks{{256, 1, 1}, {128, 1, 1}};
  if (reads(Kernel, Builtin::ThreadIdxZ))
    Blocks = {{8, 8, 4}, {32, 4, 2}, {16, 4, 4}};
  else if (reads(Kernel, Builtin::ThreadIdxY))
    Blocks = {{32, 8, 1}, {16, 16, 1}, {8, 8, 1}};
  std::vector<LaunchShape> Shapes;
  for (const Dims &Block : Blocks)
    Shapes.push_back(shapeOf(Block, ShapeSource::Assumed));
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

static void removeDuplicates(std::vector<LaunchShape> &Shapes, bool Measured) {
  std::vector<LaunchShape> Kept;
  for (LaunchShape &Shape : Shapes) {
    bool Seen = std::any_of(
        Kept.begin(), Kept.end(), [&Shape, Measured](const LaunchShape &Other) {
          return Other.Block == Shape.Block &&
                 Other.Arguments == Shape.Arguments &&
                 (!Measured ||
                  (Other.Grid == Shape.Grid &&
                   Other.DynamicSharedBytes == Shape.DynamicSharedBytes));
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
  if (Shapes.empty() && Kernel.MaxThreadsPerBlock)
    Shapes = boundsShapes(Kernel);
  if (Shapes.empty())
    Shapes = assumedShapes(Kernel);
  for (LaunchShape &Shape : Shapes)
    applyArguments(Shape, Kernel, Overrides);
  removeDuplicates(Shapes, Measured != nullptr);
  return Shapes;
}
