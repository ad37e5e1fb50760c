//===- HostCallReader.cpp - The calls of one host function ----------------===//
// See HostCallReader.h.
//===----------------------------------------------------------------------===//
#include "launch/HostBodyReader.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warptidy {

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
    Out.Number = Numbers.try_emplace(Var, Numbers.size() + 1).first->second;
    Out.Owned = Origins.ownsMemory(Var);
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
  if (const VarDecl *Var = allocatedBy(E)) {
    Out.Target.Variable = Var->getName().str();
    Out.OnlyOnHost = Of.Kind == HostCallKind::AllocPinned && isOnlyOnHost(*Var);
  }
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
  if (const FunctionDecl *Kernel = E.getDirectCallee())
    Out.Kernel = Kernels.name(*Kernel);
  Out.HasStream = true;
  const CallExpr *Config = E.getConfig();
  Out.DefaultStream = !Config || isDefaultStream(argument(*Config, 3));
  for (unsigned I = 0; I < E.getNumArgs(); ++I)
    if (HostPointer P = pointer(E.getArg(I)); P.Number) {
      P.Argument = I;
      Out.Arguments.push_back(std::move(P));
    }
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
       Summary.SetsDevice, Summary.CallsUnseen, Summary.CalleesWait});
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

HostFunction BodyReader::read() {
  Found.Name = Body.Function->getQualifiedNameAsString();
  Found.Where = writtenSpot(Body.Function->getLocation(), Context);
  for (const CallExpr *E : Body.Calls)
    Found.Calls.push_back(readCall(*E));
  for (unsigned I = 0; I < Found.Calls.size(); ++I)
    if (Found.Calls[I].Loop != HostCall::None)
      readInLoop(I);
  for (unsigned I = 0; I < Found.Calls.size(); ++I)
    if (Found.Calls[I].Kind == HostCallKind::Copy &&
        Found.Calls[I].EachIteration)
      readBetween(I);
  readAccesses();
  return std::move(Found);
}

HostFunction readHostBody(ASTContext &Context, const HostBody &Body,
                          HostCallees &Callees, bool UnitRegisters) {
  return BodyReader(Context, Body, Callees, UnitRegisters).read();
}

} // namespace warptidy
