//===- Annotation.cpp - Launch shapes written in comments -----------------===//
// Finds the comments that belong to each kernel, parses them and resolves
// parameter names.
//===----------------------------------------------------------------------===//
#include "launch/Annotation.h"

#include "launch/AnnotationText.h"
#include "launch/FileComments.h"
#include "launch/KernelDecl.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include <map>
#include <memory>
#include <set>

using namespace clang;
using namespace warptidy;

namespace {

constexpr llvm::StringLiteral Marker = "warp-tidy:";
constexpr unsigned HeaderLines = 10;

class AnnotationReader {
public:
  AnnotationReader(ASTContext &Context, std::vector<AnnotationError> &Errors)
      : Context(Context), SM(Context.getSourceManager()), Errors(Errors) {}

  std::vector<LaunchShape> read(const FunctionDecl &Kernel);
  /// Takes the comments at a declaration as used, without reading them.
  void skip(const FunctionDecl &Kernel);
  /// Reports the annotations of all files seen that no kernel used.
  void reportUnused();

private:
  struct Lines {
    FileID File;
    unsigned First = ~0u, Last = 0;
  };

  const FileComments &commentsOf(FileID File);
  Lines linesOf(const FunctionDecl &Declaration) const;
  std::vector<const Comment *> annotationsAt(const FunctionDecl &Kernel);
  std::vector<LaunchShape> readHeader(FileID File);
  LaunchShape shapeOf(const AnnotationText &Text, const Comment &From) const;
  void addValues(const AnnotationText &Text, const FunctionDecl &Kernel,
                 const Comment &From, LaunchShape &Shape);
  SourceSpot spot(const Comment &C) const;
  void report(const Comment &C, std::string Message);

  ASTContext &Context;
  const SourceManager &SM;
  std::vector<AnnotationError> &Errors;
  std::map<FileID, std::unique_ptr<FileComments>> Files;
  std::set<const Comment *> Used;
  std::set<std::pair<const Comment *, std::string>> Reported;
};

} // namespace

const FileComments &AnnotationReader::commentsOf(FileID File) {
  std::unique_ptr<FileComments> &Entry = Files[File];
  if (!Entry)
    Entry = std::make_unique<FileComments>(File, SM, Context.getLangOpts());
  return *Entry;
}

SourceSpot AnnotationReader::spot(const Comment &C) const {
  SourceSpot Spot = spotOf(C.Begin, Context);
  Spot.EndLine = SM.getSpellingLineNumber(C.End);
  Spot.EndColumn = SM.getSpellingColumnNumber(C.End);
  return Spot;
}

/// Reports a message about a comment once, however many instantiations of the
/// kernel share the comment.
void AnnotationReader::report(const Comment &C, std::string Message) {
  if (Reported.emplace(&C, Message).second)
    Errors.push_back({spot(C), std::move(Message)});
}

/// The lines of a declaration from its template header, linkage specification
/// or first attribute to its opening brace or end.
AnnotationReader::Lines
AnnotationReader::linesOf(const FunctionDecl &Declaration) const {
  SourceLocation Name = SM.getExpansionLoc(Declaration.getLocation());
  Lines Result{SM.getFileID(Name)};
  auto Include = [&](SourceLocation Loc) {
    Loc = SM.getExpansionLoc(Loc);
    if (Loc.isInvalid() || SM.getFileID(Loc) != Result.File)
      return;
    unsigned Line = SM.getExpansionLineNumber(Loc);
    Result.First = std::min(Result.First, Line);
    Result.Last = std::max(Result.Last, Line);
  };
  Include(Name);
  Include(Declaration.getBeginLoc());
  Include(Declaration.getOuterLocStart());
  if (const auto *Template = Declaration.getDescribedFunctionTemplate())
    Include(Template->getBeginLoc());
  const auto *Linkage =
      dyn_cast<LinkageSpecDecl>(Declaration.getLexicalDeclContext());
  if (Linkage && !Linkage->hasBraces())
    Include(Linkage->getBeginLoc());
  for (const Attr *A : Declaration.attrs())
    if (!A->isImplicit() && !A->isInherited())
      Include(A->getLocation());
  if (!Declaration.doesThisDeclarationHaveABody())
    Include(Declaration.getEndLoc());
  else if (const Stmt *Body = Declaration.getBody())
    Include(Body->getBeginLoc());
  return Result;
}

/// The declaration as written: the pattern of an instantiation.
static const FunctionDecl &written(const FunctionDecl &Kernel) {
  const FunctionDecl *Pattern = Kernel.getTemplateInstantiationPattern();
  return Pattern ? *Pattern : Kernel;
}

static size_t markerIn(llvm::StringRef Comment) { return Comment.find(Marker); }

static bool isAnnotation(const Comment &C) {
  size_t At = markerIn(C.Text);
  return At != llvm::StringRef::npos &&
         C.Text.take_front(At).trim("/*!< \t").empty();
}

std::vector<const Comment *>
AnnotationReader::annotationsAt(const FunctionDecl &Kernel) {
  std::vector<const Comment *> Found;
  for (const FunctionDecl *Redecl : written(Kernel).redecls()) {
    if (Redecl->getLocation().isInvalid())
      continue;
    Lines Where = linesOf(*Redecl);
    const FileComments &Comments = commentsOf(Where.File);
    for (size_t I : Comments.at(Where.First, Where.Last)) {
      const Comment *C = &Comments.all()[I];
      if (isAnnotation(*C) && !llvm::is_contained(Found, C))
        Found.push_back(C);
    }
  }
  llvm::sort(Found, [this](const Comment *A, const Comment *B) {
    return SM.isBeforeInTranslationUnit(A->Begin, B->Begin);
  });
  Used.insert(Found.begin(), Found.end());
  return Found;
}

LaunchShape AnnotationReader::shapeOf(const AnnotationText &Text,
                                      const Comment &From) const {
  LaunchShape Shape;
  Shape.Source = ShapeSource::Annotation;
  Shape.Block = Text.Block.value_or(Shape.Block);
  Shape.Grid = Text.Grid;
  Shape.DynamicSharedBytes = Text.SharedBytes;
  Shape.Where = spot(From);
  return Shape;
}

static std::string parameterList(const FunctionDecl &Kernel) {
  std::string List;
  for (const ParmVarDecl *Param : Kernel.parameters())
    if (!Param->getName().empty())
      List += (List.empty() ? "" : ", ") + Param->getName().str();
  return List.empty() ? "it has none" : "its parameters are " + List;
}

void AnnotationReader::addValues(const AnnotationText &Text,
                                 const FunctionDecl &Kernel,
                                 const Comment &From, LaunchShape &Shape) {
  for (const auto &[Name, Value] : Text.Values) {
    auto It = llvm::find_if(Kernel.parameters(), [&](const ParmVarDecl *P) {
      return P->getName() == Name;
    });
    if (It == Kernel.param_end())
      report(From, "kernel '" + Kernel.getNameAsString() +
                       "' has no parameter '" + Name +
                       "': " + parameterList(Kernel));
    else if (!(*It)->getType()->isIntegralOrEnumerationType())
      report(From, "parameter '" + Name + "' of kernel '" +
                       Kernel.getNameAsString() + "' is not an integer");
    else
      Shape.Arguments[(*It)->getFunctionScopeIndex()] = Value;
  }
}

std::vector<LaunchShape> AnnotationReader::read(const FunctionDecl &Kernel) {
  std::vector<LaunchShape> Shapes;
  for (const Comment *C : annotationsAt(Kernel)) {
    llvm::StringRef Body = C->Text.substr(markerIn(C->Text) + Marker.size());
    Body.consume_back("*/");
    llvm::Expected<AnnotationText> Text = parseAnnotation(Body);
    if (!Text) {
      report(*C, llvm::toString(Text.takeError()));
      continue;
    }
    LaunchShape &Shape = Shapes.emplace_back(shapeOf(*Text, *C));
    addValues(*Text, Kernel, *C, Shape);
  }
  if (!Shapes.empty())
    return Shapes;
  SourceLocation Name = SM.getExpansionLoc(written(Kernel).getLocation());
  return Name.isValid() ? readHeader(SM.getFileID(Name)) : Shapes;
}

/// The shapes of the header lines of a file. A grid on a line of its own
/// completes the blocks that have none.
std::vector<LaunchShape> AnnotationReader::readHeader(FileID File) {
  std::vector<LaunchShape> Shapes;
  std::optional<std::array<unsigned, 3>> Grid;
  for (const Comment &C : commentsOf(File).all()) {
    if (C.Line > HeaderLines)
      break;
    if (!C.Text.starts_with("//"))
      continue;
    llvm::Expected<AnnotationText> Text = parseHeaderOptions(C.Text);
    if (!Text)
      report(C, llvm::toString(Text.takeError()));
    else if (Text->Block)
      Shapes.push_back(shapeOf(*Text, C));
    else if (Text->Grid)
      Grid = Text->Grid;
  }
  for (LaunchShape &Shape : Shapes)
    if (!Shape.Grid)
      Shape.Grid = Grid;
  return Shapes;
}

void AnnotationReader::skip(const FunctionDecl &Kernel) {
  annotationsAt(Kernel);
}

void AnnotationReader::reportUnused() {
  commentsOf(SM.getMainFileID());
  for (const auto &[File, Comments] : Files)
    for (const Comment &C : Comments->all()) {
      // What stands in #if may belong to a kernel of another configuration.
      if (C.Conditional || Used.count(&C) || !isAnnotation(C) ||
          !C.Text.substr(markerIn(C.Text) + Marker.size())
               .ltrim()
               .starts_with("block"))
        continue;
      report(C, "annotation stands at no kernel: write it on the line directly "
                "above the declaration of one");
    }
}

std::vector<LaunchShape>
warptidy::annotationsFor(const FunctionDecl &Kernel, ASTContext &Context,
                         std::vector<AnnotationError> &Errors) {
  return AnnotationReader(Context, Errors).read(Kernel);
}

void warptidy::readAnnotations(ASTContext &Context, LaunchTable &Table,
                               std::vector<AnnotationError> &Errors) {
  AnnotationReader Reader(Context, Errors);
  KernelNamer Namer(Context);
  KernelDecls Kernels = findKernels(Context);
  for (const FunctionDecl *Kernel : Kernels.Sound) {
    std::vector<LaunchShape> Shapes = Reader.read(*Kernel);
    if (Shapes.empty())
      continue;
    std::vector<LaunchShape> &Entry = Table.Shapes[Namer.name(*Kernel)];
    Entry.insert(Entry.end(), Shapes.begin(), Shapes.end());
  }
  for (const FunctionDecl *Kernel : Kernels.Others)
    Reader.skip(*Kernel);
  Reader.reportUnused();
}
