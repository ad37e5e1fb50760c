//===- HostLoopReader.cpp - Calls in the loops of a host function ---------===//
// What is certain of a call about the loop around it; see HostCall.
//===----------------------------------------------------------------------===//
#include "launch/HostBodyReader.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace warptidy {

/// Whether a call does something with device data, rather than only holding it.
static bool isWork(const CallExpr &E, bool Pinned = false) {
  if (isa<CUDAKernelCallExpr>(E))
    return true;
  const RuntimeCall *Of = findRuntimeCall(E.getDirectCallee());
  return !Of || Of->Kind == HostCallKind::Launch ||
         (Pinned && (Of->Kind == HostCallKind::Copy ||
                     Of->Kind == HostCallKind::MapPinned ||
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
      From.Origin == PointerOrigin::Mapped ||
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
  const bool IsLaunch = isa<CUDAKernelCallExpr>(E);
  if (!IsLaunch && (!Of || Of->Kind == HostCallKind::Other))
    return;
  const Stmt &Loop = *Loops[Out.Loop];
  Out.EachIteration = flow().runsEachIteration(&E, &Loop);
  if (IsLaunch)
    return;
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

/// Calls that neither wait nor put work between two launches.
static bool isBeside(const HostCall &C) {
  return C.Kind == HostCallKind::CopyAsync ||
         C.Kind == HostCallKind::CacheConfig || C.Name == "cudaEventRecord" ||
         C.Name == "cudaGetLastError" || C.Name == "cudaPeekAtLastError";
}

/// The next launch before (Step -1) or after a copy in its loop.
unsigned BodyReader::launchNextTo(unsigned I, int Step) {
  const unsigned Count = static_cast<unsigned>(Found.Calls.size());
  const Stmt *Loop = Loops[Found.Calls[I].Loop];
  for (unsigned J = I + Step; J < Count; J += Step) {
    const HostCall &C = Found.Calls[J];
    if (C.Loop != Found.Calls[I].Loop)
      return HostCall::None;
    if (C.Kind == HostCallKind::Launch) {
      unsigned First = std::min(I, J), Second = std::max(I, J);
      bool Always =
          C.EachIteration && C.HasStream && C.DefaultStream &&
          flow().alwaysFollows(Body.Calls[First], Body.Calls[Second], Loop);
      return Always ? J : HostCall::None;
    }
    if (Step < 0 && !isBeside(C))
      return HostCall::None;
  }
  return HostCall::None;
}

/// Whether the memory belongs to one variable, and no code between two calls
/// uses that.
bool BodyReader::isUntouched(const CallExpr &From, const CallExpr &To,
                             const Expr *Memory) const {
  const VarDecl *Var = Origins.root(Memory);
  if (!Var || !Var->isLocalVarDecl() || !Origins.ownsMemory(Var))
    return false;
  const SourceManager &SM = Context.getSourceManager();
  SourceLocation Begin = SM.getExpansionLoc(From.getEndLoc());
  SourceLocation End = SM.getExpansionLoc(To.getBeginLoc());
  return llvm::none_of(Uses.of(Var), [&](const VarUse &Use) {
    SourceLocation At = SM.getExpansionLoc(Use.Ref->getLocation());
    return SM.isBeforeInTranslationUnit(Begin, At) &&
           SM.isBeforeInTranslationUnit(At, End);
  });
}

void BodyReader::readBetween(unsigned I) {
  HostCall &Out = Found.Calls[I];
  const HostLoop &Loop = Found.Loops[Out.Loop];
  if (Loop.CallsUnseen || Loop.CalleesWait)
    return;
  unsigned Before = launchNextTo(I, -1), After = launchNextTo(I, 1);
  if (Before == HostCall::None || After == HostCall::None)
    return;
  Out.LaunchBefore = Before;
  Out.LaunchAfter = After;
  const CallExpr &E = *Body.Calls[I];
  const RuntimeCall &Of = *findRuntimeCall(E.getDirectCallee());
  Out.Untouched = isUntouched(*Body.Calls[Before], E, argument(E, Of.Target)) &&
                  isUntouched(*Body.Calls[Before], E, argument(E, Of.From));
}

} // namespace warptidy
