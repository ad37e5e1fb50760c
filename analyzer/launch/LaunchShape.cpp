//===- LaunchShape.cpp - Choosing the shapes to predict for ---------------===//
// Applies the precedence of shape sources (command line, annotation, launches,
// __launch_bounds__, assumption) and merges known argument values.
//===----------------------------------------------------------------------===//
#include "launch/LaunchShape.h"

#include <algorithm>
#include <string_view>

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

/// The table's entry for the kernel. CodeGen appends `__intern__<hash>` to
/// kernels of internal linkage in relocatable device code; the table, made from
/// the AST, does not have that suffix.
static const std::vector<LaunchShape> *findShapes(const LaunchTable &Table,
                                                  const std::string &Mangled) {
  auto It = Table.Shapes.find(Mangled);
  if (It == Table.Shapes.end()) {
    for (std::string_view Suffix : {"__intern__", "__static__"}) {
      size_t At = Mangled.rfind(Suffix);
      if (At != std::string::npos)
        It = Table.Shapes.find(Mangled.substr(0, At));
      if (It != Table.Shapes.end())
        break;
    }
  }
  return It == Table.Shapes.end() ? nullptr : &It->second;
}

/// The annotations of the kernel if it has any, else all of its launches.
static std::vector<LaunchShape> knownShapes(const KernelFacts &Kernel,
                                            const LaunchTable &Table) {
  const std::vector<LaunchShape> *All = findShapes(Table, Kernel.Mangled);
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

static void removeDuplicates(std::vector<LaunchShape> &Shapes) {
  std::vector<LaunchShape> Kept;
  for (LaunchShape &Shape : Shapes) {
    bool Seen = std::any_of(Kept.begin(), Kept.end(),
                            [&Shape](const LaunchShape &Other) {
                              return Other.Block == Shape.Block &&
                                     Other.Arguments == Shape.Arguments;
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
  if (Shapes.empty() && Kernel.MaxThreadsPerBlock)
    Shapes = boundsShapes(Kernel);
  if (Shapes.empty())
    Shapes = assumedShapes(Kernel);
  for (LaunchShape &Shape : Shapes)
    applyArguments(Shape, Kernel, Overrides);
  removeDuplicates(Shapes);
  return Shapes;
}
