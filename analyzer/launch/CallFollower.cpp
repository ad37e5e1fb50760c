//===- CallFollower.cpp - Code read in each call around it ----------------===//
// See CallFollower.h.
//===----------------------------------------------------------------------===//
#include "launch/CallFollower.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace warptidy;

static CallWay entered(const CallWay &Way, const FunctionDecl &Owner) {
  CallWay Next = Way;
  Next.Entered.push_back(&Owner);
  Next.Called = true;
  return Next;
}

void CallFollower::callersHere(const CallWay &Way, const FunctionDecl &Owner,
                               std::vector<CallWay> &Ways) const {
  auto Calls = Scan.Calls.find(Owner.getCanonicalDecl());
  if (Calls == Scan.Calls.end())
    return;
  for (const CallSite &Call : Calls->second) {
    CallWay &Next = Ways.emplace_back(entered(Way, Owner));
    Next.Around.push_back(Call.At);
    if (!Way.Called)
      Next.Caller = spotOf(Call.Call->getSourceRange(), Ast);
    unsigned Count =
        std::min<unsigned>(Owner.getNumParams(), Call.Arguments.size());
    for (unsigned I = 0; I < Count; ++I) {
      BoundValue &Value = Next.Values[Owner.getParamDecl(I)];
      Value.Argument = Call.Arguments[I];
      Value.At = Call.At;
    }
  }
}

static BoundValue valueOf(const CallValue &Known, QualType Type,
                          const ASTContext &Ast) {
  BoundValue Value;
  Value.Dim = Known.Dim;
  Value.Null = Known.Null;
  if (Known.Int && Type->isIntegralOrEnumerationType())
    Value.Int = llvm::APSInt(llvm::APInt(64, static_cast<uint64_t>(*Known.Int))
                                 .sextOrTrunc(Ast.getIntWidth(Type)),
                             Type->isUnsignedIntegerOrEnumerationType());
  return Value;
}

void CallFollower::callersElsewhere(const CallWay &Way,
                                    const FunctionDecl &Owner,
                                    const std::string &Name,
                                    std::vector<CallWay> &Ways) const {
  auto Calls = Outer.find(Name);
  if (Calls == Outer.end())
    return;
  for (const OuterCall &Call : Calls->second) {
    if (Call.Arguments.size() != Owner.getNumParams())
      continue;
    CallWay &Next = Ways.emplace_back(entered(Way, Owner));
    if (!Way.Called)
      Next.Caller = Call.Where;
    for (unsigned I = 0; I < Owner.getNumParams(); ++I) {
      const ParmVarDecl *Param = Owner.getParamDecl(I);
      Next.Values[Param] = valueOf(Call.Arguments[I], Param->getType(), Ast);
    }
  }
}

/// The ways that lead on to the function whose parameter was wanted first.
std::vector<CallWay>
CallFollower::callers(const CallWay &Way,
                      llvm::ArrayRef<const ParmVarDecl *> Wanted) {
  std::vector<CallWay> Ways;
  for (const ParmVarDecl *Param : Wanted) {
    const auto *Owner = dyn_cast<FunctionDecl>(Param->getDeclContext());
    if (!Owner || llvm::is_contained(Way.Entered, Owner) ||
        Way.Entered.size() >= MaxLevels)
      continue;
    callersHere(Way, *Owner, Ways);
    if (Owner->isExternallyVisible() && !Owner->isInvalidDecl()) {
      std::string Name = Namer.name(*Owner);
      callersElsewhere(Way, *Owner, Name, Ways);
      Open.insert(std::move(Name));
    }
    if (!Ways.empty())
      break;
  }
  return Ways;
}
