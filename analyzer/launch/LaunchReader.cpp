//===- LaunchReader.cpp - Launches read from host code --------------------===//
// Resolves the kernel of each launch that HostScan found and folds its
// configuration with HostFolder, in each of the calls that it may stand in.
//===----------------------------------------------------------------------===//
#include "launch/LaunchReader.h"

#include "launch/CallExport.h"
#include "launch/LaunchCalls.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using namespace warptidy;

namespace {

/// One launch as it is read in one context.
struct Reading {
  llvm::SmallVector<const FunctionDecl *, 2> Kernels;
  LaunchShape Shape; ///< Without arguments.
  std::vector<LaunchShape> ByKernel;
};

std::set<std::string> calledWithNull(const CallTable &Calls) {
  std::set<std::string> Names;
  for (const auto &[Name, All] : Calls)
    for (const OuterCall &Call : All)
      if (llvm::any_of(Call.Arguments,
                       [](const CallValue &V) { return V.Null; }))
        Names.insert(Name);
  return Names;
}

class Reader {
public:
  Reader(ASTContext &Context, const CallTable &Outer)
      : Ast(Context), Scan(scanHost(Context)),
        Folder(Context, Scan, calledWithNull(Outer)),
        Follower(Context, Scan, Folder, Outer), Namer(Context) {}

  LaunchTable read(bool ForOthers);

private:
  void readLaunch(const CallSite &Launch);
  Reading readIn(const CallSite &Launch, const CallWay &Way);
  void kernelsOf(const LaunchPart &Callee, Reading &Out, unsigned Depth = 0);
  HostFolder::Sides sides(const LaunchPart &Part);
  HostFolder::Int integer(const LaunchPart &Part);
  void foldShape(const LaunchParts &Parts, LaunchShape &Shape);
  void foldArguments(const FunctionDecl &Kernel, const LaunchParts &Parts,
                     LaunchShape &Shape);
  void setArgument(const FunctionDecl &Kernel, unsigned I, const Expr *E,
                   LaunchShape &Shape);
  void foldArray(const FunctionDecl &Kernel, const LaunchPart &Array,
                 LaunchShape &Shape);
  void add(const FunctionDecl &Kernel, const LaunchShape &Shape);

  ASTContext &Ast;
  HostScan Scan;
  HostFolder Folder;
  CallFollower Follower;
  KernelNamer Namer;
  LaunchTable Table;
};

} // namespace

/// Looks through parentheses, casts, & and * and template arguments.
static const Expr *stripCallee(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParenCasts();
    if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(Inner))
      Inner = Subst->getReplacement();
    else if (const auto *Op = dyn_cast<UnaryOperator>(Inner);
             Op &&
             (Op->getOpcode() == UO_AddrOf || Op->getOpcode() == UO_Deref))
      Inner = Op->getSubExpr();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

/// The kernels that a callee may be: one, or both arms of a choice.
void Reader::kernelsOf(const LaunchPart &Callee, Reading &Out, unsigned Depth) {
  if (!Callee.Value || Depth > 8)
    return;
  const Expr *E = stripCallee(Callee.Value);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    bool ByAddress = Callee.ByAddress;
    kernelsOf({Choice->getTrueExpr(), {}, ByAddress}, Out, Depth + 1);
    kernelsOf({Choice->getFalseExpr(), {}, ByAddress}, Out, Depth + 1);
    return;
  }
  const ValueDecl *Decl = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    Decl = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    Decl = Member->getMemberDecl();
  const auto *Kernel = dyn_cast_or_null<FunctionDecl>(Decl);
  // The runtime is also given a kernel that a C++ file declares without the
  // attribute.
  bool Plain = Kernel && !Kernel->isDefined() &&
               Kernel->isExternallyVisible() && Callee.ByAddress;
  if (Kernel && (isSoundKernel(*Kernel) || Plain)) {
    if (!llvm::is_contained(Out.Kernels, Kernel))
      Out.Kernels.push_back(Kernel);
  } else if (isa_and_nonnull<VarDecl, FieldDecl>(Decl)) {
    auto Place = Folder.locate(E, Callee.Path);
    if (Place && Place->Value && !Place->Left && Place->Rest.empty())
      Folder.at(Place->At, [&] {
        kernelsOf({Place->Value, {}, Callee.ByAddress}, Out, Depth + 1);
        return true;
      });
  }
}

HostFolder::Sides Reader::sides(const LaunchPart &Part) {
  if (!Part.Value || Part.Path.empty())
    return Folder.sides(Part.Value);
  HostFolder::Sides Value;
  const CXXRecordDecl *Record =
      Part.Path.back()->getType()->getAsCXXRecordDecl();
  if (!Record)
    return Value;
  for (const FieldDecl *Field : Record->fields()) {
    unsigned I = Field->getFieldIndex();
    MemberPath Path = Part.Path;
    Path.push_back(Field);
    if (HostFolder::Int Side = integer({Part.Value, Path});
        I < 3 && Side && !Side->isNegative() && Side->getActiveBits() <= 32)
      Value[I] = static_cast<unsigned>(Side->getZExtValue());
  }
  return Value;
}

HostFolder::Int Reader::integer(const LaunchPart &Part) {
  if (!Part.Value || Part.Path.empty())
    return Folder.integer(Part.Value);
  auto Place = Folder.locate(Part.Value, Part.Path);
  if (!Place)
    return std::nullopt;
  if (Place->Rest.empty())
    return Folder.integer(*Place);
  unsigned I = Place->Rest.front()->getFieldIndex();
  HostFolder::Sides All = Folder.sides(*Place);
  return I < 3 && All[I] ? HostFolder::Int(llvm::APSInt::getUnsigned(*All[I]))
                         : std::nullopt;
}

static std::string unreadReason(const std::array<unsigned, 3> &Block,
                                std::string Reason) {
  if (Block[0] && Block[1] && Block[2])
    return "no GPU can run a block of " + std::to_string(Block[0]) + "x" +
           std::to_string(Block[1]) + "x" + std::to_string(Block[2]) +
           " threads";
  return Reason.empty() ? "it is not known here" : Reason;
}

void Reader::foldShape(const LaunchParts &Parts, LaunchShape &Shape) {
  Shape.Source = ShapeSource::LaunchSite;
  Folder.takeReason();
  HostFolder::Sides Block = sides(Parts.Block);
  std::string Reason = Folder.takeReason();
  for (unsigned I = 0; I < 3; ++I)
    Shape.Block[I] = Block[I].value_or(0);
  bool Refused = Block[0] && Block[1] && Block[2];
  if (!isLaunchableBlock(Shape.Block)) {
    Shape.Unread = Refused && llvm::is_contained(Shape.Block, 0u)
                       ? "a block with an empty side does not run"
                       : unreadReason(Shape.Block, Reason);
    if (Refused)
      Shape.Block = {0, 0, 0};
  }
  HostFolder::Sides Grid = sides(Parts.Grid);
  if (Grid[0] && Grid[1] && Grid[2])
    Shape.Grid = {*Grid[0], *Grid[1], *Grid[2]};
  if (HostFolder::Int Bytes = integer(Parts.SharedBytes))
    if (Bytes->getActiveBits() <= 64 && !Bytes->isNegative())
      Shape.DynamicSharedBytes = Bytes->getZExtValue();
}

void Reader::setArgument(const FunctionDecl &Kernel, unsigned I, const Expr *E,
                         LaunchShape &Shape) {
  QualType Type = Kernel.getParamDecl(I)->getType();
  if (Type->isPointerType() && Folder.isNull(E))
    Shape.NullArguments.insert(I);
  HostFolder::Int Value = Folder.integer(E);
  if (Value && Type->isIntegralOrEnumerationType() &&
      Value->getBitWidth() <= 64)
    Shape.Arguments[I] = Value->isSigned()
                             ? Value->getSExtValue()
                             : static_cast<int64_t>(Value->getZExtValue());
}

/// Arguments by their addresses in an array.
void Reader::foldArray(const FunctionDecl &Kernel, const LaunchPart &Array,
                       LaunchShape &Shape) {
  if (!Array.Value)
    return;
  auto Place = Folder.locate(Array.Value->IgnoreParenCasts(), Array.Path);
  while (Place && Place->Value && !isa<InitListExpr>(Place->Value)) {
    const Expr *Inner = Place->Value->IgnoreParenCasts();
    if (!isa<DeclRefExpr, MemberExpr>(Inner))
      return;
    Place = Folder.at(Place->At, [&] { return Folder.locate(Inner); });
  }
  if (!Place || !Place->Value || Place->Left)
    return;
  const auto *List = cast<InitListExpr>(Place->Value);
  unsigned Count = std::min(Kernel.getNumParams(), List->getNumInits());
  for (unsigned I = 0; I < Count; ++I) {
    const Expr *Object = pointedObject(List->getInit(I));
    // The variable as it is at the launch, unless it differs in width.
    if (Object && Ast.hasSameUnqualifiedType(Object->getType(),
                                             Kernel.getParamDecl(I)->getType()))
      setArgument(Kernel, I, Object, Shape);
  }
}

void Reader::foldArguments(const FunctionDecl &Kernel, const LaunchParts &Parts,
                           LaunchShape &Shape) {
  unsigned Count =
      std::min<unsigned>(Kernel.getNumParams(), Parts.Arguments.size());
  for (unsigned I = 0; I < Count; ++I)
    setArgument(Kernel, I, Parts.Arguments[I], Shape);
  foldArray(Kernel, Parts.ArgumentArray, Shape);
}

Reading Reader::readIn(const CallSite &Launch, const CallWay &Way) {
  Reading Out;
  LaunchParts Parts = launchParts(*cast<CallExpr>(Launch.Call));
  kernelsOf(Parts.Kernel, Out);
  Out.Shape.Where = spotOf(Launch.Call->getSourceRange(), Ast);
  Out.Shape.Caller = Way.Caller;
  foldShape(Parts, Out.Shape);
  for (const FunctionDecl *Kernel : Out.Kernels) {
    LaunchShape &Shape = Out.ByKernel.emplace_back(Out.Shape);
    foldArguments(*Kernel, Parts, Shape);
  }
  return Out;
}

/// An argument or a grid that is not known on each of the ways through the
/// branches is known on none: what the others say may be a mere default.
static void settle(std::vector<Reading> &Ways) {
  bool Grid = true, Bytes = true;
  std::map<std::pair<size_t, unsigned>, size_t> Known;
  for (const Reading &Way : Ways) {
    Grid &= Way.Shape.Grid.has_value();
    Bytes &= Way.Shape.DynamicSharedBytes.has_value();
    for (size_t K = 0; K < Way.ByKernel.size(); ++K)
      for (const auto &[I, Value] : Way.ByKernel[K].Arguments)
        ++Known[{K, I}];
  }
  for (Reading &Way : Ways)
    for (size_t K = 0; K < Way.ByKernel.size(); ++K) {
      LaunchShape &Shape = Way.ByKernel[K];
      std::erase_if(Shape.Arguments, [&](const auto &Argument) {
        return Known[{K, Argument.first}] != Ways.size();
      });
      if (!Grid)
        Shape.Grid = std::nullopt;
      if (!Bytes)
        Shape.DynamicSharedBytes = std::nullopt;
    }
}

static bool sameReading(const LaunchShape &A, const LaunchShape &B) {
  return A.Block == B.Block && A.Grid == B.Grid && A.Arguments == B.Arguments &&
         A.NullArguments == B.NullArguments && A.Unread == B.Unread &&
         A.DynamicSharedBytes == B.DynamicSharedBytes &&
         A.Where.Token == B.Where.Token;
}

void Reader::add(const FunctionDecl &Kernel, const LaunchShape &Shape) {
  std::string Name = Namer.name(Kernel);
  if (!Kernel.isExternallyVisible())
    Table.Internal.insert(Name);
  if (std::string Place = definitionPlace(Kernel, Ast); !Place.empty())
    Table.Defined[Name] = std::move(Place);
  ShapesByKernel &To = Shape.Unread.empty() ? Table.Shapes : Table.Unread;
  std::vector<LaunchShape> &Shapes = To[std::move(Name)];
  // Instantiations of one launcher.
  if (Shape.Caller.Line == 0 ||
      llvm::none_of(Shapes, [&](const LaunchShape &Other) {
        return sameReading(Other, Shape);
      }))
    Shapes.push_back(Shape);
}

/// The readings of one launch of one kernel that differ; with too many, those
/// of which the blocks differ, without arguments.
static std::vector<LaunchShape> distinct(std::vector<LaunchShape> All) {
  constexpr size_t MaxShapes = 16;
  auto Unique = [](const std::vector<LaunchShape> &From) {
    std::vector<LaunchShape> Out;
    for (const LaunchShape &Shape : From)
      if (llvm::none_of(Out, [&](const LaunchShape &Other) {
            return sameReading(Other, Shape);
          }))
        Out.push_back(Shape);
    return Out;
  };
  All = Unique(All);
  if (All.size() <= MaxShapes)
    return All;
  for (LaunchShape &Shape : All) {
    Shape.Arguments.clear();
    Shape.NullArguments.clear();
    Shape.Grid = std::nullopt;
    Shape.DynamicSharedBytes = std::nullopt;
  }
  All = Unique(All);
  if (All.size() <= MaxShapes)
    return All;
  LaunchShape Any = All.front();
  Any.Block = {0, 0, 0};
  Any.Unread = "it differs between " + std::to_string(All.size()) + " calls";
  return {Any};
}

void Reader::readLaunch(const CallSite &Launch) {
  // One function may launch hundreds of kernels that it is handed.
  constexpr size_t MaxWays = 256;
  std::vector<Reading> Readings = Follower.follow<Reading>(
      Launch.At, MaxWays,
      [&](const CallWay &Way) { return readIn(Launch, Way); }, settle);
  llvm::MapVector<const FunctionDecl *, std::vector<LaunchShape>> ByKernel;
  for (const Reading &Read : Readings)
    for (size_t I = 0; I < Read.Kernels.size(); ++I)
      ByKernel[Read.Kernels[I]].push_back(Read.ByKernel[I]);
  for (auto &[Kernel, Shapes] : ByKernel)
    for (const LaunchShape &Shape : distinct(std::move(Shapes)))
      add(*Kernel, Shape);
}

LaunchTable Reader::read(bool ForOthers) {
  for (const CallSite &Launch : Scan.Launches)
    readLaunch(Launch);
  if (!ForOthers)
    return std::move(Table);
  for (const FunctionDecl *Function : Scan.Functions)
    if (Function->isExternallyVisible() && !Function->isInvalidDecl())
      Table.Defined[Namer.name(*Function)] = definitionPlace(*Function, Ast);
  // Calls of others come before: their parameters are wanted as well.
  Table.Calls = exportedCalls(Ast, Scan, Folder, Follower);
  Table.Open = Follower.open();
  return std::move(Table);
}

LaunchTable warptidy::readLaunches(ASTContext &Context, const CallTable &Outer,
                                   bool ForOthers) {
  return Reader(Context, Outer).read(ForOthers);
}
