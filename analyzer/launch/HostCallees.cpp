//===- HostCallees.cpp - What called functions may do ---------------------===//
// See HostCallees.h.
//===----------------------------------------------------------------------===//
#include "launch/HostCallees.h"

#include "launch/HostCalls.h"
#include "launch/KernelDecl.h"
#include "clang/AST/Attr.h"
#include <utility>

using namespace clang;

namespace warptidy {

void CalleeSummary::join(const CalleeSummary &Other) {
  SetsDevice |= Other.SetsDevice;
  CopiesToSymbol += Other.CopiesToSymbol;
  CallsUnseen |= Other.CallsUnseen;
  Waits |= Other.Waits;
  CalleesWait |= Other.CalleesWait;
}

bool HostCallees::isUnseen(const FunctionDecl *Callee) const {
  if (!Callee)
    return true;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
      Method && Method->isVirtual() &&
      !isInSystemHeader(*Callee, Context.getSourceManager()))
    return true;
  return !Callee->hasBody() && !Callee->getBuiltinID() &&
         !isToolkitName(nameOf(Callee)) && !Callee->isDefaulted() &&
         !isInSystemHeader(*Callee, Context.getSourceManager());
}

/// Whether the host may wait in a call, for some of its arguments.
static bool mayWait(HostCallKind Kind) {
  switch (Kind) {
  case HostCallKind::CopyAsync:
  case HostCallKind::FreeInStream:
  case HostCallKind::AllocInStream:
  case HostCallKind::Prefetch:
  case HostCallKind::Fill:
  case HostCallKind::CacheConfig:
  case HostCallKind::SetDevice:
  case HostCallKind::TextureReference:
  case HostCallKind::Launch:
    return false;
  default:
    return true;
  }
}

CalleeSummary HostCallees::ofCall(const CallExpr &Call) {
  CalleeSummary Out;
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (isa<CUDAKernelCallExpr>(Call))
    return Out;
  if (const RuntimeCall *Of = findRuntimeCall(Callee)) {
    Out.SetsDevice = Of->Kind == HostCallKind::SetDevice;
    Out.CopiesToSymbol = Of->Kind == HostCallKind::CopyToSymbol;
    Out.Waits = mayWait(Of->Kind);
    return Out;
  }
  Out.CallsUnseen = isUnseen(Callee);
  const FunctionDecl *Definition = nullptr;
  if (!Callee || isToolkitName(nameOf(Callee)) ||
      isInSystemHeader(*Callee, Context.getSourceManager()) ||
      !Callee->hasBody(Definition))
    return Out;
  auto [It, New] = Known.try_emplace(Definition);
  if (New) { // A recursive call adds nothing.
    CalleeSummary Body = of(*Definition->getBody());
    Known[Definition] = Body;
    It = Known.find(Definition);
  }
  CalleeSummary Inner = It->second;
  Inner.CalleesWait |= std::exchange(Inner.Waits, false);
  Out.join(Inner);
  return Out;
}

CalleeSummary HostCallees::of(const Stmt &S) {
  CalleeSummary Out;
  if (const auto *Call = dyn_cast<CallExpr>(&S))
    Out = ofCall(*Call);
  for (const Stmt *Part : S.children())
    if (Part)
      Out.join(of(*Part));
  return Out;
}

} // namespace warptidy
