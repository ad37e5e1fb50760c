//===- HostUses.cpp - What a function does with its variables -------------===//
// Climbs from each reference through the expressions around it until one says
// what becomes of the variable. What is not understood is an escape.
//===----------------------------------------------------------------------===//
#include "launch/HostUses.h"

#include "launch/HostCalls.h"
#include "launch/KernelDecl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warptidy {
namespace {

class RefFinder : public DynamicRecursiveASTVisitor {
public:
  std::vector<std::pair<const DeclRefExpr *, bool>> Found; ///< In a lambda?
  bool TraverseLambdaExpr(LambdaExpr *E) override {
    ++Lambdas;
    bool Continue = DynamicRecursiveASTVisitor::TraverseLambdaExpr(E);
    --Lambdas;
    return Continue;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Found.push_back({E, Lambdas > 0});
    return true;
  }

private:
  unsigned Lambdas = 0;
};

/// What the expression being climbed stands for.
enum class Form {
  Place,   ///< The variable itself, or a part of it.
  Address, ///< `&v`
  Value,   ///< The pointer that it holds, or one into the object.
  Behind,  ///< A place that the pointer points to.
};

bool isPointeeConst(QualType Type) {
  QualType Inner = Type->getPointeeType();
  return !Inner.isNull() && Inner.isConstQualified();
}

/// Follows one reference upwards.
class Climber {
public:
  Climber(const ParentMap &Parents, VarUse &Use)
      : Parents(Parents), Use(Use), At(Use.Ref) {
    Type = Use.Ref->getDecl()->getType().getNonReferenceType();
  }
  void run();

private:
  bool done(UseKind Kind) {
    Use.Kind = Kind;
    return false;
  }
  /// An operator uses what At stands for.
  bool element(UseKind Kind) {
    if (As == Form::Behind)
      Use.Element = llvm::dyn_cast<Expr>(At);
    return done(Kind);
  }
  /// Each returns whether to climb on.
  bool step(const Stmt *Parent);
  bool cast(const CastExpr *E);
  bool unary(const UnaryOperator *E);
  bool binary(const BinaryOperator *E);
  bool call(const CallExpr *E);
  bool method(const CXXMemberCallExpr *E);
  bool argumentOf(const CallExpr *E, unsigned I);
  bool runtimeArgument(const RuntimeCall &Of, int I);
  bool isObject() const { return !Type->isPointerType(); }

  const ParentMap &Parents;
  VarUse &Use;
  const Stmt *At;
  QualType Type;
  Form As = Form::Place;
};

void Climber::run() {
  while (true) {
    const Stmt *Parent = Parents.getParent(At);
    if (!Parent || !step(Parent))
      return;
    At = Parent;
  }
}

bool Climber::cast(const CastExpr *E) {
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    if (As == Form::Behind)
      return element(UseKind::Content);
    if (!E->getType()->isPointerType())
      return done(UseKind::Read);
    As = Form::Value;
    return true;
  case CK_ArrayToPointerDecay:
    As = Form::Value;
    return true;
  case CK_PointerToBoolean:
  case CK_PointerToIntegral:
  case CK_ToVoid:
    return done(UseKind::Read);
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
    return done(As == Form::Value ? UseKind::Alias : UseKind::Escape);
  default:
    return true;
  }
}

bool Climber::unary(const UnaryOperator *E) {
  switch (E->getOpcode()) {
  case UO_AddrOf:
    As = As == Form::Behind ||
                 (As == Form::Place && isObject() && Type->isArrayType())
             ? Form::Value
             : Form::Address;
    return true;
  case UO_Deref:
    if (As == Form::Address)
      As = Form::Place;
    else
      As = Form::Behind;
    return true;
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return element(As == Form::Place ? UseKind::Assign : UseKind::Modify);
  default:
    return As == Form::Place || done(UseKind::Read);
  }
}

bool Climber::binary(const BinaryOperator *E) {
  if (E->isAssignmentOp() && E->getLHS() == At) {
    if (As != Form::Place)
      return element(As == Form::Behind ? UseKind::Modify : UseKind::Escape);
    bool Whole = isa<DeclRefExpr>(E->getLHS()->IgnoreParens());
    if (E->getOpcode() == BO_Assign && Whole)
      Use.Value = E->getRHS();
    return done(Whole || !isObject() ? UseKind::Assign : UseKind::Modify);
  }
  if (E->isComparisonOp() || E->isLogicalOp())
    return done(UseKind::Read);
  if (E->isAdditiveOp() && E->getType()->isPointerType())
    return true;
  if (E->isAdditiveOp() && As == Form::Value)
    return done(UseKind::Read); // The difference of two pointers.
  if (As == Form::Value)
    return done(UseKind::Alias);
  return done(UseKind::Escape);
}

bool Climber::runtimeArgument(const RuntimeCall &Of, int I) {
  if (I == Of.Target) {
    switch (Of.Kind) {
    case HostCallKind::AllocDevice:
    case HostCallKind::AllocManaged:
    case HostCallKind::AllocPinned:
    case HostCallKind::AllocInStream:
    case HostCallKind::MapPinned:
      return done(As == Form::Address ? UseKind::SetByCall : UseKind::Modify);
    case HostCallKind::FreeDevice:
    case HostCallKind::FreePinned:
    case HostCallKind::FreeInStream:
      return done(UseKind::Free);
    case HostCallKind::Register:
      return done(UseKind::Alias);
    default:
      return done(As == Form::Address && !isObject() ? UseKind::Escape
                                                     : UseKind::Modify);
    }
  }
  if (I == Of.From)
    return done(UseKind::Content);
  return done(As == Form::Address ? UseKind::Escape : UseKind::Read);
}

bool Climber::argumentOf(const CallExpr *E, unsigned I) {
  Use.Call = E;
  Use.Argument = I;
  const FunctionDecl *Callee = E->getDirectCallee();
  if (const RuntimeCall *Of = findRuntimeCall(Callee);
      Of && Of->Kind != HostCallKind::Other && Of->Kind != HostCallKind::Launch)
    return runtimeArgument(*Of, static_cast<int>(I));
  if (isFree(Callee))
    return done(UseKind::Free);
  if (As == Form::Address && isHeapAllocation(Callee) && I == 0)
    return done(UseKind::SetByCall);
  if (!Callee)
    return done(As == Form::Value ? UseKind::Alias : UseKind::Escape);
  if (I >= Callee->getNumParams()) // An ellipsis, as of printf.
    return done(As == Form::Value ? UseKind::Content : UseKind::Escape);
  QualType Param = Callee->getParamDecl(I)->getType();
  bool Const = Param->isPointerOrReferenceType() && isPointeeConst(Param);
  if (As == Form::Value || As == Form::Behind) {
    if (Param->isReferenceType() && As == Form::Value)
      return done(Const ? UseKind::Content : UseKind::Alias);
    return done(Const || !Param->isPointerOrReferenceType() ? UseKind::Content
                                                            : UseKind::Modify);
  }
  if (isObject() && Param->isPointerOrReferenceType())
    return done(Const ? UseKind::Content : UseKind::Escape);
  return done(Const && Param->isReferenceType() ? UseKind::Content
                                                : UseKind::Escape);
}

/// A method of the variable itself.
bool Climber::method(const CXXMemberCallExpr *E) {
  const CXXMethodDecl *Method = E->getMethodDecl();
  if (!Method)
    return done(UseKind::Escape);
  if (As == Form::Behind)
    return done(Method->isConst() ? UseKind::Content : UseKind::Modify);
  if (isUsualVector(Type)) {
    StringRef Name = nameOf(Method);
    if (Name == "data") {
      As = Form::Value;
      return true;
    }
    if (Name == "at" || Name == "front" || Name == "back") {
      As = Form::Behind;
      return true;
    }
  }
  return done(Method->isConst() ? UseKind::Content : UseKind::Modify);
}

bool Climber::call(const CallExpr *E) {
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
      Operator && Operator->getNumArgs() && Operator->getArg(0) == At &&
      As == Form::Place) {
    if (Operator->getOperator() == OO_Subscript && isUsualVector(Type)) {
      As = Form::Behind;
      return true;
    }
    if (Operator->getOperator() == OO_Equal)
      return done(UseKind::Assign);
  }
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    if (E->getArg(I) == At)
      return argumentOf(E, I);
  // The callee, or the configuration of a launch.
  return done(isa<CUDAKernelCallExpr>(E) && As != Form::Address
                  ? UseKind::Read
                  : UseKind::Escape);
}

bool Climber::step(const Stmt *Parent) {
  if (isa<ParenExpr, ExprWithCleanups, MaterializeTemporaryExpr,
          CXXBindTemporaryExpr, ConstantExpr, SubstNonTypeTemplateParmExpr>(
          Parent))
    return true;
  if (const auto *E = dyn_cast<CastExpr>(Parent))
    return cast(E);
  if (const auto *E = dyn_cast<UnaryOperator>(Parent))
    return unary(E);
  if (const auto *E = dyn_cast<BinaryOperator>(Parent))
    return binary(E);
  if (const auto *E = dyn_cast<ArraySubscriptExpr>(Parent)) {
    if (E->getBase() != At)
      return done(UseKind::Read);
    As = Form::Behind;
    return true;
  }
  if (const auto *E = dyn_cast<MemberExpr>(Parent)) {
    if (const auto *Call =
            dyn_cast_or_null<CXXMemberCallExpr>(Parents.getParent(E)))
      if (Call->getCallee()->IgnoreParens() == E) {
        return method(Call);
      }
    if (As == Form::Value)
      As = Form::Behind;
    return true;
  }
  if (isa<CXXMemberCallExpr>(Parent) &&
      llvm::cast<CXXMemberCallExpr>(Parent)->getCallee() == At)
    return true; // method() has said what becomes of it.
  if (const auto *E = dyn_cast<CallExpr>(Parent))
    return call(E);
  if (isa<CXXDeleteExpr>(Parent))
    return done(UseKind::Free);
  if (isa<UnaryExprOrTypeTraitExpr>(Parent) || isa<LambdaExpr>(Parent))
    return done(UseKind::Read);
  if (const auto *E = dyn_cast<CXXConstructExpr>(Parent)) {
    bool Copies = E->getConstructor()->isCopyConstructor();
    return done(Copies && As == Form::Place ? UseKind::Content
                : As == Form::Value         ? UseKind::Alias
                                            : UseKind::Escape);
  }
  if (As == Form::Value && isa<ConditionalOperator>(Parent))
    return true;
  if (isa<ReturnStmt>(Parent)) // Nothing here runs after it.
    return done(UseKind::Read);
  if (const auto *E = dyn_cast<Expr>(Parent); !E) {
    if (isa<DeclStmt>(Parent))
      return done(As == Form::Value ? UseKind::Alias : UseKind::Escape);
    return done(UseKind::Read); // A statement of its own, or a condition.
  }
  return done(As == Form::Value ? UseKind::Alias : UseKind::Escape);
}

} // namespace

bool isUsualVector(QualType Type) {
  const auto *Record = Type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Record);
  if (!Spec || Spec->getName() != "vector" || !Spec->isInStdNamespace() ||
      Spec->getTemplateArgs().size() < 2)
    return false;
  const TemplateArgument &Allocator = Spec->getTemplateArgs()[1];
  if (Allocator.getKind() != TemplateArgument::Type)
    return false;
  const auto *Of = Allocator.getAsType()->getAsCXXRecordDecl();
  return Of && Of->getIdentifier() && Of->getName() == "allocator" &&
         Of->isInStdNamespace();
}

HostUses::HostUses(ASTContext &Context, const Stmt &Body,
                   const ParentMap &Parents)
    : Context(Context), Parents(Parents) {
  RefFinder Finder;
  Finder.TraverseStmt(const_cast<Stmt *>(&Body));
  for (auto [Ref, InLambda] : Finder.Found) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var)
      continue;
    VarUse Use = classify(*Ref);
    Use.InLambda = InLambda;
    if (InLambda && Use.Kind != UseKind::Read && Use.Kind != UseKind::Content)
      Use.Kind = UseKind::Escape;
    auto [It, New] = Uses.try_emplace(Var->getCanonicalDecl());
    if (New)
      Order.push_back(Var);
    It->second.push_back(Use);
  }
}

VarUse HostUses::classify(const DeclRefExpr &Ref) const {
  VarUse Use;
  Use.Ref = &Ref;
  Climber(Parents, Use).run();
  return Use;
}

ArrayRef<VarUse> HostUses::of(const VarDecl *Var) const {
  auto It = Uses.find(Var->getCanonicalDecl());
  return It == Uses.end() ? ArrayRef<VarUse>() : ArrayRef<VarUse>(It->second);
}

} // namespace warptidy
