//===- HostAccesses.cpp - Elements behind pointers of the host ------------===//
// Where host code itself reads or writes memory of the device, managed memory,
// or memory that it has pinned.
//===----------------------------------------------------------------------===//
#include "launch/HostBodyReader.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace warptidy {

/// memcpy and its kin, whose first two arguments may lead to memory.
static bool touchesMemory(const FunctionDecl *Callee) {
  switch (Callee ? Callee->getBuiltinID() : 0) {
  case clang::Builtin::BImemcpy:
  case clang::Builtin::BImemmove:
  case clang::Builtin::BImemset:
  case clang::Builtin::BImemcmp:
  case clang::Builtin::BI__builtin_memcpy:
  case clang::Builtin::BI__builtin_memmove:
  case clang::Builtin::BI__builtin_memset:
  case clang::Builtin::BI__builtin_memcmp:
    return true;
  default:
    return false;
  }
}

/// The element that a use reads or writes, or the call that does; null for uses
/// that do neither or of which it is not certain.
static const Expr *touched(const VarUse &Use) {
  if (Use.InLambda || Use.Ref->refersToEnclosingVariableOrCapture())
    return nullptr;
  if (Use.Element)
    return Use.Element;
  return Use.Call && Use.Argument < 2 && !isa<CUDAKernelCallExpr>(Use.Call) &&
                 touchesMemory(Use.Call->getDirectCallee())
             ? Use.Call
             : nullptr;
}

/// Of an inner loop: what runs whenever it is come to.
static const Stmt *startOf(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return While->getCond();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    return Range->getRangeStmt();
  return nullptr;
}

void BodyReader::readAccess(const VarUse &Use) {
  const Expr *E = touched(Use);
  if (!E)
    return;
  HostAccess Out;
  Out.Through = pointer(Use.Ref);
  Out.Source = writtenText(E->getSourceRange(), Context);
  Out.Where = writtenSpot(E->getSourceRange(), Context);
  Out.Writes = Use.Kind == UseKind::Modify;
  const Stmt *Part = E;
  for (unsigned L = loopOf(*E); L != HostCall::None && Part;
       L = Found.Loops[L].Parent) {
    if (!flow().runsEachIteration(Part, Loops[L]))
      break;
    Out.EachIterationOf.push_back(L);
    Part = startOf(Loops[L]);
  }
  Found.Accesses.push_back(std::move(Out));
}

void BodyReader::readAccesses() {
  if (Body.Function->hasAttr<CUDADeviceAttr>())
    return; // A part of it may be for the device alone.
  for (const VarDecl *Var : Uses.variables()) {
    if (!Var->getType()->isPointerType())
      continue;
    PointerOrigin Origin = Origins.variable(Var).Origin;
    if (Origin == PointerOrigin::Device || Origin == PointerOrigin::Managed)
      for (const VarUse &Use : Uses.of(Var))
        readAccess(Use);
  }
}

/// Whether a use looks at the pointer alone: `if (p)`, `p == nullptr`,
/// `sizeof(*p)`.
static bool isTest(const VarUse &Use, const ParentMap &Parents) {
  const Stmt *Parent = Parents.getParent(Use.Ref);
  while (isa_and_nonnull<ParenExpr, ImplicitCastExpr>(Parent))
    Parent = Parents.getParent(Parent);
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(Parent);
      Op && Op->getOpcode() == UO_Deref)
    return isa_and_nonnull<UnaryExprOrTypeTraitExpr>(
        Parents.getParentIgnoreParens(const_cast<UnaryOperator *>(Op)));
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(Parent))
    return Op->isComparisonOp() || Op->isLogicalOp();
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(Parent))
    return Op->getOpcode() == UO_LNot;
  return isa_and_nonnull<IfStmt, WhileStmt, UnaryExprOrTypeTraitExpr>(Parent);
}

bool BodyReader::isOnlyOnHost(const VarDecl &Var) const {
  if (Origins.variable(&Var).Origin != PointerOrigin::Pinned)
    return false;
  bool Used = false; // Else the allocation itself may be what is tried.
  for (const VarUse &Use : Uses.of(&Var)) {
    if (Use.InLambda)
      return false;
    if (touched(Use))
      Used = true;
    else if (Use.Kind != UseKind::Free && Use.Kind != UseKind::SetByCall &&
             (Use.Kind != UseKind::Read || !isTest(Use, Parents)))
      return false;
  }
  return Used;
}

} // namespace warptidy
