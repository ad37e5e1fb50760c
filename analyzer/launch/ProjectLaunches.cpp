//===- ProjectLaunches.cpp - Launches in other files ----------------------===//
// See ProjectLaunches.h.
//===----------------------------------------------------------------------===//
#include "launch/ProjectLaunches.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <tuple>

using namespace warptidy;

using Shapes = std::vector<LaunchShape>;

/// Calls of one function that differ; with more nothing is known of them.
static constexpr size_t MaxCalls = 16;

static auto placeOf(const SourceSpot &S) {
  return std::tie(S.File, S.Line, S.Column);
}

bool warptidy::sameShape(const LaunchShape &A, const LaunchShape &B) {
  auto Key = [](const LaunchShape &S) {
    return std::tie(S.Block, S.Grid, S.DynamicSharedBytes, S.Arguments,
                    S.NullArguments, S.Source, S.Unread, S.UnreadLaunches);
  };
  return Key(A) == Key(B) && placeOf(A.Where) == placeOf(B.Where) &&
         placeOf(A.Caller) == placeOf(B.Caller);
}

static void detach(SourceSpot &Spot, const std::string &Directory) {
  Spot.Token = 0;
  if (Spot.File.empty() || Directory.empty())
    return;
  llvm::SmallString<256> Path(Spot.File);
  llvm::sys::path::make_absolute(Directory, Path);
  Spot.File = std::string(Path);
}

/// Launches without annotations, as other units may refer to them.
static ShapesByKernel exported(const ShapesByKernel &From,
                               const std::set<std::string> &Internal,
                               const std::string &Directory) {
  ShapesByKernel Out;
  for (const auto &[Kernel, All] : From) {
    if (Internal.count(Kernel))
      continue;
    for (LaunchShape Shape : All) {
      if (Shape.Source != ShapeSource::LaunchSite)
        continue;
      detach(Shape.Where, Directory);
      detach(Shape.Caller, Directory);
      Out[Kernel].push_back(std::move(Shape));
    }
  }
  return Out;
}

/// Calls with different arguments: the first of each.
static void addDistinct(std::vector<OuterCall> &To,
                        const std::vector<OuterCall> &From) {
  for (const OuterCall &Call : From)
    if (std::none_of(To.begin(), To.end(), [&](const OuterCall &Other) {
          return Other.Arguments == Call.Arguments;
        }))
      To.push_back(Call);
}

void ProjectLaunches::add(const std::string &File, const LaunchTable &Table,
                          const std::string &Directory) {
  LaunchTable &Unit = Units[File];
  Unit.Shapes = exported(Table.Shapes, Table.Internal, Directory);
  Unit.Unread = exported(Table.Unread, Table.Internal, Directory);
  Unit.Defined = Table.Defined;
  Unit.Open = Table.Open;
  Unit.Calls.clear();
  for (const auto &[Name, All] : Table.Calls)
    for (OuterCall Call : All) {
      detach(Call.Where, Directory);
      Unit.Calls[Name].push_back(std::move(Call));
    }
}

/// Whether two units define a function of that name, each its own.
bool ProjectLaunches::isAmbiguous(const std::string &Name) const {
  const std::string *Place = nullptr;
  for (const auto &[File, Unit] : Units) {
    auto It = Unit.Defined.find(Name);
    if (It == Unit.Defined.end())
      continue;
    if (Place && *Place != It->second)
      return true;
    Place = &It->second;
  }
  return false;
}

CallTable ProjectLaunches::callsInto(const std::string &File) const {
  CallTable Out;
  auto Into = Units.find(File);
  if (Into == Units.end())
    return Out;
  for (const std::string &Name : Into->second.Open) {
    if (!Into->second.Defined.count(Name) || isAmbiguous(Name))
      continue;
    std::vector<OuterCall> &Calls = Out[Name];
    for (const auto &[Other, Unit] : Units)
      if (auto It = Unit.Calls.find(Name);
          Other != File && It != Unit.Calls.end())
        addDistinct(Calls, It->second);
    if (Calls.empty() || Calls.size() > MaxCalls)
      Out.erase(Name);
  }
  return Out;
}

std::set<std::string> ProjectLaunches::openFunctions() const {
  std::set<std::string> Names;
  for (const auto &[File, Unit] : Units)
    Names.insert(Unit.Open.begin(), Unit.Open.end());
  return Names;
}

/// Whether two units mean the same kernel by a name that Own defines.
static bool isSameKernel(const std::string &Kernel, const LaunchTable &Own,
                         const LaunchTable &Other) {
  auto Mine = Own.Defined.find(Kernel);
  auto Theirs = Other.Defined.find(Kernel);
  return Mine != Own.Defined.end() &&
         (Theirs == Other.Defined.end() || Theirs->second == Mine->second);
}

/// Adds what is not there yet: a header's launches are seen by several units.
static void addMissing(Shapes &To, const Shapes &From) {
  for (const LaunchShape &Shape : From)
    if (std::none_of(To.begin(), To.end(), [&](const LaunchShape &Other) {
          return sameShape(Other, Shape);
        }))
      To.push_back(Shape);
}

LaunchTable ProjectLaunches::joined(const std::string &File,
                                    LaunchTable Own) const {
  for (const auto &[Name, Unit] : Units) {
    if (Name == File)
      continue;
    for (const auto &[Kernel, All] : Unit.Shapes)
      if (isSameKernel(Kernel, Own, Unit))
        addMissing(Own.Shapes[Kernel], All);
    for (const auto &[Kernel, All] : Unit.Unread)
      if (isSameKernel(Kernel, Own, Unit))
        addMissing(Own.Unread[Kernel], All);
  }
  return Own;
}
