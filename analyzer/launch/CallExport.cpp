//===- CallExport.cpp - Calls of functions of other units -----------------===//
// See CallExport.h.
//===----------------------------------------------------------------------===//
#include "launch/CallExport.h"

#include <tuple>

using namespace clang;
using namespace warptidy;

/// Calls of one function that are told at most: who is called more often is no
/// launcher.
static constexpr size_t MaxCalls = 64;
/// Ways to one call.
static constexpr size_t MaxWays = 16;

/// Whether another unit may define the function, and launch with its
/// parameters.
static bool isElsewhere(const FunctionDecl &Callee, const SourceManager &SM) {
  return !Callee.isDefined() && !Callee.isDependentContext() &&
         !Callee.isInvalidDecl() && !Callee.getBuiltinID() &&
         Callee.isExternallyVisible() && !Callee.isImplicit() &&
         !Callee.isDefaulted() && !isSoundKernel(Callee) &&
         !isInSystemHeader(Callee, SM);
}

static CallValue valueOf(HostFolder &Folder, const Expr *Argument) {
  CallValue Value;
  if (HostFolder::Int Known = Folder.integer(Argument);
      Known && Known->getBitWidth() <= 64)
    Value.Int = Known->isSigned() ? Known->getSExtValue()
                                  : static_cast<int64_t>(Known->getZExtValue());
  Value.Dim = Folder.sides(Argument);
  Value.Null = Argument->getType()->isPointerType() && Folder.isNull(Argument);
  return Value;
}

static auto placeOf(const OuterCall &Call) {
  return std::tie(Call.Where.File, Call.Where.Line, Call.Where.Column);
}

static std::vector<OuterCall> callsOf(ASTContext &Context,
                                      llvm::ArrayRef<CallSite> Sites,
                                      HostFolder &Folder,
                                      CallFollower &Follower) {
  std::vector<OuterCall> All;
  for (const CallSite &Site : Sites) {
    auto Read = [&](const CallWay &) {
      OuterCall Call;
      Call.Where = spotOf(Site.Call->getSourceRange(), Context);
      for (const Expr *Argument : Site.Arguments)
        Call.Arguments.push_back(valueOf(Folder, Argument));
      return Call;
    };
    for (OuterCall &Call : Follower.follow<OuterCall>(
             Site.At, MaxWays, Read, [](const std::vector<OuterCall> &) {}))
      if (llvm::none_of(All, [&](const OuterCall &Other) {
            return placeOf(Other) == placeOf(Call) &&
                   Other.Arguments == Call.Arguments;
          }))
        All.push_back(std::move(Call));
  }
  llvm::stable_sort(All, [](const OuterCall &A, const OuterCall &B) {
    return placeOf(A) < placeOf(B);
  });
  return All;
}

CallTable warptidy::exportedCalls(ASTContext &Context, const HostScan &Scan,
                                  HostFolder &Folder, CallFollower &Follower) {
  CallTable Out;
  KernelNamer Namer(Context);
  for (const auto &[Callee, Sites] : Scan.Calls)
    if (Sites.size() <= MaxCalls &&
        isElsewhere(*Callee, Context.getSourceManager()))
      Out[Namer.name(*Callee)] = callsOf(Context, Sites, Folder, Follower);
  return Out;
}
