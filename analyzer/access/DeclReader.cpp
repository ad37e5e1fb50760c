//===- DeclReader.cpp - Reads the declarations a fix may change -----------===//
// See DeclReader.h. What is not known to be harmless is an obstacle.
//===----------------------------------------------------------------------===//
#include "access/DeclReader.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warptidy {

namespace {

class Reader : public RecursiveASTVisitor<Reader> {
public:
  explicit Reader(ASTContext &Context)
      : Context(Context), SM(Context.getSourceManager()) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitLambdaBody() const { return true; }

  bool TraverseDecl(Decl *D) {
    if (D && !isa<TranslationUnitDecl>(D)) {
      SourceLocation Loc = SM.getExpansionLoc(D->getLocation());
      if (Loc.isValid() && SM.isInSystemHeader(Loc))
        return true;
      if (const auto *F = dyn_cast<FunctionDecl>(D);
          F && F->isDependentContext())
        return true; // What it is made of is looked at when it is used.
    }
    return RecursiveASTVisitor::TraverseDecl(D);
  }
  bool TraverseStmt(Stmt *S) {
    Above.push_back(S);
    bool Go = RecursiveASTVisitor::TraverseStmt(S);
    Above.pop_back();
    return Go;
  }
  bool VisitVarDecl(VarDecl *V);
  bool VisitDeclRefExpr(DeclRefExpr *E);
  bool VisitCXXRecordDecl(CXXRecordDecl *R);
  bool VisitFieldDecl(FieldDecl *F) {
    nested(F->getType());
    return true;
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *E);
  DeclFacts result();

private:
  using Place = SourceLocation::UIntTy;
  SourceSpot spot(SourceLocation Loc) const;
  void readExtent(const VarDecl &V, ArrayFact &Out) const;
  void readNumber(const Expr &Size, StringRef Text, ArrayFact &Out) const;
  std::string obstacleOf(const DeclRefExpr &E, const VarDecl &V) const;
  std::string elementObstacle(const Stmt *Child, size_t Next) const;
  bool isAtomicArgument(size_t Next) const;
  void nested(QualType T);
  void obstacle(const RecordDecl *R, const char *Why) {
    if (R)
      RecordObstacles.try_emplace(R->getCanonicalDecl(), Why);
  }

  ASTContext &Context;
  const SourceManager &SM;
  std::vector<const Stmt *> Above; ///< The expressions around, outermost first.
  std::map<Place, ArrayFact> Arrays;
  std::vector<std::pair<const RecordDecl *, RecordFact>> Records;
  std::map<const Decl *, const char *> RecordObstacles;
};

SourceSpot Reader::spot(SourceLocation Loc) const {
  SourceSpot S;
  Loc = SM.getExpansionLoc(Loc);
  if (OptionalFileEntryRef File = SM.getFileEntryRefForID(SM.getFileID(Loc)))
    S.File = File->getName().str();
  S.Line = SM.getExpansionLineNumber(Loc);
  S.Column = SM.getExpansionColumnNumber(Loc);
  S.Token = Loc.getRawEncoding();
  return S;
}

unsigned dimensionsOf(const ASTContext &Context, QualType T) {
  unsigned Count = 0;
  while (const ArrayType *A = Context.getAsArrayType(T)) {
    if (!isa<ConstantArrayType>(A))
      return 0;
    T = A->getElementType();
    ++Count;
  }
  return Count;
}

/// A number that the extent is or ends in.
void Reader::readNumber(const Expr &Size, StringRef Text,
                        ArrayFact &Out) const {
  const Expr *E = Size.IgnoreImpCasts();
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  Out.Binds = isa<IntegerLiteral, DeclRefExpr, ParenExpr, ConstantExpr,
                  SubstNonTypeTemplateParmExpr, UnaryExprOrTypeTraitExpr>(E) ||
              (Sum && (Sum->isMultiplicativeOp() || Sum->isAdditiveOp()));
  const Expr *Last =
      Sum && Sum->getOpcode() == BO_Add ? Sum->getRHS()->IgnoreImpCasts() : E;
  const auto *Literal = dyn_cast<IntegerLiteral>(Last);
  if (!Literal || Literal->getBeginLoc().isMacroID())
    return;
  StringRef Digits = Text.substr(Text.find_last_not_of("0123456789") + 1);
  if (Digits != std::to_string(Literal->getValue().getZExtValue()))
    return; // Hexadecimal, or with a suffix.
  Out.Number = Literal->getValue().getZExtValue();
  Out.BeforeNumber = Text.drop_back(Digits.size()).str();
}

void Reader::readExtent(const VarDecl &V, ArrayFact &Out) const {
  if (!SM.isInMainFile(V.getLocation()) || V.getLocation().isMacroID() ||
      !V.getTypeSourceInfo()) {
    Out.Obstacle = "it is declared in another file or by a macro";
    return;
  }
  auto A = V.getTypeSourceInfo()->getTypeLoc().getAs<ArrayTypeLoc>();
  unsigned Written = 0;
  const Expr *Size = nullptr;
  for (; A; A = A.getElementLoc().getAs<ArrayTypeLoc>(), ++Written)
    Size = A.getSizeExpr();
  if (Written != Out.Dimensions || !Size) {
    Out.Obstacle = "its rows have a type of their own";
    return;
  }
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Size->getSourceRange()), SM,
      Context.getLangOpts());
  StringRef Text = Lexer::getSourceText(Range, SM, Context.getLangOpts());
  StringRef Head = Lexer::getSourceText(
      CharSourceRange::getCharRange(V.getLocation(), Range.getBegin()), SM,
      Context.getLangOpts());
  if (Range.isInvalid() || Text.empty() || Head.empty()) {
    Out.Obstacle = "its extent is in a macro";
    return;
  }
  Out.Extent = spot(Range.getBegin());
  Out.ExtentText = Text.str();
  Out.Head = Head.str();
  readNumber(*Size, Text, Out);
}

bool Reader::VisitVarDecl(VarDecl *V) {
  if (!V->hasAttr<CUDASharedAttr>() || V->getType()->isDependentType())
    return true;
  unsigned Dimensions = dimensionsOf(Context, V->getType());
  auto [It, New] = Arrays.try_emplace(V->getLocation().getRawEncoding());
  ArrayFact &Fact = It->second;
  if (!New)
    return true;
  Fact.Name = V->getNameAsString();
  Fact.Where = spot(V->getLocation());
  Fact.Dimensions = Dimensions;
  if (Dimensions >= 2)
    readExtent(*V, Fact);
  return true;
}

bool Reader::VisitDeclRefExpr(DeclRefExpr *E) {
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V || !V->hasAttr<CUDASharedAttr>() || V->getType()->isDependentType())
    return true;
  VisitVarDecl(const_cast<VarDecl *>(V)); // May be used before it is visited.
  ArrayFact &Fact = Arrays[V->getLocation().getRawEncoding()];
  if (Fact.Dimensions >= 2 && Fact.Obstacle.empty())
    Fact.Obstacle = obstacleOf(*E, *V);
  return true;
}

/// Whether &element is given to an atomic.
bool Reader::isAtomicArgument(size_t Next) const {
  for (; Next < Above.size(); --Next) {
    if (isa<ImplicitCastExpr, ParenExpr>(Above[Next]))
      continue;
    const auto *Call = dyn_cast<CallExpr>(Above[Next]);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return Callee && Callee->getIdentifier() &&
           Callee->getName().starts_with("atomic");
  }
  return false;
}

/// What an element is used for. Next is the expression around Child.
std::string Reader::elementObstacle(const Stmt *Child, size_t Next) const {
  const std::string Taken = "the address of an element is taken";
  for (; Next < Above.size(); Child = Above[Next], --Next) {
    const Stmt *S = Above[Next];
    if (isa<ParenExpr, MemberExpr>(S))
      continue;
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S)) {
      if (Cast->getCastKind() == CK_LValueToRValue)
        return "";
      continue;
    }
    if (const auto *Index = dyn_cast<ArraySubscriptExpr>(S)) {
      if (Index->getBase() != Child)
        return Taken;
      continue; // An array in the element.
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
      bool Harmless =
          Unary->isIncrementDecrementOp() ||
          (Unary->getOpcode() == UO_AddrOf && isAtomicArgument(Next - 1));
      return Harmless ? "" : Taken;
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(S))
      return Binary->isAssignmentOp() ? "" : Taken;
    // Operators and constructors look at the element that they are given.
    if (isa<CXXOperatorCallExpr, CXXConstructExpr, CXXMemberCallExpr,
            UnaryExprOrTypeTraitExpr>(S))
      return "";
    return Taken;
  }
  return Taken;
}

std::string Reader::obstacleOf(const DeclRefExpr &E, const VarDecl &V) const {
  const Stmt *Child = &E;
  unsigned Left = dimensionsOf(Context, V.getType());
  size_t Next = Above.size() - 2; // Wraps around below the outermost.
  for (; Left && Next < Above.size(); Child = Above[Next], --Next) {
    const Stmt *S = Above[Next];
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
        isa<ParenExpr>(S) ||
        (Cast && Cast->getCastKind() == CK_ArrayToPointerDecay))
      continue;
    if (isa<UnaryExprOrTypeTraitExpr>(S))
      return "its size is taken";
    const auto *Index = dyn_cast<ArraySubscriptExpr>(S);
    if (!Index || Index->getBase() != Child)
      break;
    Expr::EvalResult Value;
    const auto *Of = Context.getAsConstantArrayType(
        Index->getBase()->IgnoreParenImpCasts()->getType());
    if (!Of || (!Index->getIdx()->isValueDependent() &&
                Index->getIdx()->EvaluateAsInt(Value, Context) &&
                Value.Val.getInt().getExtValue() >=
                    int64_t(Of->getSize().getZExtValue())))
      return "a subscript reaches into another row";
    --Left;
  }
  if (Left)
    return "it is passed on as a pointer or used as a whole";
  return elementObstacle(Child, Next);
}

bool Reader::VisitCXXRecordDecl(CXXRecordDecl *R) {
  if (!R->isThisDeclarationADefinition() || R->isInvalidDecl() ||
      R->isDependentType() || R->isLambda())
    return true;
  for (const CXXBaseSpecifier &Base : R->bases())
    obstacle(Base.getType()->getAsRecordDecl(), "it is a base of another");
  SourceLocation Begin = R->getBeginLoc();
  RecordFact Fact;
  Fact.Name = R->getQualifiedNameAsString();
  TypeInfo Info = Context.getTypeInfo(Context.getCanonicalTagType(R));
  Fact.Size = static_cast<unsigned>(Info.Width / 8);
  Fact.Align = Info.Align / 8;
  Fact.KeywordText = Lexer::getSourceText(CharSourceRange::getTokenRange(Begin),
                                          SM, Context.getLangOpts())
                         .str();
  Fact.Keyword = spot(Begin);
  if (!SM.isInMainFile(Begin) || Begin.isMacroID() ||
      (Fact.KeywordText != "struct" && Fact.KeywordText != "class"))
    Fact.Obstacle = "it is declared in another file or by a macro";
  else if (isa<ClassTemplateSpecializationDecl>(R) ||
           R->getDescribedClassTemplate())
    Fact.Obstacle = "it is a template";
  else if (R->hasAttrs() || R->getNumBases() || R->isDynamicClass())
    Fact.Obstacle = "it has attributes or bases";
  Records.emplace_back(R->getCanonicalDecl(), std::move(Fact));
  return true;
}

/// A type that others are made of: their layout would change.
void Reader::nested(QualType T) {
  T = Context.getBaseElementType(T);
  obstacle(T->getAsRecordDecl(), "it is part of another type");
}

bool Reader::VisitExplicitCastExpr(ExplicitCastExpr *E) {
  const RecordDecl *To = E->getType()->getPointeeCXXRecordDecl();
  if (!To)
    return true;
  const Expr *From = E->getSubExpr()->IgnoreParenImpCasts();
  if (From->getType()->getPointeeCXXRecordDecl() != To &&
      !isa<CallExpr>(From) &&
      !From->isNullPointerConstant(Context, Expr::NPC_ValueDependentIsNull))
    obstacle(To, "pointers of other types are cast to it");
  return true;
}

DeclFacts Reader::result() {
  DeclFacts Out;
  for (auto &[Unused, Fact] : Arrays)
    if (Fact.Dimensions >= 2)
      Out.Arrays.push_back(std::move(Fact));
  for (auto &[Decl, Fact] : Records) {
    auto It = RecordObstacles.find(Decl);
    if (It != RecordObstacles.end() && Fact.Obstacle.empty())
      Fact.Obstacle = It->second;
    Out.Records.push_back(std::move(Fact));
  }
  return Out;
}

} // namespace

DeclFacts readDecls(ASTContext &Context) {
  Reader R(Context);
  R.TraverseAST(Context);
  return R.result();
}

} // namespace warptidy
