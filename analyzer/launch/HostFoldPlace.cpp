//===- HostFoldPlace.cpp - Variables and members --------------------------===//
// The part of HostFolder that finds what a variable, or a member of one, was
// last set to where it is read.
//===----------------------------------------------------------------------===//
#include "launch/HostFold.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace warptidy;

/// Keeps the first reason; always false.
bool HostFolder::explain(const std::string &Why) {
  if (Reason.empty())
    Reason = Why;
  return false;
}

/// A global that other translation units could write is trusted when only the
/// main file declares it.
bool HostFolder::isUntouchedGlobal(const VarDecl *Var) const {
  if (!Var->hasGlobalStorage() || Var->isStaticLocal() ||
      !Var->isExternallyVisible())
    return true;
  const SourceManager &SM = Context.getSourceManager();
  for (const VarDecl *Redecl : Var->redecls())
    if (!SM.isInMainFile(SM.getExpansionLoc(Redecl->getLocation())))
      return false;
  return true;
}

/// Whether code that is not followed may set the variable.
bool HostFolder::isSetElsewhere(const VarDecl *Var) const {
  QualType Type = Var->getType();
  if (Type->isReferenceType() || Type.isConstQualified())
    return false;
  bool OnDevice =
      Var->hasAttr<CUDADeviceAttr>() || Var->hasAttr<CUDAConstantAttr>() ||
      Var->hasAttr<CUDASharedAttr>() || Var->hasAttr<HIPManagedAttr>();
  return OnDevice || Scan.Changed.contains(Var->getCanonicalDecl()) ||
         !isUntouchedGlobal(Var);
}

/// The initialiser of a variable.
const Expr *HostFolder::fixedInit(const VarDecl *Var) {
  const Expr *Init = Var->getAnyInitializer();
  if (!Init)
    explain("'" + Var->getNameAsString() + "' is not set here");
  if (!Init || Init->containsErrors() || Init->isInstantiationDependent())
    return nullptr;
  return Init;
}

static bool overlap(const MemberPath &A, const MemberPath &B) {
  for (size_t I = 0; I < A.size() && I < B.size(); ++I)
    if (A[I] != B[I])
      return false;
  return true;
}

/// Whether a loop may bring a write to where the variable is read, in a later
/// iteration.
bool HostFolder::mayComeAround(const VarWrite &Write,
                               const VarDecl *Var) const {
  auto Declared = Scan.Declared.find(Var->getCanonicalDecl());
  unsigned Outside = Declared == Scan.Declared.end() ? CodeBlock::None
                                                     : Declared->second.Block;
  for (unsigned B = Here.Block; B != CodeBlock::None;
       B = Scan.Blocks[B].Parent) {
    if (B == Outside || Scan.encloses(B, Outside))
      return false;
    if (Scan.Blocks[B].What == CodeBlock::Kind::Loop &&
        Scan.encloses(B, Write.At.Block))
      return true;
  }
  return false;
}

/// Whether the order of the walk says which write was last, for code in Here.
bool HostFolder::isOrderKnown(const VarDecl *Var) const {
  auto Declared = Scan.Declared.find(Var->getCanonicalDecl());
  if (Here.Block != CodeBlock::None && Scan.Blocks[Here.Block].HasLabel)
    return false;
  for (unsigned B = Here.Block; B != CodeBlock::None;
       B = Scan.Blocks[B].Parent) {
    if (Declared != Scan.Declared.end() && B == Declared->second.Block)
      break;
    if (Scan.Blocks[B].What == CodeBlock::Kind::Lambda)
      return false;
  }
  return true;
}

/// The last write before Here, on the way that was chosen.
std::optional<HostFolder::Located>
HostFolder::lastWrite(const VarDecl *Var, const MemberPath &Path,
                      llvm::ArrayRef<VarWrite> Writes) {
  bool Known = isOrderKnown(Var);
  for (const VarWrite &Write : Writes)
    Known &= !overlap(Write.Path, Path) || Write.At.Rank < Here.Rank ||
             !mayComeAround(Write, Var);
  const VarWrite *Last = nullptr;
  for (const VarWrite &Write : llvm::reverse(Writes)) {
    if (!Known || Last)
      break;
    if (!overlap(Write.Path, Path) || Write.At.Rank >= Here.Rank)
      continue;
    std::optional<bool> Runs = runs(Write);
    Known = Runs && (*Runs ? Write.Path.size() <= Path.size()
                           : !mayComeAround(Write, Var));
    if (Runs && *Runs)
      Last = &Write;
  }
  if (!Known) {
    explain("'" + Var->getNameAsString() + "' has no single value here");
    return std::nullopt;
  }
  if (!Last)
    return initial(Var, Path);
  Located Place;
  Place.Value = Last->Value;
  Place.At = Last->At;
  Place.Op = Last->Op;
  Place.Left = Last->Op == BO_Assign ? nullptr : Last->Target;
  Place.Rest.assign(Path.begin() + Last->Path.size(), Path.end());
  return Place;
}

/// What the declaration of a variable sets it to.
std::optional<HostFolder::Located> HostFolder::initial(const VarDecl *Var,
                                                       MemberPath Path) {
  Located Place;
  Place.Rest = std::move(Path);
  if (auto It = Scan.Declared.find(Var->getCanonicalDecl());
      It != Scan.Declared.end())
    Place.At = It->second;
  if (const auto *Param = dyn_cast<ParmVarDecl>(Var)) {
    auto It = Bound.find(Param);
    if (It != Bound.end()) {
      Place.Value = It->second.Argument;
      Place.At = It->second.At;
      if (!Place.Value)
        Place.Given = It->second;
      if (!Place.Value && !It->second.Int && It->second.Dim == DimSides())
        explain("a call in another file does not say what '" +
                Var->getNameAsString() + "' is");
      return Place;
    }
    if (!llvm::is_contained(Wanted, Param))
      Wanted.push_back(Param);
    explain("no call in this file says what '" + Var->getNameAsString() +
            "' is");
    return std::nullopt;
  }
  Place.Value = fixedInit(Var);
  return Place.Value ? std::optional(Place) : std::nullopt;
}

std::optional<HostFolder::Located> HostFolder::reaching(const VarDecl *Var,
                                                        MemberPath Path) {
  QualType Type = Var->getType();
  if (Var->isInvalidDecl() || Type.isNull() || Type.isVolatileQualified() ||
      Var->isCXXForRangeDecl())
    return std::nullopt;
  if (isSetElsewhere(Var)) {
    auto By = Scan.SetBy.find(Var->getCanonicalDecl());
    explain("'" + Var->getNameAsString() +
            (By == Scan.SetBy.end()
                 ? "' may be set by code that is not followed"
                 : "' is set by " + By->second->getNameAsString() + "()"));
    return std::nullopt;
  }
  if (auto Fact = Facts.find(Var->getCanonicalDecl());
      Fact != Facts.end() && Path.empty() && holds(Fact->second, Var)) {
    Located Place;
    Place.Given.emplace().Int = Fact->second.Value;
    return Place;
  }
  auto Writes = Scan.Writes.find(Var->getCanonicalDecl());
  if (Writes == Scan.Writes.end())
    return initial(Var, std::move(Path));
  return lastWrite(Var, Path, Writes->second);
}

bool HostFolder::stepInto(Located &Place, const InitListExpr *List) {
  unsigned I = Place.Rest.front()->getFieldIndex();
  if (List->getType()->isUnionType()) {
    if (List->getInitializedFieldInUnion() != Place.Rest.front())
      return false;
    I = 0;
  }
  if (List->getNumInits() == 1 && I == 0 &&
      List->getInit(0)->getType()->isRecordType() &&
      Context.hasSameUnqualifiedType(List->getInit(0)->getType(),
                                     List->getType())) {
    Place.Value = List->getInit(0);
    return true;
  }
  if (I >= List->getNumInits())
    return false;
  Place.Value = List->getInit(I);
  Place.Rest.erase(Place.Rest.begin());
  return true;
}

/// A copied object, or what its constructor sets the member to.
bool HostFolder::stepInto(Located &Place, const CXXConstructExpr *Object) {
  const CXXConstructorDecl &Constructor = *Object->getConstructor();
  if (Constructor.isCopyOrMoveConstructor() && Object->getNumArgs() == 1) {
    Place.Value = Object->getArg(0);
    return true;
  }
  const FieldDecl &Field = *Place.Rest.front();
  if (!Constructor.isUserProvided()) {
    Place.Value =
        Object->getNumArgs() ? nullptr : Field.getInClassInitializer();
    Place.At = CodePoint();
  } else {
    CodePoint At;
    bool Plain = isSetPlainly(Field);
    Place.Value =
        inObject(Plain ? setBy(Constructor, Field, At) : nullptr, *Object);
  }
  Place.Rest.erase(Place.Rest.begin());
  return Place.Value != nullptr;
}

/// Whether every constructor leaves the member at its default value.
static bool isAlwaysDefault(const FieldDecl &Field) {
  const auto *Record = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Record || !Field.getType().isConstQualified() || Record->isAggregate() ||
      !Field.getInClassInitializer())
    return false;
  for (const CXXConstructorDecl *Constructor : Record->ctors())
    for (const CXXCtorInitializer *Init : Constructor->inits())
      if (Init->getMember() == &Field && Init->isWritten())
        return false;
  return true;
}

bool HostFolder::stepMember(Located &Place, const MemberExpr *Member) {
  if (const auto *Var = dyn_cast<VarDecl>(Member->getMemberDecl())) {
    std::optional<Located> Next =
        at(Place.At, [&] { return reaching(Var, Place.Rest); });
    if (Next)
      Place = *Next;
    return Next.has_value();
  }
  const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
  if (!Field)
    return false;
  // A warp has 32 threads on every device that can be asked.
  if ((Field->getName() == "warpSize" || Field->getName() == "warp_size") &&
      Field->getType()->isIntegerType() && Place.Rest.empty() &&
      !Scan.FieldWrites.count(Field)) {
    BoundValue &Size = Place.Given.emplace();
    Size.Int =
        llvm::APSInt(llvm::APInt(Context.getIntWidth(Field->getType()), 32),
                     Field->getType()->isUnsignedIntegerType());
    Place.Value = nullptr;
    return true;
  }
  if (isAlwaysDefault(*Field)) {
    Place.Value = Field->getInClassInitializer();
    Place.At = CodePoint();
    return true;
  }
  const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Base);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Member->isArrow() || (Var && isSetElsewhere(Var)))
    return stepField(Place, *Field) ||
           explain("the member '" + Field->getNameAsString() +
                   "' is not followed");
  Place.Rest.insert(Place.Rest.begin(), Field);
  Place.Value = Member->getBase();
  return true;
}

bool HostFolder::step(Located &Place) {
  const Expr *E = Place.Value->IgnoreParens();
  if (const auto *F = dyn_cast<FullExpr>(E))
    Place.Value = F->getSubExpr();
  else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    Place.Value = M->getSubExpr();
  else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    Place.Value = B->getSubExpr();
  else if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
    Place.Value = D->getExpr();
  else if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    Place.Value = C->getSubExpr();
  else if (const auto *M = dyn_cast<MemberExpr>(E))
    return stepMember(Place, M);
  else if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(D->getDecl());
    std::optional<Located> Next =
        Var ? at(Place.At, [&] { return reaching(Var, Place.Rest); })
            : std::nullopt;
    if (Next)
      Place = *Next;
    return Next.has_value();
  } else if (const auto *L = dyn_cast<InitListExpr>(E))
    return stepInto(Place, L);
  else if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return stepInto(Place, C);
  else
    return false;
  return true;
}

std::optional<HostFolder::Located> HostFolder::locate(const Expr *E,
                                                      MemberPath Path) {
  constexpr unsigned MaxSteps = 64;
  Located Place;
  Place.Value = E;
  Place.Rest = std::move(Path);
  Place.At = Here;
  for (unsigned I = 0; I < MaxSteps; ++I) {
    // An object that is made here has all of its sides.
    const Expr *Value = Place.Value ? Place.Value->IgnoreParens() : nullptr;
    bool Moved = I > 0 && !isa_and_nonnull<DeclRefExpr, MemberExpr>(Value);
    if (Place.Given || Place.Left || (Moved && Place.Rest.empty()) ||
        (Moved && Place.Rest.size() == 1 && Value &&
         isDimType(Value->getType())))
      return Place;
    if (!Value || !step(Place))
      return std::nullopt;
  }
  return std::nullopt;
}

HostFolder::Int HostFolder::foldPlace(const Expr *E) {
  std::optional<Located> Place = locate(E);
  if (!Place)
    return std::nullopt;
  if (Place->Rest.empty())
    return integer(*Place);
  unsigned I = Place->Rest.front()->getFieldIndex();
  std::optional<unsigned> Side = I < 3 ? sides(*Place)[I] : std::nullopt;
  return Side ? convert(llvm::APSInt::getUnsigned(*Side), E->getType())
              : std::nullopt;
}
