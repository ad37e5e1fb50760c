//===- LaunchReader.cpp - Launches read from host code --------------------===//
// Resolves the kernel of each launch that HostScan found and folds its
// configuration with HostFolder.
//===----------------------------------------------------------------------===//
#include "launch/LaunchReader.h"

#include "launch/HostScan.h"
#include "launch/KernelDecl.h"
#include "clang/AST/Attr.h"

using namespace clang;
using namespace warptidy;

namespace {

/// The expressions that configure one launch; null where there is none.
struct Configuration {
  const Expr *Callee = nullptr;
  const Expr *Grid = nullptr, *Block = nullptr, *SharedBytes = nullptr;
  llvm::ArrayRef<const Expr *> Arguments;
};

class Reader {
public:
  explicit Reader(ASTContext &Context)
      : Context(Context), Scan(scanHost(Context)),
        Folder(Context, Scan.Changed), Namer(Context) {}

  LaunchTable read();

private:
  using Kernels = llvm::SmallVector<const FunctionDecl *, 2>;

  void readLaunch(const CallExpr *Call);
  void kernelsOf(const Expr *Callee, Kernels &Out, unsigned Depth = 0);
  std::optional<LaunchShape> fold(const Configuration &Config);
  void foldArguments(const FunctionDecl &Kernel, const Configuration &Config,
                     LaunchShape &Shape);

  ASTContext &Context;
  HostScan Scan;
  HostFolder Folder;
  KernelNamer Namer;
  LaunchTable Table;
};

} // namespace

static const Expr *argument(const CallExpr *Call, unsigned Index) {
  return Index < Call->getNumArgs() ? Call->getArg(Index) : nullptr;
}

static Configuration chevrons(const CUDAKernelCallExpr *Call) {
  Configuration Config;
  Config.Callee = Call->getCallee();
  Config.Arguments = {Call->getArgs(), Call->getArgs() + Call->getNumArgs()};
  const CallExpr *Set = Call->getConfig();
  if (!Set)
    return Config;
  // From device code Clang calls cudaLaunchDevice(function, parameters, grid,
  // block, bytes, stream), else a function of (grid, block, bytes, stream).
  unsigned First = Set->getNumArgs() == 6 ? 2 : 0;
  Config.Grid = argument(Set, First);
  Config.Block = argument(Set, First + 1);
  Config.SharedBytes = argument(Set, First + 2);
  return Config;
}

static Configuration configurationOf(const CallExpr *Call) {
  if (const auto *Kernel = dyn_cast<CUDAKernelCallExpr>(Call))
    return chevrons(Kernel);
  Configuration Config;
  llvm::StringRef Name = Call->getDirectCallee()->getName();
  if (Name.starts_with("cudaLaunchKernelEx")) {
    // The attributes of a cudaLaunchConfig_t are not followed.
    Config.Callee = argument(Call, 1);
    return Config;
  }
  Config.Callee = argument(Call, 0);
  Config.Grid = argument(Call, 1);
  Config.Block = argument(Call, 2);
  Config.SharedBytes = argument(Call, 4);
  return Config;
}

/// Looks through parentheses, casts, & and * and template arguments.
static const Expr *stripCallee(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParenCasts();
    if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(Inner))
      Inner = Subst->getReplacement();
    else if (const auto *Op = dyn_cast<UnaryOperator>(Inner);
             Op &&
             (Op->getOpcode() == UO_AddrOf || Op->getOpcode() == UO_Deref))
      Inner = Op->getSubExpr();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

/// The kernels that a callee may be: one, or both arms of a choice.
void Reader::kernelsOf(const Expr *Callee, Kernels &Out, unsigned Depth) {
  if (!Callee || Depth > 8)
    return;
  Callee = stripCallee(Callee);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Callee)) {
    kernelsOf(Choice->getTrueExpr(), Out, Depth + 1);
    kernelsOf(Choice->getFalseExpr(), Out, Depth + 1);
    return;
  }
  const ValueDecl *Decl = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    Decl = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(Callee))
    Decl = Member->getMemberDecl();
  const auto *Kernel = dyn_cast_or_null<FunctionDecl>(Decl);
  if (Kernel && isSoundKernel(*Kernel) && !llvm::is_contained(Out, Kernel))
    Out.push_back(Kernel);
  else if (const auto *Pointer = dyn_cast_or_null<VarDecl>(Decl))
    kernelsOf(Folder.fixedInit(Pointer), Out, Depth + 1);
}

std::optional<LaunchShape> Reader::fold(const Configuration &Config) {
  HostFolder::Dim Block = Folder.dim3(Config.Block);
  if (!Block || !isLaunchableBlock(*Block))
    return std::nullopt;
  LaunchShape Shape;
  Shape.Source = ShapeSource::LaunchSite;
  Shape.Block = *Block;
  Shape.Grid = Folder.dim3(Config.Grid);
  if (HostFolder::Int Bytes = Folder.integer(Config.SharedBytes))
    if (Bytes->getActiveBits() <= 64 && !Bytes->isNegative())
      Shape.DynamicSharedBytes = Bytes->getZExtValue();
  return Shape;
}

void Reader::foldArguments(const FunctionDecl &Kernel,
                           const Configuration &Config, LaunchShape &Shape) {
  unsigned Count =
      std::min<unsigned>(Kernel.getNumParams(), Config.Arguments.size());
  for (unsigned I = 0; I < Count; ++I) {
    QualType Type = Kernel.getParamDecl(I)->getType();
    HostFolder::Int Value = Folder.integer(Config.Arguments[I]);
    if (!Value || !Type->isIntegralOrEnumerationType() ||
        Value->getBitWidth() > 64)
      continue;
    Shape.Arguments[I] = Value->isSigned()
                             ? Value->getSExtValue()
                             : static_cast<int64_t>(Value->getZExtValue());
  }
}

void Reader::readLaunch(const CallExpr *Call) {
  Configuration Config = configurationOf(Call);
  Kernels Callees;
  kernelsOf(Config.Callee, Callees);
  if (Callees.empty())
    return;
  std::optional<LaunchShape> Shape = fold(Config);
  for (const FunctionDecl *Kernel : Callees) {
    std::string Name = Namer.name(*Kernel);
    if (!Shape) {
      ++Table.UnknownLaunches[Name];
      continue;
    }
    LaunchShape &Added = Table.Shapes[Name].emplace_back(*Shape);
    Added.Where = spotOf(Call->getSourceRange(), Context);
    foldArguments(*Kernel, Config, Added);
  }
}

LaunchTable Reader::read() {
  for (const CallExpr *Call : Scan.Launches)
    readLaunch(Call);
  return std::move(Table);
}

LaunchTable warptidy::readLaunches(ASTContext &Context) {
  return Reader(Context).read();
}
