//===- CallFollower.h - Code read in each call around it --------*- C++ -*-===//
// Reads an expression once for each call of the functions around it, as far as
// its value depends on their parameters, and for each arm of the branches that
// it depends on.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_CALLFOLLOWER_H
#define WARPTIDY_LAUNCH_CALLFOLLOWER_H

#include "launch/HostFold.h"
#include "launch/KernelDecl.h"
#include "launch/LaunchShape.h"

namespace warptidy {

/// A way to a piece of code: the calls taken, by what they gave the parameters.
struct CallWay {
  Bindings Values;
  llvm::SmallVector<const clang::FunctionDecl *, 4> Entered;
  llvm::SmallVector<CodePoint, 4> Around; ///< Where the calls stand.
  bool Called = false;
  SourceSpot Caller; ///< The innermost call.
};

class CallFollower {
public:
  CallFollower(clang::ASTContext &Context, const HostScan &Scan,
               HostFolder &Folder, const CallTable &Outer)
      : Ast(Context), Scan(Scan), Folder(Folder), Outer(Outer), Namer(Context) {
  }

  /// What Read gives in each way to Point, of which at most Max are followed.
  /// Read is called with the folder in place; Settle gets what it gave for the
  /// arms of one way together.
  template <typename Result, typename ReadIn, typename SettleAll>
  std::vector<Result> follow(CodePoint Point, size_t Max, ReadIn Read,
                             SettleAll Settle) {
    std::vector<Result> Out;
    MaxWays = Max;
    followFrom(Point, CallWay(), Read, Settle, Out);
    return Out;
  }

  /// Externally visible functions whose callers would have told more.
  const std::set<std::string> &open() const { return Open; }

private:
  static constexpr unsigned MaxLevels = 4;

  template <typename Result, typename ReadIn, typename SettleAll>
  void followFrom(CodePoint Point, const CallWay &Way, ReadIn &Read,
                  SettleAll &Settle, std::vector<Result> &Out) {
    std::vector<Result> Here;
    std::vector<const clang::ParmVarDecl *> Wanted;
    Choices Arms;
    do {
      if (Folder.enter(Point, Way.Values, Way.Around, Arms))
        Here.push_back(Read(Way));
      llvm::append_range(Wanted, Folder.wanted());
    } while (Arms.advance());
    Settle(Here);
    std::vector<CallWay> Ways = callers(Way, Wanted);
    if (Ways.empty() || Out.size() + Ways.size() > MaxWays) {
      std::move(Here.begin(), Here.end(), std::back_inserter(Out));
      return;
    }
    size_t Before = Out.size();
    for (const CallWay &Next : Ways)
      followFrom(Point, Next, Read, Settle, Out);
    // Code that none of the calls leads to is read as it stands.
    if (Out.size() == Before)
      std::move(Here.begin(), Here.end(), std::back_inserter(Out));
  }

  std::vector<CallWay>
  callers(const CallWay &Way,
          llvm::ArrayRef<const clang::ParmVarDecl *> Wanted);
  void callersHere(const CallWay &Way, const clang::FunctionDecl &Owner,
                   std::vector<CallWay> &Ways) const;
  void callersElsewhere(const CallWay &Way, const clang::FunctionDecl &Owner,
                        const std::string &Name,
                        std::vector<CallWay> &Ways) const;

  clang::ASTContext &Ast;
  const HostScan &Scan;
  HostFolder &Folder;
  const CallTable &Outer;
  KernelNamer Namer;
  size_t MaxWays = 0;
  std::set<std::string> Open;
};

} // namespace warptidy

#endif
