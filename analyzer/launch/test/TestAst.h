//===- TestAst.h - Device-side ASTs of small CUDA sources -------*- C++ -*-===//
// Parses a snippet behind a prelude that stands in for the CUDA headers, the
// way the front end compiles for the device.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_TEST_TESTAST_H
#define WARPTIDY_LAUNCH_TEST_TESTAST_H

#include "launch/LaunchShape.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/ASTUnit.h"
#include <memory>
#include <string>

namespace warptidy {
namespace test {

/// The prelude stands in the system header cuda_prelude.h, so line 1 of the
/// source is line 1 of the file "kernel.cu".
std::unique_ptr<clang::ASTUnit> parse(const std::string &Source,
                                      const std::string &ExtraArgument = "");

/// Parses and reads the launches. Errors in the source are tolerated.
LaunchTable launchesOf(const std::string &Source,
                       const std::string &ExtraArgument = "",
                       const CallTable &Outer = {});

/// The names of the kernels that CodeGen defines for the source.
std::vector<std::string>
kernelsEmittedFor(const std::string &Source,
                  const std::string &ExtraArgument = "");

using Dims = std::array<unsigned, 3>;
using Arguments = std::map<unsigned, int64_t>;

} // namespace test
} // namespace warptidy

#endif
