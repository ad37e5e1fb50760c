//===- HostBodyReader.h - One host function ---------------------*- C++ -*-===//
// What the parts of the reader of a host function share.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_HOSTBODYREADER_H
#define WARPTIDY_LAUNCH_HOSTBODYREADER_H

#include "launch/HostCallReader.h"
#include "launch/HostCalls.h"
#include "launch/HostFlow.h"
#include "launch/KernelDecl.h"
#include <optional>

namespace warptidy {

/// Reads one body. The calls are in HostCallReader.cpp, what is about their
/// loops in HostLoopReader.cpp, elements behind pointers in HostAccesses.cpp.
class BodyReader {
public:
  BodyReader(clang::ASTContext &Context, const HostBody &Body,
             HostCallees &Callees, bool UnitRegisters)
      : Context(Context), Body(Body), Callees(Callees),
        UnitRegisters(UnitRegisters), Parents(Body.Function->getBody()),
        Uses(Context, *Body.Function->getBody(), Parents),
        Origins(Context, Uses, Parents), Kernels(Context) {}

  HostFunction read();

private:
  HostCall readCall(const clang::CallExpr &E);
  void readOperands(const clang::CallExpr &E, const RuntimeCall &Of,
                    HostCall &Out);
  void readLaunch(const clang::CUDAKernelCallExpr &E, HostCall &Out);
  CopyDirection direction(const clang::CallExpr &E,
                          const RuntimeCall &Of) const;
  bool isDefaultStream(const clang::Expr *E) const;
  HostPointer pointer(const clang::Expr *E);
  bool mayBeRegistered(const clang::VarDecl &Var) const;
  CallResult resultOf(const clang::CallExpr &E) const;

  unsigned loopOf(const clang::Stmt &S);
  unsigned addLoop(const clang::Stmt &Loop);
  const HostFlow &flow();
  void readInLoop(unsigned I);
  void readCopyInLoop(unsigned I, const clang::Stmt &Loop);
  void findFree(unsigned I, const clang::Stmt &Loop);
  const clang::VarDecl *allocatedBy(const clang::CallExpr &E) const;
  bool isSourceUnchanged(const clang::CallExpr &E, const RuntimeCall &Of,
                         const clang::Stmt &Loop) const;
  void readTarget(unsigned I, const clang::VarDecl &Var,
                  const clang::Stmt &Loop);
  void readSymbol(unsigned I, const clang::VarDecl &Symbol,
                  const clang::Stmt &Loop);
  unsigned launchNextTo(unsigned I, int Step);
  bool isUntouched(const clang::CallExpr &From, const clang::CallExpr &To,
                   const clang::Expr *Memory) const;
  void readBetween(unsigned I);
  void readAccess(const VarUse &Use);
  void readAccesses();
  bool isOnlyOnHost(const clang::VarDecl &Var) const;

  clang::ASTContext &Context;
  const HostBody &Body;
  HostCallees &Callees;
  bool UnitRegisters;
  clang::ParentMap Parents;
  HostUses Uses;
  HostOrigins Origins;
  KernelNamer Kernels;
  std::unique_ptr<clang::CFG> Graph;
  std::optional<HostFlow> Flow;
  HostFunction Found;
  std::vector<const clang::Stmt *> Loops; ///< Of Found.Loops.
  std::vector<unsigned> CalledCopies;     ///< To symbols, in each loop.
  llvm::DenseMap<const clang::VarDecl *, unsigned> Numbers;
};

} // namespace warptidy

#endif
