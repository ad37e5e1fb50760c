//===- LiveParse.h - Parsing a file again and again -------------*- C++ -*-===//
// Parses a file that is being edited. Its leading #include lines and the
// headers that the compile command forces are kept precompiled and used again
// until they change.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_FRONTEND_LIVEPARSE_H
#define WARPTIDY_FRONTEND_LIVEPARSE_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/PrecompiledPreamble.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <string>
#include <vector>

namespace warptidy {

/// A file with its device compile command.
struct LiveSource {
  std::string Directory;
  std::vector<std::string> Arguments;
  std::string File; ///< Absolute.
  /// The disk and, over it, what is open in the editor.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
};

struct LiveTimes {
  bool Reused = false;       ///< The headers were those of an earlier parse.
  double PreambleMillis = 0; ///< To make or check what is precompiled.
  double ParseMillis = 0;    ///< Everything else, the action included.
};

class LiveParse {
public:
  /// Runs an action over the file. It is given the AST of the whole file; of
  /// what is precompiled, userHeaders() says which part is the user's. Fails
  /// when the command gives no compilation.
  llvm::Error run(const LiveSource &Source, clang::DiagnosticConsumer &Consumer,
                  clang::FrontendAction &Action);

  /// Headers of the user within what is precompiled, absolute or as found.
  const std::vector<std::string> &userHeaders() const { return UserHeaders; }
  /// Whether the AST of this run came in part from precompiled headers, of
  /// which each of the user's was read once.
  bool isSplit() const { return Split; }
  /// Whether precompiled headers of this run speak of device code (HostOnly.h).
  bool headersMentionDevice() const { return Precompiled && MentionsDevice; }
  const LiveTimes &times() const { return Times; }

private:
  std::shared_ptr<clang::CompilerInvocation>
  invocation(const LiveSource &Source);
  bool prepare(const clang::CompilerInvocation &Invocation,
               const LiveSource &Source, const llvm::MemoryBuffer &Text);

  std::vector<std::string> Arguments; ///< Of the precompiled headers.
  std::unique_ptr<clang::PrecompiledPreamble> Preamble;
  /// The leading text of a file whose headers can't be precompiled: they have
  /// errors, which must be seen on every run.
  std::string Hopeless;
  std::vector<std::string> UserHeaders;
  bool Repeated = false; ///< A user header is included more than once.
  bool Split = false, Precompiled = false;
  bool MentionsDevice = false; ///< The precompiled headers.
  LiveTimes Times;
};

} // namespace warptidy

#endif
