//===- LaunchReader.cpp - Launches read from host code --------------------===//
// Resolves the kernel of each launch that HostScan found and folds its
// configuration with HostFolder, in each of the calls that it may stand in.
//===----------------------------------------------------------------------===//
#include "launch/LaunchReader.h"

#include "launch/KernelDecl.h"
#include "launch/LaunchCalls.h"
#include "clang/AST/Attr.h"

using namespace clang;
using namespace warptidy;

namespace {

/// Calls of the functions around a launch that are followed at most.
constexpr size_t MaxContexts = 16;
constexpr unsigned MaxLevels = 4;

/// A way to a launch: the calls taken, by what they gave the parameters.
struct Context {
  Bindings Values;
  llvm::SmallVector<const FunctionDecl *, 4> Entered;
  const Expr *Caller = nullptr; ///< The innermost call.
};

/// One launch as it is read in one context.
struct Reading {
  llvm::SmallVector<const FunctionDecl *, 2> Kernels;
  LaunchShape Shape; ///< Without arguments.
  std::vector<LaunchShape> ByKernel;
};

class Reader {
public:
  explicit Reader(ASTContext &Context)
      : Ast(Context), Scan(scanHost(Context)), Folder(Context, Scan),
        Namer(Context) {}

  LaunchTable read();

private:
  void readLaunch(const CallSite &Launch);
  void follow(const CallSite &Launch, Context Way, std::vector<Reading> &Out);
  std::vector<Context> callers(const Context &Way) const;
  Reading readIn(const CallSite &Launch, const Context &Way);
  void kernelsOf(const LaunchPart &Callee, Reading &Out, unsigned Depth = 0);
  HostFolder::Sides sides(const LaunchPart &Part);
  HostFolder::Int integer(const LaunchPart &Part);
  void foldShape(const LaunchParts &Parts, LaunchShape &Shape);
  void foldArguments(const FunctionDecl &Kernel, const LaunchParts &Parts,
                     LaunchShape &Shape);
  void foldArray(const FunctionDecl &Kernel, const LaunchPart &Array,
                 LaunchShape &Shape);
  void add(const Reading &Read);

  ASTContext &Ast;
  HostScan Scan;
  HostFolder Folder;
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
    kernelsOf({Choice->getTrueExpr(), {}}, Out, Depth + 1);
    kernelsOf({Choice->getFalseExpr(), {}}, Out, Depth + 1);
    return;
  }
  const ValueDecl *Decl = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    Decl = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    Decl = Member->getMemberDecl();
  const auto *Kernel = dyn_cast_or_null<FunctionDecl>(Decl);
  if (Kernel && isSoundKernel(*Kernel)) {
    if (!llvm::is_contained(Out.Kernels, Kernel))
      Out.Kernels.push_back(Kernel);
  } else if (isa_and_nonnull<VarDecl, FieldDecl>(Decl)) {
    auto Place = Folder.locate(E, Callee.Path);
    if (Place && Place->Value && !Place->Left && Place->Rest.empty())
      Folder.at(Place->At, [&] {
        kernelsOf({Place->Value, {}}, Out, Depth + 1);
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

static void setArgument(const FunctionDecl &Kernel, unsigned I,
                        const HostFolder::Int &Value, LaunchShape &Shape) {
  QualType Type = Kernel.getParamDecl(I)->getType();
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
      setArgument(Kernel, I, Folder.integer(Object), Shape);
  }
}

void Reader::foldArguments(const FunctionDecl &Kernel, const LaunchParts &Parts,
                           LaunchShape &Shape) {
  unsigned Count =
      std::min<unsigned>(Kernel.getNumParams(), Parts.Arguments.size());
  for (unsigned I = 0; I < Count; ++I)
    setArgument(Kernel, I, Folder.integer(Parts.Arguments[I]), Shape);
  foldArray(Kernel, Parts.ArgumentArray, Shape);
}

Reading Reader::readIn(const CallSite &Launch, const Context &Way) {
  Reading Out;
  Folder.enter(Launch.At, Way.Values);
  LaunchParts Parts = launchParts(*cast<CallExpr>(Launch.Call));
  kernelsOf(Parts.Kernel, Out);
  Out.Shape.Where = spotOf(Launch.Call->getSourceRange(), Ast);
  if (Way.Caller)
    Out.Shape.Caller = spotOf(Way.Caller->getSourceRange(), Ast);
  foldShape(Parts, Out.Shape);
  for (const FunctionDecl *Kernel : Out.Kernels) {
    LaunchShape &Shape = Out.ByKernel.emplace_back(Out.Shape);
    foldArguments(*Kernel, Parts, Shape);
  }
  return Out;
}

/// The ways that lead on to the function whose parameter was wanted first.
std::vector<Context> Reader::callers(const Context &Way) const {
  std::vector<Context> Ways;
  for (const ParmVarDecl *Param : Folder.wanted()) {
    const auto *Owner = dyn_cast<FunctionDecl>(Param->getDeclContext());
    if (!Owner || llvm::is_contained(Way.Entered, Owner) ||
        Way.Entered.size() >= MaxLevels)
      continue;
    auto Calls = Scan.Calls.find(Owner->getCanonicalDecl());
    if (Calls == Scan.Calls.end())
      continue;
    for (const CallSite &Call : Calls->second) {
      Context &Next = Ways.emplace_back(Way);
      Next.Entered.push_back(Owner);
      Next.Caller = Way.Caller ? Way.Caller : Call.Call;
      unsigned Count =
          std::min<unsigned>(Owner->getNumParams(), Call.Arguments.size());
      for (unsigned I = 0; I < Count; ++I)
        Next.Values[Owner->getParamDecl(I)] = {Call.Arguments[I], Call.At, {}};
    }
    break;
  }
  return Ways;
}

/// Reads the launch in every context, outwards as long as that tells more.
void Reader::follow(const CallSite &Launch, Context Way,
                    std::vector<Reading> &Out) {
  Reading Here = readIn(Launch, Way);
  std::vector<Context> Ways = callers(Way);
  if (Ways.empty() || Out.size() + Ways.size() > MaxContexts) {
    Out.push_back(std::move(Here));
    return;
  }
  for (Context &Next : Ways)
    follow(Launch, std::move(Next), Out);
}

static bool sameReading(const LaunchShape &A, const LaunchShape &B) {
  return A.Block == B.Block && A.Grid == B.Grid && A.Arguments == B.Arguments &&
         A.Unread == B.Unread && A.DynamicSharedBytes == B.DynamicSharedBytes &&
         A.Where.Token == B.Where.Token;
}

void Reader::add(const Reading &Read) {
  for (size_t I = 0; I < Read.Kernels.size(); ++I) {
    const LaunchShape &Shape = Read.ByKernel[I];
    const FunctionDecl &Kernel = *Read.Kernels[I];
    std::string Name = Namer.name(Kernel);
    if (!Kernel.isExternallyVisible())
      Table.Internal.insert(Name);
    if (std::string Place = definitionPlace(Kernel, Ast); !Place.empty())
      Table.Defined[Name] = std::move(Place);
    ShapesByKernel &To = Shape.Unread.empty() ? Table.Shapes : Table.Unread;
    std::vector<LaunchShape> &Shapes = To[std::move(Name)];
    if (Shape.Caller.Line == 0 ||
        llvm::none_of(Shapes, [&](const LaunchShape &Other) {
          return sameReading(Other, Shape);
        }))
      Shapes.push_back(Shape);
  }
}

void Reader::readLaunch(const CallSite &Launch) {
  std::vector<Reading> Readings;
  follow(Launch, Context(), Readings);
  for (const Reading &Read : Readings)
    add(Read);
}

LaunchTable Reader::read() {
  for (const CallSite &Launch : Scan.Launches)
    readLaunch(Launch);
  return std::move(Table);
}

LaunchTable warptidy::readLaunches(ASTContext &Context) {
  return Reader(Context).read();
}
