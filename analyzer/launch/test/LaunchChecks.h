//===- LaunchChecks.h - What a test says of one launch ----------*- C++ -*-===//
// A kernel k, host code around a launch of it, and what must be read.
//===----------------------------------------------------------------------===//
#ifndef WARPTIDY_LAUNCH_TEST_LAUNCHCHECKS_H
#define WARPTIDY_LAUNCH_TEST_LAUNCHCHECKS_H

#include "TestAst.h"

#include <gtest/gtest.h>

namespace warptidy {
namespace test {

inline const std::string K = "__global__ void k(float *p, int n, int m) {}\n";
inline const char Name[] = "_Z1kPfii";

/// The only launch of k in a source; a default shape after a failure.
inline LaunchShape onlyLaunch(const std::string &Source) {
  LaunchTable Table = launchesOf(K + Source);
  EXPECT_EQ(Table.Unread.count(Name), 0u) << Source;
  EXPECT_EQ(Table.Shapes[Name].size(), 1u) << Source;
  if (Table.Shapes[Name].size() != 1)
    return {};
  return Table.Shapes[Name].front();
}

inline Dims blockOf(const std::string &Source) {
  return onlyLaunch(Source).Block;
}

inline void expectUnknown(const std::string &Source) {
  LaunchTable Table = launchesOf(K + Source);
  EXPECT_EQ(Table.Shapes.count(Name), 0u) << Source;
  EXPECT_EQ(Table.Unread[Name].size(), 1u) << Source;
}

/// The blocks of all launches of k, in their order.
inline std::vector<Dims> blocksOf(const std::string &Source) {
  std::vector<Dims> Blocks;
  LaunchTable Table = launchesOf(K + Source);
  for (const LaunchShape &S : Table.Shapes[Name])
    Blocks.push_back(S.Block);
  return Blocks;
}

/// A host function with the statements and a launch with the given block.
inline std::string host(const std::string &Statements,
                        const std::string &Block) {
  return "void host(float *p, int a, dim3 c, char **argv) {\n" + Statements +
         "\nk<<<1, " + Block + ">>>(p, 0, 0);\n}\n";
}

} // namespace test
} // namespace warptidy

#endif
