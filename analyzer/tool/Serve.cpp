//===- Serve.cpp - warp-tidy lsp ------------------------------------------===//
// See Serve.h.
//===----------------------------------------------------------------------===//
#include "tool/Serve.h"
#include "server/Server.h"
#include "tool/LiveAnalyzer.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/LSP/Logging.h"
#include <unistd.h>

using namespace llvm;

namespace warptidy {

static const char Usage[] =
    "usage: warp-tidy lsp [--verbose] [-p BUILD_DIR] [options] [-- flags]\n"
    "\n"
    "A language server over standard input and output. Options are those of\n"
    "warp-tidy; --verbose tells on standard error what it does.\n";

int serve(const std::vector<std::string> &Arguments, const char *Program) {
  std::vector<std::string> Options;
  bool Flags = false;
  for (const std::string &A : Arguments) {
    Flags |= A == "--";
    if (!Flags && (A == "--help" || A == "-h")) {
      outs() << Usage;
      return 0;
    }
    if (!Flags && A == "--verbose")
      lsp::Logger::setLogLevel(lsp::Logger::Level::Info);
    else if (Flags || A != "--stdio") // Some clients say it to every server.
      Options.push_back(A);
  }
  LiveAnalyzer Analyzer(Program, Options);
  if (Error E = Analyzer.configure({})) {
    errs() << "warp-tidy: error: " << toString(std::move(E)) << "\n";
    return 2;
  }
  // Whatever else writes to standard output must not get between messages.
  int Wire = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  raw_fd_ostream Out(Wire, /*shouldClose=*/true);
  CrashRecoveryContext::Enable(); // A crash costs one analysis.
  Connection Client(stdin, Out);
  return Server(Client, Analyzer, WARPTIDY_VERSION).run();
}

} // namespace warptidy
