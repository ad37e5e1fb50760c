//===- MeasuredLaunches.cpp - Launches that a profiler saw ----------------===//
// See MeasuredLaunches.h.
//===----------------------------------------------------------------------===//
#include "launch/MeasuredLaunches.h"
#include "launch/MangledName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warptidy {

constexpr int64_t MeasurementsSchema = 1;

static Expected<std::array<unsigned, 3>> readDims(const json::Object &Launch,
                                                  StringRef Key) {
  std::array<unsigned, 3> Out{1, 1, 1};
  const json::Array *Sides = Launch.getArray(Key);
  bool Ok = Sides && Sides->size() == 3;
  for (size_t I = 0; Ok && I < 3; ++I) {
    std::optional<int64_t> Side = (*Sides)[I].getAsInteger();
    Ok = Side && *Side > 0 && *Side <= INT32_MAX;
    Out[I] = static_cast<unsigned>(Side.value_or(1));
  }
  if (!Ok)
    return createStringError("its \"" + Key +
                             "\" is not three whole numbers above zero");
  return Out;
}

static Expected<LaunchShape> readShape(const json::Object &Launch) {
  LaunchShape Shape;
  Shape.Source = ShapeSource::Profiler;
  auto Block = readDims(Launch, "block");
  if (!Block)
    return Block.takeError();
  auto Grid = readDims(Launch, "grid");
  if (!Grid)
    return Grid.takeError();
  Shape.Block = *Block;
  Shape.Grid = *Grid;
  if (!isLaunchableBlock(Shape.Block))
    return createStringError("no GPU can run a block of its size");
  if (const json::Value *Bytes = Launch.get("dynamic_shared_bytes")) {
    Shape.DynamicSharedBytes = Bytes->getAsUINT64();
    if (!Shape.DynamicSharedBytes)
      return createStringError(
          "its \"dynamic_shared_bytes\" is not a number of bytes");
  }
  return Shape;
}

static void addDistinct(std::vector<LaunchShape> &Shapes, LaunchShape Shape) {
  bool Seen = any_of(Shapes, [&](const LaunchShape &Other) {
    return Other.Block == Shape.Block && Other.Grid == Shape.Grid &&
           Other.DynamicSharedBytes == Shape.DynamicSharedBytes;
  });
  if (!Seen)
    Shapes.push_back(std::move(Shape));
}

/// The "file" of each entry, where there is one.
static void addFiles(const json::Array *Entries, std::set<std::string> &Files) {
  if (!Entries)
    return;
  for (const json::Value &V : *Entries)
    if (const json::Object *Entry = V.getAsObject())
      if (auto File = Entry->getString("file"); File && !File->empty())
        Files.insert(File->str());
}

static Expected<MeasuredProgram> readProgram(const json::Value &V) {
  const json::Object *Program = V.getAsObject();
  const json::Array *Launches =
      Program ? Program->getArray("launches") : nullptr;
  if (!Launches)
    return createStringError("an entry of \"programs\" has no \"launches\"");
  MeasuredProgram Out;
  Out.Name = Program->getString("name").value_or("").str();
  Out.File = Program->getString("file").value_or("").str();
  Out.Ok = Program->getString("status") == "ok";
  addFiles(Program->getArray("headers"), Out.OtherSources);
  for (size_t I = 0; I < Launches->size(); ++I) {
    const json::Object *Launch = (*Launches)[I].getAsObject();
    auto Name = Launch ? Launch->getString("mangled") : std::nullopt;
    auto Shape = Name ? readShape(*Launch)
                      : createStringError("it has no \"mangled\" name");
    if (!Shape)
      return createStringError("launch " + Twine(I + 1) + " of program '" +
                               Out.Name + "': " + toString(Shape.takeError()));
    addFiles(Launch->getArray("instructions"), Out.Sources);
    // Old profilers give no mangled name, which leaves the launch unknown.
    if (!Name->empty())
      addDistinct(Out.Shapes[comparableMangled(Name->str())],
                  std::move(*Shape));
  }
  return Out;
}

Expected<MeasuredLaunches> readMeasuredLaunches(StringRef Text) {
  Expected<json::Value> Document = json::parse(Text);
  if (!Document)
    return createStringError("it is not JSON: " +
                             toString(Document.takeError()));
  const json::Object *Root = Document->getAsObject();
  const json::Array *Programs = Root ? Root->getArray("programs") : nullptr;
  if (!Programs)
    return createStringError("it is not a document of measurements: it has no "
                             "\"programs\"");
  if (Root->getInteger("schema") != MeasurementsSchema)
    return createStringError("its \"schema\" is not " +
                             Twine(MeasurementsSchema) +
                             ", the one that this version reads");
  MeasuredLaunches Out;
  Out.Architecture = Root->getString("architecture").value_or("").str();
  for (const json::Value &V : *Programs) {
    Expected<MeasuredProgram> Program = readProgram(V);
    if (!Program)
      return Program.takeError();
    Out.Programs.push_back(std::move(*Program));
  }
  return Out;
}

bool sameMeasuredFile(StringRef A, StringRef B) {
  SmallString<256> X(A), Y(B);
  sys::path::remove_dots(X, true);
  sys::path::remove_dots(Y, true);
  auto I = sys::path::rbegin(X), J = sys::path::rbegin(Y);
  for (int Needed = 2; Needed > 0; --Needed, ++I, ++J) {
    if (I == sys::path::rend(X) || J == sys::path::rend(Y))
      return Needed < 2;
    if (*I != *J)
      return false;
  }
  return true;
}

ShapesByKernel MeasuredLaunches::of(StringRef File) const {
  ShapesByKernel Out;
  for (const MeasuredProgram &P : Programs)
    if (P.File.empty() || sameMeasuredFile(P.File, File))
      for (const auto &[Kernel, Shapes] : P.Shapes)
        for (const LaunchShape &Shape : Shapes)
          addDistinct(Out[Kernel], Shape);
  return Out;
}

} // namespace warptidy
