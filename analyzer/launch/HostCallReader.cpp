//===- HostCallReader.cpp - The calls of one host function ----------------===//
// See HostCallReader.h.
//===----------------------------------------------------------------------===//
#include "launch/HostCallReader.h"

#include "launch/HostCalls.h"
#include "launch/HostFlow.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <optional>

using namespace clang;

namespace warptidy {
namespace {

class BodyReader {
public:
  BodyReader(ASTContext &Context, const HostBody &Body, HostCallees &Callees,
             bool UnitRegisters)
      : Context(Context), Body(Body), Callees(Callees),
        UnitRegisters(UnitRegisters), Parents(Body.Function->getBody()),
        Uses(Context, *Body.Function->getBody(), Parents),
        Origins(Context, Uses, Parents) {}

  HostFunction read();

private:
  HostCall readCall(const CallExpr &E);
  void readOperands(const CallExpr &E, const RuntimeCall &Of, HostCall &Out);
  void readLaunch(const CUDAKernelCallExpr &E, HostCall &Out);
  CopyDirection direction(const CallExpr &E, const RuntimeCall &Of) const;
  bool isDefaultStream(const Expr *E) const;
  HostPointer pointer(const Expr *E);
  bool mayBeRegistered(const VarDecl &Var) const;
  CallResult resultOf(const CallExpr &E) const;

  unsigned loopOf(const Stmt &S);
  unsigned addLoop(const Stmt &Loop);
  const HostFlow &flow();
  void readInLoop(unsigned I);
  void readCopyInLoop(unsigned I, const Stmt &Loop);
  void findFree(unsigned I, const Stmt &Loop);
  const VarDecl *allocatedBy(const CallExpr &E) const;
  bool isSourceUnchanged(const CallExpr &E, const RuntimeCall &Of,
                         const Stmt &Loop) const;
  void readTarget(unsigned I, const VarDecl &Var, const Stmt &Loop);
  void readSymbol(unsigned I, const VarDecl &Symbol, const Stmt &Loop);

  ASTContext &Context;
  const HostBody &Body;
  HostCallees &Callees;
  bool UnitRegisters;
  ParentMap Parents;
  HostUses Uses;
  HostOrigins Origins;
  std::unique_ptr<CFG> Graph;
  std::optional<HostFlow> Flow;
  HostFunction Found;
  std::vector<const Stmt *> Loops;    ///< Of Found.Loops.
  std::vector<unsigned> CalledCopies; ///< To symbols, in each loop.
};

} // namespace

CallResult BodyReader::resultOf(const CallExpr &E) const {
  const Stmt *At = &E;
  while (const Stmt *Parent = Parents.getParent(At)) {
    if (const auto *Cast = dyn_cast<CastExpr>(Parent);
        Cast && Cast->getCastKind() == CK_ToVoid)
      return CallResult::CastToVoid;
    if (!isa<ParenExpr, ExprWithCleanups>(Parent)) {
      bool Dropped = isa<CompoundStmt, LabelStmt, SwitchCase>(Parent);
      if (const auto *If = dyn_cast<IfStmt>(Parent))
        Dropped = If->getThen() == At || If->getElse() == At;
      else if (const auto *For = dyn_cast<ForStmt>(Parent))
        Dropped = For->getBody() == At;
      else if (const auto *While = dyn_cast<WhileStmt>(Parent))
        Dropped = While->getBody() == At;
      return Dropped ? CallResult::Dropped : CallResult::Used;
    }
    At = Parent;
  }
  return CallResult::Used;
}

bool BodyReader::isDefaultStream(const Expr *E) const {
  return !E ||
         E->IgnoreParenCasts()->isNullPointerConstant(
             Context, Expr::NPC_ValueDependentIsNull) != Expr::NPCK_NotNull;
}

CopyDirection BodyReader::direction(const CallExpr &E,
                                    const RuntimeCall &Of) const {
  const Expr *Given = argument(E, Of.Direction);
  if (!Given)
    return Of.Kind == HostCallKind::CopyToSymbol ? CopyDirection::HostToDevice
           : Of.Kind == HostCallKind::CopyFromSymbol
               ? CopyDirection::DeviceToHost
               : CopyDirection::Unknown;
  Expr::EvalResult Value;
  if (Given->containsErrors() || !Given->EvaluateAsInt(Value, Context))
    return CopyDirection::Unknown;
  switch (Value.Val.getInt().getExtValue()) { // The values of cudaMemcpyKind.
  case 0:
    return CopyDirection::HostToHost;
  case 1:
    return CopyDirection::HostToDevice;
  case 2:
    return CopyDirection::DeviceToHost;
  case 3:
    return CopyDirection::DeviceToDevice;
  default:
    return CopyDirection::Unknown;
  }
}

bool BodyReader::mayBeRegistered(const VarDecl &Var) const {
  if (UnitRegisters)
    return true;
  return llvm::any_of(Uses.of(&Var), [&](const VarUse &Use) {
    if (Use.Kind == UseKind::Alias || Use.Kind == UseKind::Modify ||
        Use.Kind == UseKind::Escape)
      return Use.Call && Callees.isUnseen(Use.Call->getDirectCallee());
    return false;
  });
}

HostPointer BodyReader::pointer(const Expr *E) {
  const VarDecl *Var = nullptr;
  HostPointer Out = Origins.pointer(E, Var);
  if (Var) {
    Out.Variable = Var->getName().str();
    Out.MayBeRegistered = mayBeRegistered(*Var);
  }
  return Out;
}

void BodyReader::readOperands(const CallExpr &E, const RuntimeCall &Of,
                              HostCall &Out) {
  const Expr *Target = argument(E, Of.Target);
  const bool HasSymbol = Of.Kind == HostCallKind::CopyToSymbol ||
                         Of.Kind == HostCallKind::CopyFromSymbol;
  Out.Target = pointer(Target);
  Out.From = pointer(argument(E, Of.From));
  if (const Expr *Symbol =
          Of.Kind == HostCallKind::CopyToSymbol ? Target : argument(E, Of.From);
      HasSymbol && Symbol)
    Out.Symbol = writtenText(Symbol->getSourceRange(), Context);
  if (Of.Kind == HostCallKind::TextureReference)
    for (const Expr *Argument : E.arguments())
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Argument->IgnoreParenCasts()))
        if (Ref->getType()->isRecordType() && Out.Symbol.empty())
          Out.Symbol = Ref->getDecl()->getName().str();
  if (const VarDecl *Var = allocatedBy(E))
    Out.Target.Variable = Var->getName().str();
  Out.Direction = direction(E, Of);
  Expr::EvalResult Size;
  if (const Expr *Given =
          Of.Sizes.empty() ? nullptr : argument(E, Of.Sizes.front());
      Given && Of.Sizes.size() == 1 && !Given->containsErrors() &&
      Given->EvaluateAsInt(Size, Context))
    Out.Bytes = Size.Val.getInt().getZExtValue();
  Out.HasStream = Of.Stream >= 0;
  Out.DefaultStream = Out.HasStream && isDefaultStream(argument(E, Of.Stream));
  if (Of.Kind == HostCallKind::CacheConfig && E.getNumArgs()) {
    const Expr *Last = E.getArg(E.getNumArgs() - 1)->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Last))
      if (isa<EnumConstantDecl>(Ref->getDecl()))
        Out.Config = Ref->getDecl()->getName().str();
  }
}

void BodyReader::readLaunch(const CUDAKernelCallExpr &E, HostCall &Out) {
  Out.Kind = HostCallKind::Launch;
  Out.Name = nameOf(E.getDirectCallee()).str();
  Out.HasStream = true;
  const CallExpr *Config = E.getConfig();
  Out.DefaultStream = !Config || isDefaultStream(argument(*Config, 3));
}

HostCall BodyReader::readCall(const CallExpr &E) {
  HostCall Out;
  Out.Where = writtenSpot(E.getSourceRange(), Context);
  Out.Source = writtenText(E.getSourceRange(), Context);
  Out.Loop = loopOf(E);
  Out.Result = resultOf(E);
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&E)) {
    readLaunch(*Launch, Out);
    return Out;
  }
  const FunctionDecl *Callee = E.getDirectCallee();
  const RuntimeCall *Of = findRuntimeCall(Callee);
  Out.Name = nameOf(Callee).str();
  Out.Kind = Of->Kind;
  Out.ReturnsError = Callee->getReturnType()->isEnumeralType();
  readOperands(E, *Of, Out);
  return Out;
}

/// The part of a loop that runs once, before it.
static bool runsBefore(const Stmt *Loop, const Stmt *Part) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getInit() == Part;
  if (const auto *For = dyn_cast<CXXForRangeStmt>(Loop))
    return For->getBody() != Part;
  return false;
}

static bool isLoop(const Stmt *S, const ASTContext &Context) {
  if (!isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return false;
  const auto *Do = dyn_cast<DoStmt>(S); // A macro's do { } while (0).
  bool Again = true;
  return !Do || Do->getCond()->containsErrors() ||
         !Do->getCond()->EvaluateAsBooleanCondition(Again, Context) || Again;
}

unsigned BodyReader::loopOf(const Stmt &S) {
  const Stmt *Part = &S;
  while (const Stmt *Parent = Parents.getParent(Part)) {
    if (isa<LambdaExpr>(Parent))
      break;
    if (isLoop(Parent, Context) && !runsBefore(Parent, Part))
      return addLoop(*Parent);
    Part = Parent;
  }
  return HostCall::None;
}

unsigned BodyReader::addLoop(const Stmt &Loop) {
  auto It = llvm::find(Loops, &Loop);
  if (It != Loops.end())
    return static_cast<unsigned>(It - Loops.begin());
  unsigned Parent = loopOf(Loop);
  CalleeSummary Summary = Callees.of(Loop);
  Loops.push_back(&Loop);
  CalledCopies.push_back(Summary.CopiesToSymbol);
  Found.Loops.push_back(
      {writtenSpot({Loop.getBeginLoc(), Loop.getBeginLoc()}, Context), Parent,
       Summary.SetsDevice, Summary.CallsUnseen});
  return static_cast<unsigned>(Loops.size()) - 1;
}

const HostFlow &BodyReader::flow() {
  if (!Flow) {
    Graph = CFG::buildCFG(Body.Function, Body.Function->getBody(), &Context,
                          CFG::BuildOptions());
    Flow.emplace(Graph.get(), Parents);
  }
  return *Flow;
}

/// The local pointer whose address an allocation gets.
const VarDecl *BodyReader::allocatedBy(const CallExpr &E) const {
  const auto *Address = dyn_cast_or_null<UnaryOperator>(argument(E, 0));
  if (!Address || Address->getOpcode() != UO_AddrOf)
    return nullptr;
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParenCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->getType()->isPointerType() ? Var : nullptr;
}

/// Whether a call does something with device data, rather than only holding it.
static bool isWork(const CallExpr &E, bool Pinned = false) {
  if (isa<CUDAKernelCallExpr>(E))
    return true;
  const RuntimeCall *Of = findRuntimeCall(E.getDirectCallee());
  return !Of || Of->Kind == HostCallKind::Launch ||
         (Pinned && (Of->Kind == HostCallKind::Copy ||
                     Of->Kind == HostCallKind::CopyAsync));
}

void BodyReader::findFree(unsigned I, const Stmt &Loop) {
  const CallExpr &E = *Body.Calls[I];
  const VarDecl *Var = allocatedBy(E);
  if (!Var || !Var->isLocalVarDecl() || Var->isStaticLocal())
    return;
  HostCall &Out = Found.Calls[I];
  for (const VarUse &Use : Uses.of(Var)) {
    if (Use.Kind == UseKind::Escape)
      return;
    if (Use.Call && isWork(*Use.Call, Out.Kind == HostCallKind::AllocPinned) &&
        Origins.isWithin(Use.Ref, &Loop))
      Out.TargetUsed = true;
  }
  for (unsigned J = 0; J < Found.Calls.size(); ++J) {
    const HostCall &Free = Found.Calls[J];
    const auto *Ref =
        dyn_cast_or_null<DeclRefExpr>(argument(*Body.Calls[J], 0));
    bool Frees = Free.Kind == HostCallKind::FreeDevice ||
                 Free.Kind == HostCallKind::FreePinned;
    if (Frees && Free.Loop == Out.Loop && Ref && Ref->getDecl() == Var &&
        flow().alwaysFollows(&E, Body.Calls[J], &Loop))
      Out.FreedBy = J;
  }
}

bool BodyReader::isSourceUnchanged(const CallExpr &E, const RuntimeCall &Of,
                                   const Stmt &Loop) const {
  const VarDecl *Var = nullptr;
  HostPointer From = Origins.pointer(argument(E, Of.From), Var);
  if (!Var || From.Origin == PointerOrigin::Unknown ||
      From.Origin == PointerOrigin::Device ||
      From.Origin == PointerOrigin::Managed ||
      Origins.isDeclaredIn(Var, &Loop) || !Origins.ownsMemory(Var))
    return false;
  return llvm::all_of(Uses.of(Var), [&](const VarUse &Use) {
    if (Use.Kind == UseKind::Read || Use.Kind == UseKind::Content)
      return true;
    if (Use.Kind == UseKind::Alias ||
        (Use.Kind == UseKind::Escape && !Use.Call))
      return false;
    return !Origins.isWithin(Use.Ref, &Loop);
  });
}

void BodyReader::readTarget(unsigned I, const VarDecl &Var, const Stmt &Loop) {
  HostCall &Out = Found.Calls[I];
  if (Out.Target.Origin != PointerOrigin::Device ||
      Origins.isDeclaredIn(&Var, &Loop) || !Origins.ownsMemory(&Var))
    return;
  Out.TargetUnchanged = true;
  for (const VarUse &Use : Uses.of(&Var)) {
    if (!Origins.isWithin(Use.Ref, &Loop) || Use.Call == Body.Calls[I] ||
        Use.Kind == UseKind::Read)
      continue;
    if (Use.Kind != UseKind::Content)
      Out.TargetUnchanged = false;
    else if (Use.Call && isWork(*Use.Call))
      Out.TargetUsed = true;
  }
}

/// Kernels cannot write constant memory, so that only copies change it.
void BodyReader::readSymbol(unsigned I, const VarDecl &Symbol,
                            const Stmt &Loop) {
  HostCall &Out = Found.Calls[I];
  Out.TargetUnchanged = Symbol.hasAttr<CUDAConstantAttr>();
  unsigned Copies = 0;
  for (unsigned J = 0; J < Found.Calls.size(); ++J) {
    if (!Origins.isWithin(Body.Calls[J], &Loop))
      continue;
    Copies += Found.Calls[J].Kind == HostCallKind::CopyToSymbol;
    Out.TargetUsed |= Found.Calls[J].Kind == HostCallKind::Launch;
  }
  // Others may be copies to the same symbol, in functions called here as well.
  if (Copies != 1 || Found.Loops[Out.Loop].CallsUnseen ||
      CalledCopies[Out.Loop] != 1)
    Out.TargetUnchanged = false;
}

void BodyReader::readCopyInLoop(unsigned I, const Stmt &Loop) {
  const CallExpr &E = *Body.Calls[I];
  const RuntimeCall &Of = *findRuntimeCall(E.getDirectCallee());
  HostCall &Out = Found.Calls[I];
  const Expr *Target = argument(E, Of.Target);
  const Expr *From = argument(E, Of.From);
  Out.SourceUnchanged = isSourceUnchanged(E, Of, Loop);
  if (Of.Kind == HostCallKind::CopyToSymbol) {
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Target);
    const auto *Symbol = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    Out.SameOperands = Symbol && Origins.isInvariant(From, &Loop);
    if (Symbol)
      readSymbol(I, *Symbol, Loop);
    return;
  }
  Out.SameOperands =
      Origins.isInvariant(Target, &Loop) && Origins.isInvariant(From, &Loop);
  if (const VarDecl *Var = Origins.root(Target))
    readTarget(I, *Var, Loop);
}

void BodyReader::readInLoop(unsigned I) {
  HostCall &Out = Found.Calls[I];
  const CallExpr &E = *Body.Calls[I];
  const RuntimeCall *Of = findRuntimeCall(E.getDirectCallee());
  if (!Of || isa<CUDAKernelCallExpr>(E) || Of->Kind == HostCallKind::Other)
    return;
  const Stmt &Loop = *Loops[Out.Loop];
  Out.EachIteration = flow().runsEachIteration(&E, &Loop);
  Out.SameSize = llvm::all_of(Of->Sizes, [&](int Size) {
    return Origins.isInvariant(argument(E, Size), &Loop);
  });
  switch (Of->Kind) {
  case HostCallKind::AllocDevice:
  case HostCallKind::AllocManaged:
  case HostCallKind::AllocPinned:
    findFree(I, Loop);
    break;
  case HostCallKind::Copy:
  case HostCallKind::CopyAsync:
  case HostCallKind::CopyToSymbol:
    readCopyInLoop(I, Loop);
    break;
  default:
    break;
  }
}

HostFunction BodyReader::read() {
  Found.Name = Body.Function->getQualifiedNameAsString();
  Found.Where = writtenSpot(Body.Function->getLocation(), Context);
  for (const CallExpr *E : Body.Calls)
    Found.Calls.push_back(readCall(*E));
  for (unsigned I = 0; I < Found.Calls.size(); ++I)
    if (Found.Calls[I].Loop != HostCall::None)
      readInLoop(I);
  return std::move(Found);
}

HostFunction readHostBody(ASTContext &Context, const HostBody &Body,
                          HostCallees &Callees, bool UnitRegisters) {
  return BodyReader(Context, Body, Callees, UnitRegisters).read();
}

} // namespace warptidy
