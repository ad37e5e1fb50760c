//===- KernelSettings.cpp - Launch shapes from the configuration ----------===//
// See KernelSettings.h.
//===----------------------------------------------------------------------===//
#include "launch/KernelSettings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace warptidy;
using llvm::StringRef;

static constexpr StringRef Prefix = "warp-tidy.Launch.";

bool warptidy::isKernelSetting(StringRef Key, std::string &Kernel) {
  if (!Key.consume_front(Prefix))
    return false;
  Kernel = Key.trim().str();
  return true;
}

/// `block=32,8` as an annotation writes it, `block(32,8)`.
static std::string annotationWord(StringRef Word) {
  auto [Name, Value] = Word.split('=');
  bool IsShape = Name == "block" || Name == "grid" || Name == "shared";
  return IsShape && Word.contains('=') ? (Name + "(" + Value + ")").str()
                                       : Word.str();
}

llvm::Expected<std::vector<AnnotationText>>
warptidy::parseKernelSetting(StringRef Text) {
  std::vector<AnnotationText> Shapes;
  llvm::SmallVector<StringRef, 2> Parts;
  Text.split(Parts, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    llvm::SmallVector<StringRef, 4> Words;
    Part.trim().split(Words, ' ', -1, /*KeepEmpty=*/false);
    std::string Written;
    for (StringRef Word : Words)
      Written += annotationWord(Word) + " ";
    if (!StringRef(Written).contains("block("))
      return llvm::createStringError("expected block=X[,Y[,Z]] in '" +
                                     Part.trim() + "'");
    llvm::Expected<AnnotationText> Shape = parseAnnotation(Written);
    if (!Shape)
      return Shape.takeError();
    Shapes.push_back(std::move(*Shape));
  }
  if (Shapes.empty())
    return llvm::createStringError("expected block=X[,Y[,Z]]");
  return Shapes;
}

unsigned warptidy::lineOfSetting(StringRef Text, StringRef Kernel) {
  size_t At = Text.find((Prefix + Kernel).str());
  return At == StringRef::npos
             ? 0
             : static_cast<unsigned>(Text.take_front(At).count('\n')) + 1;
}

AnnotationError warptidy::settingError(const KernelSetting &Setting,
                                       const llvm::Twine &Message) {
  AnnotationError Error;
  Error.Where.File = Setting.File;
  Error.Where.Line = Setting.Line;
  Error.Where.Column = 1;
  Error.Message = (Prefix + Setting.Kernel + ": " + Message).str();
  return Error;
}

/// The name without its template arguments, which may hold `::` themselves.
static StringRef plainName(StringRef Name) {
  return Name.take_front(Name.find('<'));
}

std::string warptidy::plainKernelName(StringRef Name) {
  Name = plainName(Name);
  return Name.substr(Name.rfind(':') + 1).str();
}

bool warptidy::settingIsFor(const KernelSetting &Setting,
                            const KernelFacts &Kernel) {
  StringRef Wanted = Setting.Kernel, Name = Kernel.Name;
  if (!Wanted.contains('<'))
    Name = plainName(Name);
  return Name == Wanted || (Name.consume_back(Wanted) && Name.ends_with("::"));
}

static void setValues(const AnnotationText &Text, const KernelSetting &From,
                      const KernelFacts &Kernel, LaunchShape &Shape,
                      std::vector<AnnotationError> &Errors) {
  for (const auto &[Name, Value] : Text.Values) {
    auto It = llvm::find_if(Kernel.Params,
                            [&, N = StringRef(Name)](const ParamFact &P) {
                              return N == P.Name && !P.IsPointer && P.Bits;
                            });
    if (It != Kernel.Params.end())
      Shape.Arguments[static_cast<unsigned>(It - Kernel.Params.begin())] =
          Value;
    else
      Errors.push_back(settingError(From, "kernel '" + Kernel.Name +
                                              "' has no integer parameter '" +
                                              Name + "'"));
  }
}

std::vector<LaunchShape>
warptidy::configuredShapes(const std::vector<KernelSetting> &Settings,
                           const KernelFacts &Kernel,
                           std::vector<AnnotationError> &Errors) {
  const KernelSetting *Best = nullptr;
  for (const KernelSetting &S : Settings)
    if (settingIsFor(S, Kernel) &&
        (!Best || S.Kernel.size() > Best->Kernel.size()))
      Best = &S;
  std::vector<LaunchShape> Shapes;
  if (!Best)
    return Shapes;
  for (const AnnotationText &Text : Best->Shapes) {
    LaunchShape &Shape = Shapes.emplace_back();
    Shape.Source = ShapeSource::Configuration;
    Shape.Block = Text.Block.value_or(Shape.Block);
    Shape.Grid = Text.Grid;
    Shape.DynamicSharedBytes = Text.SharedBytes;
    setValues(Text, *Best, Kernel, Shape, Errors);
  }
  return Shapes;
}
