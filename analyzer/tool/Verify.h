//===- Verify.h - Predict, measure, compare ---------------------*- C++ -*-===//
// The command `warp-tidy verify`: predictions for the launch shapes that the
// profiler saw, held against what it counted.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_TOOL_VERIFY_H
#define WARPTIDY_TOOL_VERIFY_H

#include <string>
#include <vector>

namespace warptidy {

/// Runs the command; its exit status (see VerifyUsage).
int verify(const std::vector<std::string> &Arguments, const char *Program);

} // namespace warptidy

#endif
