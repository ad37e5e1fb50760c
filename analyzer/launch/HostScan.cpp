//===- HostScan.cpp - One walk over the host code -------------------------===//
// A variable counts as changed unless each reference to it is a plain read or a
// plain write: so a use that this file does not know is taken for a write.
//===----------------------------------------------------------------------===//
#include "launch/HostWalk.h"

#include "launch/KernelDecl.h"

using namespace clang;
using namespace warptidy;

bool warptidy::isLaunchFunction(llvm::StringRef Name) {
  return Name == "cudaLaunchKernel" || Name == "cudaLaunchCooperativeKernel" ||
         Name == "cudaLaunchKernelEx" || Name == "cudaLaunchKernelExC" ||
         Name == "cudaGraphAddKernelNode" || Name == "cudaGraphAddNode" ||
         Name == "cudaGraphAddNode_v2" || Name == "cudaGraphNodeSetParams" ||
         Name == "cudaGraphExecNodeSetParams" ||
         Name == "cudaGraphKernelNodeSetParams" ||
         Name == "cudaGraphExecKernelNodeSetParams";
}

bool HostScan::encloses(unsigned Outer, unsigned Inner) const {
  while (Inner != Outer && Inner != CodeBlock::None)
    Inner = Blocks[Inner].Parent;
  return Inner == Outer;
}

// Only the semantic form has the conversions that tell a read from a write.
bool HostWalk::TraverseInitListExpr(InitListExpr *E) {
  InitListExpr *Semantic = E->isSemanticForm() ? E : E->getSemanticForm();
  const InitListExpr *List = Semantic ? Semantic : E;
  for (Expr *Init : List->inits()) {
    // The arguments of a launch: void *args[] = {&p, &n}.
    const auto *Address = dyn_cast<UnaryOperator>(Init->IgnoreParenCasts());
    if (Init->getType()->isVoidPointerType() && Address &&
        Address->getOpcode() == UO_AddrOf)
      noteRead(Address->getSubExpr());
    TraverseStmt(Init);
  }
  return true;
}

static const DeclRefExpr *variableIn(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_AddrOf)
    E = Op->getSubExpr()->IgnoreParenCasts();
  return dyn_cast<DeclRefExpr>(E);
}

void HostWalk::noteCall(const Expr *E, const FunctionDecl *Callee,
                        llvm::ArrayRef<const Expr *> Arguments) {
  if (!Callee || Arguments.empty())
    return;
  Found.Calls[Callee->getCanonicalDecl()].push_back({E, here(), Arguments});
  const IdentifierInfo *Name = Callee->getIdentifier();
  bool Launch = Name && isLaunchFunction(Name->getName());
  bool Forward = Name && Callee->isInStdNamespace() &&
                 (Name->isStr("forward") || Name->isStr("move"));
  for (const Expr *Argument : Arguments) {
    const auto *Address = dyn_cast<UnaryOperator>(Argument->IgnoreParenCasts());
    if (Launch && Address && Address->getOpcode() == UO_AddrOf)
      noteRead(Address->getSubExpr());
    const DeclRefExpr *Ref = variableIn(Argument);
    if (!Ref)
      continue;
    bool ByValue =
        Argument->isPRValue() && !Argument->getType()->isPointerType();
    if (Launch || Forward)
      Reads.insert(Ref);
    else if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
             Var && !ByValue)
      Found.SetBy.try_emplace(Var->getCanonicalDecl(), Callee);
  }
}

bool HostWalk::VisitCallExpr(CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const IdentifierInfo *Name = Callee ? Callee->getIdentifier() : nullptr;
  llvm::ArrayRef<const Expr *> Arguments(E->getArgs(), E->getNumArgs());
  if (isa<CUDAKernelCallExpr>(E) || (Name && isLaunchFunction(Name->getName())))
    Found.Launches.push_back({E, here(), Arguments});
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (isa<CXXOperatorCallExpr>(E) && Method && Method->isInstance())
    Arguments = Arguments.drop_front();
  noteCall(E, Callee, Arguments);
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
      Operator && Operator->getOperator() == OO_Equal &&
      Operator->getNumArgs() == 2)
    noteWrite(Operator->getArg(0), Operator->getArg(1), BO_Assign);
  return true;
}

bool HostWalk::VisitCXXConstructExpr(CXXConstructExpr *E) {
  noteCall(E, E->getConstructor(), {E->getArgs(), E->getNumArgs()});
  return true;
}

bool HostWalk::VisitBinaryOperator(BinaryOperator *E) {
  if (E->getOpcode() == BO_Assign)
    noteWrite(E->getLHS(), E->getRHS(), BO_Assign);
  else if (E->isCompoundAssignmentOp())
    noteWrite(E->getLHS(), E->getRHS(),
              BinaryOperator::getOpForCompoundAssignment(E->getOpcode()));
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E->getLHS());
  if (E->isAssignmentOp() && Element)
    if (const DeclRefExpr *Ref = variableIn(Element->getBase()))
      Escapes.insert(Ref);
  return true;
}

bool HostWalk::VisitUnaryOperator(UnaryOperator *E) {
  if (E->isIncrementDecrementOp())
    noteWrite(E->getSubExpr(), nullptr, E->isIncrementOp() ? BO_Add : BO_Sub);
  return true;
}

/// Writes to members of a field are not plain.
void HostWalk::noteFieldWrite(const Expr *Target, const Expr *Value) {
  const auto *Member = dyn_cast<MemberExpr>(Target->IgnoreParens());
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field)
    return;
  bool OnThis = isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts());
  Found.FieldWrites[Field].push_back({here(), Value, In, OnThis});
  FieldsWritten.insert(Member);
}

void HostWalk::noteWrite(const Expr *Target, const Expr *Value,
                         BinaryOperatorKind Op) {
  if (Op == BO_Assign && Value)
    noteFieldWrite(Target, Value);
  VarWrite Write{here(), {}, Target, Value, Op};
  const Expr *E = Target->IgnoreParens();
  for (; const auto *Member = dyn_cast<MemberExpr>(E);
       E = Member->getBase()->IgnoreParenImpCasts()) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field || Member->isArrow())
      return;
    Write.Path.insert(Write.Path.begin(), Field);
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->hasLocalStorage() || Var->getType()->isReferenceType())
    return;
  Found.Writes[Var->getCanonicalDecl()].push_back(std::move(Write));
  Written.insert(Ref);
}

void HostWalk::noteRead(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    noteRead(Choice->getTrueExpr());
    noteRead(Choice->getFalseExpr());
  } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    FieldReads.insert(Member);
    if (!Member->isArrow())
      noteRead(Member->getBase());
  } else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    if (Cast->getCastKind() == CK_NoOp)
      noteRead(Cast->getSubExpr());
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    Reads.insert(Ref);
  }
}

/// An array such as `void *args[]`, which is there to be handed to a launch.
static bool isArgumentArray(QualType Type, const ASTContext &Context) {
  const ArrayType *Array = Context.getAsArrayType(Type);
  return Array && Array->getElementType()->isVoidPointerType();
}

bool HostWalk::VisitCastExpr(CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  bool ToConst = isa<ImplicitCastExpr>(E) && E->getCastKind() == CK_NoOp &&
                 E->isGLValue() && E->getType().isConstQualified();
  bool Decay = E->getCastKind() == CK_ArrayToPointerDecay &&
               isArgumentArray(Sub->getType(), Context);
  if (ToConst || Decay || E->getCastKind() == CK_LValueToRValue ||
      E->getCastKind() == CK_ToVoid)
    noteRead(Sub);
  return true;
}

bool HostWalk::VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
  if (!E->isArgumentType())
    noteRead(E->getArgumentExpr());
  return true;
}

bool HostWalk::VisitDeclRefExpr(DeclRefExpr *E) {
  if (isa<VarDecl>(E->getDecl()))
    References.push_back(E);
  return true;
}

bool HostWalk::VisitMemberExpr(MemberExpr *E) {
  Members.push_back(E);
  if (E->getType().isConstQualified())
    FieldReads.insert(E);
  return true;
}

bool HostWalk::VisitVarDecl(VarDecl *D) {
  Found.Declared.try_emplace(D->getCanonicalDecl(), here());
  return true;
}

HostScan HostWalk::finish() {
  for (const DeclRefExpr *Ref : References)
    if (Escapes.contains(Ref) ||
        (!Reads.contains(Ref) && !Written.contains(Ref)))
      Found.Changed.insert(cast<VarDecl>(Ref->getDecl())->getCanonicalDecl());
  for (const MemberExpr *Member : Members)
    if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
        Field && !FieldReads.contains(Member) &&
        !FieldsWritten.contains(Member))
      Found.FieldsChanged.insert(Field);
  return std::move(Found);
}

HostScan warptidy::scanHost(ASTContext &Context) {
  HostWalk Walk(Context);
  Walk.TraverseAST(Context);
  return Walk.finish();
}
