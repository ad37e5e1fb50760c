//===- HostFoldField.cpp - Members that only constructors set -------------===//
// The part of HostFolder for the members of an object that is not seen here,
// such as *this: they have one of the values that a constructor gives them.
//===----------------------------------------------------------------------===//
#include "launch/HostFold.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace warptidy;

/// Whether code of other units, which is not seen, may write the field.
static bool isOpenToOthers(const FieldDecl &Field, const CXXRecordDecl &Record,
                           const SourceManager &SM) {
  if (Field.getType().isConstQualified())
    return false;
  auto IsSetter = [](const CXXMethodDecl *Method) {
    return !Method->isConst() && !Method->isStatic() && !Method->isImplicit() &&
           !isa<CXXDestructorDecl>(Method) && !Method->isDefined() &&
           !Method->isDeleted() && !Method->getTemplateInstantiationPattern();
  };
  if (Record.hasFriends() || llvm::any_of(Record.methods(), IsSetter))
    return true;
  return Field.getAccess() == AS_public &&
         !SM.isInMainFile(SM.getExpansionLoc(Record.getLocation()));
}

/// Whether the writes to the field in constructors of its class are the only
/// ones in each, and run whenever that does.
bool HostFolder::isSetPlainly(const FieldDecl &Field) const {
  const auto *Record = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Record || !Record->isCompleteDefinition() || Record->isUnion() ||
      Record->isAggregate() || Record->isLambda() || Field.isMutable() ||
      Field.getType().isVolatileQualified() ||
      Field.getType()->isReferenceType() || Scan.FieldsChanged.contains(&Field))
    return false;
  auto Writes = Scan.FieldWrites.find(&Field);
  if (Writes == Scan.FieldWrites.end())
    return true;
  llvm::DenseSet<const FunctionDecl *> Seen;
  return llvm::all_of(Writes->second, [&](const FieldWrite &Write) {
    if (!isa_and_nonnull<CXXConstructorDecl>(Write.In))
      return true;
    return Write.OnThis && Write.At.Block != CodeBlock::None &&
           Scan.Blocks[Write.At.Block].What == CodeBlock::Kind::Function &&
           !Scan.Blocks[Write.At.Block].HasLabel &&
           Seen.insert(Write.In).second;
  });
}

/// Whether nothing but the constructors of its class writes the field.
bool HostFolder::isSetByConstructors(const FieldDecl &Field) const {
  if (!isSetPlainly(Field) ||
      isOpenToOthers(Field, *cast<CXXRecordDecl>(Field.getParent()),
                     Context.getSourceManager()))
    return false;
  auto Writes = Scan.FieldWrites.find(&Field);
  return Writes == Scan.FieldWrites.end() ||
         llvm::all_of(Writes->second, [&](const FieldWrite &Write) {
           const auto *In = dyn_cast_or_null<CXXConstructorDecl>(Write.In);
           return In && In->getParent() == Field.getParent();
         });
}

/// An expression of a constructor for one object that it makes: a constant, or
/// an argument. Other expressions of its parameters have no value for one
/// object alone.
const Expr *HostFolder::inObject(const Expr *Value,
                                 const CXXConstructExpr &Object) const {
  const Expr *E = Value;
  while (E) {
    const Expr *Inner = E->IgnoreParenImpCasts()->IgnoreImplicit();
    if (const auto *Copy = dyn_cast<CXXConstructExpr>(Inner);
        Copy && Copy->getNumArgs() == 1 &&
        Copy->getConstructor()->isCopyOrMoveConstructor())
      Inner = Copy->getArg(0);
    if (Inner == E)
      break;
    E = Inner;
  }
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
  const auto *Param = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  Expr::EvalResult Result;
  if (Param && !Scan.Writes.count(Param->getCanonicalDecl()) &&
      Param->getFunctionScopeIndex() < Object.getNumArgs())
    return Object.getArg(Param->getFunctionScopeIndex());
  bool Constant = Value && !Value->isInstantiationDependent() &&
                  !Value->containsErrors() &&
                  Value->EvaluateAsRValue(Result, Context);
  return Constant ? Value : nullptr;
}

const Expr *HostFolder::setBy(const CXXConstructorDecl &Declared,
                              const FieldDecl &Field, CodePoint &At) const {
  const FunctionDecl *Definition = nullptr;
  At = CodePoint();
  if (!Declared.isUserProvided())
    return Field.getInClassInitializer();
  if (!Declared.isDefined(Definition))
    return nullptr;
  if (auto It = Scan.FieldWrites.find(&Field); It != Scan.FieldWrites.end())
    for (const FieldWrite &Write : It->second)
      if (Write.In == Definition) {
        At = Write.At;
        return Write.Value;
      }
  for (const CXXCtorInitializer *Init :
       cast<CXXConstructorDecl>(Definition)->inits())
    if (Init->getMember() == &Field)
      return Init->getInit();
  return Field.getInClassInitializer();
}

/// One of the values that constructors set the field to.
bool HostFolder::stepField(Located &Place, const FieldDecl &Field) {
  const auto *Record = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Record || !isSetByConstructors(Field))
    return false;
  llvm::SmallVector<const CXXConstructorDecl *, 4> Ways;
  for (const CXXConstructorDecl *Constructor : Record->ctors())
    // What a template does not need is not there.
    if (!Constructor->isCopyOrMoveConstructor() && !Constructor->isDeleted() &&
        !(Constructor->isDefined() && Constructor->isDelegatingConstructor()) &&
        (Constructor->isDefined() ||
         !Constructor->getTemplateInstantiationPattern()))
      Ways.push_back(Constructor);
  unsigned Count = static_cast<unsigned>(Ways.size());
  std::optional<unsigned> Way;
  if (Count == 1)
    Way = 0;
  else if (Count && this->Ways)
    Way = this->Ways->take(Record, Count);
  CodePoint At;
  const Expr *Value = Way ? setBy(*Ways[*Way], Field, At) : nullptr;
  if (!Count && !Record->hasUserDeclaredConstructor())
    Value = Field.getInClassInitializer();
  if (!Value)
    return false;
  Place.Value = Value;
  Place.At = At;
  return true;
}
