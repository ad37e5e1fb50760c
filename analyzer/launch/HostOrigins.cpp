//===- HostOrigins.cpp - Where a host pointer points ----------------------===//
// See HostOrigins.h.
//===----------------------------------------------------------------------===//
#include "launch/HostOrigins.h"

#include "launch/HostCalls.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warptidy {

static constexpr unsigned MaxDepth = 8;

SourceSpot writtenSpot(SourceRange Range, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  SourceSpot Spot;
  SourceLocation Begin = SM.getFileLoc(Range.getBegin());
  if (Begin.isInvalid())
    return Spot;
  Spot.Token = Begin.getRawEncoding();
  Spot.File = SM.getFilename(Begin).str();
  Spot.Line = SM.getSpellingLineNumber(Begin);
  Spot.Column = SM.getSpellingColumnNumber(Begin);
  SourceLocation End = Lexer::getLocForEndOfToken(SM.getFileLoc(Range.getEnd()),
                                                  0, SM, Context.getLangOpts());
  if (End.isInvalid() || !SM.isWrittenInSameFile(Begin, End))
    return Spot;
  Spot.EndLine = SM.getSpellingLineNumber(End);
  Spot.EndColumn = SM.getSpellingColumnNumber(End);
  return Spot;
}

std::string writtenText(SourceRange Range, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  CharSourceRange Chars = CharSourceRange::getTokenRange(
      SM.getFileLoc(Range.getBegin()), SM.getFileLoc(Range.getEnd()));
  return Lexer::getSourceText(Chars, SM, Context.getLangOpts()).str();
}

HostPointer HostOrigins::allocated(const Expr *E, PointerOrigin Origin,
                                   std::string Allocator) const {
  HostPointer Out;
  Out.Origin = Origin;
  Out.Allocator = std::move(Allocator);
  Out.AllocatedAt = writtenSpot(E->getSourceRange(), Context);
  return Out;
}

/// What an allocation puts into the variable whose address it gets.
HostPointer HostOrigins::setBy(const CallExpr &Call) const {
  const FunctionDecl *Callee = Call.getDirectCallee();
  std::string Name = nameOf(Callee).str();
  if (isHeapAllocation(Callee))
    return allocated(&Call, PointerOrigin::Heap, Name);
  const RuntimeCall *Of = findRuntimeCall(Callee);
  switch (Of ? Of->Kind : HostCallKind::Other) {
  case HostCallKind::AllocDevice:
  case HostCallKind::AllocInStream:
    return allocated(&Call, PointerOrigin::Device, Name);
  case HostCallKind::AllocManaged:
    return allocated(&Call, PointerOrigin::Managed, Name);
  case HostCallKind::AllocPinned:
    return allocated(&Call, PointerOrigin::Pinned, Name);
  case HostCallKind::MapPinned:
    return allocated(&Call, PointerOrigin::Mapped, Name);
  default:
    return {};
  }
}

static bool isNullPointer(const Expr *E, ASTContext &Context) {
  return E->isNullPointerConstant(Context, Expr::NPC_ValueDependentIsNull) !=
         Expr::NPCK_NotNull;
}

HostPointer HostOrigins::pointer(const Expr *E, const VarDecl *&Var,
                                 unsigned Depth) const {
  Var = nullptr;
  if (!E || Depth > MaxDepth)
    return {};
  E = E->IgnoreParenCasts();
  if (const auto *New = dyn_cast<CXXNewExpr>(E)) {
    const FunctionDecl *Operator = New->getOperatorNew();
    if (New->getNumPlacementArgs() || !Operator || isa<CXXMethodDecl>(Operator))
      return {};
    return allocated(E, PointerOrigin::Heap, New->isArray() ? "new[]" : "new");
  }
  if (const VarDecl *Root = root(E)) {
    HostPointer Out = variable(Root, Depth + 1);
    Var = Root;
    return Out;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && nameOf(Call->getDirectCallee()) != "posix_memalign" &&
      isHeapAllocation(Call->getDirectCallee()))
    return allocated(E, PointerOrigin::Heap,
                     nameOf(Call->getDirectCallee()).str());
  return {};
}

/// A pointer whose definitions are all of one kind.
HostPointer HostOrigins::variable(const VarDecl *Var, unsigned Depth) const {
  HostPointer Out;
  if (Depth > MaxDepth || !Var->isLocalVarDecl() || Var->isStaticLocal())
    return Out;
  QualType Type = Var->getType();
  auto Own = [&](PointerOrigin Origin, const char *What) {
    Out.Origin = Origin;
    Out.Allocator = What;
    Out.Variable = Var->getName().str();
    Out.AllocatedAt = writtenSpot(Var->getSourceRange(), Context);
    return Out;
  };
  if (Type->isReferenceType())
    return Out;
  if (isUsualVector(Type))
    return Own(PointerOrigin::Vector, "std::vector");
  if (Type->isArrayType())
    return Own(PointerOrigin::Stack, "a local array");
  if (Type->isArithmeticType() || Type->isEnumeralType())
    return Own(PointerOrigin::Stack, "a local variable");
  if (!Type->isPointerType())
    return Out;
  bool First = true;
  auto Join = [&](const HostPointer &One) {
    if (First)
      Out = One;
    else if (Out.Origin != One.Origin)
      Out = HostPointer();
    First = false;
    return Out.Origin != PointerOrigin::Unknown;
  };
  const VarDecl *Ignored = nullptr;
  if (const Expr *Init = Var->getInit(); Init && !isNullPointer(Init, Context))
    if (!Join(pointer(Init, Ignored, Depth + 1)))
      return {};
  for (const VarUse &Use : Uses.of(Var)) {
    if (Use.Kind == UseKind::Escape)
      return {};
    if (Use.Kind == UseKind::SetByCall && !Join(setBy(*Use.Call)))
      return {};
    if (Use.Kind == UseKind::Assign && Use.Value &&
        !isNullPointer(Use.Value, Context) &&
        root(Use.Value->IgnoreParenCasts()) != Var &&
        !Join(pointer(Use.Value, Ignored, Depth + 1)))
      return {};
  }
  Out.Variable = Var->getName().str();
  return Out;
}

const VarDecl *HostOrigins::root(const Expr *E) const {
  while (E) {
    E = E->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto *Op = dyn_cast<BinaryOperator>(E);
        Op && Op->isAdditiveOp() && Op->getType()->isPointerType()) {
      E = Op->getLHS()->getType()->isPointerType() ||
                  Op->getLHS()->getType()->isArrayType()
              ? Op->getLHS()
              : Op->getRHS();
      continue;
    }
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
      const CXXMethodDecl *Method = Call->getMethodDecl();
      const Expr *Object = Call->getImplicitObjectArgument();
      if (!Method || nameOf(Method) != "data" || !Object ||
          !isUsualVector(Object->getType()))
        return nullptr;
      const auto *Ref = dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts());
      return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    }
    const auto *Address = dyn_cast<UnaryOperator>(E);
    if (!Address || Address->getOpcode() != UO_AddrOf)
      return nullptr;
    const Expr *Of = Address->getSubExpr()->IgnoreParens();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Of)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var && !Var->getType()->isPointerType() ? Var : nullptr;
    }
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Of)) {
      E = Element->getBase();
      continue;
    }
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Of);
    if (!Operator || Operator->getOperator() != OO_Subscript ||
        !isUsualVector(Operator->getArg(0)->getType()))
      return nullptr;
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Operator->getArg(0)->IgnoreParenImpCasts());
    return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  }
  return nullptr;
}

bool HostOrigins::isWithin(const Stmt *Inner, const Stmt *Outer) const {
  while (Inner && Inner != Outer)
    Inner = Parents.getParent(Inner);
  return Inner;
}

bool HostOrigins::isDeclaredIn(const VarDecl *Var, const Stmt *Loop) const {
  SourceLocation At = Var->getLocation();
  const SourceManager &SM = Context.getSourceManager();
  return !isa<ParmVarDecl>(Var) &&
         !SM.isBeforeInTranslationUnit(At, Loop->getBeginLoc()) &&
         SM.isBeforeInTranslationUnit(At, Loop->getEndLoc());
}

/// Whether a call that gets the pointer may hand it to another variable: as its
/// result, or through the address of a pointer.
static bool mayPassOn(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return true;
  if (isa<CUDAKernelCallExpr>(Call) || Callee->getBuiltinID() || isFree(Callee))
    return false;
  if (const RuntimeCall *Of = findRuntimeCall(Callee))
    return Of->Kind == HostCallKind::Other ||
           Of->Kind == HostCallKind::MapPinned;
  QualType Result = Callee->getReturnType();
  if (!Result->isVoidType() && !Result->isArithmeticType() &&
      !Result->isEnumeralType())
    return true;
  return llvm::any_of(Callee->parameters(), [](const ParmVarDecl *Param) {
    QualType Behind = Param->getType()->getPointeeType();
    return !Behind.isNull() && Behind->isPointerType() &&
           !Behind.isConstQualified();
  });
}

bool HostOrigins::ownsMemory(const VarDecl *Var) const {
  const bool IsPointer = Var->getType()->isPointerType();
  if (Var->getType()->isReferenceType())
    return false;
  if (IsPointer && Var->getInit() && root(Var->getInit()))
    return false;
  return llvm::none_of(Uses.of(Var), [&](const VarUse &Use) {
    if (Use.Call && Use.Kind != UseKind::Read && mayPassOn(*Use.Call))
      return true;
    return Use.Kind == UseKind::Alias || Use.Kind == UseKind::Escape ||
           (IsPointer && Use.Kind == UseKind::Assign &&
            (!Use.Value || root(Use.Value)));
  });
}

bool HostOrigins::isInvariant(const VarDecl *Var, const Stmt *Loop,
                              unsigned Depth) const {
  if (Var->getType().isConstQualified() && Var->hasGlobalStorage())
    return true;
  if (Depth > MaxDepth || Var->hasGlobalStorage() ||
      Var->getType()->isReferenceType())
    return false;
  const bool Inside = isDeclaredIn(Var, Loop);
  const bool IsPointer = Var->getType()->isPointerType();
  for (const VarUse &Use : Uses.of(Var)) {
    if (Use.Kind == UseKind::Read || Use.Kind == UseKind::Content ||
        Use.Kind == UseKind::Free)
      continue;
    // A pointer stays where it is, whatever is written behind it.
    if (IsPointer &&
        (Use.Kind == UseKind::Modify || Use.Kind == UseKind::Alias))
      continue;
    if (Use.Kind == UseKind::Escape && !Use.Call)
      return false;
    if (Inside || isWithin(Use.Ref, Loop))
      return false;
  }
  return !Inside ||
         (Var->getInit() && isInvariant(Var->getInit(), Loop, Depth + 1));
}

bool HostOrigins::isInvariant(const Expr *E, const Stmt *Loop,
                              unsigned Depth) const {
  if (!E || isa<CXXDefaultArgExpr>(E))
    return true;
  if (E->containsErrors() || Depth > MaxDepth)
    return false;
  if (isa<UnaryExprOrTypeTraitExpr, IntegerLiteral, FloatingLiteral,
          CharacterLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr,
          GNUNullExpr, StringLiteral>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var ? isInvariant(Var, Loop, Depth)
               : isa<EnumConstantDecl, FunctionDecl>(Ref->getDecl());
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_Deref || Op->isIncrementDecrementOp())
      return false;
    const Expr *Of = Op->getSubExpr()->IgnoreParens();
    if (Op->getOpcode() == UO_AddrOf)
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Of)) {
        const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        return Var && !Var->getType()->isReferenceType();
      }
    const auto *Element = dyn_cast<ArraySubscriptExpr>(Of);
    if (Op->getOpcode() == UO_AddrOf && Element)
      return isInvariant(Element->getBase(), Loop, Depth) &&
             isInvariant(Element->getIdx(), Loop, Depth);
    return Op->getOpcode() != UO_AddrOf && isInvariant(Of, Loop, Depth);
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    const Expr *Object = Call->getImplicitObjectArgument();
    const auto *Ref =
        Object ? dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts()) : nullptr;
    return Method && Call->getNumArgs() == 0 && Ref &&
           isUsualVector(Object->getType()) && isInvariant(Ref, Loop, Depth);
  }
  bool IsPlain = isa<ParenExpr, CastExpr, ConditionalOperator,
                     SubstNonTypeTemplateParmExpr, ConstantExpr>(E);
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    IsPlain = !Op->isAssignmentOp();
  if (const auto *Member = dyn_cast<MemberExpr>(E)) // Of a local object.
    IsPlain = !Member->isArrow() && isa<FieldDecl>(Member->getMemberDecl());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    IsPlain =
        isa<DeclRefExpr>(Element->getBase()->IgnoreParenImpCasts()) &&
        !Element->getBase()->IgnoreParenImpCasts()->getType()->isPointerType();
  if (!IsPlain)
    return false;
  for (const Stmt *Part : E->children())
    if (const auto *Inner = dyn_cast_or_null<Expr>(Part);
        Inner && !isInvariant(Inner, Loop, Depth))
      return false;
  return true;
}

} // namespace warptidy
