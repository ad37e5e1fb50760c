//===- Serve.h - warp-tidy lsp ----------------------------------*- C++ -*-===//
// Runs the language server over standard input and output.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_SERVE_H
#define WARPTIDY_TOOL_SERVE_H

#include <string>
#include <vector>

namespace warptidy {

/// The exit status of `warp-tidy lsp [options]`.
int serve(const std::vector<std::string> &Arguments, const char *Program);

} // namespace warptidy

#endif
