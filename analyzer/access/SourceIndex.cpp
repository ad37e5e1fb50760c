//===- SourceIndex.cpp - From debug locations to the author's words -------===//
// Collects the lvalues of the device functions of the user's files, keyed by
// the location CodeGen gives to the accesses made through them: of an argument
// of a macro where it is written.
//===----------------------------------------------------------------------===//
#include "access/SourceIndex.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warptidy {

/// Visits the bodies of user device functions, instantiations included.
class LvalueCollector : public RecursiveASTVisitor<LvalueCollector> {
public:
  explicit LvalueCollector(SourceIndex &Index) : Index(Index) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitLambdaBody() const { return true; }

  bool TraverseDecl(Decl *D) {
    if (D && !isa<TranslationUnitDecl>(D) && D->getLocation().isValid() &&
        !Index.isUserCode(D->getLocation()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(D);
  }
  bool TraverseFunctionDecl(FunctionDecl *F) {
    return isDevice(F) ? RecursiveASTVisitor::TraverseFunctionDecl(F) : true;
  }
  bool VisitVarDecl(VarDecl *D) {
    Index.Variables.insert(D->getNameAsString());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) { return add(E); }
  bool VisitMemberExpr(MemberExpr *E) {
    return isa<FieldDecl, VarDecl>(E->getMemberDecl()) ? add(E) : true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->isIncrementDecrementOp())
      addTarget(E->getOperatorLoc(), E->getSubExpr(), true);
    return E->getOpcode() == UO_Deref ? add(E) : true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isAssignmentOp())
      addTarget(E->getOperatorLoc(), E->getLHS(), E->isCompoundAssignmentOp());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) {
    if (E->isAssignmentOp())
      addTarget(E->getOperatorLoc(), E->getArg(0),
                E->getOperator() != OO_Equal);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    return isa<VarDecl>(E->getDecl()) ? add(E) : true;
  }

private:
  static bool isDevice(const FunctionDecl *F) {
    return F->hasAttr<CUDADeviceAttr>() || F->hasAttr<CUDAGlobalAttr>();
  }
  /// An assignment's accesses are located at its operator.
  void addTarget(SourceLocation Operator, const Expr *Target, bool Reads) {
    Target = Target->IgnoreParenImpCasts();
    const auto *U = dyn_cast<UnaryOperator>(Target);
    if (usable(Target) &&
        (isa<ArraySubscriptExpr, MemberExpr, DeclRefExpr>(Target) ||
         (U && U->getOpcode() == UO_Deref)))
      Index.Assignments[Index.SM.getFileLoc(Operator)] = {Target, Reads};
  }
  static bool usable(const Expr *E) {
    return !E->isTypeDependent() && !E->containsErrors() &&
           !E->isValueDependent() && E->getType()->isObjectType() &&
           !E->getType()->isPlaceholderType();
  }
  bool addAt(SourceLocation Loc, const Expr *E) {
    if (usable(E))
      Index.Lvalues[Index.SM.getFileLoc(Loc)].push_back(E);
    return true;
  }
  bool add(const Expr *E) {
    addAt(E->getBeginLoc(), E);
    // CodeGen points at a member's name or a dereference's operand as well.
    if (Index.SM.getFileLoc(E->getExprLoc()) !=
        Index.SM.getFileLoc(E->getBeginLoc()))
      addAt(E->getExprLoc(), E);
    return true;
  }
  SourceIndex &Index;
};

SourceIndex::SourceIndex(ASTContext &Context)
    : Context(Context), SM(Context.getSourceManager()) {
  LvalueCollector(*this).TraverseAST(Context);
}

bool SourceIndex::isUserCode(SourceLocation Loc) const {
  Loc = SM.getExpansionLoc(Loc);
  return Loc.isValid() && !SM.isInSystemHeader(Loc) &&
         !SM.isWrittenInBuiltinFile(Loc) && !SM.isWrittenInCommandLineFile(Loc);
}

SourceLocation SourceIndex::locate(const llvm::DILocation *Loc) {
  if (!Loc || Loc->getLine() == 0)
    return {};
  std::string Path = Loc->getFilename().str();
  auto [It, New] = Files.try_emplace(Path);
  if (New) {
    auto File = SM.getFileManager().getOptionalFileRef(Path);
    if (!File && !Loc->getDirectory().empty())
      File = SM.getFileManager().getOptionalFileRef(
          (Loc->getDirectory() + "/" + Path).str());
    if (File)
      It->second = SM.translateFile(*File);
  }
  if (It->second.isInvalid())
    return {};
  return SM.translateLineCol(It->second, Loc->getLine(),
                             std::max(1u, Loc->getColumn()));
}

SourceSpot SourceIndex::spot(SourceLocation Begin, SourceLocation End) const {
  SourceSpot S;
  Begin = SM.getExpansionLoc(Begin);
  if (Begin.isInvalid())
    return S;
  if (OptionalFileEntryRef File = SM.getFileEntryRefForID(SM.getFileID(Begin)))
    S.File = File->getName().str();
  S.Line = SM.getExpansionLineNumber(Begin);
  S.Column = SM.getExpansionColumnNumber(Begin);
  SourceLocation Last = Lexer::getLocForEndOfToken(
      SM.getExpansionRange(End).getEnd(), 0, SM, Context.getLangOpts());
  if (Last.isValid() && SM.getFileID(Last) == SM.getFileID(Begin)) {
    S.EndLine = SM.getExpansionLineNumber(Last);
    S.EndColumn = SM.getExpansionColumnNumber(Last);
  }
  S.Token = Begin.getRawEncoding();
  return S;
}

const Expr *SourceIndex::lvalueAt(SourceLocation Loc,
                                  unsigned WidthBytes) const {
  auto It = Lvalues.find(Loc);
  if (It == Lvalues.end())
    return nullptr;
  const Expr *Widest = nullptr;
  for (const Expr *E : It->second) {
    QualType T = E->getType();
    if (isa<DeclRefExpr>(E) && T->isPointerType())
      continue; // The pointer itself lives in a register.
    if (!T->isIncompleteType() && !T->isArrayType() &&
        Context.getTypeSizeInChars(T).getQuantity() == WidthBytes)
      return E;
    if (!Widest)
      Widest = E;
  }
  return Widest;
}

uint64_t SourceIndex::alignmentOfSize(const Expr *E, uint64_t Bytes) const {
  QualType T = E->getType();
  if (T->isIncompleteType() ||
      uint64_t(Context.getTypeSizeInChars(T).getQuantity()) != Bytes)
    return 0;
  return Context.getTypeAlignInChars(T).getQuantity();
}

uint64_t SourceIndex::copyAlignment(const llvm::Value &Pointer,
                                    const llvm::Instruction &Copy,
                                    uint64_t Bytes) {
  // Both sides of an assignment have the type of its target.
  SourceLocation Own = locate(Copy.getDebugLoc());
  if (const Expr *Target = assignedAt(Own, false))
    if (uint64_t Align = alignmentOfSize(Target, Bytes))
      return Align;
  SourceLocation Places[2] = {{}, Own};
  if (const auto *PI = llvm::dyn_cast<llvm::Instruction>(&Pointer))
    Places[0] = locate(PI->getDebugLoc());
  for (SourceLocation Place : Places)
    if (auto It = Lvalues.find(Place); It != Lvalues.end())
      for (const Expr *E : It->second)
        if (uint64_t Align = alignmentOfSize(E, Bytes))
          return Align;
  return 0;
}

unsigned SourceIndex::packedAlignment(const Expr *E) const {
  const auto *M = E ? dyn_cast<MemberExpr>(E->IgnoreParenImpCasts()) : nullptr;
  const auto *F = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  if (!F || F->isBitField() || F->getType()->isIncompleteType())
    return 0;
  unsigned Has = Context.getDeclAlign(F).getQuantity();
  unsigned Wants = Context.getTypeAlignInChars(F->getType()).getQuantity();
  return Has < Wants ? Has : 0;
}

const Expr *SourceIndex::assignedAt(SourceLocation Loc, bool Load) const {
  auto It = Assignments.find(Loc);
  if (It == Assignments.end() || (Load && !It->second.Reads))
    return nullptr;
  return It->second.Target;
}

std::string SourceIndex::variableName(llvm::StringRef IRName) const {
  llvm::StringRef Plain = IRName.rtrim("0123456789");
  if (!Variables.count(IRName) && Variables.count(Plain))
    return Plain.str();
  return IRName.str();
}

std::string SourceIndex::textOf(const Expr *E) const {
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E->getSourceRange()), SM,
      Context.getLangOpts());
  std::string Text =
      Lexer::getSourceText(Range, SM, Context.getLangOpts()).str();
  std::string Out;
  for (char C : Text) { // One line, one blank between words.
    bool Blank = isspace(static_cast<unsigned char>(C));
    if (!Blank)
      Out += C;
    else if (!Out.empty() && Out.back() != ' ')
      Out += ' ';
  }
  return Out;
}

/// Walks a.b.c down to the element it is taken from, collecting the path.
static const Expr *
stripMembers(const Expr *E, std::vector<const FieldDecl *> &Path, bool &Arrow) {
  Arrow = false;
  while (const auto *M = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts())) {
    const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!Field)
      return E;
    Path.insert(Path.begin(), Field);
    E = M->getBase();
    if (M->isArrow()) {
      Arrow = true;
      break;
    }
  }
  return E->IgnoreParenImpCasts();
}

/// The field as an array of its own: "float *x", "float *position_x".
static std::string pointerText(const ASTContext &Context, const FieldDecl &F,
                               std::string Prefix) {
  if (F.isBitField() || F.getName().empty())
    return "";
  for (char &C : Prefix)
    C = C == '.' ? '_' : C;
  std::string Text = Prefix + F.getNameAsString();
  Context.getPointerType(F.getType().getUnqualifiedType())
      .getAsStringInternal(Text, Context.getPrintingPolicy());
  return Text;
}

/// Adds the scalar (or array) members of a record, those of nested structs
/// and bases by their path.
static void collectFields(const ASTContext &Context, const RecordDecl *Record,
                          const std::string &Prefix, unsigned Offset,
                          std::vector<FieldFact> &Out) {
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
          B && !Base.isVirtual())
        collectFields(Context, B, Prefix,
                      Offset + Context.getASTRecordLayout(Class)
                                   .getBaseClassOffset(B)
                                   .getQuantity(),
                      Out);
  for (const FieldDecl *F : Record->fields()) {
    unsigned At = Offset + Context.getFieldOffset(F) / 8;
    const RecordDecl *Inner = F->getType()->getAsRecordDecl();
    if (Inner && !Inner->isUnion() && !Inner->field_empty())
      collectFields(Context, Inner, Prefix + F->getNameAsString() + ".", At,
                    Out);
    else
      Out.push_back(
          {Prefix + F->getNameAsString(), At,
           static_cast<unsigned>(
               Context.getTypeSizeInChars(F->getType()).getQuantity()),
           pointerText(Context, *F, Prefix)});
  }
}

static std::optional<RecordAccess> recordOf(const ASTContext &Context,
                                            QualType Element,
                                            ArrayRef<const FieldDecl *> Path) {
  const auto *Record = Element->getAsRecordDecl();
  if (!Record || !Record->isCompleteDefinition() || Record->isInvalidDecl() ||
      Record->isDependentType())
    return std::nullopt;
  RecordAccess Out;
  Out.Record = Record->getQualifiedNameAsString();
  Out.Size = Context.getTypeSizeInChars(Element).getQuantity();
  collectFields(Context, Record, "", 0, Out.Fields);
  for (const FieldDecl *F : Path) {
    Out.Field += (Out.Field.empty() ? "" : ".") + F->getNameAsString();
    Out.FieldOffset += Context.getFieldOffset(F) / 8;
    Out.FieldSize = Context.getTypeSizeInChars(F->getType()).getQuantity();
  }
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    Out.HasBases = Class->getNumBases() > 0;
  if (Path.empty())
    Out.FieldSize = Out.Size;
  return Out;
}

/// The variable at the root of an lvalue: tile in tile[y][x].
static const ValueDecl *rootVariable(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      E = S->getBase();
    else if (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->isArrow() && isa<CXXThisExpr>(M->getBase()->IgnoreParenCasts()))
        return M->getMemberDecl();
      E = M->getBase();
    } else if (const auto *U = dyn_cast<UnaryOperator>(E))
      E = U->getSubExpr();
    else if (const auto *B = dyn_cast<BinaryOperator>(E))
      E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
    else if (const auto *D = dyn_cast<DeclRefExpr>(E))
      return D->getDecl();
    else
      return nullptr;
  }
}

SourceWords SourceIndex::wordsOf(const Expr *E) const {
  SourceWords W;
  if (!E)
    return W;
  W.Text = textOf(E);
  if (const ValueDecl *Root = rootVariable(E)) {
    W.Array = Root->getNameAsString();
    W.ArrayDecl = spot(Root->getLocation());
  }
  std::vector<const FieldDecl *> Path;
  bool Arrow;
  const Expr *Element = stripMembers(E, Path, Arrow);
  QualType T = Element->getType();
  if (Arrow && T->isPointerType())
    T = T->getPointeeType();
  W.Record = recordOf(Context, T, Path);
  return W;
}

} // namespace warptidy
